"""Which rows, columns and levels cover a box, on every kind of axis."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatrial.errors import InputError
from seatrial.ocean.fetching.axes import check_box, columns_of, levels_of, rows_of, runs

HYCOM = np.arange(4500, dtype=np.float64) * 0.08
HALVES = np.arange(-179.75, 180.0, 0.5)
REPEATED = np.arange(-180.0, 181.0)


@pytest.mark.parametrize(
    "lon", [HYCOM, HALVES, REPEATED, HALVES + 360.0], ids=["0..360", "cells", "repeated", "turned"]
)
@given(west=st.floats(-360.0, 360.0), width=st.floats(0.1, 359.0))
def test_columns_cover_the_box_and_go_on_eastwards(lon, west, width):
    step = lon[1] - lon[0]
    numbers, found = columns_of(lon, (west, -1.0, west + width, 1.0), 1)
    assert np.allclose(np.diff(found), step) and np.unique(numbers).size == numbers.size
    assert np.allclose((found - lon[numbers] + 1e-6) % 360.0, 1e-6)
    assert west - step - 1e-9 <= found[0] <= west + 1e-9 or numbers.size == round(360.0 / step)
    assert west + width - 1e-9 <= found[-1] <= west + width + step + 1e-9 or numbers.size == round(360.0 / step)


@given(west=st.floats(-400.0, 400.0), stride=st.integers(1, 9))
def test_strides_keep_their_step(west, stride):
    _, found = columns_of(HALVES, (west, 0.0, west + 40.0, 1.0), stride)
    assert np.allclose(np.diff(found), 0.5 * stride) and found[0] <= west and found[-1] >= west + 40.0 - 1e-9


def test_whole_globe():
    numbers, found = columns_of(HYCOM, None, 12)
    assert numbers.size == 375 and np.allclose(np.diff(found), 0.96)
    assert columns_of(REPEATED, None, 1)[0].size == 360, "the column that comes twice is taken once"


def test_regional_source():
    lon = np.arange(-20.0, 11.0, dtype=np.float64)
    assert columns_of(lon, (340.5, 0.0, 355.2, 1.0), 1)[1][[0, -1]].tolist() == pytest.approx([340.0, 356.0])
    assert columns_of(lon, (-100.0, 0.0, 100.0, 1.0), 1)[0].tolist() == list(range(31))
    with pytest.raises(InputError, match=r"longitudes 50\.\.60 deg: the source has -20\.\.10 deg"):
        columns_of(lon, (50.0, 0.0, 60.0, 1.0), 1)


@pytest.mark.parametrize("turned", [False, True])
def test_rows(turned):
    lat = np.linspace(-80.0, 80.0, 161)
    lat = lat[::-1] if turned else lat
    found = lat[rows_of(lat, (0.0, -10.5, 1.0, 3.2), 1)]
    assert sorted(found)[0] == -11.0 and sorted(found)[-1] == 4.0 and found.size == 16
    assert sorted(lat[rows_of(lat, (0.0, 70.0, 1.0, 90.0), 4)]) == [70.0, 74.0, 78.0]
    with pytest.raises(InputError, match=r"latitudes 85\.\.90 deg: the source has -80\.\.80 deg"):
        rows_of(lat, (0.0, 85.0, 1.0, 90.0), 1)


def test_levels_are_the_nearest_ones():
    depth = np.array([0.0, 10.0, 20.0, 50.0])
    assert levels_of(depth, [0.0, 12.0, 9.0, 4000.0]).tolist() == [0, 1, 3] and levels_of(depth, []).size == 4
    assert levels_of(-depth, [12.0]).tolist() == [1]


@given(st.lists(st.integers(0, 50), min_size=1, max_size=30, unique=True).map(sorted), st.integers(0, 29))
def test_runs_give_the_numbers_back(numbers, turn):
    turn %= len(numbers)
    wanted = numbers[turn:] + numbers[:turn]
    found = runs(np.array(wanted))
    assert [k for part in found for k in range(part.start, part.stop, part.step)] == wanted


@pytest.mark.parametrize(
    "box, words",
    [
        ((0, 10, 1, 10), "south 10, north 10"),
        ((0, -91, 1, 10), "south -91"),
        ((5, 0, 5, 10), "two different"),
        ((-400, 0, 5, 10), "west -400"),
        ((-200, 0, 300, 10), "span at most 360"),
    ],
)
def test_no_box(box, words):
    with pytest.raises(InputError, match=words):
        check_box(box)


def test_box_over_the_date_line():
    assert check_box((170, -1, -170, 1)) == (170.0, -1.0, 190.0, 1.0)
