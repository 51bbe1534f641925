"""Runs in the background: physics runs ahead in chunks, rows appear as they are computed, anyone may cancel."""

import logging
import secrets
import threading
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import InputError
from seatrial.mission.record import Run
from seatrial.mission.run import carry_out
from seatrial.mission.scenario import Scenario
from seatrial.ocean.ocean import Ocean
from seatrial.planning.plan import Plan
from seatrial.server.playback import Extent
from seatrial.server.pools import Pool
from seatrial.server.table import KEPT, Table, table_of
from seatrial.simulation.settings import TICKS_PER_SECOND
from seatrial.simulation.status import Status

log = logging.getLogger("seatrial.server")

Event = tuple[float, str, int]
"""Time [s], what, waypoint or -1."""


class Computation:
    """One run, under way or ended. A worker writes, everybody reads.

    serial      changes with every run; part of the ids of a stream
    status      None while it computes
    failure     one line when the engine itself broke down
    run_id      id in the library, None until it is stored
    is_shared   whether several sessions play it, so that none of them may cancel it
    """

    def __init__(self, scenario: Scenario, planned: Plan) -> None:
        self.serial = secrets.token_hex(4)
        self.scenario, self.planned = scenario, planned
        self.table = Table()
        self.events: list[Event] = []
        self.status: Status | None = None
        self.failure: str | None = None
        self.run_id: str | None = None
        self.is_shared = False
        self._cancelled = threading.Event()

    @property
    def is_computing(self) -> bool:
        """Whether more rows will come."""
        return self.status is None and self.failure is None

    @property
    def extent(self) -> Extent:
        """How far it is computed."""
        is_complete = not self.is_computing  # asked before the table: what is complete stays as it is
        times = self.table.columns[0]
        return Extent(float(times[-1]) if len(times) else 0.0, is_complete)

    @property
    def nbytes(self) -> int:
        """Memory of the history [bytes]; while it computes, of all that may come."""
        return max(self.table.nbytes, most_bytes(self.scenario)) if self.is_computing else self.table.nbytes

    def cancel(self) -> None:
        """Ask the worker to stop; at most one chunk is computed after that."""
        self._cancelled.set()

    @property
    def is_cancelled(self) -> bool:
        """Whether somebody asked for the end."""
        return self._cancelled.is_set()

    def watch(self, rows: NDArray[np.float64], reached: NDArray[np.int64]) -> None:
        """Take the rows and waypoint events of a chunk."""
        self.events += [(tick / TICKS_PER_SECOND, "waypoint reached", int(k)) for tick, k in reached.tolist()]
        self.table.append(rows)

    def compute(self, ocean: Ocean) -> Run | None:
        """Carry the mission out; the run when it came to its own end, None when it was cancelled or broke down."""
        if self.is_cancelled:
            self.status = Status.INTERRUPTED
            return None
        try:
            run = carry_out(self.scenario, self.planned, ocean, cancelled=self._cancelled.is_set, watch=self.watch)
        except InputError as error:
            self.failure = str(error)
            return None
        except Exception:
            log.exception("a run broke down")
            self.failure = "the engine broke down; the log of the server says more"
            return None
        self.events = list(run.events)
        self.status = run.status
        return None if run.status is Status.INTERRUPTED else run


def most_bytes(scenario: Scenario) -> int:
    """Memory that the history of a scenario takes at most [bytes]."""
    settings = scenario.simulation
    return int(settings.max_duration_s / settings.record_period_s + 2) * len(KEPT) * 8


def finished_computation(run: Run, run_id: str) -> Computation:
    """A stored run as if it had just been computed."""
    computation = Computation(Scenario.from_dict(run.scenario), run.plan)
    computation.table, computation.events = table_of(run.history), list(run.events)
    computation.run_id, computation.status = run_id, run.status
    return computation


class Workers:
    """A bounded number of threads that compute runs, first come first served."""

    def __init__(self, ocean: Ocean, count: int, stored: Callable[[Computation, Run], None]) -> None:
        self._ocean, self._stored = ocean, stored
        self.pool = Pool(count, "seatrial-run")
        self._under_way: set[Computation] = set()

    def start(self, computation: Computation) -> None:
        """Compute in the background; a run that ends by itself is handed on to be stored."""
        self._under_way.add(computation)
        self.pool.submit(self._work, computation)

    def _work(self, computation: Computation) -> None:
        try:
            run = computation.compute(self._ocean)
            if run is not None and not computation.is_cancelled:
                self._stored(computation, run)
        finally:
            self._under_way.discard(computation)

    def close(self) -> None:
        """Cancel what is under way; `pool.has_ended` waits for it."""
        for computation in tuple(self._under_way):
            computation.cancel()
        self.pool.close()
