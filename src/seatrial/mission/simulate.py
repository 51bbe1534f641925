"""The simulation of one planned mission, in chunks, with progress, cancellation and a check against the coast."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seatrial.mission.history import History
from seatrial.ocean.land import Land
from seatrial.simulation.columns import INDEX
from seatrial.simulation.settings import TICKS_PER_SECOND, ticks
from seatrial.simulation.simulation import Simulation
from seatrial.simulation.status import Status

CHUNK_STEPS = 20_000
"""Steps between two looks at progress and cancellation, some 20 ms."""

Progress = Callable[[float, float], None]
"""Called with the simulated time and the share of the way that is done, 0..1."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """Rows (n, columns), waypoint events (n, 2: tick, waypoint), how it ended, and what it took."""

    rows: NDArray[np.float64]
    events: NDArray[np.int64]
    status: Status
    steps: int
    kernel_s: float
    """Wall time inside the kernel [s]."""


def _cut_at_land(land: Land, rows: NDArray[np.float64], before: NDArray[np.float64]) -> tuple[NDArray[np.float64], bool]:
    """Rows up to the first that lies on land, or whose way from the row before touches it; and whether there was one."""
    track = np.concatenate([before, rows])
    hit = land.first_on_land(track[:, INDEX["lat"]], track[:, INDEX["lon"]])
    if hit is None:
        return rows, False
    return rows[: max(hit - len(before), 0) + 1], True


def simulate(
    simulation: Simulation,
    land: Land,
    max_duration: float,
    chunk_steps: int = CHUNK_STEPS,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Outcome:
    """Run one member to its end, to `max_duration` [s] or until `cancelled`; the rows do not depend on `chunk_steps`."""
    settings, start = simulation.settings, simulation.starts[0]
    step_ticks = ticks("step", settings.step)
    last_tick = int(np.ceil(max_duration * TICKS_PER_SECOND / step_ticks)) * step_ticks
    history = History(ticks("record_period", settings.record_period))
    count = 1 if start.waypoints is None else max(len(start.waypoints.lat) - 1, 1)
    events, before = [], np.zeros((0, len(INDEX)))
    status = Status.RUNNING
    while status is Status.RUNNING:
        if cancelled is not None and cancelled():
            status = Status.INTERRUPTED
            break
        chunk = simulation.advance(chunk_steps, last_tick, history.period_ticks)
        rows, status = chunk.rows[0], simulation.status[0]
        events.append(chunk.events[0])
        if len(rows):
            rows, ashore = _cut_at_land(land, rows, before)
            status = Status.ON_LAND if ashore else status
            history.append(rows)
            before = rows[-1:]
            if progress is not None:
                progress(float(rows[-1, 0]), min(float(rows[-1, INDEX["waypoint"]]) / count, 1.0))
    table = history.finished()
    reached = np.concatenate(events) if events else np.zeros((0, 2), np.int64)
    end = table[-1, 0] * TICKS_PER_SECOND + 0.5 if len(table) else 0.0
    steps = int(round(float(table[-1, 0]) * TICKS_PER_SECOND)) // step_ticks if len(table) else 0
    return Outcome(table, reached[reached[:, 0] <= end], status, steps, simulation.kernel_s)

