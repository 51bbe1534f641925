"""D10: a grid with longitudes 160..184.5 is asked with positions of +-180 degrees (OpenDrift #100, #881, PR 1845)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from seatrial.ocean.currents import CurrFile
from seatrial.ocean.raster_files import Raster, write_curr
from seatrial.ocean.readers.gridded import open_gridded
from seatrial.ocean.table import GridTable
from tests.reference import ocean_files as files

LAT, LON = np.arange(-50.0, -29.9, 0.5), np.arange(160.0, 184.6, 0.5)
EAST = np.broadcast_to(0.1 * (LON - 160.0), (LAT.size, LON.size))
VALUES = np.stack([EAST, np.zeros_like(EAST)])[:, None]
TABLE = GridTable.from_axes(LAT, LON, VALUES)

# u = 0.1 (lon - 160), as far as float32 goes
TOLERANCE = 1e-6


def check_same_place_in_any_turn(sample: Callable[..., Any]) -> None:
    value, valid = sample(TABLE, -40.0, [-176.0, 184.0, -175.6, 184.4, 544.0], 0.0)
    assert valid.all()
    np.testing.assert_allclose(value[:, 0], [2.4, 2.4, 2.44, 2.44, 2.4], atol=TOLERANCE)
    np.testing.assert_allclose(value[:, 1], 0.0)


def check_outside_is_no_data(sample: Callable[..., Any]) -> None:
    value, valid = sample(TABLE, -40.0, [-175.0, 185.0, 159.9], 0.0)
    assert not valid.any()
    assert np.isnan(value).all()


def test_table():
    check_same_place_in_any_turn(GridTable.sample)
    check_outside_is_no_data(GridTable.sample)


def test_file(tmp_path: Path):
    write_curr(tmp_path / "nz.curr", Raster.from_axes(LAT, LON, VALUES))
    source = CurrFile(tmp_path / "nz.curr")
    value, valid = source.sample(-40.0, [-176.0, 184.0, -175.6, -175.0, 159.9], 0.0, 0.0)
    np.testing.assert_array_equal(valid, [True, True, True, False, False])
    np.testing.assert_allclose(value[:3, 0], [2.4, 2.4, 2.44], atol=TOLERANCE)


def test_no_jump_across_180():
    lon = np.array([179.9, 179.99, 180.0, -180.0, -179.99, -179.9])
    value, _ = TABLE.sample(-40.0, lon)
    np.testing.assert_allclose(value[:, 0], [1.99, 1.999, 2.0, 2.0, 2.001, 2.01], atol=TOLERANCE)


def check_netcdf(open_file: Any, folder: Path) -> None:
    """The same grid as NetCDF, in every way to write its longitudes; and the .curr made of it."""
    names = {"u": "eastward_sea_water_velocity", "v": "northward_sea_water_velocity"}
    for number, lon in enumerate((LON, LON - 360.0, (LON + 180.0) % 360.0 - 180.0)):
        values = {
            name: (VALUES[k, 0], {"standard_name": long, "units": "m s-1"})
            for k, (name, long) in enumerate(names.items())
        }
        flow = open_file(files.regular(folder / f"nz_{number}.nc", values, LAT, lon), "SeaWaterVelocity")
        table = GridTable.from_axes(flow.lat, flow.lon, flow.read()[:, 0])
        check_same_place_in_any_turn(lambda _, *place, table=table: table.sample(*place))
        check_outside_is_no_data(lambda _, *place, table=table: table.sample(*place))
        write_curr(folder / "nz.curr", Raster.from_axes(flow.lat, flow.lon, flow.read()[:, 0]))
        np.testing.assert_array_equal(
            CurrFile(folder / "nz.curr").sample(-40.0, -175.6)[0], table.sample(-40.0, -175.6)[0]
        )


def test_netcdf(tmp_path: Path):
    check_netcdf(open_gridded, tmp_path)
