"""Every real gridded file against a reading of its own, written here with netCDF4 and numpy alone.

The files are other people's (models, instruments, map tools); they lie beside the checkout or the tests are skipped.
"""

import csv
from pathlib import Path
from typing import Any

import netCDF4
import numpy as np
import pytest
from scipy.interpolate import RegularGridInterpolator

from seatrial.ocean.gridded import FileField
from seatrial.ocean.readers.gridded import open_gridded


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEATRIAL_CACHE", str(tmp_path / "cache"))


def raw(path: Path, name: str) -> np.ndarray:
    with netCDF4.Dataset(path) as data:
        data.set_auto_maskandscale(False)
        return np.asarray(data[name][...])


def unpacked(path: Path, name: str) -> np.ndarray:
    with netCDF4.Dataset(path) as data:
        data.set_auto_maskandscale(False)
        variable = data[name]
        scale = variable.scale_factor if "scale_factor" in variable.ncattrs() else 1.0
        return np.asarray(variable[...], np.float64) * scale + variable.add_offset


def test_rtofs(shared_data: Path):
    path = shared_data / "wa_RTOFS_global.nc"
    flow = open_gridded(path, "SeaWaterVelocity")
    values = flow.read()
    assert flow.shape == (2, 64, 1, 38, 34) and flow.components == ("east", "north")
    for k, name in enumerate(("water_u", "water_v")):
        data = raw(path, name)
        np.testing.assert_array_equal(values[k, :, 0], np.where(data > 1e30, np.nan, data))
    np.testing.assert_array_equal(flow.lat, raw(path, "lat").astype(float))
    first = np.datetime64("2024-10-28T03:00:00") - np.datetime64("1970-01-01T00:00:00")
    assert flow.times[0] == first.astype(float) and (np.diff(flow.times) == 10_800.0).all()
    assert 0.98 < np.nanmax(np.hypot(values[0], values[1])) < 1.0  # as the collection's notes say: up to 0.99 m/s


def test_baltic(shared_data: Path):
    path = shared_data / "reduced_testdata_weather.nc"
    flow = open_gridded(path, "SeaWaterVelocity").read()
    np.testing.assert_array_equal(flow[0], raw(path, "utotal").transpose(1, 0, 2, 3).astype(np.float32))
    np.testing.assert_array_equal(flow[1], raw(path, "vtotal").transpose(1, 0, 2, 3).astype(np.float32))
    salinity = open_gridded(path, "SeaSalinity")
    np.testing.assert_array_equal(salinity.read()[0, :, 0], raw(path, "so")[0].astype(np.float32))
    assert salinity.times[0] == 1_689_847_200.0 and (np.diff(salinity.times) == 10_800.0).all()
    wind = open_gridded(path, "Wind").read()
    heights = raw(path, "height_above_ground")
    for k, name in enumerate(("u", "v")):
        data = raw(path, f"{name}-component_of_wind_height_above_ground")[:, heights == 10.0]
        np.testing.assert_array_equal(wind[k], data.astype(np.float32))
    temperature = open_gridded(path, "SeaTemperature").read()[0, :, 0]
    potential = raw(path, "thetao")[0]
    # half a metre down, potential temperature and temperature differ by some 0.00005 degC
    np.testing.assert_allclose(temperature, potential, atol=1e-4)
    assert np.isnan(temperature).sum() == np.isnan(potential).sum()


def test_waves_of_the_baltic(shared_data: Path):
    path = shared_data / "reduced_testdata_weather.nc"
    waves = open_gridded(path, "Waves")
    assert waves.components == ("height", "period", "from_east", "from_north")
    values = waves.read()[:, :, 0]
    np.testing.assert_array_equal(values[0], raw(path, "VHM0").astype(np.float32))
    np.testing.assert_array_equal(values[1], raw(path, "VTPK").astype(np.float32))
    direction = np.degrees(np.arctan2(values[2], values[3])) % 360.0
    np.testing.assert_allclose(direction, raw(path, "VMDR"), atol=1e-4)


def test_etopo(shared_data: Path):
    path = shared_data / "tests_depth_data.nc"
    floor = open_gridded(path, "SeaFloorElevation")
    assert floor.registration == "cell" and floor.shape == (1, 1, 1, 600, 1680)
    z = raw(path, "z")
    np.testing.assert_array_equal(floor.read()[0, 0, 0], z)
    np.testing.assert_array_equal(
        floor.read(rows=slice(100, 103), columns=slice(7, 900, 50))[0, 0, 0], z[100:103, 7:900:50]
    )
    np.testing.assert_array_equal(floor.lat, raw(path, "latitude"))
    field, half = FileField(floor), 0.5 * float(floor.lat[1] - floor.lat[0])
    lat, lon = floor.lat[-1] + np.array([0.0, 0.9, 1.1]) * half, np.full(3, floor.lon[7])
    value, valid = field.sample(lat, lon)
    np.testing.assert_array_equal(valid, [True, True, False])  # the edge of the outermost cells
    np.testing.assert_allclose(value[:2], z[-1, 7], atol=1e-6)


