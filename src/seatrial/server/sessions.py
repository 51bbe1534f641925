"""The sessions of a server: made on first use, bounded in number and memory, gone when nobody uses them."""

import re
import secrets
import time
from collections.abc import Callable, Iterator

from seatrial.server.replies import Refusal
from seatrial.server.session import Clock, Session
from seatrial.server.settings import Limits

DEFAULT = "default"
"""Session of a client that names none."""
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


def fresh_name() -> str:
    """A name that nobody guesses."""
    return secrets.token_hex(12)


class Sessions:
    """Sessions by name."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        self._limits, self._clock = limits, clock
        self.greet: Callable[[Session], None] = lambda session: None
        """Called with every new session."""
        self._known: dict[str, Session] = {}

    def __iter__(self) -> Iterator[Session]:
        return iter(tuple(self._known.values()))

    def __len__(self) -> int:
        return len(self._known)

    def get(self, name: str) -> Session:
        """The session of that name, made on first use; `Refusal` when the name is none or there are too many."""
        if not NAME.fullmatch(name):
            raise Refusal(400, "session: must be 1..64 letters, digits, '-' or '_'")
        session = self._known.get(name)
        if session is None:
            if len(self._known) >= self._limits.sessions and not self._drop_oldest():
                raise Refusal(429, f"too many sessions: at most {self._limits.sessions} at a time, and all are in use")
            session = self._known[name] = Session(name, self._clock)
            self.greet(session)
        session.used = self._clock()
        return session

    def peek(self, name: str) -> Session | None:
        """The session of that name if there is one; it counts as used."""
        session = self._known.get(name)
        if session is not None:
            session.used = self._clock()
        return session

    def tidy(self) -> None:
        """Drop what nobody used for long, and more while the tables take too much memory."""
        for session in self:
            if session.is_idle and self._clock() - session.used > self._limits.session_idle_s:
                self._drop(session)
        while self.held() > self._limits.table_bytes and self._drop_oldest():
            pass

    def held(self, besides: Session | None = None) -> int:
        """Memory of histories and plans [bytes], of runs that several sessions play once; `besides` is left out."""
        counted = [s for s in self if s is not besides]
        runs = {s.computation for s in counted if s.computation is not None}
        return sum(s.nbytes for s in counted) + sum(run.nbytes for run in runs)

    def make_room(self, session: Session, nbytes: int) -> None:
        """See to it that a session may put a run of that size [bytes] in the place of the one it has.

        Sessions that nobody uses go for it; `Refusal` with 429 when that is not enough.
        """
        most = self._limits.table_bytes
        while self.held(session) + nbytes > most:
            if not self._drop_oldest(session):
                text = f"too much history is in use: the run needs up to {nbytes / 1e6:.0f} MB of {most / 1e6:.0f} MB"
                raise Refusal(429, f"{text}; a shorter max_duration_s needs less")

    def close(self) -> None:
        """Cancel everything."""
        for session in self:
            session.cancel()

    def _drop(self, session: Session) -> None:
        session.cancel()
        del self._known[session.name]

    def _drop_oldest(self, besides: Session | None = None) -> bool:
        idle = [s for s in self if s.is_idle and s.name != DEFAULT and s is not besides]
        if not idle:
            return False
        self._drop(min(idle, key=lambda s: s.used))
        return True
