"""The sea floor on a lattice and along legs. What is land is decided elsewhere."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.frames.geodesy import destination, inverse
from seatrial.ocean.composite import Composite
from seatrial.ocean.ocean import SHALLOWEST, Ocean

Array = NDArray[np.float64]

FORMULA_CELL = 1500.0
"""Taken as the cell [m] of a sea floor that is a formula."""

LONGEST_STEP = 250.0
"""Largest distance [m] between two samples along a leg, unless that would take more than `MOST_SAMPLES`."""
MOST_SAMPLES = 20_000
_FEWEST_SAMPLES = 200
_SHORTEST_STEP = 5.0
_DEGREE = 111_195.0


def sea_depth(bathymetry: Composite, lat: ArrayLike, lon: ArrayLike) -> Array:
    """Depth [m] at positions that are known to be sea, NaN where no source answers."""
    return np.maximum(SHALLOWEST, -bathymetry.sample(lat, lon).value)


def source_cell(bathymetry: Composite, south: float, north: float) -> float:
    """Side [m] of the cells of the finest source between two latitudes [deg]."""
    finest = np.inf
    for table in bathymetry.tables():
        if table is None:
            return min(finest, FORMULA_CELL)
        rows = table.values.shape[2]
        if table.lat0 <= north and table.lat0 + (rows - 1) * table.dlat >= south:
            # towards the poles the columns come closer than the data's resolution
            shrink = max(np.cos(np.radians(np.clip(max(abs(south), abs(north)), 0.0, 72.0))), 0.3)
            finest = min(finest, _DEGREE * min(table.dlat, table.dlon * shrink))
        if table.complete:
            break
    return float(finest) if np.isfinite(finest) else FORMULA_CELL


def least_depth(
    bathymetry: Composite, lat1: ArrayLike, lon1: ArrayLike, lat2: ArrayLike, lon2: ArrayLike
) -> tuple[Array, Array, Array]:
    """Least depth [m] along geodesic legs, shape (n,), and latitude and longitude [deg] where that is.

    Sampled at both ends and every min(250 m, a 200th of the leg, half a cell of the source), but at most
    `MOST_SAMPLES` times a leg; infinite where nothing is known.
    """
    lat1, lon1, lat2, lon2 = _equal(lat1, lon1, lat2, lon2)
    length, azimuth, _ = inverse(lat1, lon1, lat2, lon2)
    cell = source_cell(bathymetry, min(lat1.min(), lat2.min()), max(lat1.max(), lat2.max()))
    finest = min(LONGEST_STEP, max(cell / 2.0, _SHORTEST_STEP))
    # where the source is coarser than the leg, a few samples tell as much as 200
    fewest = np.clip(length / max(cell / 40.0, 1.0), 2, _FEWEST_SAMPLES)
    count = np.clip(np.ceil(np.maximum(length / finest, fewest)), 2, MOST_SAMPLES).astype(np.intp) + 1
    first = np.cumsum(count) - count
    leg = np.repeat(np.arange(len(count)), count)
    along = (np.arange(len(leg)) - first[leg]) / (count[leg] - 1) * length[leg]
    lat, lon = destination(lat1[leg], lon1[leg], azimuth[leg], along)
    depth = sea_depth(bathymetry, lat, lon)
    depth[np.isnan(depth)] = np.inf
    least = np.minimum.reduceat(depth, first)
    # the first sample of each leg that has the least depth
    hits = np.flatnonzero(depth == least[leg])
    at = hits[np.searchsorted(leg[hits], np.arange(len(count)))]
    return least, lat[at], lon[at]


def safe_legs(
    ocean: Ocean, cruise_depth: float, lat1: ArrayLike, lon1: ArrayLike, lat2: ArrayLike, lon2: ArrayLike
) -> NDArray[np.bool_]:
    """Which geodesic legs [deg], shape (n,), touch no land and have at least `cruise_depth` [m] of water all along.

    What must hold for every leg of a route.
    """
    lat1, lon1, lat2, lon2 = _equal(lat1, lon1, lat2, lon2)
    good = ~ocean.land.crosses(lat1, lon1, lat2, lon2)
    look = np.flatnonzero(good)
    if len(look):
        good[look] = least_depth(ocean.bathymetry, lat1[look], lon1[look], lat2[look], lon2[look])[0] >= cruise_depth
    return good


def _equal(*values: ArrayLike) -> list[Array]:
    return list(np.broadcast_arrays(*(np.atleast_1d(np.asarray(a, np.float64)) for a in values)))