def test_monterey(shared_data: Path):
    path = shared_data / "2003080103_mb_l3_las_1x1km.csv"
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))[1:]
    data = np.array([[float(x) for x in row] for row in rows])
    for quantity, columns in (("SeaWaterVelocity", (7, 8)), ("SeaTemperature", (4,)), ("SeaSalinity", (5,))):
        grid = open_gridded(path, quantity)
        assert grid.shape == (len(columns), 1, 16, 36, 36) and grid.times.size == 0
        np.testing.assert_array_equal(grid.levels, [0, 5, 10, 15, 20, 30, 40, 50, 60, 75, 100, 125, 150, 200, 250, 300])
        j, i = (np.abs(axis - data[:, k, None]).argmin(axis=1) for axis, k in ((grid.lat, 1), (grid.lon, 2)))
        level = np.searchsorted(grid.levels, data[:, 3])
        assert np.abs(grid.lat[j] - data[:, 1]).max() < 1e-5 and np.abs(grid.lon[i] - data[:, 2]).max() < 1e-5
        values = grid.read()[:, 0]
        for k, column in enumerate(columns):
            np.testing.assert_array_equal(values[k, level, j, i], data[:, column].astype(np.float32))


def nordic(path: Path, time: int) -> dict[str, Any]:
    """Flow at rho points of the Nordic file, east and north on its own levels, worked out cell by cell."""
    mask = {name: unpacked(path, f"mask_{name}") > 0.5 for name in ("rho", "u", "v")}
    u, v = unpacked(path, "u")[time], unpacked(path, "v")[time]
    levels, rows, columns = u.shape
    angle = unpacked(path, "angle")
    east, north = np.full(u.shape, np.nan), np.full(u.shape, np.nan)
    for j in range(rows):
        for i in range(columns):
            faces_u = [u[:, j, k] for k in (i - 1, i) if k >= 0 and mask["u"][j, k]]
            faces_v = [v[:, k, i] for k in (j - 1, j) if k >= 0 and mask["v"][k, i]]
            if mask["rho"][j, i] and faces_u and faces_v:
                along, across = np.mean(faces_u, axis=0), np.mean(faces_v, axis=0)
                east[:, j, i] = along * np.cos(angle[j, i]) - across * np.sin(angle[j, i])
                north[:, j, i] = along * np.sin(angle[j, i]) + across * np.cos(angle[j, i])
    h, zeta, hc = unpacked(path, "h"), unpacked(path, "zeta")[time], float(unpacked(path, "hc"))
    s, C = raw(path, "s_rho")[:, None, None], unpacked(path, "Cs_r")[:, None, None]
    depth = -(zeta + (zeta + h) * (hc * s + h * C) / (hc + h))
    assert levels == s.size
    places = {"lat": unpacked(path, "lat_rho"), "lon": unpacked(path, "lon_rho")}
    return {"east": east, "north": north, "depth": depth, "h": h, "water": mask["rho"], **places}


def interpolated(own: dict[str, Any], lat: float, lon: float, depth: float) -> tuple[float, float] | None:
    """East and north at a node, None when its cell touches land or floor: every cell is tried, its bilinear map turned
    round by Newton's method.
    """
    y, x = own["lat"], own["lon"]
    for j in range(y.shape[0] - 1):
        for i in range(y.shape[1] - 1):
            corners = [(j, i), (j, i + 1), (j + 1, i), (j + 1, i + 1)]
            if not all(min(a[c] for c in corners) <= g <= max(a[c] for c in corners) for a, g in ((y, lat), (x, lon))):
                continue
            t, r = 0.5, 0.5
            for _ in range(8):
                weights = [(1 - t) * (1 - r), (1 - t) * r, t * (1 - r), t * r]
                miss = [
                    sum(w * a[c] for w, c in zip(weights, corners, strict=True)) - g for a, g in ((y, lat), (x, lon))
                ]
                by_r = [(1 - t) * (a[corners[1]] - a[corners[0]]) + t * (a[corners[3]] - a[corners[2]]) for a in (y, x)]
                by_t = [(1 - r) * (a[corners[2]] - a[corners[0]]) + r * (a[corners[3]] - a[corners[1]]) for a in (y, x)]
                det = by_t[0] * by_r[1] - by_t[1] * by_r[0]
                t -= (miss[0] * by_r[1] - miss[1] * by_r[0]) / det
                r -= (by_t[0] * miss[1] - by_t[1] * miss[0]) / det
            if not (0.0 <= t <= 1.0 and 0.0 <= r <= 1.0):
                continue
            if not all(own["water"][c] and own["h"][c] > depth and np.isfinite(own["east"][0][c]) for c in corners):
                return None
            weights = [(1 - t) * (1 - r), (1 - t) * r, t * (1 - r), t * r]
            columns = [
                [np.interp(depth, own["depth"][::-1, c[0], c[1]], own[name][::-1, c[0], c[1]]) for c in corners]
                for name in ("east", "north")
            ]
            return float(np.dot(weights, columns[0])), float(np.dot(weights, columns[1]))
    return None


