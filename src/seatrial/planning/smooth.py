"""Straightens a path of cells: the shortest polyline over points of the path whose legs are clear."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Self

import numpy as np
from numpy.typing import NDArray

from seatrial.planning.sight import Sight

Array = NDArray[np.float64]
Index = NDArray[np.intp]

_MOST = 150
"""Corners of a path that are looked at together."""
_LEG_COST = 0.02
"""Cost of a leg in cells: of two polylines of the same length, the one with fewer legs."""
_PULLS = 12
_TRIED = 3
_ROUNDS = 3
_PULLED = 0.1


@dataclass(frozen=True, eq=False)
class Points:
    """Points of a route: latitude and longitude [deg] and lattice units, shape (n,) each."""

    lat: Array
    lon: Array
    y: Array
    x: Array

    def pick(self, index: Index) -> Self:
        """Some of the points."""
        return type(self)(self.lat[index], self.lon[index], self.y[index], self.x[index])

    def legs(self, first: Index, last: Index) -> tuple[Array, Array, Array, Array]:
        """Legs between pairs of the points [deg]."""
        return self.lat[first], self.lon[first], self.lat[last], self.lon[last]


def straighten(points: Points, sight: Sight) -> Points:
    """The shortest polyline of clear legs over (a choice of) a path's points; consecutive points are taken as safe."""
    return points.pick(_straight(points, np.arange(len(points.y)), sight))


def _straight(points: Points, path: Index, sight: Sight) -> Index:
    """Those of the points on `path` that the polyline keeps.

    Visibility on the lattice is looked up for all pairs of a choice at once, and exact checks are made only for legs
    that the shortest polyline uses, until all of its legs have passed. Where two neighbours of the choice do not see
    each other, the path between them is straightened by itself.
    """
    if len(path) <= 2:
        return path
    chosen = _choice(points, path)
    nodes = path[chosen]
    cost = _visible(points, nodes, sight)
    along = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(points.y[path]), np.diff(points.x[path])) + _LEG_COST)])
    by_path = np.diff(along[chosen])
    step = np.arange(len(nodes) - 1)
    hidden = np.isinf(cost[step, step + 1])
    cost[step[hidden], step[hidden] + 1] = by_path[hidden]
    checked = np.zeros(cost.shape, np.bool_)
    checked[step[hidden], step[hidden] + 1] = True
    while True:
        route = _shortest(cost)
        first, last = route[:-1], route[1:]
        new = ~checked[first, last]
        if not new.any():
            break
        first, last = first[new], last[new]
        checked[first, last] = True
        bad = ~sight.clear(*points.legs(nodes[first], nodes[last]))
        cost[first[bad], last[bad]] = np.inf
        next_to = first[bad & (last == first + 1)]
        hidden[next_to], cost[next_to, next_to + 1] = True, by_path[next_to]
    parts = []
    for i, j in pairwise(route.tolist()):
        whole = path[chosen[i] : chosen[j] + 1] if j == i + 1 and hidden[i] else nodes[[i, j]]
        parts.append(_straight(points, whole, sight)[:-1])
    return np.concatenate([*parts, path[-1:]])


def _visible(points: Points, nodes: Index, sight: Sight) -> Array:
    """Length of the line between each pair of nodes and the cost of a leg [cells]; inf where something is between."""
    first, last = np.triu_indices(len(nodes), 1)
    a, b = nodes[first], nodes[last]
    clear = sight.obstacles.clear(np.column_stack([points.y[a], points.x[a], points.y[b], points.x[b]]))
    length = np.hypot(points.y[b] - points.y[a], points.x[b] - points.x[a]) + _LEG_COST
    cost = np.full((len(nodes), len(nodes)), np.inf)
    cost[first, last] = np.where(clear, length, np.inf)
    return cost


def _choice(points: Points, path: Index) -> Index:
    """Which points of a path are looked at: ends, their neighbours, at most `_MOST` corners, and some between."""
    count = len(path)
    step = np.column_stack([np.diff(points.y[path]), np.diff(points.x[path])])
    corner = np.flatnonzero(np.abs(np.diff(step, axis=0)).max(axis=1, initial=0.0) > 1e-9) + 1
    if len(corner) > _MOST:
        corner = corner[np.linspace(0, len(corner) - 1, _MOST).astype(np.intp)]
    spread = np.linspace(0, count - 1, min(count, _MOST // 2)).astype(np.intp)
    return np.unique(np.concatenate([corner, spread, [0, 1, count - 2, count - 1]]))


def _shortest(cost: Array) -> Index:
    """Cheapest way from the first to the last of points in order, by the cost of every forward step."""
    count = len(cost)
    total, back = np.full(count, np.inf), np.zeros(count, np.intp)
    total[0] = 0.0
    for j in range(1, count):
        through = total[:j] + cost[:j, j]
        back[j] = np.argmin(through)
        total[j] = through[back[j]]
    route = [count - 1]
    while route[-1]:
        route.append(int(back[route[-1]]))
    return np.array(route[::-1])


def tighten(points: Points, sight: Sight) -> Points:
    """Pulls each inner point towards the line between its neighbours as far as both legs stay clear."""
    tight = Points(points.lat.copy(), points.lon.copy(), points.y.copy(), points.x.copy())
    restless = np.ones(len(tight.y), np.bool_)
    restless[[0, -1]] = False
    for _ in range(_ROUNDS):
        moved = np.zeros_like(restless)
        for k in np.flatnonzero(restless):
            moved[k] = _pull(tight, int(k), sight)
        # only where a neighbour has moved is there something new to gain
        restless[1:-1] = moved[:-2] | moved[2:]
        if not restless.any():
            break
    return tight


def _pull(points: Points, k: int, sight: Sight) -> bool:
    """Moves point k in place as far as can be; whether it moved."""
    y, x = points.y, points.x
    foot_y, foot_x = _foot(y[k - 1 : k + 2], x[k - 1 : k + 2])
    if np.hypot(foot_y - y[k], foot_x - x[k]) < _PULLED:
        return False
    part = np.arange(_PULLS, 0, -1) / _PULLS
    new_y, new_x = y[k] + part * (foot_y - y[k]), x[k] + part * (foot_x - x[k])
    good = np.ones(_PULLS, np.bool_)
    for n in (k - 1, k + 1):
        lines = np.column_stack([np.full(_PULLS, y[n]), np.full(_PULLS, x[n]), new_y, new_x])
        good &= sight.obstacles.clear(lines)
    for t in np.flatnonzero(good)[:_TRIED]:
        lat, lon = (float(a) for a in sight.lattice.to_geodetic(new_y[t], new_x[t]))
        before, after = (points.lat[k - 1], points.lon[k - 1]), (points.lat[k + 1], points.lon[k + 1])
        ends = [before[0], lat], [before[1], lon], [lat, after[0]], [lon, after[1]]
        if sight.clear(*map(np.array, ends)).all():
            points.y[k], points.x[k], points.lat[k], points.lon[k] = new_y[t], new_x[t], lat, lon
            return True
    return False


def _foot(y: Array, x: Array) -> tuple[float, float]:
    """Point of the line from the first to the last of three points that is nearest to the one between."""
    dy, dx = y[2] - y[0], x[2] - x[0]
    square = dy * dy + dx * dx
    t = 0.5 if square == 0.0 else float(np.clip(((y[1] - y[0]) * dy + (x[1] - x[0]) * dx) / square, 0.0, 1.0))
    return float(y[0] + t * dy), float(x[0] + t * dx)
