"""What playback, snapshots and the stream must do, as checks that a wrong implementation fails."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from seatrial.server.playback import Extent, Playback
from seatrial.server.table import KEPT, PLACE

Moved = Callable[[Playback, float, Extent], Playback]
Sample = Callable[[NDArray[np.float64], float], NDArray[np.float64]]


def two_rows(**columns: tuple[float, float]) -> NDArray[np.float64]:
    """A table of two rows a second apart, shape (columns, 2)."""
    table = np.zeros((len(KEPT), 2))
    table[PLACE["time"]] = 0.0, 1.0
    for name, values in columns.items():
        table[PLACE[name]] = values
    return table


def check_playback(moved: Moved) -> None:
    """The cursor walks at its speed, holds at the end of what is computed, stops at the end of the run."""
    start = Playback(cursor=10.0, speed=4.0, is_playing=True, at=100.0)
    assert moved(start, 101.0, Extent(1000.0, False)).cursor == pytest.approx(14.0)
    held = moved(start, 200.0, Extent(50.0, False))
    assert held.cursor == 50.0 and held.is_playing
    # what comes after the hold is walked, not jumped over
    assert moved(held, 201.0, Extent(1000.0, False)).cursor == pytest.approx(54.0)
    ended = moved(start, 200.0, Extent(50.0, True))
    assert ended.cursor == 50.0 and not ended.is_playing
    assert moved(start, 101.0, Extent(50.0, True)).is_playing


def check_sampling(sample: Sample) -> None:
    """Linear; heading and longitude the short way round; the waypoint of the nearer row."""
    two = two_rows(
        depth=(10.0, 20.0), heading=(np.radians(350.0), np.radians(20.0)), lon=(179.5, -179.5), waypoint=(3.0, 4.0)
    )
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        row = sample(two, share)
        assert row[PLACE["time"]] == share
        assert row[PLACE["depth"]] == pytest.approx(10.0 + 10.0 * share)
        turned = (np.degrees(row[PLACE["heading"]]) - 350.0) % 360.0
        assert turned == pytest.approx(30.0 * share, abs=1e-9) or turned == pytest.approx(360.0, abs=1e-9)
        assert 0.0 <= row[PLACE["heading"]] < 2.0 * np.pi
        assert (row[PLACE["lon"]] - 179.5) % 360.0 == pytest.approx(share, abs=1e-9)
        assert -180.0 <= row[PLACE["lon"]] < 180.0
    assert sample(two, 0.4)[PLACE["waypoint"]] == 3.0 and sample(two, 0.6)[PLACE["waypoint"]] == 4.0
    back = two_rows(heading=(np.radians(10.0), np.radians(350.0)))
    assert np.degrees(sample(back, 0.75)[PLACE["heading"]]) == pytest.approx(355.0)


def check_extremes(
    with_speed: Callable[[Playback, float, Extent, float], Playback],
    with_cursor: Callable[[Playback, float, Extent, float], Playback],
) -> None:
    """Speed and cursor are clamped."""
    extent, start = Extent(60.0, False), Playback(cursor=5.0, at=0.0)
    for sent, used in ((1000.0, 32.0), (0.0, 0.1), (-3.0, 0.1), (2.0, 2.0)):
        assert with_speed(start, 0.0, extent, sent).speed == used
    for sent, used in ((1e9, 60.0), (-5.0, 0.0), (30.0, 30.0)):
        assert with_cursor(start, 0.0, extent, sent).cursor == used
    # a change of speed counts from now on, not from the last look
    playing = Playback(cursor=0.0, speed=1.0, is_playing=True, at=0.0)
    assert with_speed(playing, 10.0, extent, 4.0).cursor == pytest.approx(10.0)