def test_nordic(shared_data: Path):
    path = shared_data / "Nordic_subset.nc"
    flow = open_gridded(path, "SeaWaterVelocity")
    values = flow.read()
    own, compared = nordic(path, 1), 0
    for row in range(3, flow.lat.size, 7):
        for column in range(2, flow.lon.size, 5):
            for level in (0, 4, 8, 11):
                expected = interpolated(own, flow.lat[row], flow.lon[column], flow.levels[level])
                if expected is not None:
                    np.testing.assert_allclose(values[:2, 1, level, row, column], expected, atol=1e-6)
                    compared += 1
    assert compared >= 20


def test_speeds_of_nordic_are_those_of_the_file(shared_data: Path):
    """Rotation changes no speed and interpolation adds none: the fastest water stays below the file's."""
    path = shared_data / "Nordic_subset.nc"
    flow = open_gridded(path, "SeaWaterVelocity").read()
    own = nordic(path, 0)
    fastest = np.nanmax(np.hypot(own["east"], own["north"]))
    remapped = np.nanmax(np.hypot(flow[0, 0], flow[1, 0]))
    assert 0.8 * fastest < remapped <= fastest + 1e-6
    assert fastest < 0.65  # land, which decodes to 0.341 m/s and other offsets, is not among it


def kept_at_nodes(path: Path, step_deg: float | None) -> float:
    """Root mean square speed at the file's own nodes after remapping, as a share of the file's, at its surface level.

    Nodes whose four neighbours are water in both: what the coast takes is another matter.
    """
    flow = open_gridded(path, "SeaWaterVelocity", step_deg=step_deg)
    own, level = nordic(path, 1), 2
    values = flow.read()[:2, 1, level]
    there = [
        RegularGridInterpolator((flow.lat, flow.lon), part, bounds_error=False)((own["lat"], own["lon"]))
        for part in values
    ]
    columns = np.ndindex(own["lat"].shape)
    at = np.full((2, *own["lat"].shape), np.nan)
    for j, i in columns:
        for k, name in enumerate(("east", "north")):
            at[k, j, i] = np.interp(flow.levels[level], own["depth"][::-1, j, i], own[name][::-1, j, i])
    both = np.isfinite(there).all(axis=0) & np.isfinite(at).all(axis=0)
    inner = both.copy()
    for axis in (0, 1):
        for shift in (1, -1):
            inner &= np.roll(both, shift, axis)
    assert inner.sum() > 200
    return float(np.sqrt(np.mean(np.sum(np.square(there), 0)[inner]) / np.mean(np.sum(at**2, 0)[inner])))


def test_remapping_keeps_the_speeds_of_nordic(shared_data: Path):
    """Bilinear interpolation twice flattens what few cells resolve; a third of the mesh keeps that below 5 %.

    A grid with the mesh of the file, the mutant, loses more than that.
    """
    path = shared_data / "Nordic_subset.nc"
    assert 0.95 < kept_at_nodes(path, None) < 1.005
    assert kept_at_nodes(path, 0.1) < 0.95


def test_tidal_events_are_refused_as_a_grid(shared_data: Path):
    with pytest.raises(ValueError, match="tidal current events, no grid"):
        open_gridded(shared_data / "ACT1951_1_Annual_2021.csv", "SeaWaterVelocity")


@pytest.mark.parametrize("name", ["depot.pgm", "depot.yaml", "dPIRX010.cnv", "README.md"])
def test_other_files_are_refused_in_one_line(name: str, shared_data: Path):
    with pytest.raises(ValueError) as caught:
        open_gridded(shared_data / name, "SeaWaterVelocity")
    assert name in str(caught.value) and "\n" not in str(caught.value)
