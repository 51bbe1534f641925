"""D14 (1)-(4): depths up or down (regional-mom6 #150, OpenDrift #1538); 3-D currents that never changed with depth."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seatrial.errors import FileFormatError
from seatrial.ocean.readers.gridded import open_gridded
from seatrial.ocean.table import GridTable
from tests.reference import ocean_files as files

FLOOR = np.full((3, 4), 1926.0)


def floor_file(path: Path, name: str, sign: float, own: dict[str, Any]) -> Path:
    return files.regular(path, {name: (sign * FLOOR, {"units": "m", **own})})


def check_both_signs(open_file: Any, folder: Path) -> None:
    for sign, own in ((-1.0, {"positive": "up"}), (1.0, {"positive": "down"})):
        for name in ("z", "elevation", "depth", "topo"):
            path = floor_file(folder / f"{name}_{sign:g}.nc", name, sign, own)
            np.testing.assert_array_equal(open_file(path, "SeaFloorElevation").read(), -1926.0)


def test_both_signs(tmp_path: Path):
    check_both_signs(open_gridded, tmp_path)


@pytest.mark.parametrize("name", ["z", "bathymetry_data", "Band1"])
def test_no_attribute_is_refused(name: str, tmp_path: Path):
    values = FLOOR.copy()
    values[0, 0] = -3.0
    path = files.write(
        tmp_path / "d14.nc",
        {
            "lat": (("lat",), np.arange(3.0), files.LAT),
            "lon": (("lon",), np.arange(4.0), files.LON),
            name: (("lat", "lon"), values, {"units": "m"}),
        },
        {"Conventions": "CF-1.7"},
    )
    variables = {"elevation": name}
    with pytest.raises(FileFormatError, match=f"d14.nc: {name}: elevation or depth.*option positive"):
        open_gridded(path, "SeaFloorElevation", variables)
    assert open_gridded(path, "SeaFloorElevation", variables, positive="down").read()[0, 0, 0, 1, 1] == -1926.0
    assert open_gridded(path, "SeaFloorElevation", variables, positive="up").read()[0, 0, 0, 1, 1] == 1926.0


def test_names_and_values_that_contradict_are_refused(tmp_path: Path):
    with pytest.raises(FileFormatError, match="option positive"):
        open_gridded(floor_file(tmp_path / "d14.nc", "bathymetry", -1.0, {}), "SeaFloorElevation")


def test_what_is_too_deep_for_land_settles_it(tmp_path: Path):
    path = files.regular(tmp_path / "d14.nc", {"z": (np.full((3, 4), 10_500.0), {"units": "m"})})
    floor = open_gridded(path, "SeaFloorElevation")
    assert floor.read()[0, 0, 0, 0, 0] == -10_500.0 and "no land is 9000 m high" in floor.notes[-1]


def current_file(path: Path, levels: Any, own: dict[str, Any], order: Any = slice(None)) -> Path:
    values = np.broadcast_to(np.array([1.0, 0.5, 0.2])[order, None, None], (3, 2, 2)).copy()
    names = {"u": "eastward_sea_water_velocity", "v": "northward_sea_water_velocity"}
    return files.write(
        path,
        {
            "lat": (("lat",), np.arange(2.0), files.LAT),
            "lon": (("lon",), np.arange(2.0), files.LON),
            "depth": (("depth",), np.asarray(levels, float)[order], {"units": "m", **own}),
            **{k: (("depth", "lat", "lon"), values, {"standard_name": v, "units": "m/s"}) for k, v in names.items()},
        },
    )


def check_currents_vary_with_depth(open_file: Any, folder: Path) -> None:
    levels = np.array([0.5, 50.0, 100.0])
    for number, (sign, own, order) in enumerate(
        (
            (1.0, {"positive": "down"}, slice(None)),
            (-1.0, {"positive": "up"}, slice(None)),
            (-1.0, {"positive": "up"}, slice(None, None, -1)),
            (-1.0, {}, slice(None)),
            (1.0, {}, [1, 2, 0]),
            (-1.0, {"positive": "down"}, slice(None)),
        )
    ):
        flow = open_file(current_file(folder / f"d14_{number}.nc", sign * levels, own, order), "SeaWaterVelocity")
        np.testing.assert_array_equal(flow.levels, levels)
        table = GridTable.from_axes(flow.lat, flow.lon, flow.read()[:, 0], flow.levels)
        east = table.sample(0.5, 0.5, [50.0, 25.25, 0.0, 500.0])[0][:, 0]
        np.testing.assert_allclose(east, [0.5, 0.75, 1.0, 0.2], atol=1e-7)


def test_currents_vary_with_depth(tmp_path: Path):
    check_currents_vary_with_depth(open_gridded, tmp_path)


def test_levels_of_both_signs_are_refused(tmp_path: Path):
    path = current_file(tmp_path / "d14.nc", [-0.5, 0.5, 50.0], {})
    with pytest.raises(FileFormatError, match=r"d14.nc: depth: depths of both signs.*option positive"):
        open_gridded(path, "SeaWaterVelocity")
    np.testing.assert_array_equal(open_gridded(path, "SeaWaterVelocity", positive="down").levels, [-0.5, 0.5, 50.0])
