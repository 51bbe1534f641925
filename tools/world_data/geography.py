"""Bathymetry from ETOPO1, land and lakes from Natural Earth, and the sea cells of the one-degree grid."""

from pathlib import Path

import netCDF4
import numpy as np
import shapely
from numpy.typing import NDArray

from seatrial.ocean.land_files import GRAIN
from seatrial.ocean.packed import pack
from tools.world_data.netcdf import Variable, write
from tools.world_data.packages import ETOPO1, NATURAL_EARTH, find

BATHYMETRY_ATTRIBUTES = {
    "title": "ETOPO1 bedrock elevation, global, 0.1 degree (6 arc minutes)",
    "registration": "node: values are points at lat -90, -89.9 .. 90 and lon -180, -179.9 .. 179.9; the date line is "
    "not repeated",
    "source": "NOAA ETOPO1 1 arc-minute global relief model, bedrock version, resampled to 0.1 degree (GMT grdsample)",
    "references": "Amante, C. and B. W. Eakins, 2009: ETOPO1 1 Arc-Minute Global Relief Model: Procedures, Data "
    "Sources and Analysis. NOAA Technical Memorandum NESDIS NGDC-24. doi:10.7289/V5C8276M",
    "comment": "Bedrock, also below the ice of Greenland and Antarctica, so much of these lands is negative: let "
    "polygons decide what is land. Trenches and seamounts are smoothed. Not for navigation.",
    "license": "Public domain (NOAA, work of the US government)",
}


def polygons(sources: Path, layer: str) -> NDArray[np.object_]:
    """Polygons of a Natural Earth layer (`land`, `lakes`), valid, without the imaginary "Null Island".

    Vertices are rounded to 1 / GRAIN degree: at most 0.6 m on the ground, and a third less to store.
    """
    from pyogrio.raw import read  # pyright: ignore[reportMissingImports]

    _, _, wkb, _ = read(find(sources, NATURAL_EARTH.format(layer=layer)), columns=[])
    parts = shapely.get_parts(shapely.from_wkb(wkb))
    parts = parts[~shapely.intersects_xy(parts, 0, 0)]
    parts = shapely.transform(parts, lambda xy: np.rint(xy * GRAIN) / GRAIN)
    return shapely.get_parts([part if part.is_valid else shapely.make_valid(part) for part in parts])


def write_polygons(sources: Path, out: Path, layer: str) -> Path:
    """The polygons of a layer as whole numbers, deflated; `shipped_polygons` of the package reads them."""
    return write_vertices(out / f"{layer}_10m.npz", polygons(sources, layer))


def write_vertices(path: Path, shapes: NDArray[np.object_]) -> Path:
    """Polygons whose vertices lie at whole numbers of 1 / GRAIN degree; ValueError for others."""
    _, vertices, (rings, first) = shapely.to_ragged_array(shapes)
    numbers = np.rint(vertices * GRAIN).astype(np.int32)
    if not np.array_equal(numbers / GRAIN, vertices):
        raise ValueError(f"{path.name}: a repair made vertices between the steps of 1 / {GRAIN:g} degree")
    np.savez_compressed(path, steps=pack(numbers.T), rings=rings.astype(np.int32), polygons=first.astype(np.int32))
    return path


def elevation(sources: Path) -> NDArray[np.int16]:
    """ETOPO1 bedrock [m] at nodes 0.1 degree apart, lat -90..90, lon -180..179.9; the source starts at 0 E and repeats
    it.
    """
    with netCDF4.Dataset(find(sources, ETOPO1)) as data:
        return np.rint(np.roll(data["z"][:, :-1], 1800, axis=1)).astype("i2")


def write_bathymetry(sources: Path, out: Path) -> Path:
    """The elevation as NetCDF."""
    attributes = {
        "standard_name": "height_above_mean_sea_level",
        "long_name": "bedrock elevation, negative below sea level",
        "units": "m",
        "positive": "up",
        "valid_range": np.array([-11000, 9000], "i2"),
    }
    path = out / "bathymetry_6min.nc"
    write(
        path,
        {"lat": np.arange(-900, 901) / 10, "lon": np.arange(-1800, 1800) / 10},
        {"elevation": Variable(("lat", "lon"), elevation(sources), attributes=attributes)},
        BATHYMETRY_ATTRIBUTES,
    )
    return path


def sea_cells(sources: Path, depth: NDArray[np.float64]) -> NDArray[np.bool_]:
    """One-degree cells (level, 180, 360) that are at least 2 % sea and deeper somewhere than each depth [m]."""
    lat, lon = np.arange(-900, 901) / 10, np.arange(-1800, 1801) / 10
    sea = np.ones((lat.size, lon.size), bool)
    for polygon in polygons(sources, "land"):
        west, south, east, north = polygon.bounds
        columns, rows = np.flatnonzero((lon >= west) & (lon <= east)), np.flatnonzero((lat >= south) & (lat <= north))
        if columns.size and rows.size:
            shapely.prepare(polygon)
            sea[np.ix_(rows, columns)] &= ~shapely.intersects_xy(polygon, *np.meshgrid(lon[columns], lat[rows]))
    height = elevation(sources)
    water = np.where(sea, -np.c_[height, height[:, :1]], -9999)
    windows = np.lib.stride_tricks.sliding_window_view(water, (11, 11))[::10, ::10]  # cells with all their border nodes
    deepest = windows.max(axis=(2, 3))
    small = (sea[1:, 1:] * 1.0 + sea[:-1, 1:] + sea[1:, :-1] + sea[:-1, :-1]) / 4
    share = small.reshape(180, 10, 360, 10).mean((1, 3))
    level = depth[:, None, None]
    return (share >= 0.02) & ((deepest > level) | (level == 0))
