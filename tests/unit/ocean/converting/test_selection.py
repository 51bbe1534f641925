"""Which part of a file is kept: boxes by value, strides, levels and times."""

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seatrial.errors import InputError
from seatrial.ocean.converting.selection import Selection, select
from tests.reference.grids import ArrayFile, random_file

EVERYTHING = (slice(None),) * 3


def globe() -> ArrayFile:
    """Columns -179.5..179.5; the value east is the longitude, north the latitude."""
    lon, lat = np.arange(-179.5, 180.0), np.arange(-89.5, 90.0)
    values = np.stack(np.broadcast_arrays(lon, lat[:, None]))[:, None, None].astype("f4")
    return ArrayFile(values, lat, lon, np.zeros(1), np.zeros(0))


def whole(file) -> np.ndarray:
    return file.read(*(slice(0, n) for n in (max(file.times.size, 1), file.lat.size, file.lon.size)))


@settings(deadline=None)
@given(
    west=st.floats(-360.0, 360.0), width=st.floats(7.0, 360.0), south=st.floats(-89.0, 81.0), stride=st.integers(1, 3)
)
def test_box_keeps_the_nodes_inside_with_their_values(west, width, south, stride):
    east = west + width if west + width <= 360.0 else west + width - 360.0
    if abs(east - west) < 7.0:
        return
    found = select(globe(), Selection((west, south, east, south + 8.0), stride))
    span = east - west if east >= west else east - west + 360.0
    assert np.allclose(np.diff(found.lon), stride) and np.all(np.diff(found.lat) == stride)
    assert np.all((found.lon - west) % 360.0 <= span + 1e-6) and found.lat[0] >= south and found.lat[-1] <= south + 8.0
    assert found.lon.size >= (span - 1.0) // stride, "none is left out"
    values = whole(found)
    assert np.allclose((values[0, 0, 0] - found.lon + 180.0) % 360.0, 180.0, atol=1e-4)
    assert np.allclose(values[1, 0, 0], found.lat[:, None])


def test_parts_of_a_part():
    file = random_file(9, 12, 3, 4)
    found = select(file, Selection(stride=2, levels=(0.0, 28.0), index=-1))
    assert found.levels.tolist() == [0.0, 30.0] and found.times.tolist() == [file.times[-1]]
    assert np.array_equal(whole(found), file.values[:, 3:4, [0, 2]][..., ::2, ::2], equal_nan=True)
    part = found.read(slice(0, 1), slice(1, 3), slice(2, 5))
    assert np.array_equal(part, file.values[:, 3:4, [0, 2]][..., 2:5:2, 4:9:2], equal_nan=True)
    assert "levels: 0, 30 m" in found.notes


def test_nearest_time():
    file = random_file(times=4)
    moment = datetime.fromtimestamp(file.times[2] + 3000.0, UTC)
    assert select(file, Selection(time=moment)).times.tolist() == [file.times[2]]


def test_column_that_comes_twice_is_kept_once():
    lon = np.arange(0.0, 361.0, 30.0)
    file = replace(random_file(3, lon.size), lon=lon)
    found = select(file, Selection((-60.0, -3.0, 60.0, 3.0)))
    assert found.lon.tolist() == [-60.0, -30.0, 0.0, 30.0, 60.0]
    assert np.array_equal(whole(found), file.values[..., [10, 11, 0, 1, 2]], equal_nan=True)


@pytest.mark.parametrize(
    "selection, words",
    [
        (Selection((151.0, 10.0, 152.0, 20.0)), "leave 0 x 3 nodes"),
        (Selection((0.0, -2.0, 10.0, 2.0)), "leave 5 x 0 nodes"),
        (Selection((0.0, -200.0, 10.0, 2.0)), r"latitudes -200\.\.2 deg: must be in -90\.\.90"),
        (Selection((-500.0, -2.0, 10.0, 2.0)), r"longitudes -500\.\.10 deg"),
        (Selection(stride=100), "leave 1 x 1 nodes"),
        (Selection(index=4), r"time index 4: made.nc has -4\.\.3"),
        (
            Selection(time=datetime(1999, 1, 1, tzinfo=UTC)),
            r"time 1999-01-01T00:00:00Z: made.nc has 2023-11-14",
        ),
    ],
)
def test_nothing_left(selection, words):
    with pytest.raises(InputError, match=words):
        select(random_file(times=4), selection)


def test_no_time_to_choose():
    with pytest.raises(InputError, match=r"made\.nc: has no time axis"):
        select(random_file(), Selection(index=0))
