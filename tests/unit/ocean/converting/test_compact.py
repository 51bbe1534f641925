"""Compact NetCDF: read back by xarray alone, within the error that it states, and no data is no data."""

from dataclasses import replace

import numpy as np
import pytest
import xarray as xr
from hypothesis import given, settings
from hypothesis import strategies as st

from seatrial.errors import InputError
from seatrial.ocean.converting import compact
from seatrial.ocean.converting.compact import MEANINGS, packing_of, write_compact
from tests.reference.grids import ArrayFile, elevation_file, random_file


def written(tmp_path, file: ArrayFile, exact: bool = False) -> tuple[xr.Dataset, dict[str, compact.Packing]]:
    packings = write_compact(tmp_path / "x.nc", file, "made by a test", exact)
    with xr.open_dataset(tmp_path / "x.nc", decode_timedelta=False) as data:
        return data.load(), packings


def test_currents_in_space_depth_and_time(tmp_path, monkeypatch):
    monkeypatch.setattr(compact, "BLOCK", 60)  # several blocks for each step
    file = random_file(5, 7, 3, 4)
    data, packings = written(tmp_path, file)
    assert data.attrs["Conventions"] == "CF-1.10" and data.uo.dims == ("time", "depth", "lat", "lon")
    assert data.uo.attrs["standard_name"] == "eastward_sea_water_velocity" and data.depth.attrs["positive"] == "down"
    assert data.time.values[1] == np.datetime64("2023-11-15T01:13:20") and data.uo.encoding["dtype"] == np.int16
    for values, name in zip(file.values, ("uo", "vo"), strict=True):
        assert 0.0 < packings[name].error < 0.0005
        assert np.nanmax(np.abs(data[name].values - values)) <= packings[name].error * 1.001
        assert np.array_equal(np.isnan(data[name].values), np.isnan(values))
        assert f"at most {packings[name].error:.2g} m s-1" in data[name].attrs["comment"]


@pytest.mark.parametrize("levels", [1, 2])
@pytest.mark.parametrize("times", [0, 1, 3])
def test_axes_that_are_missing_stay_missing(tmp_path, levels, times):
    file = random_file(3, 4, levels, times)
    data, _ = written(tmp_path, file, exact=True)
    wanted = (*["time"] * (times > 0), *["depth"] * (levels > 1), "lat", "lon")
    assert data.uo.dims == wanted
    assert np.array_equal(data.uo.values.ravel(), file.values[0].ravel(), equal_nan=True), "exact keeps every bit"


def test_one_level_below_the_surface_keeps_its_depth(tmp_path):
    file = ArrayFile(np.ones((2, 1, 1, 2, 2), "f4"), np.arange(2.0), np.arange(2.0), np.array([50.0]), np.zeros(0))
    data, _ = written(tmp_path, file)
    assert data.coords["depth"].item() == 50.0


def test_whole_metres_are_exact(tmp_path):
    file = elevation_file(np.round(np.random.default_rng(0).uniform(-10_000, 8000, (4, 5))), np.arange(4), np.arange(5))
    data, packings = written(tmp_path, file)
    assert packings["elevation"] == compact.Packing(1.0, 0.0, 0.0) and data.elevation.attrs["positive"] == "up"
    assert np.array_equal(data.elevation.values, file.values[0, 0, 0])


def test_values_that_would_lose_too_much_stay_single(tmp_path):
    file = elevation_file(np.random.default_rng(0).uniform(-10_000, 8000, (4, 5)), np.arange(4), np.arange(5))
    data, packings = written(tmp_path, file)
    assert packings["elevation"].scale == 0.0 and data.elevation.encoding["dtype"] == np.float32
    assert np.array_equal(data.elevation.values, file.values[0, 0, 0])


def test_nothing_but_no_data(tmp_path):
    data, _ = written(tmp_path, elevation_file(np.full((2, 2), np.nan), np.arange(2), np.arange(2)))
    assert np.isnan(data.elevation.values).all()


@settings(deadline=None)
@given(low=st.floats(-1e5, 1e5, width=32), span=st.floats(0.0, 1e5, width=32), tolerance=st.floats(1e-4, 1.0))
def test_packing_keeps_its_promise(low, span, tolerance):
    values = np.linspace(low, low + span, 50, dtype="f4")
    packing = packing_of(float(values.min()), float(values.max()), 0.0, tolerance)
    if packing.scale == 0.0:
        span = float(values.max()) - float(values.min())
        assert span / 65_532 > 1.999 * tolerance or span == 0.0
        return
    packed = compact._packed(values, packing)
    assert packed.dtype == np.int16 and not np.any(packed == compact.FILL) and packing.error <= tolerance
    assert np.abs(packing.offset + packing.scale * packed.astype(float) - values).max() <= packing.error * 1.0001


@pytest.mark.parametrize("quantity", list(MEANINGS))
def test_every_quantity_has_a_form(tmp_path, quantity):
    names = tuple(MEANINGS[quantity])
    values = np.random.default_rng(0).uniform(0.0, 5.0, (len(names), 1, 1, 3, 3)).astype("f4")
    file = ArrayFile(values, np.arange(3.0), np.arange(3.0), np.zeros(1), np.zeros(0), quantity, names)
    data, _ = written(tmp_path, file)
    assert [data[m.variable].attrs["units"] for m in MEANINGS[quantity].values()]


def test_unknown_quantity(tmp_path):
    file = replace(elevation_file(np.ones((2, 2)), np.arange(2), np.arange(2)), quantity="Ice", components=("a",))
    with pytest.raises(InputError, match=r"made\.nc: Ice a: cannot be written as NetCDF"):
        written(tmp_path, file)


def test_directions_are_angles_again(tmp_path):
    angle = np.array([[0.0, 90.0], [200.0, np.nan]])
    parts = np.stack([np.ones((2, 2)), 7.0 * np.ones((2, 2)), np.sin(np.radians(angle)), np.cos(np.radians(angle))])
    values = parts[:, None, None].astype("f4")
    file = ArrayFile(values, np.arange(2.0), np.arange(2.0), np.zeros(1), np.zeros(0), "Waves",
                     ("height", "period", "from_east", "from_north"))  # fmt: skip
    data, _ = written(tmp_path, file)
    assert np.allclose(data["dir"].values, angle, atol=0.05, equal_nan=True) and set(data) == {"hs", "tp", "dir"}
