"""Small files as models, archives and map tools write them, with fields whose right answer is known."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import netCDF4
import numpy as np

Variables = Mapping[str, tuple[tuple[str, ...], Any, Mapping[str, Any]]]
"""name -> dimensions, values as they are to lie in the file, attributes."""


def write(
    path: Path,
    variables: Variables,
    attributes: Mapping[str, Any] | None = None,
    form: Any = "NETCDF4",
    unlimited: str | None = None,
) -> Path:
    """Write a NetCDF file exactly as told: nothing is packed or masked on the way. `_FillValue` must fit its type."""
    with netCDF4.Dataset(path, "w", format=form) as data:
        data.setncatts(dict(attributes or {"Conventions": "CF-1.8"}))
        for name, (dims, values, own) in variables.items():
            array = np.asarray(values)
            for dim, length in zip(dims, array.shape, strict=True):
                if dim not in data.dimensions:
                    data.createDimension(dim, None if dim == unlimited else length)
            fill = own.get("_FillValue")
            made = data.createVariable(name, array.dtype, dims, fill_value=fill)
            made.set_auto_maskandscale(False)
            made.setncatts({key: value for key, value in own.items() if key != "_FillValue"})
            made[...] = array
    return path


LAT = {"units": "degrees_north", "standard_name": "latitude"}
LON = {"units": "degrees_east", "standard_name": "longitude"}
DEPTH = {"units": "m", "positive": "down", "standard_name": "depth"}
HOURS = {"units": "hours since 2000-01-01 00:00:00", "calendar": "gregorian", "standard_name": "time"}


def plane(lat: Any, lon: Any, depth: Any = 0.0, time: Any = 0.0) -> Any:
    """A field of degree one in each coordinate: 0.1 + 0.02 lat - 0.003 lon + 0.0005 depth + 0.01 time."""
    return 0.1 + 0.02 * np.asarray(lat) - 0.003 * np.asarray(lon) + 0.0005 * np.asarray(depth) + 0.01 * np.asarray(time)


def grid4(time: Any, depth: Any, lat: Any, lon: Any) -> np.ndarray:
    """`plane` on four axes, shape (time, depth, lat, lon); time in hours."""
    t, z, y, x = np.meshgrid(time, depth, lat, lon, indexing="ij")
    return plane(y, x, z, t)


def hycom(
    path: Path, hours: Any = (0.0, 3.0), lat: Any = (10.0, 10.04, 10.08), lon: Any = (179.84, 179.92, 180.0, 180.08)
) -> Path:
    """HYCOM expt_93.0: int16, fill -30000, scale 0.001, longitudes 0..360, one node of land."""
    depth = np.array([0.0, 2.0, 10.0, 5000.0])
    values = np.round(grid4(hours, depth, lat, lon) * 1000.0).astype(np.int16)
    values[:, :, 0, 0] = -30000
    packed = {
        "_FillValue": np.int16(-30000),
        "missing_value": np.int16(-30000),
        "scale_factor": 0.001,
        "add_offset": 0.0,
    }
    dims = ("time", "depth", "lat", "lon")
    return write(
        path,
        {
            "time": (("time",), np.asarray(hours, float), HOURS),
            "depth": (("depth",), depth, {**DEPTH, "axis": "Z"}),
            "lat": (("lat",), np.asarray(lat, float), LAT),
            "lon": (("lon",), np.asarray(lon, float), LON),
            "water_u": (dims, values, {**packed, "units": "m/s", "standard_name": "eastward_sea_water_velocity"}),
            "water_v": (dims, values[:], {**packed, "units": "m/s", "standard_name": "northward_sea_water_velocity"}),
            "water_temp": (
                dims,
                np.where(values == -30000, -30000, 1000).astype(np.int16),
                {**packed, "add_offset": 20.0, "units": "degC", "standard_name": "sea_water_temperature"},
            ),
            "salinity": (
                dims,
                values,
                {**packed, "add_offset": 20.0, "units": "psu", "standard_name": "sea_water_salinity"},
            ),
        },
    )


def cmems(path: Path, hours: Any = (0.0, 24.0)) -> Path:
    """CMEMS global analysis: float32, fill 9.97e36, depths uneven, latitude ascending, several variables."""
    depth, lat, lon = np.array([0.494025, 1.541375, 2.645669]), np.linspace(-2.0, 2.0, 5), np.linspace(-30.0, -29.0, 5)
    values = grid4(hours, depth, lat, lon).astype(np.float32)
    values[:, :, -1, -1] = 9.96921e36
    fill = {"_FillValue": np.float32(9.96921e36)}
    dims = ("time", "depth", "latitude", "longitude")
    return write(
        path,
        {
            "time": (("time",), np.asarray(hours, np.float32), HOURS),
            "depth": (("depth",), depth.astype(np.float32), {**DEPTH, "valid_min": 0.494025, "unit_long": "Meters"}),
            "latitude": (("latitude",), lat.astype(np.float32), LAT),
            "longitude": (("longitude",), lon.astype(np.float32), LON),
            "uo": (dims, values, {**fill, "units": "m s-1", "standard_name": "eastward_sea_water_velocity"}),
            "vo": (dims, -values, {**fill, "units": "m s-1", "standard_name": "northward_sea_water_velocity"}),
            "thetao": (dims, values + 10, {"units": "degrees_C", "standard_name": "sea_water_potential_temperature"}),
            "zos": (
                ("time", "latitude", "longitude"),
                values[:, 0],
                {**fill, "units": "m", "standard_name": "sea_surface_height_above_geoid"},
            ),
        },
    )


def rtofs(path: Path) -> Path:
    """RTOFS on its own grid: coordinates for every point, `u` and `v` towards east and north, days since 1900-12-31."""
    lat, lon = curved((6, 8))
    values = plane(lat, lon)[None, None].astype(np.float32)
    dims = ("MT", "Depth", "Y", "X")
    own = {"_FillValue": np.float32(2.0**100), "units": "m/s", "coordinates": "Longitude Latitude Date"}
    return write(
        path,
        {
            "MT": (
                ("MT",),
                np.array([44900.0]),
                {"units": "days since 1900-12-31 00:00:00", "calendar": "standard", "axis": "T"},
            ),
            "Date": (("MT",), np.array([20231206.0]), {"units": "day as %Y%m%d.%f"}),
            "Depth": (("Depth",), np.array([0.0], np.float32), {**DEPTH, "units": "m"}),
            "Latitude": (("Y", "X"), lat.astype(np.float32), LAT),
            "Longitude": (("Y", "X"), lon.astype(np.float32), LON),
            "u": (dims, values, {**own, "standard_name": "eastward_sea_water_velocity"}),
            "v": (dims, 2 * values, {**own, "standard_name": "northward_sea_water_velocity"}),
        },
    )


def curved(shape: tuple[int, int], angle: float = 0.6, step: float = 0.05) -> tuple[np.ndarray, np.ndarray]:
    """Latitudes and longitudes [deg] of a grid near 60 N, 5 E whose rows run `angle` rad north of east.

    Steps along and across are `step` degrees of latitude, locally orthogonal on the sphere.
    """
    j, i = np.meshgrid(np.arange(shape[0]) * step, np.arange(shape[1]) * step, indexing="ij")
    east, north = i * np.cos(angle) - j * np.sin(angle), i * np.sin(angle) + j * np.cos(angle)
    return 60.0 + north, 5.0 + east / np.cos(np.radians(60.0))


def roms_flow(depth: Any, lat: Any) -> tuple[Any, Any]:
    """East and north velocity [m/s] in the ROMS files: of degree one in depth [m] and latitude."""
    return 0.3 + depth / 1000.0 + 0.05 * (lat - 60.0), -0.2 + depth / 2000.0 - 0.03 * (lat - 60.0)


ROMS_ANGLE, ROMS_STEP = 0.6, 0.05
"""Direction of the rows [rad] and mesh [deg of latitude] of the ROMS files."""


def roms_places(lat: Any, lon: Any) -> tuple[Any, Any]:
    """Row and column of a place in the ROMS files, from `curved` turned round."""
    north, east = np.asarray(lat) - 60.0, (np.asarray(lon) - 5.0) * np.cos(np.radians(60.0))
    column = (east * np.cos(ROMS_ANGLE) + north * np.sin(ROMS_ANGLE)) / ROMS_STEP
    return (north * np.cos(ROMS_ANGLE) - east * np.sin(ROMS_ANGLE)) / ROMS_STEP, column


def roms_depth(transform: int, s: np.ndarray, C: np.ndarray, h: np.ndarray, zeta: float, hc: float) -> np.ndarray:
    """Depth of levels [m], shape (level, row, column), written from the ROMS wiki."""
    z = np.empty((s.size, *h.shape))
    for k in range(s.size):
        if transform == 1:
            rest = hc * s[k] + (h - hc) * C[k]
            z[k] = rest + zeta * (1.0 + rest / h)
        else:
            z[k] = zeta + (zeta + h) * (hc * s[k] + h * C[k]) / (hc + h)
    return -z


def roms_variables(
    shape: tuple[int, int] = (16, 18),
    transform: int = 2,
    cut: bool = False,
    slope: float = 0.0,
    zeta: float = 0.5,
    levels: int = 10,
) -> dict[str, Any]:
    """A ROMS history file: flow as in `roms_flow`, temp = 10 - depth / 50, salt = 35, w = 0.0001 m/s; the second of two
    times has twice the flow. Water is 80 m deep and deeper by `slope` [m] with every row; rows 0..2 of columns 0..3 are
    land, where u and v are zero and nothing else is masked.

    `cut`: all dimensions cut to equal ranges, as `ncks -d xi_rho,0,9 -d xi_u,0,9` does: u has as many faces as cells.
    """
    lat, lon = curved(shape, ROMS_ANGLE, ROMS_STEP)
    h = 80.0 + slope * np.arange(shape[0])[:, None] + np.zeros(shape)
    s, s_w = (np.arange(levels) - levels + 0.5) / levels, np.linspace(-1.0, 0.0, levels + 1)
    C, C_w = np.sinh(3.0 * s) / np.sinh(3.0), np.sinh(3.0 * s_w) / np.sinh(3.0)
    hc = 20.0
    at = roms_depth(transform, s, C, h, zeta, hc)
    east, north = roms_flow(at, lat)
    u = east * np.cos(ROMS_ANGLE) + north * np.sin(ROMS_ANGLE)
    v = -east * np.sin(ROMS_ANGLE) + north * np.cos(ROMS_ANGLE)
    mask = np.ones(shape)
    mask[:3, :4] = 0.0
    mask_u, mask_v = mask[:, :-1] * mask[:, 1:], mask[:-1] * mask[1:]
    u, v = 0.5 * (u[:, :, :-1] + u[:, :, 1:]) * mask_u, 0.5 * (v[:, :-1] + v[:, 1:]) * mask_v
    rows, columns = (shape[0] - 1, shape[1] - 1) if cut else shape
    lat, lon, h, mask = (a[:rows, :columns] for a in (lat, lon, h, mask))
    at, u, mask_u, v, mask_v = (
        at[:, :rows, :columns],
        u[:, :rows],
        mask_u[:rows],
        v[:, :, :columns],
        mask_v[:, :columns],
    )
    rho, faces_u, faces_v = ("eta_rho", "xi_rho"), ("eta_u", "xi_u"), ("eta_v", "xi_v")
    time = ("ocean_time",)
    return {
        "ocean_time": (time, np.array([0.0, 3600.0]), {"units": "seconds since 2020-01-01", "calendar": "gregorian"}),
        "s_rho": (
            ("s_rho",),
            s,
            {
                "standard_name": f"ocean_s_coordinate_g{transform}",
                "positive": "up",
                "formula_terms": "s: s_rho C: Cs_r eta: zeta depth: h depth_c: hc",
            },
        ),
        "s_w": (
            ("s_w",),
            s_w,
            {
                "standard_name": f"ocean_s_coordinate_g{transform}",
                "positive": "up",
                "formula_terms": "s: s_w C: Cs_w eta: zeta depth: h depth_c: hc",
            },
        ),
        "Cs_r": (("s_rho",), C, {}),
        "Cs_w": (("s_w",), C_w, {}),
        "hc": ((), np.array(hc), {"units": "meter"}),
        "Vtransform": ((), np.array(transform, np.int32), {}),
        "lat_rho": (rho, lat, LAT),
        "lon_rho": (rho, lon, LON),
        "lat_u": (faces_u, np.zeros(u.shape[1:]), LAT),
        "lon_u": (faces_u, np.zeros(u.shape[1:]), LON),
        "h": (rho, h, {"units": "meter", "long_name": "bathymetry at RHO-points"}),
        "angle": (rho, np.full((rows, columns), ROMS_ANGLE), {"units": "radians"}),
        "mask_rho": (rho, mask, {}),
        "mask_u": (faces_u, mask_u, {}),
        "mask_v": (faces_v, mask_v, {}),
        "zeta": ((*time, *rho), np.full((2, rows, columns), zeta), {"units": "meter"}),
        "u": (
            (*time, "s_rho", *faces_u),
            np.stack([u, 2.0 * u]),
            {"units": "meter second-1", "coordinates": "lon_u lat_u s_rho ocean_time"},
        ),
        "v": ((*time, "s_rho", *faces_v), np.stack([v, 2.0 * v]), {"units": "meter second-1"}),
        "w": ((*time, "s_w", *rho), np.full((2, levels + 1, rows, columns), 1e-4), {"units": "meter second-1"}),
        "temp": (
            (*time, "s_rho", *rho),
            np.stack([10.0 - at / 50.0] * 2),
            {"units": "Celsius", "long_name": "potential temperature"},
        ),
        "salt": ((*time, "s_rho", *rho), np.full((2, levels, rows, columns), 35.0), {}),
    }


def croco(path: Path) -> Path:
    """The same as CROCO writes it: u on (eta_rho, xi_u), v on (eta_v, xi_rho), stretching in global attributes."""
    made = roms_variables()
    new: dict[str, Any] = {}
    renamed = {"ocean_time": "time", "eta_u": "eta_rho", "xi_v": "xi_rho"}
    for name, (dims, values, attributes) in made.items():
        if name not in ("s_rho", "s_w", "Cs_r", "Cs_w", "hc", "Vtransform", "lat_u", "lon_u", "mask_u", "mask_v"):
            new[renamed.get(name, name)] = (tuple(renamed.get(d, d) for d in dims), values, attributes)
    attributes = {
        "Conventions": "CF-1.6",
        "VertCoordType": "NEW",
        "hc": made["hc"][1],
        "sc_r": made["s_rho"][1],
        "Cs_r": made["Cs_r"][1],
        "sc_w": made["s_w"][1],
        "Cs_w": made["Cs_w"][1],
    }
    return write(path, new, attributes)


def nemo(folder: Path) -> list[Path]:
    """NEMO: u and v in files of their own, on faces with coordinates for every point and along the grid; the flow is
    0.4 m/s towards east and 0.1 towards north everywhere.
    """
    angle = 0.6
    lat, lon = curved((9, 10), angle)
    lat_u, lon_u = 0.5 * (lat[:, :-1] + lat[:, 1:]), 0.5 * (lon[:, :-1] + lon[:, 1:])
    lat_v, lon_v = 0.5 * (lat[:-1] + lat[1:]), 0.5 * (lon[:-1] + lon[1:])
    paths = []
    for name, y, x, dim in (
        ("vozocrtx", lat_u[:-1], lon_u[:-1], "depthu"),
        ("vomecrty", lat_v[:, :-1], lon_v[:, :-1], "depthv"),
    ):
        # rows run `angle` north of east at 60 N; farther north a degree of longitude is shorter
        way = np.arctan2(np.sin(angle), np.cos(angle) * np.cos(np.radians(y)) / np.cos(np.radians(60.0)))
        along, across = 0.4 * np.cos(way) + 0.1 * np.sin(way), -0.4 * np.sin(way) + 0.1 * np.cos(way)
        value = along if name == "vozocrtx" else across
        values = np.broadcast_to(value, (1, 2, *y.shape)).astype(np.float32)
        paths.append(
            write(
                folder / f"nemo_{name}.nc",
                {
                    "time_counter": (
                        ("time_counter",),
                        np.array([43200.0]),
                        {"units": "seconds since 1900-01-01", "calendar": "noleap"},
                    ),
                    dim: ((dim,), np.array([3.0, 10.0], np.float32), {"units": "m", "positive": "unknown"}),
                    "nav_lat": (("y", "x"), y.astype(np.float32), {"units": "degrees_north"}),
                    "nav_lon": (("y", "x"), x.astype(np.float32), {"units": "degrees_east"}),
                    name: (
                        ("time_counter", dim, "y", "x"),
                        values,
                        {"units": "m/s", "coordinates": "time_counter nav_lat nav_lon"},
                    ),
                },
            )
        )
    return paths


def gebco(path: Path) -> Path:
    """GEBCO 2023: int16 elevation at the centres of cells of 15 arc seconds."""
    lat, lon = 36.0 + (np.arange(6) + 0.5) / 240.0, -122.0 + (np.arange(8) + 0.5) / 240.0
    values = np.round(-2000.0 + 500.0 * (lat[:, None] - 36.0) * 240.0 + 10.0 * (lon - lon[0]) * 240.0).astype(np.int16)
    return write(
        path,
        {
            "lat": (("lat",), lat, {**LAT, "axis": "Y"}),
            "lon": (("lon",), lon, {**LON, "axis": "X"}),
            "elevation": (
                ("lat", "lon"),
                values,
                {
                    "units": "m",
                    "standard_name": "height_above_mean_sea_level",
                    "long_name": "Elevation relative to sea level",
                },
            ),
        },
        {"title": "The GEBCO_2023 Grid", "Conventions": "CF-1.6", "node_offset": 1.0},
    )


def gmt_classic(path: Path, cells: bool) -> tuple[Path, np.ndarray]:
    """A grid of GMT before 4.1 in 10..12 N, 20..23 E, z in one row from the north-west; and z from the south."""
    rows, columns = (2, 3) if cells else (3, 4)
    z = np.arange(rows * columns, dtype=np.float32).reshape(rows, columns) * 100.0 - 900.0
    variables = {
        "x_range": (("side",), np.array([20.0, 23.0]), {"units": "user_x_unit"}),
        "y_range": (("side",), np.array([10.0, 12.0]), {"units": "user_y_unit"}),
        "z_range": (("side",), np.array([z.min(), z.max()], float), {"units": "user_z_unit"}),
        "spacing": (("side",), np.array([1.0, 1.0]), {}),
        "dimension": (("side",), np.array([columns, rows], np.int32), {}),
        "z": (("xysize",), z[::-1].ravel(), {"scale_factor": 1.0, "add_offset": 0.0, "node_offset": np.int32(cells)}),
    }
    return write(path, variables, {"title": "", "source": "xyz2grd"}, "NETCDF3_CLASSIC"), z


def regular(
    path: Path,
    names: Mapping[str, tuple[Any, Mapping[str, Any]]],
    lat: Any = (0.0, 1.0, 2.0),
    lon: Any = (10.0, 11.0, 12.0, 13.0),
) -> Path:
    """Variables (values, attributes) on latitude and longitude alone."""
    axes = {"lat": (("lat",), np.asarray(lat, float), LAT), "lon": (("lon",), np.asarray(lon, float), LON)}
    return write(path, {**axes, **{name: (("lat", "lon"), values, own) for name, (values, own) in names.items()}})
