"""Land on a lattice: which cells and moves the coast takes."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seatrial.dynamics.engine import start as start_engine
from seatrial.dynamics.scalar import real_numpy
from seatrial.ocean.land import Land
from seatrial.planning import raster_kernel
from seatrial.planning.lattice import PLANE_RADIUS, Lattice
from seatrial.planning.search import Bytes, share

Array = NDArray[np.float64]

wp = start_engine()

LONGEST_EDGE = 0.05
"""Coast edges are straight in longitude and latitude; in the plane they are drawn in pieces of at most this [deg]."""

_EXACT_RADIUS = 3.0
_SEAM = 1e-7


@dataclass(frozen=True, eq=False)
class CoastRaster:
    """The coast on a lattice, all of shape (rows, columns).

    land: cells whose centre is land. near: cells whose centre is nearer to the coast than the shore clearance.
    shut: moves that touch the coast, as bits. near_shut: those and moves that come nearer than the shore clearance.
    edges: the coast in the plane [m], shape (n, 4): north1 east1 north2 east2.
    """

    land: Bytes
    near: Bytes
    shut: Bytes
    near_shut: Bytes
    edges: Array


def draw_coast(lattice: Lattice, land: Land, half: int, shore_clearance: float) -> CoastRaster:
    """The coast of `land` on a lattice with 2 `half` neighbours; `shore_clearance` in m."""
    shape = (lattice.rows, lattice.columns)
    radius = shore_clearance / lattice.cell
    edges = coast_edges(lattice, land, 4.0 + radius)
    units = np.ascontiguousarray((edges - lattice.origin) / lattice.cell, dtype=real_numpy)
    first = lattice.first_columns()
    flips, near, shut, near_shut, on_land = (np.zeros(shape, np.uint8) for _ in range(5))
    exact = radius if radius <= _EXACT_RADIUS else 0.0
    inputs = [half, 2 if half == 8 else 1, exact, *map(share, (flips, near, shut, near_shut))]
    wp.launch(raster_kernel.draw_coast, dim=1, inputs=[share(units), share(first), *inputs], device="cpu")
    begins = np.zeros(lattice.rows, np.uint8)
    rows = np.flatnonzero(first < lattice.columns)
    begins[rows] = land.contains(*lattice.to_geodetic(rows, first[rows]))
    inputs = [*map(share, (first, begins, flips, on_land))]
    wp.launch(raster_kernel.fill_land, dim=lattice.rows, inputs=inputs, device="cpu")
    outside = lattice.outside_plane()
    if outside is not None:
        on_land[outside] = 1
    if radius > _EXACT_RADIUS:
        near = _wide_margin(on_land, shut, radius)
    return CoastRaster(on_land, near, shut, near_shut, edges)


def coast_edges(lattice: Lattice, land: Land, margin: float) -> Array:
    """Coast edges in the plane [m], shape (n, 4), of a lattice and `margin` cells around it."""
    south, north, west, east = lattice.bounds(margin)
    if east - west < 360.0:
        edges = land.coast_near(south, north, west, east)
    else:
        # each edge once: those beside the date line, and those along it, which have land on one side only
        seam = land.coast_near(south, north, 180.0, 180.0)
        seam = seam[(seam[:, 0] == 180.0) & (seam[:, 2] == 180.0)]
        edges = np.concatenate([land.coast_near(south, north, -180.0 + _SEAM, 180.0 - _SEAM), seam])
    lon, lat = _short_edges(edges)
    north_m, east_m = lattice.frame.to_local(lat, lon)
    ends = np.column_stack([north_m[0], east_m[0], north_m[1], east_m[1]])
    # beyond the edge of the plane an edge could run the wrong way round
    inside = np.hypot(ends[:, 0::2], ends[:, 1::2]).max(axis=1, initial=0.0) < 1.01 * PLANE_RADIUS
    return ends[inside]


def _short_edges(edges: Array) -> tuple[Array, Array]:
    """Longitudes and latitudes [deg] of the two ends, (2, n) each, of edges cut to at most `LONGEST_EDGE`."""
    extent = np.abs(edges[:, 2:] - edges[:, :2]).max(axis=1, initial=0.0)
    pieces = np.maximum(np.ceil(extent / LONGEST_EDGE).astype(np.intp), 1)
    edge = np.repeat(np.arange(len(edges)), pieces)
    within = np.arange(len(edge)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    t = np.stack([within, within + 1]) / pieces[edge]
    lon = edges[edge, 0] * (1.0 - t) + edges[edge, 2] * t
    lat = edges[edge, 1] * (1.0 - t) + edges[edge, 3] * t
    return lon, lat


def _wide_margin(land: Bytes, shut: Bytes, radius: float) -> Bytes:
    """Cells near the coast for a margin of many cells: by distance from the nearest cell that land touches."""
    from scipy.ndimage import distance_transform_edt

    water = (land == 0) & (shut == 0)
    if water.all():
        return np.zeros_like(land)
    return (np.asarray(distance_transform_edt(water)) <= radius + 0.5).astype(np.uint8)
