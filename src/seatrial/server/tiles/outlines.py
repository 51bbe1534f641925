"""Polygons and coast lines in the plane of the map, simplified once per zoom for the whole world.

As no tile is simplified by itself, tiles side by side cut the same lines. Points on the date line and on the northern
and southern cut, where the world ends, stay where they are, so that both sides of the date line fit.
"""

from dataclasses import dataclass
from functools import partial

import numpy as np
import shapely
from numpy.typing import NDArray

from seatrial.ocean.land import Land
from seatrial.server.tiles.address import world_x, world_y
from seatrial.server.tiles.chains import Geometries, joined

Floats = NDArray[np.float64]

FULL_ZOOM = 7
"""From here on nothing is simplified: the shipped coast is no finer."""
END_LAT = 86.0
"""Latitude [deg] where the world is cut, beyond the tiles and their margins."""

_TOLERANCE = 0.4 / 512.0
"""Of a tile's width: less than half a pixel of a tile drawn 512 pixels wide."""
_LONG_EDGE = 0.1
"""Edges longer than this [deg] get points between: straight in longitude and latitude is not straight on the map."""


def tolerance(zoom: int) -> float:
    """How far a simplified line may lie from the true one, in the unit square."""
    return 0.0 if zoom >= FULL_ZOOM else _TOLERANCE / (1 << zoom)


@dataclass(frozen=True, eq=False)
class Outlines:
    """Geometries in the unit square with their boxes (n, 4), from which a tile picks those that it meets."""

    geometries: Geometries
    boxes: Floats

    @classmethod
    def of(cls, geometries: Geometries) -> "Outlines":
        """Geometries with their boxes."""
        return cls(geometries, shapely.bounds(geometries).reshape(-1, 4))


def to_map(polygons: Geometries) -> Geometries:
    """Valid polygons (n,) of longitude and latitude [deg], -180..180, in the unit square; what lies beyond `END_LAT` is
    cut off.
    """
    if not len(polygons):
        return polygons
    reach = shapely.bounds(polygons)
    beyond = (reach[:, 1] < -END_LAT) | (reach[:, 3] > END_LAT)
    cut = shapely.intersection(polygons[beyond], shapely.box(-180.0, -END_LAT, 180.0, END_LAT))
    kept = polygon_parts(np.concatenate([polygons[~beyond], cut]))
    return shapely.transform(shapely.segmentize(kept, _LONG_EDGE), _project)


def simplified(polygons: Geometries, allowed: float) -> Geometries:
    """Polygons of the unit square with lines at most `allowed` beside the true ones; what is smaller vanishes."""
    if allowed == 0.0 or not len(polygons):
        return polygons
    reach = shapely.bounds(polygons)
    north, south = world_ends()
    at_end = (reach[:, 0] <= 0.0) | (reach[:, 2] >= 1.0) | (reach[:, 1] <= north) | (reach[:, 3] >= south)
    inner = shapely.simplify(polygons[~at_end], allowed, preserve_topology=False)
    outer = [_simplified_between_ends(polygon, allowed) for polygon in polygons[at_end]]
    return polygon_parts(np.concatenate([inner, np.array(outer, dtype=object)]))


def coast_lines(polygons: Geometries) -> Geometries:
    """Boundaries of polygons of the unit square as lines, without those along the ends of the world."""
    rings = shapely.get_rings(polygons)
    points, ring = shapely.get_coordinates(rings, return_index=True)
    if not len(points):
        return np.empty(0, dtype=object)
    drawn = (ring[1:] == ring[:-1]) & ~_along_ends(points)
    return joined(points, drawn)


def open_ends(land: Land) -> Geometries:
    """Coast along the date line itself, where land lies on one side only, as lines of the unit square."""
    edges = land.coast_near(-END_LAT, END_LAT, 180.0, 180.0)
    edges = edges[(np.abs(edges[:, 0]) == 180.0) & (edges[:, 0] == edges[:, 2])]
    made = np.empty(len(edges), dtype=object)
    shapely.linestrings(_project(edges.reshape(-1, 2)), indices=np.repeat(np.arange(len(edges)), 2), out=made)
    return made


def polygon_parts(geometries: Geometries) -> Geometries:
    """All polygons in them, collections opened, lines and points left out."""
    parts = shapely.get_parts(shapely.get_parts(geometries))
    return parts[(shapely.get_type_id(parts) == 3) & ~shapely.is_empty(parts)]


def world_ends() -> tuple[float, float]:
    """Where the world is cut, north and south, in the unit square."""
    north = _project(np.array([[0.0, END_LAT]]))[0, 1]
    south = _project(np.array([[0.0, -END_LAT]]))[0, 1]
    return float(north), float(south)


def _project(lon_lat: Floats) -> Floats:
    return np.column_stack([world_x(lon_lat[:, 0]), world_y(lon_lat[:, 1])])


def _along_ends(points: Floats) -> NDArray[np.bool_]:
    """Whether the piece from each point to the next runs along an end of the world, shape (n - 1,)."""
    along = np.zeros(len(points) - 1, bool)
    for axis, ends in ((0, (0.0, 1.0)), (1, world_ends())):
        for end in ends:
            here = points[:, axis] == end
            along |= here[1:] & here[:-1]
    return along


def _simplified_between_ends(polygon: shapely.Polygon, allowed: float) -> shapely.Geometry:
    """The polygon with its coast simplified and its edges along the ends of the world as they are."""
    outer, *holes = [_ring_between_ends(shapely.get_coordinates(ring), allowed) for ring in shapely.get_rings(polygon)]
    if len(outer) < 4:
        return shapely.Polygon()
    made = shapely.Polygon(outer, [hole for hole in holes if len(hole) >= 4])
    return shapely.buffer(made, 0.0)  # makes it valid, as `simplify` does for the others, and is the fastest way


def _ring_between_ends(points: Floats, allowed: float) -> Floats:
    simplify = partial(shapely.simplify, tolerance=allowed, preserve_topology=False)
    fixed = _along_ends(points)
    if not fixed.any():
        return shapely.get_coordinates(simplify(shapely.LineString(points)))
    first = int(np.flatnonzero(fixed)[0])
    points, fixed = np.roll(points[:-1], -first, axis=0), np.roll(fixed, -first)
    points = np.vstack([points, points[:1]])
    changes = np.flatnonzero(np.diff(fixed)) + 1
    runs = zip([0, *changes], [*changes, len(fixed)], strict=True)
    parts = [
        points[begin : end + 1]
        if fixed[begin]
        else shapely.get_coordinates(simplify(shapely.LineString(points[begin : end + 1])))
        for begin, end in runs
    ]
    return np.vstack([parts[0][:1], *(part[1:] for part in parts)])
