"""D11: between the last and the first column of a global grid values are lost or wrong (xESMF #101, MET #1823)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seatrial.ocean.currents import CurrFile
from seatrial.ocean.raster_files import Raster, write_curr
from seatrial.ocean.readers.gridded import open_gridded
from seatrial.ocean.table import GridTable
from tests.reference import ocean_files as files

LON = np.arange(0.5, 360.0)
POINTS, EXPECTED = [0.0, 360.0, 359.75, -0.25, 0.5, 359.5], [1.5, 1.5, 1.25, 1.25, 2.0, 1.0]


def values(lon: np.ndarray) -> np.ndarray:
    """East current 1, in the column at 0.5 degrees (and its repetition) 2; the same north."""
    row = np.where(np.isclose(lon % 360.0, 0.5), 2.0, 1.0)
    return np.broadcast_to(row, (2, 1, 3, lon.size))


def check_seam(sample: Callable[..., Any]) -> None:
    table = GridTable.from_axes([-1.0, 0.0, 1.0], LON, values(LON))
    value, valid = sample(table, 0.0, POINTS, 0.0)
    assert valid.all()
    np.testing.assert_allclose(value[:, 0], EXPECTED, atol=1e-12)


def test_seam():
    check_seam(GridTable.sample)


@pytest.mark.parametrize("lon", [LON, np.append(LON, 360.5), LON - 180.0], ids=["plain", "repeated", "from -180"])
def test_seam_of_a_file(lon: np.ndarray, tmp_path: Path):
    write_curr(tmp_path / "world.curr", Raster.from_axes([-1.0, 0.0, 1.0], lon, values(lon)))
    value, valid = CurrFile(tmp_path / "world.curr").sample(0.0, POINTS)
    assert valid.all()
    np.testing.assert_allclose(value[:, 0], EXPECTED, atol=1e-12)


ORDERS = {
    "0..360": LON,
    "repeated": np.append(LON, 360.5),
    "from -180": LON - 180.0,
    "westwards": LON[::-1],
    "in the middle": (LON + 180.0) % 360.0 - 180.0,
    "HYCOM": LON + 74.0,
}


@pytest.mark.parametrize("lon", ORDERS.values(), ids=ORDERS.keys())
def test_seam_of_a_netcdf_file(lon: np.ndarray, tmp_path: Path):
    field = values(lon)[0, 0]
    own = {"units": "m/s", "standard_name": "eastward_sea_water_velocity"}
    names = {"u": (field, own), "v": (field, {**own, "standard_name": "northward_sea_water_velocity"})}
    flow = open_gridded(files.regular(tmp_path / "world.nc", names, [-1.0, 0.0, 1.0], lon), "SeaWaterVelocity")
    value, valid = GridTable.from_axes(flow.lat, flow.lon, flow.read()[:, 0]).sample(0.0, POINTS)
    assert valid.all()
    np.testing.assert_allclose(value[:, 0], EXPECTED, atol=1e-12)
