"""What the endpoints share: one object, made when the server starts."""

import asyncio
import logging
import secrets
import time
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.requests import Request

from seatrial.errors import SeatrialError
from seatrial.mission.record import Run
from seatrial.mission.water import build_ocean
from seatrial.ocean.describing import NEW_YEAR_2000
from seatrial.ocean.ocean import Ocean
from seatrial.server.age import Age
from seatrial.server.compute import Computation, Workers
from seatrial.server.pools import Pool
from seatrial.server.replies import Refusal
from seatrial.server.session import Clock
from seatrial.server.sessions import DEFAULT, NAME, Sessions
from seatrial.server.settings import Settings
from seatrial.server.store import Store
from seatrial.server.stream import Hub

if TYPE_CHECKING:
    from collections.abc import Callable

    from seatrial.server.session import Session

log = logging.getLogger("seatrial.server")

SESSION_COOKIE = "seatrial_session"
PLANNERS = 2
"""Missions that are planned at the same time."""
CLOSING_S = 0.8
"""How long the end of the server waits for its threads [s]."""
TILE_MAKERS = 2
"""Tiles of the map that are made at the same time."""
READERS = 4
"""Answers that are made at the same time; more than cores, so that a small one does not wait for large ones."""

Result = TypeVar("Result")


class State:
    """Ocean, sessions, threads, streams and library of one server."""

    def __init__(self, settings: Settings, ocean: Ocean | None = None, clock: Clock = time.monotonic) -> None:
        self.settings = settings
        self.serial = secrets.token_hex(4)
        """Changes with every start."""
        self.age = Age()
        self.ocean = ocean or build_ocean(
            settings.ocean, settings.epoch.month, settings.epoch.places, settings.epoch.seed
        )
        self.sessions = Sessions(settings.limits, clock)
        self.hub = Hub(self.sessions, settings.limits, clock)
        self.store = None if settings.data is None else Store(settings.data)
        if self.store is not None:
            self.store.prune(settings.limits.keep_runs, settings.limits.keep_bytes, ())
        self.workers = Workers(self.ocean, settings.workers, self._keep)
        self._planners, self._readers = Pool(PLANNERS, "seatrial-plan"), Pool(READERS, "seatrial-read")
        self.tile_makers = Pool(TILE_MAKERS, "seatrial-tiles")
        self._waits: set[asyncio.Future[Any]] = set()
        self._is_stopping = False
        self.has_ended = False
        """Whether all threads had come to an end when the server closed."""
        self.waiting = 0
        """Missions that are being planned or wait for it."""
        self._tasks: set[asyncio.Task[None]] = set()

    def _keep(self, computation: Computation, run: Run) -> None:
        """Store a run that came to its end, in the place of the oldest when there is no more; called by a worker."""
        if self.store is None:
            return
        try:
            computation.run_id = self.store.save(run)
            limits = self.settings.limits
            self.store.prune(limits.keep_runs, limits.keep_bytes, {computation.run_id, *self._open_runs()})
        except SeatrialError as error:
            log.error("a run is not in the library: %s", error)
            computation.failure = "the run could not be kept in the library; the log of the server says why"

    def _open_runs(self) -> set[str]:
        """Stored runs that sessions play."""
        runs = (session.computation for session in self.sessions)
        return {run.run_id for run in runs if run is not None and run.run_id is not None}

    def keep(self, task: "asyncio.Task[None]") -> None:
        """Hold on to a task until it is done."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def in_reader(self, work: "Callable[..., Result]", *arguments: Any) -> Result:
        """`work` in a thread of the readers, for what would hold up the others."""
        return await asyncio.wrap_future(self._readers.submit(work, *arguments))

    async def in_planner(self, work: "Callable[..., Result]", *arguments: Any) -> Result:
        """`work` in a thread of the planners; `Refusal` when the server stops before its end."""
        stopping = Refusal(503, "the server is stopping")
        if self._is_stopping:
            raise stopping
        waited = asyncio.wrap_future(self._planners.submit(work, *arguments))
        self._waits.add(waited)
        try:
            return await waited
        except asyncio.CancelledError:
            if self._is_stopping:
                raise stopping from None
            raise
        finally:
            self._waits.discard(waited)

    def stop(self) -> None:
        """End streams, tasks and runs, and answer those who wait for the planner.

        Called in the event loop, to which all of them belong, before `close`; a second time changes nothing.
        """
        self._is_stopping = True
        self.hub.close()
        for task in tuple(self._tasks):
            task.cancel()
        self.sessions.close()
        for waited in tuple(self._waits):
            waited.cancel()

    def close(self) -> None:
        """End the threads, and wait a while for what they do; `has_ended` says whether that was enough.

        Called in a thread, so that the event loop goes on answering meanwhile.
        """
        self.workers.close()
        pools = (self.workers.pool, self._readers, self._planners, self.tile_makers)
        for pool in pools:
            pool.close()
        until = time.monotonic() + CLOSING_S
        self.has_ended = all([pool.has_ended(max(until - time.monotonic(), 0.0)) for pool in pools])
        if self.store is not None:
            self.store.close()


def state_of(request: Request) -> State:
    """The server's state."""
    return request.app.state.seatrial


def session_of(request: Request) -> "Session":
    """The session of a request: the one it names, else that of its cookie, else the default one."""
    return state_of(request).sessions.get(_session_name(request))


def peek_session(request: Request) -> "Session | None":
    """The session of a request, for what needs none: it is not made when there is none yet."""
    return state_of(request).sessions.peek(_session_name(request))


def _session_name(request: Request) -> str:
    name = request.query_params.get("session")
    if name is None:
        cookie = request.cookies.get(SESSION_COOKIE, "")
        name = cookie if NAME.fullmatch(cookie) else DEFAULT
    return name


def start_of(request: Request) -> float | None:
    """When the mission of the session begins, or one that is planned without a start time would [s since 1970].

    None where no start was named, so that there is no tide.
    """
    session = peek_session(request)
    run = None if session is None else session.computation
    start = (state_of(request).settings.epoch if run is None else run.scenario).start_time.timestamp()
    return None if start == NEW_YEAR_2000 else start
