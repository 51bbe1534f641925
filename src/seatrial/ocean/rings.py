"""Land polygons as people draw them, brought into the plane -180..180 by -90..90 degrees.

A ring of longitudes and latitudes may cross the date line, hold a pole, or be given in any turn of longitude. The rule
(GeoJSON, RFC 7946, section 3.1.9 asks for polygons that are cut already; many files are not): an edge longer than
180 deg of longitude takes the short way over the date line, but an edge of exactly 360 deg is drawn as it stands if the
ring walks along a pole or has such edges both ways. A ring that then ends a full turn from where it began goes round a
pole: the one of the hemisphere in which the mean latitude of its vertices lies, whatever the ring's direction.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from seatrial.errors import InputError

Polygons = NDArray[np.object_]


def to_plane(polygons: Iterable[BaseGeometry | ArrayLike]) -> Polygons:
    """Disjoint valid polygons in the plane, longitude -180..180, of polygons of any kind that may overlap.

    Each item is a shapely Polygon or MultiPolygon, or one outer ring of (lon, lat) pairs [deg], shape (n, 2).
    Rings that cross themselves are repaired. `InputError` for anything else, latitudes outside -90..90, coordinates
    that are not finite and rings that go round the world more than once.
    """
    pieces = [_place(polygon) for item in polygons for polygon in _polygons_of(item)]
    placed = _polygonal_parts(np.array(pieces, dtype=object))
    if len(placed) > 1 and len(shapely.STRtree(placed).query(placed, predicate="intersects")[0]) > len(placed):
        placed = _polygonal_parts(np.array([shapely.union_all(placed)], dtype=object))
    return placed


def polygon_of(outer: NDArray[np.float64], holes: Sequence[NDArray[np.float64]]) -> Polygon:
    """A polygon of rings (n, 2) of longitude and latitude, closed or not. `InputError` if they are no positions."""
    for ring in (outer, *holes):
        _check(ring)
    return Polygon(outer, holes)


def _polygons_of(item: BaseGeometry | ArrayLike) -> Sequence[Polygon]:
    if isinstance(item, Polygon):
        return [item]
    if isinstance(item, MultiPolygon):
        return list(item.geoms)
    if isinstance(item, BaseGeometry):
        raise InputError(f"land geometry {item.geom_type}: must be Polygon or MultiPolygon")
    try:
        ring = np.asarray(item, float)
    except (TypeError, ValueError):
        raise InputError("land ring: must be a list of (lon, lat) pairs in deg") from None
    if ring.ndim != 2 or ring.shape[1] != 2:
        raise InputError(f"land ring of shape {ring.shape}: must be a list of (lon, lat) pairs in deg")
    return [polygon_of(ring, [])]


def _place(polygon: Polygon) -> BaseGeometry:
    if polygon.is_empty:
        return polygon
    rings = [np.asarray(ring.coords)[:, :2] for ring in (polygon.exterior, *polygon.interiors)]
    for ring in rings:
        _check(ring)
    if all(np.abs(ring[:, 0]).max() <= 180.0 and np.abs(np.diff(ring[:, 0])).max() <= 180.0 for ring in rings):
        return polygon if polygon.is_valid else shapely.make_valid(polygon)
    areas = [_area(ring) for ring in rings]
    return areas[0].difference(shapely.union_all(areas[1:])) if len(areas) > 1 else areas[0]


def _check(ring: NDArray[np.float64]) -> None:
    if len(ring) < 3:
        raise InputError(f"land ring of {len(ring)} positions: must have at least 3")
    if not np.all(np.isfinite(ring)):
        raise InputError("land ring: longitudes and latitudes must be finite numbers in deg")
    worst = ring[np.argmax(np.abs(ring[:, 1])), 1]
    if abs(worst) > 90.0:
        raise InputError(f"latitude of a land vertex = {worst:g} deg: must be a number in -90..90 deg")


def _area(ring: NDArray[np.float64]) -> BaseGeometry:
    """What a closed ring (n, 2) encloses, cut at the date line and moved into the plane."""
    lon, lat = _unwrap(ring)
    around = round((lon[-1] - lon[0]) / 360.0)
    if abs(around) > 1:
        raise InputError(f"land ring goes {abs(around)} times round the world: must be at most once")
    if around:
        pole = 90.0 if lat.mean() >= 0.0 else -90.0
        lon, lat = np.append(lon, [lon[-1], lon[0]]), np.append(lat, [pole, pole])
    area = shapely.make_valid(Polygon(np.column_stack([lon, lat])))
    first, last = np.floor((lon.min() + 180.0) / 360.0), np.ceil((lon.max() - 180.0) / 360.0)
    pieces = []
    for turn in np.arange(first, max(first, last) + 1.0) * 360.0:
        piece = shapely.intersection(area, shapely.box(turn - 180.0, -90.0, turn + 180.0, 90.0))
        pieces.append(shapely.transform(piece, lambda xy, turn=turn: xy - [turn, 0.0]))
    return shapely.union_all(pieces)


def _unwrap(ring: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Longitude made continuous along a closed ring by the rule above, and latitude."""
    lon, lat = ring.T
    step = np.diff(lon)
    crossing = (np.abs(step) > 180.0) & (np.abs(step) != 360.0)
    if not np.any(np.abs(lat) == 90.0) and np.sum(step[np.abs(step) == 360.0]) != 0.0:
        # the ring was cut open at a meridian and closed along it: the two ends are one point
        crossing |= np.abs(step) == 360.0
    turns = np.where(crossing, np.round(step / 360.0), 0.0)
    return lon - 360.0 * np.concatenate([[0.0], np.cumsum(turns)]), lat


def _polygonal_parts(geometries: NDArray[np.object_]) -> Polygons:
    # repairs and cuts leave points and lines behind, which are no land
    parts = shapely.get_parts(shapely.get_parts(geometries))
    return parts[(shapely.get_type_id(parts) == shapely.GeometryType.POLYGON) & ~shapely.is_empty(parts)]
