"""Axes of any order, turn and direction."""

import numpy as np
import pytest

from seatrial.errors import FileFormatError
from seatrial.ocean.readers.axes import latitude_axis, level_axis, longitude_axis, time_axis
from seatrial.ocean.readers.collection import runs


@pytest.mark.parametrize(
    "raw, values, order",
    [
        ([350.0, 355.0, 0.0, 5.0], [350.0, 355.0, 360.0, 365.0], [0, 1, 2, 3]),
        ([0.0, 5.0, 350.0, 355.0], [350.0, 355.0, 360.0, 365.0], [2, 3, 0, 1]),
        ([179.0, -180.0, -179.0], [179.0, 180.0, 181.0], [0, 1, 2]),
        ([10.0, 9.0, 8.0], [8.0, 9.0, 10.0], [2, 1, 0]),
        ([-170.0, -180.0, 170.0], [170.0, 180.0, 190.0], [2, 1, 0]),
        ([74.0, 254.0, 433.9], [74.0, 254.0, 433.9], [0, 1, 2]),
    ],
)
def test_longitudes(raw: list[float], values: list[float], order: list[int]):
    axis = longitude_axis("f: lon", np.array(raw))
    np.testing.assert_allclose(axis.values, values)
    np.testing.assert_array_equal(axis.order, order)


@pytest.mark.parametrize(
    "raw, said",
    [
        ([0.0, 1.0, 1.0], r"f: lon: not monotonic at index 2 \(1 deg\)"),
        ([0.0, 2.0, 1.0, 3.0], "not monotonic at index 2"),
        ([0.0, 150.0, 300.0, 450.0], "must span at most 360 deg"),
        ([0.0, np.nan, 2.0], r"f: lon\[1\]: a coordinate is missing"),
        ([1.0], "must have at least 2"),
    ],
)
def test_bad_longitudes(raw: list[float], said: str):
    with pytest.raises(FileFormatError, match=said):
        longitude_axis("f: lon", np.array(raw))


def test_latitudes():
    axis = latitude_axis("f: lat", np.array([10.0, 5.0, 0.0]))
    np.testing.assert_array_equal(axis.values, [0.0, 5.0, 10.0])
    np.testing.assert_array_equal(axis.order, [2, 1, 0])
    with pytest.raises(FileFormatError, match=r"f: lat\[2\] = 95: must be in -90..90 deg"):
        latitude_axis("f: lat", np.array([85.0, 90.0, 95.0]))


def test_levels():
    axis = level_axis("f: depth", np.array([10.0, 0.0, 500.0, 50.0]))
    np.testing.assert_array_equal(axis.values, [0.0, 10.0, 50.0, 500.0])
    np.testing.assert_array_equal(axis.order, [1, 0, 3, 2])
    with pytest.raises(FileFormatError, match="level 10 m is there twice"):
        level_axis("f: depth", np.array([10.0, 0.0, 10.0]))


def test_times():
    with pytest.raises(FileFormatError, match=r"t\[2\]: 1970-01-01T00:00:03Z does not come after 1970-01-01T00:00:05Z"):
        time_axis("f: t", np.array([0.0, 5.0, 3.0]))


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 1, 0], [5], [3, 4, 0, 1], [0, 2, 4], [4, 2, 0], [1, 1], [7, 6, 5, 0]])
def test_runs(order: list[int]):
    data, out = np.arange(10), np.full(len(order), -1)
    for target, source in runs(np.array(order)):
        out[target] = data[source]
    np.testing.assert_array_equal(out, order)
