"""The sea floor on a lattice and along legs. What is land is decided elsewhere."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.frames.geodesy import destination, inverse
from seatrial.ocean.composite import Composite
from seatrial.ocean.ocean import SHALLOWEST, Ocean

Array = NDArray[np.float64]
Index = NDArray[np.intp]

FORMULA_CELL = 1500.0
"""Taken as the cell [m] of a sea floor that is a formula."""

LONGEST_STEP = 250.0
"""Largest distance [m] between two samples along a leg, unless that would take more than `MOST_SAMPLES`."""
MOST_SAMPLES = 20_000
_FEWEST_SAMPLES = 200
_SHORTEST_STEP = 5.0
_REFINEMENTS = 2
_PIECES = 16
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
    bathymetry: Composite,
    lat1: ArrayLike,
    lon1: ArrayLike,
    lat2: ArrayLike,
    lon2: ArrayLike,
    enough: float = np.inf,
) -> tuple[Array, Array, Array]:
    """Least depth [m] along geodesic legs, shape (n,), and latitude and longitude [deg] where that is.

    Sampled at both ends and every min(250 m, a 200th of the leg, half a cell of the source), but at most `MOST_SAMPLES`
    times a leg; then again, twice, between those samples where the slope allows less than the least so far, and less
    than `enough` [m]. Infinite where nothing is known.
    """
    lat1, lon1, lat2, lon2 = _equal(lat1, lon1, lat2, lon2)
    length, azimuth, _ = inverse(lat1, lon1, lat2, lon2)
    cell = source_cell(bathymetry, min(lat1.min(), lat2.min()), max(lat1.max(), lat2.max()))
    finest = min(LONGEST_STEP, max(cell / 2.0, _SHORTEST_STEP))
    # where the source is coarser than the leg, a few samples tell as much as 200
    fewest = np.clip(length / max(cell / 40.0, 1.0), 2, _FEWEST_SAMPLES)
    count = np.clip(np.ceil(np.maximum(length / finest, fewest)), 2, MOST_SAMPLES).astype(np.intp) + 1
    leg = np.repeat(np.arange(len(count)), count)
    along = (np.arange(len(leg)) - (np.cumsum(count) - count)[leg]) / (count[leg] - 1) * length[leg]

    def sample(leg: Index, along: Array) -> Array:
        depth = sea_depth(bathymetry, *destination(lat1[leg], lon1[leg], azimuth[leg], along))
        return np.where(np.isnan(depth), np.inf, depth)

    depth = sample(leg, along)
    least = np.minimum.reduceat(depth, np.cumsum(count) - count)
    for _ in range(_REFINEMENTS):
        new_leg, new_along = _doubtful(leg, along, depth, np.minimum(least, enough))
        leg, along = np.concatenate([leg, new_leg]), np.concatenate([along, new_along])
        depth = np.concatenate([depth, sample(new_leg, new_along)])
        order = np.lexsort((along, leg))
        leg, along, depth = leg[order], along[order], depth[order]
        np.minimum.at(least, leg, depth)
    # the first sample of each leg that has the least depth
    hits = np.flatnonzero(depth == least[leg])
    at = hits[np.searchsorted(leg[hits], np.arange(len(count)))]
    return least, *destination(lat1, lon1, azimuth, along[at])


def _doubtful(leg: Index, along: Array, depth: Array, limit: Array) -> tuple[Index, Array]:
    """Points to sample between neighbours [m along their leg]: where the slope could go on to less than the limit."""
    with np.errstate(invalid="ignore"):
        change = np.nan_to_num(np.abs(np.diff(depth)), nan=0.0, posinf=0.0)
    steepest = np.maximum(change, np.maximum(np.append(0.0, change[:-1]), np.append(change[1:], 0.0)))
    lowest = np.minimum(depth[:-1], depth[1:])
    first = np.flatnonzero((leg[1:] == leg[:-1]) & (lowest - steepest < limit[leg[:-1]]))
    part = np.arange(1, _PIECES) / _PIECES
    between = along[first, None] + part * (along[first + 1] - along[first])[:, None]
    return np.repeat(leg[first], _PIECES - 1), between.ravel()


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
        legs = lat1[look], lon1[look], lat2[look], lon2[look]
        good[look] = least_depth(ocean.bathymetry, *legs, enough=cruise_depth)[0] >= cruise_depth
    return good


def _equal(*values: ArrayLike) -> list[Array]:
    return list(np.broadcast_arrays(*(np.atleast_1d(np.asarray(a, np.float64)) for a in values)))
