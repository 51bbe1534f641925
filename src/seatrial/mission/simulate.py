"""The simulation of one planned mission, in chunks, with progress, cancellation and a check against the coast."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seatrial.mission.history import MAX_ROWS, History
from seatrial.ocean.land import Land
from seatrial.simulation.columns import INDEX
from seatrial.simulation.settings import TICKS_PER_SECOND, ticks
from seatrial.simulation.simulation import Simulation
from seatrial.simulation.status import Status

CHUNK_STEPS = 20_000
"""Steps between two looks at progress and cancellation, some 20 ms."""
CHUNK_ROWS = 20_000
"""Rows between two looks at most, which bounds the memory of runs with many rows in a step."""
ABSURD_SPEED = 1000.0
"""Speed over ground [m/s] beyond which the numbers have broken down."""
COAST_TICKS = 5 * TICKS_PER_SECOND
"""Longest time between two positions that are checked against the coast; a vehicle moves some metres in it."""
_MOTION = slice(INDEX["time"], INDEX["speed"] + 1)

Rows = NDArray[np.float64]
Progress = Callable[[float, float], None]
"""Called with the simulated time and the share of the way that is done, 0..1."""
Watch = Callable[[Rows, NDArray[np.int64]], None]
"""Called with the new rows (n, columns) and waypoint events (n, 2: tick, waypoint) of each chunk."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """Rows (n, columns), waypoint events (n, 2: tick, waypoint), how it ended, and what it took."""

    rows: NDArray[np.float64]
    events: NDArray[np.int64]
    status: Status
    steps: int
    kernel_s: float
    """Wall time inside the kernel [s]."""


def last_tick(max_duration: float, step_ticks: int) -> int:
    """First tick at the end of a step that is not before `max_duration` [s]."""
    wanted = max_duration * TICKS_PER_SECOND
    whole = round(wanted)
    # a duration that is a whole number of ticks may miss it by a rounding
    count = whole if abs(wanted - whole) <= 1e-6 else math.ceil(wanted)
    return max(1, -(-count // step_ticks)) * step_ticks


def _cut_where_broken(rows: Rows) -> tuple[Rows, bool]:
    """Rows before the first whose motion is no longer a number that a vehicle can have; and whether there was one."""
    with np.errstate(invalid="ignore"):
        bad = ~np.isfinite(rows[:, _MOTION]).all(axis=1)
        bad |= (np.abs(rows[:, INDEX["lat"]]) > 90.0) | (rows[:, INDEX["speed"]] > ABSURD_SPEED)
    return (rows[: int(bad.argmax())], True) if bad.any() else (rows, False)


def _cut_at_land(land: Land, rows: Rows, before: Rows) -> tuple[Rows, bool]:
    """Rows up to the first that lies on land, or is reached over land; and whether there was one."""
    track = np.concatenate([before, rows])
    hit = land.first_on_land(track[:, INDEX["lat"]], track[:, INDEX["lon"]])
    if hit is None:
        return rows, False
    return rows[: max(hit - len(before), 0) + 1], True


def row_ticks(period_ticks: int, step_ticks: int) -> int:
    """Ticks between two rows that the kernel writes: the period of the history, or a part of it that is short enough.

    The coast is checked along the rows, so they must lie close together even where the history keeps few of them.
    """
    if period_ticks <= COAST_TICKS:
        return period_ticks
    parts = [d for d in range(1, COAST_TICKS + 1) if period_ticks % d == 0]
    return max((d for d in parts if d % step_ticks == 0), default=parts[-1])


def _steps(wanted: int, history: History, between: int, tick: int, step_ticks: int) -> int:
    """Steps of the next chunk: only up to where the history is thinned, so that this happens at one tick."""
    to_thinning = (history.full_at - tick) // step_ticks + 1
    by_rows = CHUNK_ROWS * between // step_ticks
    return max(1, min(wanted, to_thinning, by_rows))


def simulate(
    simulation: Simulation,
    land: Land,
    max_duration: float,
    chunk_steps: int = CHUNK_STEPS,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    watch: Watch | None = None,
    max_rows: int = MAX_ROWS,
) -> Outcome:
    """Run one member to its end, to `max_duration` [s] or until `cancelled`; the rows do not depend on `chunk_steps`.

    At least one step is made, so there is always a row. The history holds at most `max_rows`; `watch` sees the rows
    before they are thinned out for that.
    """
    settings, start = simulation.settings, simulation.starts[0]
    step_ticks = ticks("step", settings.step)
    end = last_tick(max_duration, step_ticks)
    history = History(ticks("record_period", settings.record_period), max_rows)
    count = 1 if start.waypoints is None else max(len(start.waypoints.lat) - 1, 1)
    events, before = [], np.zeros((0, len(INDEX)))
    status, tick, stop = Status.RUNNING, 0, cancelled is not None and cancelled()
    while status is Status.RUNNING:
        between = row_ticks(history.period_ticks, step_ticks)
        steps = 1 if stop else _steps(chunk_steps, history, between, tick, step_ticks)
        chunk = simulation.advance(steps, end, between)
        status, tick = simulation.status[0], tick + steps * step_ticks
        rows, broken = _cut_where_broken(chunk.rows[0])
        status = Status.NONFINITE if broken else status
        events.append(chunk.events[0])
        if len(rows):
            rows, ashore = _cut_at_land(land, rows, before)
            status = Status.ON_LAND if ashore else status
            history.append(rows)
            before = rows[-1:]
            if watch is not None:
                watch(rows, chunk.events[0])
            if progress is not None:
                progress(float(rows[-1, 0]), min(float(rows[-1, INDEX["waypoint"]]) / count, 1.0))
        if status is Status.RUNNING and (stop or (cancelled is not None and cancelled())):
            status = Status.INTERRUPTED
    return _outcome(history.finished(), np.concatenate(events), status, step_ticks, simulation.kernel_s)


def _outcome(
    table: NDArray[np.float64], reached: NDArray[np.int64], status: Status, step_ticks: int, kernel_s: float
) -> Outcome:
    """What came out, up to the last row, with times that are exact quotients of ticks."""
    count = np.rint(table[:, INDEX["time"]] * TICKS_PER_SECOND)
    table[:, INDEX["time"]] = count / TICKS_PER_SECOND
    return Outcome(table, reached[reached[:, 0] <= count[-1]], status, int(count[-1]) // step_ticks, kernel_s)
