"""Server-sent events: one ticker for all streams, and for each client a slot that holds the newest state only.

A client that reads slowly finds the newest state when it comes back; what it missed is gone, and nothing queues up.
"""

import asyncio
import logging
import re
import time
from collections import defaultdict
from collections.abc import Callable
from weakref import WeakKeyDictionary

from starlette.types import Receive, Scope, Send

from seatrial.server.protocol import keep_short
from seatrial.server.replies import Refusal, json_text
from seatrial.server.session import Session
from seatrial.server.sessions import Sessions
from seatrial.server.settings import Limits
from seatrial.server.snapshot import SEED_KEYS

log = logging.getLogger("seatrial.server")

TICK_S = 1.0 / 30.0
"""Wall time between two looks at the cursors [s]."""
GROWTH_S = 0.25
"""Least time between two events when nothing but the computed part grows [s]."""
IDLE_S = 1.0
"""Time between two events when nothing changes [s]."""
HEARTBEAT_S = 10.0
"""Time between two comments that keep the line alive [s]."""
TIDY_S = 30.0

UNKNOWN = "?"
"""Stands for events that this server did not send, and is no run's serial."""
_ID = re.compile(r"(none|[0-9a-f]{8})\.([0-9]{1,18})")

HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-cache"),
    (b"x-accel-buffering", b"no"),
]
HEARTBEAT = b": heartbeat\n\n"


class Client:
    """One open stream: the newest event that it has not taken yet."""

    def __init__(self, session: Session, is_seed: bool, seen: str) -> None:
        self.session, self.is_seed = session, is_seed
        self.seen = seen
        """Run whose events the client has seen; empty when it has seen none, `UNKNOWN` when nobody can say."""
        self._newest: tuple[str, bytes] | None = None
        self._ready = asyncio.Event()
        self.is_closed = False

    def put(self, serial: str, event: bytes) -> None:
        """Replace what was not taken."""
        self._newest = (serial, event)
        self._ready.set()

    def close(self) -> None:
        """End the stream."""
        self.is_closed = True
        self._ready.set()

    async def take(self) -> bytes:
        """The next bytes to send; none when the stream is to end."""
        try:
            async with asyncio.timeout(HEARTBEAT_S):
                await self._ready.wait()
        except TimeoutError:
            return HEARTBEAT
        self._ready.clear()
        newest, self._newest = self._newest, None
        if self.is_closed or newest is None:
            return b""
        serial, event = newest
        if self.seen and self.seen != serial:
            event = restart(serial) + event
        self.seen = serial
        return event


def restart(serial: str) -> bytes:
    """The event that tells a client to start over."""
    return b"event: restart\ndata: " + json_text({"serial": serial}) + b"\n\n"


def serial_of(session: Session) -> str:
    """First part of the ids of a session's events."""
    return "none" if session.computation is None else session.computation.serial


def seen_by(last_id: str, serial: str, count: int) -> str:
    """What a client has seen that brings this `Last-Event-ID`: `serial` when it is an id of that run, given out before.

    `UNKNOWN` for the id of another run, one with a number that is yet to come (of another server, or of a session that
    expired) and for what is no id; empty for none.
    """
    if not last_id:
        return ""
    found = _ID.fullmatch(last_id)
    return serial if found and found[1] == serial and int(found[2]) <= count else UNKNOWN


class Published:
    """What was last sent of a session."""

    def __init__(self) -> None:
        self.sign: tuple[object, ...] = ()
        self.at, self.count = -1e9, 0

    def is_due(self, sign: tuple[object, ...], now: float) -> bool:
        """Whether the session is to be sent again."""
        age = now - self.at
        is_changed, has_grown = sign[:-1] != self.sign[:-1], sign != self.sign
        return is_changed or age >= IDLE_S or (has_grown and age >= GROWTH_S)


class Hub:
    """All open streams."""

    def __init__(self, sessions: Sessions, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._sessions, self._limits, self._clock = sessions, limits, clock
        self._clients: dict[Session, set[Client]] = defaultdict(set)
        # Outlives the streams of a session, so that the numbers of its events never go back; goes with the session.
        self._published: WeakKeyDictionary[Session, Published] = WeakKeyDictionary()
        self._is_closed = False

    def __len__(self) -> int:
        return sum(len(clients) for clients in self._clients.values())

    def open(self, session: Session, is_seed: bool, last_id: str) -> Client:
        """Another stream of a session, with its state as the first event; `Refusal` when there are too many."""
        if self._is_closed:
            raise Refusal(503, "the server is stopping")
        if len(self) >= self._limits.streams:
            raise Refusal(429, f"too many streams: at most {self._limits.streams} at a time")
        published = self._published.setdefault(session, Published())
        client = Client(session, is_seed, seen_by(last_id, serial_of(session), published.count))
        self._clients[session].add(client)
        session.streams += 1
        published.count += 1
        self._send(session, published, (client,))
        return client

    def drop(self, client: Client) -> None:
        """Forget a stream that ended."""
        session = client.session
        clients = self._clients[session]
        if client in clients:
            clients.remove(client)
            session.streams -= 1
            session.used = self._clock()
        if not clients:
            del self._clients[session]

    def close(self) -> None:
        """End all streams, and take no more."""
        self._is_closed = True
        for clients in tuple(self._clients.values()):
            for client in tuple(clients):
                client.close()

    def tick(self) -> None:
        """Send the sessions that are due."""
        now = self._clock()
        for session, clients in tuple(self._clients.items()):
            published, sign = self._published[session], session.sign()
            if published.is_due(sign, now):
                published.sign, published.at = sign, now
                published.count += 1
                self._send(session, published, tuple(clients))

    async def run(self) -> None:
        """Tick for ever, on time."""
        due, tidy_at = self._clock(), self._clock() + TIDY_S
        while True:
            try:
                self.tick()
                if self._clock() > tidy_at:
                    self._sessions.tidy()
                    tidy_at = self._clock() + TIDY_S
            except Exception:
                log.exception("a tick of the streams failed")
            due = max(due + TICK_S, self._clock())
            await asyncio.sleep(due - self._clock())

    def _send(self, session: Session, published: Published, clients: tuple[Client, ...]) -> None:
        found = session.snapshot()
        serial = serial_of(session)
        head = f"id: {serial}.{published.count}\ndata: ".encode()
        texts: dict[bool, bytes] = {}
        for client in clients:
            if client.is_seed not in texts:
                values = {key: found[key] for key in SEED_KEYS} if client.is_seed else found
                texts[client.is_seed] = head + json_text(values) + b"\n\n"
            client.put(serial, texts[client.is_seed])


class EventStream:
    """The answer that carries a stream, as an ASGI application."""

    def __init__(self, hub: Hub, client: Client) -> None:
        self._hub, self._client = hub, client

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the client goes away or the hub closes."""
        keep_short(scope)
        listener = asyncio.create_task(self._listen(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": list(HEADERS)})
            while text := await self._client.take():
                await send({"type": "http.response.body", "body": text, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except OSError:
            pass  # the client is gone
        finally:
            listener.cancel()
            self._hub.drop(self._client)

    async def _listen(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._client.close()
