"""The cursor and what it points at."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatrial.server.playback import (
    Extent,
    Playback,
    is_finished,
    moved,
    pause,
    play,
    reset,
    sample,
    with_cursor,
    with_speed,
)
from seatrial.server.table import KEPT, PLACE
from tests.reference.playback_checks import check_extremes, check_playback, check_sampling

DONE, GROWING = Extent(100.0, True), Extent(100.0, False)
RUNNING = Playback(cursor=10.0, speed=2.0, is_playing=True, at=50.0)


def test_the_checks_of_the_harness_pass():
    check_playback(moved)
    check_sampling(sample)
    check_extremes(with_speed, with_cursor)


def test_a_paused_cursor_stays():
    assert moved(Playback(10.0), 1e6, DONE).cursor == 10.0


def test_a_clock_that_goes_back_does_not_move_it():
    assert moved(RUNNING, 49.0, DONE).cursor == 10.0


def test_it_holds_at_the_end_of_what_is_computed_and_goes_on_from_there():
    held = moved(RUNNING, 150.0, GROWING)
    assert held.cursor == 100.0 and held.is_playing and not is_finished(held.cursor, GROWING)
    assert moved(held, 151.0, Extent(500.0, False)).cursor == 102.0


def test_play_from_the_end_of_a_run_begins_again_but_not_while_it_computes():
    assert play(Playback(100.0), 0.0, DONE).cursor == 0.0
    assert play(Playback(100.0), 0.0, GROWING).cursor == 100.0
    assert play(Playback(99.9), 0.0, DONE).cursor == 99.9


def test_pause_and_reset():
    assert pause(RUNNING, 51.0, DONE) == Playback(12.0, 2.0, False, 51.0)
    assert reset(RUNNING, 51.0) == Playback(0.0, 2.0, False, 51.0)


@given(st.floats(0, 100), st.floats(0.1, 32), st.lists(st.floats(0, 5), max_size=20))
def test_the_cursor_does_not_depend_on_how_often_one_looks(cursor: float, speed: float, steps: list[float]):
    start = Playback(cursor, speed, True, 0.0)
    extent, now, stepped = Extent(1e4, False), 0.0, start
    for step in steps:
        now += step
        stepped = moved(stepped, now, extent)
    assert math.isclose(stepped.cursor, moved(start, now, extent).cursor, rel_tol=1e-9, abs_tol=1e-9)


def test_times_outside_the_table_give_its_ends():
    columns = np.zeros((len(KEPT), 3))
    columns[PLACE["time"]], columns[PLACE["depth"]] = [0.0, 1.0, 2.0], [5.0, 6.0, 7.0]
    assert sample(columns, -1.0)[PLACE["depth"]] == 5.0 and sample(columns, 9.0)[PLACE["depth"]] == 7.0
    assert sample(columns[:, :1], 0.5)[PLACE["depth"]] == 5.0


@pytest.mark.parametrize("t", [0.0, 0.3, 1.0, 1.999, 2.0])
def test_sampling_leaves_the_table_alone(t: float):
    columns = np.arange(3.0 * len(KEPT)).reshape(len(KEPT), 3)
    columns[0] = [0.0, 1.0, 2.0]
    before = columns.copy()
    sample(columns, t)[:] = -1.0
    assert np.array_equal(columns, before)
