"""The history is bounded, and what it keeps depends on ticks alone."""

from collections.abc import Callable

import numpy as np
import pytest

from seatrial.errors import InputError
from seatrial.mission.history import MAX_ROWS, History
from seatrial.simulation.columns import COLUMNS

PERIOD = 120
Making = Callable[[int, int], History]


def rows(ticks: np.ndarray) -> np.ndarray:
    table = np.zeros((len(ticks), len(COLUMNS)))
    table[:, 0] = ticks / 1200
    table[:, 1] = ticks  # something to recognise a row by
    return table


def kept(make: Making, ticks: np.ndarray, chunk: int, most: int) -> np.ndarray:
    history = make(PERIOD, most)
    for first in range(0, len(ticks), chunk):
        history.append(rows(ticks[first : first + chunk]))
    return history.finished()[:, 1].astype(int)


def check_bounded_and_free_of_chunks(make: Making = History) -> None:
    """At most `most` rows: the multiples of the smallest doubled period that allows it, and the last row."""
    for count in (1, 2, 9, 10, 11, 19, 20, 21, 99, 100, 1000):
        for last in (0, 7):
            ticks = np.arange(count) * PERIOD
            if last:
                ticks = np.append(ticks, ticks[-1] + last)
            for most in (2, 10, 11):
                found = {chunk: kept(make, ticks, chunk, most).tolist() for chunk in (1, 3, 10, 5000)}
                assert all(f == found[1] for f in found.values()), f"depends on chunks: {count} rows, {most} at most"
                assert len(found[1]) <= most and found[1][0] == 0 and found[1][-1] == ticks[-1]
                step = found[1][1] if len(found[1]) > 2 else PERIOD
                assert step % PERIOD == 0 and np.log2(step / PERIOD) % 1 == 0
                grid = ticks[ticks % step == 0].tolist()
                assert len(found[1]) == 2 or found[1][: len(grid)] == grid


def test_bounded_and_free_of_chunks():
    check_bounded_and_free_of_chunks()


def test_nothing_is_lost_below_the_bound():
    ticks = np.arange(1000) * PERIOD
    assert np.array_equal(kept(History, ticks, 7, 1000), ticks)


def test_memory_never_holds_more_than_the_bound_and_a_chunk():
    history = History(PERIOD, 50)
    for k in range(0, 3000, 10):
        history.append(rows(np.arange(k, k + 10) * PERIOD))
        assert history._count <= 50
    assert history.period_ticks == PERIOD * 64


def test_an_empty_one():
    history = History(PERIOD)
    history.append(rows(np.arange(0)))
    assert history.finished().shape == (0, len(COLUMNS))
    assert MAX_ROWS == 200_000


def test_too_small_a_bound_is_refused():
    with pytest.raises(InputError):
        History(PERIOD, 1)
