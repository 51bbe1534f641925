"""What the endpoints share: one object, made when the server starts."""

import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.requests import Request

from seatrial.errors import SeatrialError
from seatrial.mission.build import build_ocean
from seatrial.mission.record import Run
from seatrial.ocean.ocean import Ocean
from seatrial.server.compute import Computation, Workers
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
READERS = 4
"""Answers that are made at the same time; more than cores, so that a small one does not wait for large ones."""

Result = TypeVar("Result")


class State:
    """Ocean, sessions, threads, streams and library of one server."""

    def __init__(self, settings: Settings, ocean: Ocean | None = None, clock: Clock = time.monotonic) -> None:
        self.settings = settings
        self.ocean = ocean or build_ocean(settings.ocean)
        self.sessions = Sessions(settings.limits, clock)
        self.hub = Hub(self.sessions, settings.limits, clock)
        self.store = None if settings.data is None else Store(settings.data)
        if self.store is not None:
            self.store.prune(settings.limits.keep_runs, settings.limits.keep_bytes, ())
        self.workers = Workers(self.ocean, settings.workers, self._keep)
        self.planners = ThreadPoolExecutor(PLANNERS, thread_name_prefix="seatrial-plan")
        self.readers = ThreadPoolExecutor(READERS, thread_name_prefix="seatrial-read")
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

    @property
    def is_planning(self) -> bool:
        """Whether a thread plans a mission."""
        return self.waiting > 0

    def keep(self, task: "asyncio.Task[None]") -> None:
        """Hold on to a task until it is done."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def in_reader(self, work: "Callable[..., Result]", *arguments: Any) -> Result:
        """`work` in a thread of its own, for what would hold up the others."""
        return await asyncio.get_running_loop().run_in_executor(self.readers, work, *arguments)

    def close(self) -> None:
        """Stop everything; waits for at most one chunk of each run."""
        self.hub.close()
        for task in self._tasks:
            task.get_loop().call_soon_threadsafe(task.cancel)
        self.sessions.close()
        self.planners.shutdown(wait=False, cancel_futures=True)
        self.workers.close()
        self.readers.shutdown(wait=True, cancel_futures=True)
        if self.store is not None:
            self.store.close()


def state_of(request: Request) -> State:
    """The server's state."""
    return request.app.state.seatrial


def session_of(request: Request) -> "Session":
    """The session of a request: the one it names, else that of its cookie, else the default one."""
    name = request.query_params.get("session")
    if name is None:
        cookie = request.cookies.get(SESSION_COOKIE, "")
        name = cookie if NAME.fullmatch(cookie) else DEFAULT
    return state_of(request).sessions.get(name)
