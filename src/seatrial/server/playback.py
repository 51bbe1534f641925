"""Playback: a cursor in mission time that follows the wall clock, and the state of the vehicle at the cursor.

Pure functions over values; who calls them keeps the clock.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from seatrial.server.table import PLACE, Columns

SLOWEST, FASTEST = 0.1, 32.0
"""Range of the playback speed [simulated s per s]."""

_TIME, _LON, _HEADING, _WAYPOINT = PLACE["time"], PLACE["lon"], PLACE["heading"], PLACE["waypoint"]


@dataclass(frozen=True)
class Playback:
    """Cursor [s of mission time] as it was at the wall clock `at` [s], and how it moves."""

    cursor: float = 0.0
    speed: float = 1.0
    is_playing: bool = False
    at: float = 0.0


@dataclass(frozen=True)
class Extent:
    """How far a run is computed: `end` [s of mission time], and whether more will come."""

    end: float = 0.0
    is_complete: bool = False


def moved(playback: Playback, now: float, extent: Extent) -> Playback:
    """The playback at wall clock `now` [s]; holds at the end of what is computed, stops at the end of the run."""
    if not playback.is_playing:
        return replace(playback, at=now)
    cursor = min(playback.cursor + max(now - playback.at, 0.0) * playback.speed, extent.end)
    return replace(playback, cursor=cursor, at=now, is_playing=not is_finished(cursor, extent))


def is_finished(cursor: float, extent: Extent) -> bool:
    """Whether the run is computed to its end and the cursor stands there."""
    return extent.is_complete and cursor >= extent.end


def play(playback: Playback, now: float, extent: Extent) -> Playback:
    """Play on; from the very end of a run, from its beginning."""
    here = moved(playback, now, extent)
    return replace(here, cursor=0.0 if is_finished(here.cursor, extent) else here.cursor, is_playing=True)


def pause(playback: Playback, now: float, extent: Extent) -> Playback:
    """Stop where the cursor is."""
    return replace(moved(playback, now, extent), is_playing=False)


def reset(playback: Playback, now: float) -> Playback:
    """Back to the beginning, paused; the speed stays."""
    return replace(playback, cursor=0.0, is_playing=False, at=now)


def with_speed(playback: Playback, now: float, extent: Extent, speed: float) -> Playback:
    """Go on at another speed, clamped to what there is."""
    return replace(moved(playback, now, extent), speed=min(max(speed, SLOWEST), FASTEST))


def with_cursor(playback: Playback, now: float, extent: Extent, cursor: float) -> Playback:
    """Go on from another time, clamped to what is computed."""
    return replace(playback, cursor=min(max(cursor, 0.0), extent.end), at=now)


def sample(columns: Columns, t: float) -> NDArray[np.float64]:
    """The row at mission time `t` [s], shape (columns,), of a table (columns, rows) with at least one row.

    Linear between two rows; heading [rad] and longitude [deg] the short way round; the waypoint of the nearer row.
    """
    times = columns[_TIME]
    right = int(np.searchsorted(times, t, side="right"))
    if right == 0 or right == len(times):
        return columns[:, min(right, len(times) - 1)].copy()
    before, after = columns[:, right - 1], columns[:, right]
    share = (t - before[_TIME]) / (after[_TIME] - before[_TIME])
    row = before + share * (after - before)
    row[_TIME] = t
    row[_HEADING] = _between(before[_HEADING], after[_HEADING], share, 2.0 * np.pi) % (2.0 * np.pi)
    row[_LON] = (_between(before[_LON], after[_LON], share, 360.0) + 180.0) % 360.0 - 180.0
    row[_WAYPOINT] = (after if share >= 0.5 else before)[_WAYPOINT]
    return row


def _between(a: float, b: float, share: float, turn: float) -> float:
    """From `a` towards `b` the short way round a circle of `turn`."""
    return a + share * ((b - a + 0.5 * turn) % turn - 0.5 * turn)
