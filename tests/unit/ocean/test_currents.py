"""Current sources."""

from pathlib import Path

import netCDF4
import numpy as np
import pytest

from seatrial.errors import InputError
from seatrial.ocean.currents import DATA, CurrFile, ShippedCurrents
from seatrial.ocean.raster_files import Raster, write_curr

# one unit of the packed numbers [m/s]
GRAIN = 1e-3


@pytest.fixture(scope="module")
def packed() -> dict[str, np.ndarray]:
    with netCDF4.Dataset(DATA / "currents_climatology_1deg.nc") as data:
        return {name: data[name][:].filled(np.nan) for name in ("u", "v", "u_ekman", "v_ekman")}


def test_annual_mean_is_the_file(packed: dict[str, np.ndarray]):
    table = ShippedCurrents().table()
    assert table.values.shape == (2, 17, 180, 360)
    assert table.periodic
    assert not table.complete
    np.testing.assert_allclose(table.values[0, :16], packed["u"], atol=1e-7)
    np.testing.assert_allclose(table.values[1, :16], packed["v"], atol=1e-7)


def test_months_add_the_ekman_current_and_cancel_over_the_year(packed: dict[str, np.ndarray]):
    annual = ShippedCurrents().table()
    months = [ShippedCurrents(month).table().values for month in range(1, 13)]
    for k, depth in enumerate(annual.levels[:16]):
        added = packed["v_ekman"][6] * np.exp(-depth / 32.5)
        np.testing.assert_allclose(months[6][1, k], packed["v"][k] + added, atol=1e-6)
    mean = np.mean(months, axis=0)
    # each of the twelve is rounded to GRAIN
    assert np.nanmax(np.abs(mean - annual.values)) < 0.5 * GRAIN + 1e-6


def test_no_value_stays_no_value():
    table, july = ShippedCurrents().table(), ShippedCurrents(7).table()
    np.testing.assert_array_equal(np.isnan(table.values[0]), np.isnan(table.values[1]))
    np.testing.assert_array_equal(np.isnan(table.values), np.isnan(july.values))
    assert np.nanmax(np.abs(table.values)) < 0.7
    value, valid = ShippedCurrents().sample(48.0, 10.0)  # Munich
    assert not valid
    assert np.isnan(value).all()


def test_water_is_at_rest_below_2000_m():
    value, valid = ShippedCurrents().sample(35.5, -60.5, [2001.0, 2500.0, 11_000.0], 0.0)
    assert valid.all()
    np.testing.assert_array_equal(value, 0.0)
    assert (ShippedCurrents().sample(35.5, -60.5, 1000.0)[0] != 0.0).any()


def test_names_and_bad_months():
    assert ShippedCurrents().name == "climatology"
    assert ShippedCurrents(3).name == "climatology, month 3"
    for month in (0, 13, -1):
        with pytest.raises(InputError, match=r"month = -?\d+: must be 1\.\.12"):
            ShippedCurrents(month)


def test_file_holds_its_first_and_last_level(tmp_path: Path):
    path = tmp_path / "bay.curr"
    east = np.array([1.0, 0.5, 0.2])[:, None, None] * np.ones((2, 2))
    raster = Raster.from_axes([0.0, 1.0], [0.0, 1.0], np.stack([east, -east]), [0.5, 50.0, 100.0])
    write_curr(path, raster)
    value, valid = CurrFile(path).sample(0.5, 0.5, [0.0, 25.25, 50.0, 300.0], [0.0, 1e6, 0.0, 0.0])
    assert valid.all()
    np.testing.assert_allclose(value[:, 0], [1.0, 0.75, 0.5, 0.2], atol=1e-7)
    np.testing.assert_allclose(value[:, 1], -value[:, 0])
    assert CurrFile(path).name == "bay.curr"
