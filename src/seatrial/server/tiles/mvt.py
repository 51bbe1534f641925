"""Mapbox Vector Tile 2.1, written by hand: whole arrays of points at once, which general encoders do one by one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from seatrial.server.tiles.chains import Geometries

EXTENT = 4096
"""Units along a side of a tile."""

Integers = NDArray[np.int64]

_MOVE_TO, _LINE_TO, _CLOSE_PATH = 1, 2, 7
_LINES, _POLYGONS = 2, 3
_VARINT, _DOUBLE, _BYTES = 0, 1, 2  # wire types of protocol buffers


@dataclass(frozen=True, eq=False)
class Feature:
    """Lines or polygons (one kind) in tile units, y southwards, and numbers that belong to them."""

    geometries: Geometries
    properties: Mapping[str, float]


def encode_tile(layers: Mapping[str, Sequence[Feature]]) -> bytes:
    """The tile as bytes; features and layers of which nothing is left on the grid of integers are left out."""
    encoded = (
        (name, [part for feature in features if (part := _commands(feature))]) for name, features in layers.items()
    )
    return b"".join(_field(3, _layer(name, parts)) for name, parts in encoded if parts)


def _layer(name: str, parts: Sequence[tuple[int, bytes, Mapping[str, float]]]) -> bytes:
    keys = list(dict.fromkeys(key for _, _, properties in parts for key in properties))
    values = list(dict.fromkeys(value for _, _, properties in parts for value in properties.values()))
    features = b""
    for kind, commands, properties in parts:
        tags = [number for key, value in properties.items() for number in (keys.index(key), values.index(value))]
        body = _field(2, varints(np.array(tags))) if tags else b""
        features += _field(2, body + _number(3, kind) + _field(4, commands))
    dictionary = b"".join(_field(3, key.encode()) for key in keys) + b"".join(_field(4, _value(v)) for v in values)
    return _number(15, 2) + _field(1, name.encode()) + features + dictionary + _number(5, EXTENT)


def _value(value: float) -> bytes:
    if float(value).is_integer() and value >= 0:
        return _number(5, int(value))
    return _tag(3, _DOUBLE) + np.float64(value).tobytes()


def _commands(feature: Feature) -> tuple[int, bytes, Mapping[str, float]] | None:
    """Kind, geometry and properties of a feature, None when nothing is left of it."""
    geometries = shapely.get_parts(shapely.get_parts(feature.geometries))
    kinds = shapely.get_type_id(geometries)
    polygons, lines = geometries[kinds == 3], geometries[(kinds == 1) | (kinds == 2)]
    if len(polygons):
        points, starts = polygon_rings(polygons)
    else:
        points, starts = _on_grid(lines)
        points, starts = _only(points, starts, _lengths(points, starts) >= 2)
    if not len(starts):
        return None
    words = geometry_words(points, starts, closed=len(polygons) > 0)
    return _POLYGONS if len(polygons) else _LINES, varints(words), feature.properties


def polygon_rings(polygons: Geometries) -> tuple[Integers, NDArray[np.intp]]:
    """Points (n, 2) of all rings on the grid, last one not repeated, and where each ring starts.

    Rings that are flat on the grid are gone, and the holes of such an outer ring with it. Outer rings turn so that
    x eastwards, y southwards gives a positive area, holes the other way round (MVT 2.1, 4.3.4.4).
    """
    rings, owner = shapely.get_rings(polygons, return_index=True)
    is_hole = np.concatenate([[False], owner[1:] == owner[:-1]]) if len(owner) else np.empty(0, bool)
    points, starts = _on_grid(rings, closed=True)
    area = _twice_area(points, starts)
    kept = (_lengths(points, starts) >= 3) & (area != 0)
    outer_kept = np.zeros(len(polygons), bool)
    outer_kept[owner[~is_hole]] = kept[~is_hole]
    kept &= outer_kept[owner]
    points = _turned(points, starts, (area > 0) == is_hole)
    return _only(points, starts, kept)


def geometry_words(points: Integers, starts: NDArray[np.intp], closed: bool) -> NDArray[np.uint32]:
    """Commands and parameters of paths: move to the first point, lines to the others, back to the first if `closed`."""
    lengths = _lengths(points, starts)
    steps = np.diff(points, axis=0, prepend=np.zeros((1, 2), np.int64))
    zigzag = ((steps << 1) ^ (steps >> 63)).astype(np.uint32)
    size = 2 * lengths + 2 + closed
    begin = np.cumsum(size) - size
    words = np.empty(size.sum(), np.uint32)
    words[begin] = 1 << 3 | _MOVE_TO
    words[begin + 3] = (lengths - 1) << 3 | _LINE_TO
    if closed:
        words[begin + size - 1] = 1 << 3 | _CLOSE_PATH
    path = np.repeat(np.arange(len(starts)), lengths)
    within = np.arange(len(points)) - starts[path]
    at = begin[path] + 1 + 2 * within + (within > 0)
    words[at], words[at + 1] = zigzag[:, 0], zigzag[:, 1]
    return words


def varints(numbers: NDArray) -> bytes:
    """Unsigned numbers below 2^35 in the variable length of protocol buffers, one after the other."""
    numbers = np.asarray(numbers).astype(np.uint64)
    groups = numbers[:, None] >> np.arange(0, 35, 7, dtype=np.uint64)
    used = groups > 0
    used[:, 0] = True
    more = np.zeros(groups.shape, np.uint8)
    more[:, :-1] = used[:, 1:] * np.uint8(128)
    return ((groups & np.uint64(127)).astype(np.uint8) | more)[used].tobytes()


def _on_grid(paths: Geometries, closed: bool = False) -> tuple[Integers, NDArray[np.intp]]:
    """Points of all paths, rounded, without repetitions, and where each path starts; closed ones lose their last."""
    coordinates, path = shapely.get_coordinates(paths, return_index=True)
    points = np.round(coordinates).astype(np.int64)
    moves = np.ones(len(points), bool)
    moves[1:] = np.any(points[1:] != points[:-1], axis=1) | (path[1:] != path[:-1])
    points, path = points[moves], path[moves]
    starts = np.searchsorted(path, np.arange(len(paths)))
    if not closed:
        return points, starts
    lengths = _lengths(points, starts)
    last = starts + lengths - 1
    drop = last[(lengths > 1) & np.all(points[starts] == points[last], axis=1)] if len(points) else last
    open_ = np.ones(len(points), bool)
    open_[drop] = False
    return points[open_], np.searchsorted(path[open_], np.arange(len(paths)))


def _lengths(points: Integers, starts: NDArray[np.intp]) -> NDArray[np.intp]:
    return np.diff(np.append(starts, len(points)))


def _only(points: Integers, starts: NDArray[np.intp], kept: NDArray[np.bool_]) -> tuple[Integers, NDArray[np.intp]]:
    lengths = _lengths(points, starts)
    return points[np.repeat(kept, lengths)], (np.cumsum(lengths * kept) - lengths * kept)[kept]


def _next_in_ring(points: Integers, starts: NDArray[np.intp]) -> NDArray[np.intp]:
    following = np.arange(1, len(points) + 1)
    lengths = _lengths(points, starts)
    following[(starts + lengths - 1)[lengths > 0]] = starts[lengths > 0]
    return following


def _twice_area(points: Integers, starts: NDArray[np.intp]) -> Integers:
    onward = points[_next_in_ring(points, starts)]
    cross = points[:, 0] * onward[:, 1] - onward[:, 0] * points[:, 1]
    total = np.concatenate([[0], np.cumsum(cross)])
    return total[np.append(starts[1:], len(points))] - total[starts] if len(starts) else np.empty(0, np.int64)


def _turned(points: Integers, starts: NDArray[np.intp], turn: NDArray[np.bool_]) -> Integers:
    """The rings marked by `turn` run through backwards."""
    lengths = _lengths(points, starts)
    ring = np.repeat(np.arange(len(starts)), lengths)
    here = np.arange(len(points))
    return points[np.where(turn[ring], 2 * starts[ring] + lengths[ring] - 1 - here, here)]


def _tag(field: int, wire: int) -> bytes:
    return varints(np.array([field << 3 | wire]))


def _number(field: int, value: int) -> bytes:
    return _tag(field, _VARINT) + varints(np.array([value]))


def _field(field: int, body: bytes) -> bytes:
    return _tag(field, _BYTES) + varints(np.array([len(body)])) + body
