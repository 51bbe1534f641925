"""Straightens a path of cells: the shortest polyline over points of the path whose legs are clear."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from seatrial.planning.sight import Sight, lines_clear

Array = NDArray[np.float64]

_MOST = 150
_LEG_COST = 0.02
"""Cost of a leg in cells: of two polylines of the same length, the one with fewer legs."""
_PULLS = 12
_ROUNDS = 3


@dataclass(frozen=True, eq=False)
class Points:
    """Points of a route: latitude and longitude [deg] and lattice units, shape (n,) each."""

    lat: Array
    lon: Array
    y: Array
    x: Array

    def pick(self, index: NDArray[np.intp]) -> "Points":
        """Some of the points."""
        return Points(self.lat[index], self.lon[index], self.y[index], self.x[index])

    def legs(self, first: NDArray[np.intp], last: NDArray[np.intp]) -> tuple[Array, Array, Array, Array]:
        """Legs between pairs of the points [deg]."""
        return self.lat[first], self.lon[first], self.lat[last], self.lon[last]


def straighten(points: Points, sight: Sight) -> Points:
    """The shortest polyline over (a choice of) the path's points with clear legs; consecutive points are taken as safe.

    Visibility on the lattice is looked up for all pairs at once, and exact checks are made only for legs that the shortest polyline
    uses, until all of its legs have passed.
    """
    chosen = _choice(points)
    some = points.pick(chosen)
    count = len(chosen)
    first, last = np.triu_indices(count, 1)
    lines = np.column_stack([some.y[first], some.x[first], some.y[last], some.x[last]])
    length = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]) + _LEG_COST
    cost = np.full((count, count), np.inf)
    cost[first, last] = np.where(lines_clear(sight.blocked, lines), length, np.inf)
    along = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(points.y), np.diff(points.x)) + _LEG_COST)])
    step = np.arange(count - 1)
    chained = np.zeros(count, np.bool_)
    checked = np.zeros((count, count), np.bool_)
    # where two neighbours do not see each other the path itself leads from one to the next
    chain_cost = np.diff(along[chosen])
    for k in step:
        if cost[k, k + 1] > chain_cost[k]:
            cost[k, k + 1], checked[k, k + 1], chained[k] = chain_cost[k], True, True
    while True:
        route = _shortest(cost)
        a, b = route[:-1], route[1:]
        new = np.flatnonzero(~checked[a, b])
        if not len(new):
            break
        good = sight.clear(*some.legs(a[new], b[new]))
        checked[a[new], b[new]] = True
        for i, j in zip(a[new][~good], b[new][~good], strict=True):
            cost[i, j] = chain_cost[i] if j == i + 1 else np.inf
            chained[i] |= j == i + 1
    parts = [
        np.arange(chosen[i], chosen[j]) if j == i + 1 and chained[i] else chosen[i : i + 1]
        for i, j in pairwise(route.tolist())
    ]
    return points.pick(np.concatenate([*parts, chosen[-1:]]))


def _choice(points: Points) -> NDArray[np.intp]:
    """Ends, their neighbours, and at most `_MOST` of the others: corners first."""
    count = len(points.y)
    step = np.column_stack([np.diff(points.y), np.diff(points.x)])
    corner = np.flatnonzero(np.abs(np.diff(step, axis=0)).max(axis=1, initial=0.0) > 1e-9) + 1
    if len(corner) > _MOST:
        corner = corner[np.linspace(0, len(corner) - 1, _MOST).astype(np.intp)]
    spread = np.linspace(0, count - 1, max(min(count, _MOST // 2), 2)).astype(np.intp)
    ends = np.array([0, min(1, count - 1), max(count - 2, 0), count - 1])
    return np.unique(np.concatenate([corner, spread, ends]))


def _shortest(cost: Array) -> NDArray[np.intp]:
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
    y, x, lat, lon = (a.copy() for a in (points.y, points.x, points.lat, points.lon))
    pull = np.arange(_PULLS, 0, -1) / _PULLS
    for _ in range(_ROUNDS):
        moved = False
        for k in range(1, len(y) - 1):
            foot_y, foot_x = _foot(y[k - 1 : k + 2], x[k - 1 : k + 2])
            if np.hypot(foot_y - y[k], foot_x - x[k]) < 0.1:
                continue
            new_y, new_x = y[k] + pull * (foot_y - y[k]), x[k] + pull * (foot_x - x[k])
            lines = [[[y[n]] * _PULLS, [x[n]] * _PULLS, new_y, new_x] for n in (k - 1, k + 1)]
            good = lines_clear(sight.blocked, np.transpose(lines, (0, 2, 1)).reshape(-1, 4)).reshape(2, -1).all(axis=0)
            for t in np.flatnonzero(good)[:3]:
                new_lat, new_lon = sight.lattice.to_geodetic(new_y[t], new_x[t])
                there = np.array([new_lat, new_lon]).reshape(2, 1)
                a, b = (
                    np.array([lat[k - 1], lon[k - 1]]).reshape(2, 1),
                    np.array([lat[k + 1], lon[k + 1]]).reshape(2, 1),
                )
                legs = np.concatenate([np.vstack([a, there]), np.vstack([there, b])], axis=1)
                if sight.clear(*legs).all():
                    y[k], x[k], lat[k], lon[k] = new_y[t], new_x[t], float(new_lat), float(new_lon)
                    moved = True
                    break
        if not moved:
            break
    return Points(lat, lon, y, x)


def _foot(y: Array, x: Array) -> tuple[float, float]:
    """Point of the line from the first to the last of three points that is nearest to the one between."""
    dy, dx = y[2] - y[0], x[2] - x[0]
    square = dy * dy + dx * dx
    t = 0.5 if square == 0.0 else float(np.clip(((y[1] - y[0]) * dy + (x[1] - x[0]) * dx) / square, 0.0, 1.0))
    return float(y[0] + t * dy), float(x[0] + t * dx)
