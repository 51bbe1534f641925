"""Faces to centres and grid axes to east and north."""

from collections.abc import Callable
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

from seatrial.errors import FileFormatError
from seatrial.ocean.readers.fields import Centred
from seatrial.ocean.readers.gridded import open_gridded
from seatrial.ocean.readers.staggered import direction_of_rows, turned
from tests.reference import ocean_files as files


class Faces:
    """A field held in memory, shape (time, level, row, column)."""

    def __init__(self, values: Any) -> None:
        self.values = np.asarray(values, float)

    def read(self, times: Any, rows: Any, columns: Any) -> NDArray[np.float64]:
        return self.values[np.ix_(times, range(self.values.shape[1]), rows, columns)]


def centred(axis: int, before: int, values: Any, rows: Any, columns: Any) -> NDArray[np.float64]:
    field = Faces(np.asarray(values, float)[None, None])
    count = field.values.shape[2 + axis]
    return Centred(field, axis, before, count).read(np.array([0]), np.array(rows), np.array(columns))[0, 0]


def test_cells_between_faces():
    faces = [[1.0, 2.0, 4.0], [10.0, np.nan, 30.0]]
    # four cells, three faces between them: cell i lies between faces i - 1 and i
    np.testing.assert_array_equal(
        centred(1, -1, faces, [0, 1], [0, 1, 2, 3]), [[1.0, 1.5, 3.0, 4.0], [10.0, 10.0, 30.0, 30.0]]
    )
    # two cells, three faces around them
    np.testing.assert_array_equal(centred(1, 0, faces, [0, 1], [0, 1]), [[1.5, 3.0], [10.0, 30.0]])
    np.testing.assert_array_equal(centred(0, -1, faces, [0, 1, 2], [0, 2]), [[1.0, 4.0], [5.5, 17.0], [10.0, 30.0]])


def test_any_order_of_cells():
    faces = np.arange(10.0)[None] ** 2
    whole = centred(1, -1, faces, [0], np.arange(11))
    np.testing.assert_array_equal(centred(1, -1, faces, [0], [7, 3, 4]), whole[:, [7, 3, 4]])


Turn = Callable[[Any, Any, Any], tuple[Any, Any]]


def check_turn(function: Turn) -> None:
    """A grid turned by 30 degrees: what runs along its rows goes 30 degrees north of east; speeds stay."""
    angle = np.radians(30.0)
    east, north = function(np.array(1.0), np.array(0.0), angle)
    np.testing.assert_allclose([east, north], [np.sqrt(0.75), 0.5], rtol=1e-12)
    east, north = function(np.array(0.0), np.array(1.0), angle)
    np.testing.assert_allclose([east, north], [-0.5, np.sqrt(0.75)], rtol=1e-12)


def test_turn():
    check_turn(turned)


@given(st.floats(-10, 10), st.floats(-10, 10), st.floats(-10, 10))
def test_speed_stays(u: float, v: float, angle: float):
    east, north = turned(np.array(u), np.array(v), np.array(angle))
    assert np.hypot(east, north) == pytest.approx(np.hypot(u, v), rel=1e-14, abs=1e-300)


def test_direction_of_rows():
    lat, lon = np.meshgrid([60.0, 60.1, 60.2], [5.0, 5.1, 5.2], indexing="ij")
    # a chord between points 0.2 degrees apart on a parallel is level at its middle
    np.testing.assert_allclose(direction_of_rows(lat, lon)[:, 1], 0.0, atol=1e-12)
    np.testing.assert_allclose(direction_of_rows(lat.T, lon.T)[1], np.pi / 2.0, atol=1e-12)
    np.testing.assert_allclose(np.abs(direction_of_rows(lat[:, ::-1], lon[:, ::-1])[:, 1]), np.pi, atol=1e-12)


def c_grid(shift: float, faces: int) -> dict[str, Any]:
    """A C-grid on axes: u at longitudes `shift` off the cells', v at latitudes so; u = lon, v = lat."""
    cells, own = np.arange(6.0), {"units": "m s-1"}
    edges = np.arange(float(faces)) + shift
    u, v = np.broadcast_to(edges * 0.01, (6, faces)), np.broadcast_to(edges[:, None] * 0.01, (faces, 6))
    return {
        "YC": (("YC",), cells, files.LAT),
        "XC": (("XC",), cells, files.LON),
        "YG": (("YG",), edges, files.LAT),
        "XG": (("XG",), edges, files.LON),
        "UVEL": (("YC", "XG"), u.copy(), {**own, "standard_name": "sea_water_x_velocity"}),
        "VVEL": (("YG", "XC"), v.copy(), {**own, "standard_name": "sea_water_y_velocity"}),
    }


@pytest.mark.parametrize("shift, faces", [(-0.5, 6), (0.5, 6), (-0.5, 7), (0.5, 5)])
def test_c_grid_on_axes(shift: float, faces: int, tmp_path: Any):
    flow = open_gridded(files.write(tmp_path / "c.nc", c_grid(shift, faces)), "SeaWaterVelocity")
    np.testing.assert_array_equal(flow.lat, np.arange(6.0))
    np.testing.assert_array_equal(flow.lon, np.arange(6.0))
    values = flow.read()[:, 0, 0]
    np.testing.assert_allclose(values[0][:, 1:5], np.broadcast_to(0.01 * flow.lon[1:5], (6, 4)), rtol=1e-6)
    np.testing.assert_allclose(values[1][1:5], np.broadcast_to(0.01 * flow.lat[1:5, None], (4, 6)), rtol=1e-6)


def test_grids_that_do_not_belong_together(tmp_path: Any):
    with pytest.raises(FileFormatError, match="do not belong together"):
        open_gridded(files.write(tmp_path / "c.nc", c_grid(0.0, 9)), "SeaWaterVelocity")


def test_unknown_direction_is_refused(tmp_path: Any):
    lat, lon = files.curved((6, 8))
    own = {"units": "m/s", "coordinates": "lon lat"}
    path = files.write(
        tmp_path / "wrf.nc",
        {
            "lat": (("y", "x"), lat, files.LAT),
            "lon": (("y", "x"), lon, files.LON),
            "u": (("y", "x"), np.ones((6, 8)), own),
            "v": (("y", "x"), np.zeros((6, 8)), own),
        },
    )
    with pytest.raises(ValueError, match=r"option vectors = 'east' or 'grid'"):
        open_gridded(path, "SeaWaterVelocity")
    for vectors, expected in (("east", 1.0), ("grid", np.cos(0.6))):
        flow = open_gridded(path, "SeaWaterVelocity", vectors=vectors).read()
        np.testing.assert_allclose(np.nanmedian(flow[0]), expected, atol=0.01)
