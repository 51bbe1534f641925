"""Where values lie: names, registration, projections, rotated poles."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seatrial.errors import FileFormatError, InputError
from seatrial.ocean.readers.gridded import open_gridded
from tests.reference import ocean_files as files


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEATRIAL_CACHE", str(tmp_path / "cache"))


ELEVATION = {"units": "m", "positive": "up"}


def elevation(
    folder: Path,
    lat: tuple[str, Any, dict[str, Any]],
    lon: tuple[str, Any, dict[str, Any]],
    own: Any = None,
    attributes: Any = None,
) -> Path:
    values = np.arange(12.0).reshape(3, 4) - 100.0
    variables = {
        lat[0]: ((lat[0],), np.asarray(lat[1], float), lat[2]),
        lon[0]: ((lon[0],), np.asarray(lon[1], float), lon[2]),
        "z": ((lat[0], lon[0]), values, {**ELEVATION, **(own or {})}),
    }
    return files.write(folder / "z.nc", variables, attributes)


@pytest.mark.parametrize(
    "lat, lon",
    [
        (("lat", {}), ("lon", {})),
        (("Latitude", {"units": "degrees"}), ("Longitude", {"units": "degrees"})),
        (("northing", {"units": "degree_N"}), ("easting", {"units": "degree_E"})),
        (("a", {"standard_name": "latitude"}), ("b", {"standard_name": "longitude"})),
        (("y", {}), ("x", {})),
    ],
)
def test_names(lat: Any, lon: Any, tmp_path: Path):
    grid = open_gridded(
        elevation(tmp_path, (lat[0], [1, 2, 3], lat[1]), (lon[0], [5, 6, 7, 8], lon[1])), "SeaFloorElevation"
    )
    np.testing.assert_array_equal(grid.lat, [1, 2, 3])
    np.testing.assert_array_equal(grid.lon, [5, 6, 7, 8])
    assert (lat[0] == "y") == any("taken as degrees" in note for note in grid.notes)


def test_named_by_option(tmp_path: Path):
    path = elevation(tmp_path, ("p", [1, 2, 3], {}), ("q", [5, 6, 7, 8], {}))
    with pytest.raises(FileFormatError, match=r"z.nc: z \(p, q\): no latitude and longitude found \(option variables"):
        open_gridded(path, "SeaFloorElevation")
    grid = open_gridded(path, "SeaFloorElevation", {"latitude": "p", "longitude": "q"})
    np.testing.assert_array_equal(grid.lon, [5, 6, 7, 8])
    with pytest.raises(InputError, match=r"variables.latitude = 'r': not in the file"):
        open_gridded(path, "SeaFloorElevation", {"latitude": "r", "longitude": "q"})


@pytest.mark.parametrize(
    "own, attributes, expected",
    [
        ({}, {"title": "t"}, "node"),
        ({}, {"node_offset": np.int32(1)}, "cell"),
        ({}, {"node_offset": np.int32(0)}, "node"),
        ({}, {"GDAL_AREA_OR_POINT": "Area"}, "cell"),
        ({}, {"GDAL_AREA_OR_POINT": "Point"}, "node"),
        ({"node_offset": np.int32(1)}, {"title": "t"}, "cell"),
    ],
)
def test_registration(own: Any, attributes: Any, expected: str, tmp_path: Path):
    path = elevation(tmp_path, ("lat", [1, 2, 3], {}), ("lon", [5, 6, 7, 8], {}), own, attributes)
    grid = open_gridded(path, "SeaFloorElevation")
    assert grid.registration == expected
    np.testing.assert_array_equal(grid.lat, [1, 2, 3])  # coordinates are the places of the values either way
    assert open_gridded(path, "SeaFloorElevation", registration="node").registration == "node"


def test_bounds_are_cells(tmp_path: Path):
    path = elevation(tmp_path, ("lat", [1, 2, 3], {"bounds": "lat_bnds"}), ("lon", [5, 6, 7, 8], {}))
    assert open_gridded(path, "SeaFloorElevation").registration == "cell"


def test_coordinates_for_every_point_of_a_regular_grid(tmp_path: Path):
    lat, lon = np.meshgrid([3.0, 2.0, 1.0], [5.0, 6.0, 7.0, 8.0], indexing="ij")
    values = np.arange(12.0).reshape(3, 4) - 100.0
    path = files.write(
        tmp_path / "z.nc",
        {
            "nav_lat": (("y", "x"), lat, {}),
            "nav_lon": (("y", "x"), lon, {}),
            "z": (("y", "x"), values, {**ELEVATION, "coordinates": "nav_lon nav_lat"}),
        },
    )
    grid = open_gridded(path, "SeaFloorElevation")
    np.testing.assert_array_equal(grid.lat, [1.0, 2.0, 3.0])
    np.testing.assert_array_equal(grid.read()[0, 0, 0], values[::-1])


def test_one_dimension_for_both_is_refused(tmp_path: Path):
    where = np.arange(6.0)
    path = files.write(
        tmp_path / "mesh.nc",
        {
            "time": (("time",), np.array([0.0, 1.0]), files.HOURS),
            "lat": (("node",), where, files.LAT),
            "lon": (("node",), where, files.LON),
            "zos": (("time", "node"), np.zeros((2, 6)), {"units": "m", "coordinates": "lat lon"}),
        },
    )
    with pytest.raises(FileFormatError, match=r"mesh.nc: zos.*unstructured mesh"):
        open_gridded(path, "SeaSurfaceHeight")


def flow_file(folder: Path, x: Any, y: Any, mapping: dict[str, Any], along: Any, across: Any) -> Path:
    names = {"vx": "sea_water_x_velocity", "vy": "sea_water_y_velocity"}
    values = {"vx": along, "vy": across}
    return files.write(
        folder / "flow.nc",
        {
            "x": (("x",), *x),
            "y": (("y",), *y),
            "crs": ((), np.array(0), mapping),
            **{
                k: (("y", "x"), values[k], {"standard_name": names[k], "units": "m s-1", "grid_mapping": "crs"})
                for k in names
            },
        },
    )


def test_polar_stereographic(tmp_path: Path):
    """On the meridian that points down the map, x is east and y north; 90 degrees farther west y is west."""
    mapping = {
        "grid_mapping_name": "polar_stereographic",
        "latitude_of_projection_origin": 90.0,
        "straight_vertical_longitude_from_pole": 0.0,
        "standard_parallel": 70.0,
        "false_easting": 0.0,
        "false_northing": 0.0,
        "semi_major_axis": 6378137.0,
        "inverse_flattening": 298.257223563,
    }
    x, y = np.arange(-2e6, 2.01e6, 1e5), np.arange(-2e6, 2.01e6, 1e5)
    own = {"units": "m"}
    ones = np.ones((y.size, x.size))
    path = flow_file(
        tmp_path,
        (x / 1e3, {**own, "units": "km", "standard_name": "projection_x_coordinate"}),
        (y[::-1], {**own, "standard_name": "projection_y_coordinate"}),
        mapping,
        0.0 * ones,
        ones,
    )
    flow = open_gridded(path, "SeaWaterVelocity", step_deg=1.0)
    values = flow.read()[:, 0, 0]
    row = int(np.searchsorted(flow.lat, 80.0))
    for lon, expected in ((0.0, (0.0, 1.0)), (-90.0, (-1.0, 0.0)), (90.0, (1.0, 0.0)), (45.0, (0.5**0.5, 0.5**0.5))):
        column = int(np.searchsorted(flow.lon, lon))
        np.testing.assert_allclose(values[:, row, column], expected, atol=0.003)  # a mesh of 100 km, 0.9 deg
    inside = np.isfinite(values[0])
    assert flow.lat[-1] > 89.0 and inside[-1].all()
    # interpolation between directions 5 deg apart shortens by 0.1 % at most; nothing is longer
    speed = np.hypot(values[0], values[1])[:-4][inside[:-4]]
    assert speed.max() <= 1.0 + 1e-6 and speed.min() > 0.98


def test_rotated_pole(tmp_path: Path):
    """A pole at 40 N, 180 W puts the origin of the rotated grid at 50 N, 0 E, where its axes point east and north."""
    mapping = {
        "grid_mapping_name": "rotated_latitude_longitude",
        "grid_north_pole_latitude": 40.0,
        "grid_north_pole_longitude": 180.0,
    }
    rotated = np.arange(-10.0, 10.1, 1.0)
    ones = np.ones((rotated.size, rotated.size))
    path = flow_file(
        tmp_path,
        (rotated, {"units": "degrees", "standard_name": "grid_longitude"}),
        (rotated, {"units": "degrees", "standard_name": "grid_latitude"}),
        mapping,
        ones,
        0.0 * ones,
    )
    flow = open_gridded(path, "SeaWaterVelocity", step_deg=0.5)
    values = flow.read()[:, 0, 0]
    row, column = int(np.searchsorted(flow.lat, 50.0)), int(np.searchsorted(flow.lon, 0.0))
    np.testing.assert_allclose(values[:, row, column], [1.0, 0.0], atol=1e-5)
    # east of the rotated grid, from the bearing of its north pole
    lat, lon, pole = np.radians(flow.lat[row]), np.radians(flow.lon[column + 14]), np.radians(40.0)
    turn = np.arctan2(
        np.cos(pole) * np.sin(lon + np.pi),
        np.sin(pole) * np.cos(lat) - np.cos(pole) * np.sin(lat) * np.cos(lon + np.pi),
    )
    np.testing.assert_allclose(values[:, row, column + 14], [np.cos(turn), np.sin(turn)], atol=2e-3)
