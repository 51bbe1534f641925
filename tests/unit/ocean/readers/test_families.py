"""Files as HYCOM, CMEMS, RTOFS, ROMS, CROCO, NEMO, GEBCO and GMT write them, read without options."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seatrial.ocean.readers.gridded import GriddedFile, open_gridded
from tests.reference import ocean_files as files


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEATRIAL_CACHE", str(tmp_path / "cache"))


def test_hycom(tmp_path: Path):
    path = files.hycom(tmp_path / "h.nc")
    flow = open_gridded(path, "SeaWaterVelocity")
    assert flow.components == ("east", "north") and flow.shape == (2, 2, 4, 3, 4)
    np.testing.assert_allclose(flow.lon, [179.84, 179.92, 180.0, 180.08])
    np.testing.assert_array_equal(flow.levels, [0.0, 2.0, 10.0, 5000.0])
    np.testing.assert_array_equal(flow.times - 946_684_800.0, [0.0, 10_800.0])
    values = flow.read()
    assert np.isnan(values[:, :, :, 0, 0]).all() and np.isfinite(values[:, :, :, 1:]).all()
    expected = files.grid4([0.0, 3.0], flow.levels, flow.lat, flow.lon)
    np.testing.assert_allclose(values[0, :, :, 1:], expected[:, :, 1:], atol=0.0005 + 1e-7)  # half a step of packing
    assert open_gridded(path, "SeaTemperature").read()[0, 0, 0, 1, 1] == np.float32(21.0)
    assert open_gridded(path, "SeaSalinity").components == ("salinity",)


def test_cmems(tmp_path: Path):
    path = files.cmems(tmp_path / "c.nc")
    flow = open_gridded(path, "SeaWaterVelocity")
    np.testing.assert_allclose(flow.levels, [0.494025, 1.541375, 2.645669], atol=1e-6)
    values = flow.read()
    assert np.isnan(values[..., -1, -1]).all() and np.isfinite(values[..., :-1, :]).all()
    np.testing.assert_array_equal(values[1], -values[0])
    assert open_gridded(path, "SeaSurfaceHeight").shape == (1, 2, 1, 5, 5)
    assert "too cold by about 0.1" in " ".join(open_gridded(path, "SeaTemperature").notes)


def test_regular_grids_keep_their_bits(tmp_path: Path):
    path = files.cmems(tmp_path / "c.nc")
    values = open_gridded(path, "SeaWaterVelocity").read(slice(1, 2), slice(1, 3), slice(0, 4))
    import netCDF4

    with netCDF4.Dataset(path) as data:
        data.set_auto_maskandscale(False)
        np.testing.assert_array_equal(values[0], data["uo"][1:2, :, 1:3, 0:4])


def test_rtofs(tmp_path: Path):
    flow = open_gridded(files.rtofs(tmp_path / "r.nc"), "SeaWaterVelocity")
    values = flow.read()
    inside = np.isfinite(values[0, 0, 0])
    assert inside.sum() > 20
    expected = files.plane(flow.lat[:, None], flow.lon)[inside]
    np.testing.assert_allclose(values[0, 0, 0][inside], expected, atol=1e-5)  # coordinates are single precision
    np.testing.assert_allclose(values[1, 0, 0][inside], 2.0 * expected, atol=2e-5)
    assert flow.times[0] == 1_701_820_800.0  # 44900 days after 1900-12-31: 2023-12-06


def interior(flow: GriddedFile, shape: tuple[int, int]) -> np.ndarray:
    """Nodes one cell and more within the grid and off its land: there cells have both faces."""
    row, column = files.roms_places(flow.lat[:, None], flow.lon)
    off_land = (row > 4.0) | (column > 5.0)
    return (row >= 1.0) & (row <= shape[0] - 2.0) & (column >= 1.0) & (column <= shape[1] - 2.0) & off_land


def check_roms(open_file: Any, path: Path, shape: tuple[int, int], levels: tuple[float, float]) -> None:
    """Flow of degree one in depth and place comes out exactly at nodes within the grid, between its levels."""
    flow = open_file(path, "SeaWaterVelocity")
    values = flow.read()
    good = interior(flow, shape)
    assert good.sum() > 40
    depth = np.clip(flow.levels, *levels)[:, None]
    east, north = files.roms_flow(depth, np.broadcast_to(flow.lat[:, None], good.shape)[good])
    np.testing.assert_allclose(values[0, 0][:, good], east, atol=1e-6)  # single precision
    np.testing.assert_allclose(values[1, 0][:, good], north, atol=1e-6)
    np.testing.assert_allclose(values[:2, 1][..., good], 2.0 * values[:2, 0][..., good], atol=1e-6)


@pytest.mark.parametrize("transform", [1, 2])
@pytest.mark.parametrize("cut", [False, True], ids=["whole", "cut"])
def test_roms(transform: int, cut: bool, tmp_path: Path):
    made = files.roms_variables(transform=transform, cut=cut)
    path = files.write(tmp_path / "roms.nc", made)
    shape = made["h"][1].shape
    at = files.roms_depth(transform, made["s_rho"][1], made["Cs_r"][1], made["h"][1], 0.5, 20.0)[:, 0, 0]
    check_roms(open_gridded, path, shape, (at[-1], at[0]))
    flow = open_gridded(path, "SeaWaterVelocity")
    assert flow.components == ("east", "north", "up")
    np.testing.assert_allclose(flow.read()[2][..., interior(flow, shape)], 1e-4, rtol=1e-6)
    row, column = files.roms_places(flow.lat[:, None], flow.lon)
    land = (row > 0.0) & (row < 2.0) & (column > 0.0) & (column < 3.0)
    assert land.any() and np.isnan(flow.read()[..., land]).all()


def test_roms_faces_on_the_other_side(tmp_path: Path):
    """A file whose masks say that face i lies between cells i - 1 and i."""
    made = files.roms_variables(cut=True)
    for name in ("u", "v", "mask_u", "mask_v"):
        dims, values, own = made[name]
        made[name] = (dims, np.roll(values, 1, axis=-1 if "u" in name else -2), own)
    path = files.write(tmp_path / "roms.nc", made)
    at = files.roms_depth(2, made["s_rho"][1], made["Cs_r"][1], made["h"][1], 0.5, 20.0)[:, 0, 0]
    shape = (made["h"][1].shape[0] - 1, made["h"][1].shape[1] - 1)  # the last cells have lost a face
    check_roms(open_gridded, path, shape, (at[-1], at[0]))
    notes = open_gridded(path, "SeaWaterVelocity").notes
    assert any("face i lies between cells i - 1 and i" in note for note in notes)


def test_roms_over_a_slope(tmp_path: Path):
    """Below the floor there is no water; above it temperature is that of its depth."""
    path = files.write(tmp_path / "roms.nc", files.roms_variables(slope=10.0))
    water = open_gridded(path, "SeaTemperature", levels=[0.0, 10.0, 50.0, 100.0, 150.0, 300.0])
    values = water.read()[0, 0]
    row, _ = files.roms_places(water.lat[:, None], water.lon)
    good = interior(water, (16, 18))
    floor = 80.0 + 10.0 * row
    assert np.isnan(values[5]).all()
    # masks are those of the points around: a cell across the floor may have water on either side
    assert np.isnan(values[3][good & (floor < 90.0)]).all() and np.isfinite(values[3][good & (floor > 110.0)]).all()
    import gsw

    deep = good & (floor > 170.0)
    sa = gsw.SA_from_SP(35.0, gsw.p_from_z(-50.0, 60.0), 5.0, 60.0)
    in_situ = gsw.t_from_CT(sa, gsw.CT_from_pt(sa, 9.0), gsw.p_from_z(-50.0, 60.0))
    assert 9.004 < in_situ < 9.008
    np.testing.assert_allclose(values[2][deep], in_situ, atol=1e-5)
    elevation = open_gridded(path, "SeaFloorElevation").read()[0, 0, 0]
    np.testing.assert_allclose(elevation[good], -floor[good], atol=1e-4)


def test_croco(tmp_path: Path):
    path = files.croco(tmp_path / "croco.nc")
    made = files.roms_variables()
    at = files.roms_depth(2, made["s_rho"][1], made["Cs_r"][1], made["h"][1], 0.5, 20.0)[:, 0, 0]
    check_roms(open_gridded, path, made["h"][1].shape, (at[-1], at[0]))


def test_roms_grid_in_a_file_of_its_own(tmp_path: Path):
    made = files.roms_variables()
    grid = {k: v for k, v in made.items() if k in ("lat_rho", "lon_rho", "h", "angle") or k.startswith("mask")}
    one, other = (
        files.write(tmp_path / "his.nc", {k: v for k, v in made.items() if k not in grid}),
        tmp_path / "grid.nc",
    )
    files.write(other, grid)
    at = files.roms_depth(2, made["s_rho"][1], made["Cs_r"][1], made["h"][1], 0.5, 20.0)[:, 0, 0]
    shape = made["h"][1].shape
    check_roms(lambda path, quantity: open_gridded([path, other], quantity), one, shape, (at[-1], at[0]))
    with pytest.raises(ValueError, match=r"without lat_rho and lon_rho|no latitude and longitude"):
        open_gridded(one, "SeaWaterVelocity")


def test_nemo(tmp_path: Path):
    flow = open_gridded(files.nemo(tmp_path), "SeaWaterVelocity")
    values = flow.read()
    good = np.isfinite(values[0, 0, 0])
    assert good.sum() > 20 and flow.levels.tolist() == [3.0, 10.0]
    # rows turn by tan(60) sin(0.6) cos(0.6) 0.05 deg = 0.0007 rad a cell; at the edge faces are half a cell off
    np.testing.assert_allclose(values[0][..., good], 0.4, atol=0.4 * 0.0007 * 2)
    np.testing.assert_allclose(values[1][..., good], 0.1, atol=0.4 * 0.0007 * 2 + 0.0001)
    inner = np.abs(values[1] - 0.1)[..., good]
    assert np.median(inner) < 1e-4
    assert any("worked out from its latitudes" in note for note in flow.notes)


def test_gebco(tmp_path: Path):
    floor = open_gridded(files.gebco(tmp_path / "g.nc"), "SeaFloorElevation")
    assert floor.registration == "cell" and floor.read()[0, 0, 0, 0, 0] == -1750.0
    np.testing.assert_allclose(floor.lat[0], 36.0 + 0.5 / 240.0)


@pytest.mark.parametrize("cells", [False, True], ids=["nodes", "cells"])
def test_gmt_classic(cells: bool, tmp_path: Path):
    path, z = files.gmt_classic(tmp_path / "g.grd", cells)
    floor = open_gridded(path, "SeaFloorElevation")
    np.testing.assert_array_equal(floor.read()[0, 0, 0], z)
    np.testing.assert_allclose(floor.lat, [10.5, 11.5] if cells else [10.0, 11.0, 12.0])
    np.testing.assert_allclose(floor.lon, [20.5, 21.5, 22.5] if cells else [20.0, 21.0, 22.0, 23.0])
    assert floor.registration == ("cell" if cells else "node")


def test_hf_radar(tmp_path: Path):
    """As HFRNet writes totals: packed centimetres, surface standard names, gaps, quality beside the flow."""
    raw = np.array([[[-32768, 100, -50, 20], [5, 6, 7, 8], [1, 2, 3, 4]]], np.int16)
    own = {"_FillValue": np.int16(-32768), "scale_factor": 0.01, "units": "m s-1"}
    dims = ("time", "lat", "lon")
    path = files.write(
        tmp_path / "hf.nc",
        {
            "time": (("time",), np.array([1_700_000_000], np.int32), {"units": "seconds since 1970-01-01"}),
            "lat": (("lat",), np.array([36.0, 36.05, 36.1], np.float32), files.LAT),
            "lon": (("lon",), np.array([-122.2, -122.15, -122.1, -122.05], np.float32), files.LON),
            "u": (dims, raw, {**own, "standard_name": "surface_eastward_sea_water_velocity"}),
            "v": (dims, -raw, {**own, "standard_name": "surface_northward_sea_water_velocity"}),
            "DOPx": (dims, np.abs(raw), {"scale_factor": 0.01, "long_name": "longitudinal dilution of precision"}),
        },
    )
    flow = open_gridded(path, "SeaWaterVelocity")
    assert flow.times.tolist() == [1_700_000_000.0]
    np.testing.assert_allclose(flow.read()[0, 0, 0, 0], [np.nan, 1.0, -0.5, 0.2])


def test_era5_wind_and_waves(tmp_path: Path):
    """Latitude from the north, longitude 0..360, `valid_time`, waves with peak period and mean direction."""
    lat, lon = np.array([51.0, 50.5, 50.0]), np.array([358.0, 358.5, 359.0, 359.5])
    values = np.arange(24.0, dtype=np.float32).reshape(2, 3, 4)
    dims = ("valid_time", "latitude", "longitude")
    names = {"u10": "m s**-1", "v10": "m s**-1", "swh": "m", "pp1d": "s", "mwd": "Degree true"}
    path = files.write(
        tmp_path / "era5.nc",
        {
            "valid_time": (("valid_time",), np.array([0, 3600], np.int64), {"units": "seconds since 1970-01-01"}),
            "latitude": (("latitude",), lat, {"units": "degrees_north"}),
            "longitude": (("longitude",), lon, {"units": "degrees_east"}),
            "number": ((), np.array(0), {"long_name": "ensemble member", "units": "1"}),
            **{name: (dims, values, {"units": unit}) for name, unit in names.items()},
        },
    )
    wind, waves = open_gridded(path, "Wind"), open_gridded(path, "Waves")
    np.testing.assert_array_equal(wind.lat, lat[::-1])
    np.testing.assert_array_equal(wind.read()[0, :, 0], values[:, ::-1])
    np.testing.assert_array_equal(waves.read()[1, :, 0], values[:, ::-1])
    np.testing.assert_allclose(waves.read()[2, :, 0], np.sin(np.radians(values[:, ::-1])), atol=1e-6)


def test_waves_that_go_to_somewhere(tmp_path: Path):
    own = {"units": "degree", "standard_name": "sea_surface_wave_to_direction"}
    height = {"units": "m", "standard_name": "sea_surface_wave_significant_height"}
    ones = np.ones((3, 4))
    waves = open_gridded(files.regular(tmp_path / "w.nc", {"a": (ones, height), "b": (90.0 * ones, own)}), "Waves")
    np.testing.assert_allclose(waves.read()[1:, 0, 0, 0, 0], [-1.0, 0.0], atol=1e-6)  # to the east is from the west
    assert waves.components == ("height", "from_east", "from_north")


def test_pom_sigma(tmp_path: Path):
    """Plain sigma over 100 m of water: temperature is that of its depth."""
    sigma = np.array([-0.05, -0.25, -0.5, -0.75, -0.95])
    values = np.broadcast_to(20.0 + 10.0 * sigma[:, None, None], (5, 3, 4)).copy()
    formula = {"standard_name": "ocean_sigma_coordinate", "formula_terms": "sigma: sigma eta: elev depth: depth"}
    path = files.write(
        tmp_path / "pom.nc",
        {
            "sigma": (("sigma",), sigma, {**formula, "positive": "up"}),
            "lat": (("lat",), np.arange(3.0), files.LAT),
            "lon": (("lon",), np.arange(4.0), files.LON),
            "depth": (("lat", "lon"), np.full((3, 4), 100.0), {"units": "m"}),
            "t": (("sigma", "lat", "lon"), values, {"units": "degC", "standard_name": "sea_water_temperature"}),
        },
    )
    water = open_gridded(path, "SeaTemperature", levels=[0.0, 5.0, 40.0, 75.0, 99.0, 120.0])
    np.testing.assert_allclose(water.read()[0, 0, :, 1, 1], [19.5, 19.5, 16.0, 12.5, 10.5, np.nan], rtol=1e-6)
    assert any("no free surface" in note for note in water.notes)
