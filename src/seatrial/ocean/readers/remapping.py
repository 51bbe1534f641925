"""From a curvilinear grid to a regular one in latitude and longitude, by bilinear weights.

Every node of the regular grid gets its place in the curvilinear one, as a fractional row and column: the cell of four
points that contains it, found by walking from the nearest point, and the place within the cell by inverting the
bilinear map. The map is that of longitude and latitude, and within 5 degrees of the poles that of a polar
stereographic plane, so that a field that is linear in them is reproduced exactly. Places are made once, kept in
memory and in the user's cache.

A value is the weighted mean of the valid ones among the four points; where they have less than half of the weight there
is no data, so that coasts stay where they are.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import FileFormatError
from seatrial.ocean.readers.collection import Order

METRES_PER_DEGREE = 111_195.0
POLAR = 85.0
"""Latitude beyond which cells are mapped in a polar plane [deg]."""
LEAST_WEIGHT = 0.5
MOST_NODES = 4_000_000
FINER = 3.0
"""Cells of the regular grid per cell of the file along each axis.

At 1 a second interpolation takes a tenth of the speed of a flow that the file resolves by a few cells, at 3 some 3.6 %.
"""
"""A regular grid has at most this many nodes; its mesh is widened if need be."""
WALK = 60
"""Steps from the nearest point to the cell."""
STARTS = 7
"""Points around a node from which the way to its cell is tried."""
INSIDE = 1e-9
"""A node may lie this fraction of a cell outside and still belongs to it."""
NEWTON_STEPS = 12


@dataclass(frozen=True, eq=False)
class Places:
    """Where the nodes of a regular grid lie in a curvilinear one.

    lat, lon: its axes [deg], ascending. row, column: fractional indices, shape (lat, lon), NaN outside. shape: rows and
    columns of the curvilinear grid. wraps: its last column is a neighbour of the first.
    """

    lat: NDArray[np.float64]
    lon: NDArray[np.float64]
    row: NDArray[np.float64]
    column: NDArray[np.float64]
    shape: tuple[int, int]
    wraps: bool

    def window(self, rows: Order, columns: Order) -> tuple[Order, Order, NDArray[np.float64], NDArray[np.float64]]:
        """Rows and columns of the curvilinear grid that nodes need, and the places of the nodes within that window."""
        row, column = self.row[np.ix_(rows, columns)], self.column[np.ix_(rows, columns)]
        known = np.isfinite(row)
        if not known.any():
            return np.zeros(1, np.intp), np.zeros(1, np.intp), row, column
        first_row, first_column = int(np.floor(row[known].min())), int(np.floor(column[known].min()))
        down = np.arange(first_row, int(np.floor(row[known].max())) + 2)
        across = np.arange(first_column, int(np.floor(column[known].max())) + 2)
        down = down[down < self.shape[0]]
        across = across % self.shape[1] if self.wraps else across[across < self.shape[1]]
        return down.astype(np.intp), across.astype(np.intp), row - first_row, column - first_column


def mixed(values: NDArray[np.float64], row: NDArray[np.float64], column: NDArray[np.float64]) -> NDArray[np.float64]:
    """Bilinear mean of `values` (..., row, column) at fractional places of shape (lat, lon); shape (..., lat, lon)."""
    known = np.isfinite(row)
    j = np.clip(np.floor(np.where(known, row, 0.0)).astype(np.intp), 0, max(values.shape[-2] - 2, 0))
    i = np.clip(np.floor(np.where(known, column, 0.0)).astype(np.intp), 0, max(values.shape[-1] - 2, 0))
    wy, wx = np.where(known, row, 0.0) - j, np.where(known, column, 0.0) - i
    total, value = np.zeros(values.shape[:-2] + row.shape), np.zeros(values.shape[:-2] + row.shape)
    for dj, w_row in ((0, 1.0 - wy), (1, wy)):
        for di, w_column in ((0, 1.0 - wx), (1, wx)):
            corner = values[..., np.minimum(j + dj, values.shape[-2] - 1), np.minimum(i + di, values.shape[-1] - 1)]
            good = np.isfinite(corner)
            weight = np.where(good, w_row * w_column, 0.0)
            total += weight
            value += weight * np.where(good, corner, 0.0)
    enough = known & (total >= LEAST_WEIGHT - 1e-12)
    return np.where(enough, value / np.where(enough, total, 1.0), np.nan)


def make_places(
    where: str, lat: NDArray[np.float64], lon: NDArray[np.float64], step_deg: float | None, notes: list[str]
) -> Places:
    """Places of a regular grid over points `lat`, `lon` [deg], shape (row, column), NaN or repeated (0, 0) where there
    is none. `step_deg`: its mesh, that of the points by default. FileFormatError (with `where`) without a cell.
    """
    good = _usable(lat, lon)
    if good.sum() < 4 or min(lat.shape) < 2:
        raise FileFormatError(f"{where}: {int(good.sum())} usable points of shape {lat.shape}: no grid")
    turned = np.where(good, lon, np.nan)
    north, east = _axes(where, lat[good], turned[good], spacing(lat, lon, good), step_deg, notes)
    wraps, shape = _wraps(lat, lon, good), (lat.shape[0], lat.shape[1])
    if wraps:
        lat, lon = (np.concatenate([a, a[:, :1]], axis=1) for a in (lat, lon))
        good = np.concatenate([good, good[:, :1]], axis=1)
    row = np.full((north.size, east.size), np.nan)
    column = row.copy()
    search = _Search(lat, lon, good)
    block = max(1, 200_000 // east.size)
    for start in range(0, north.size, block):
        part = slice(start, min(start + block, north.size))
        nodes = np.meshgrid(north[part], east, indexing="ij")
        row[part], column[part] = search.find(*nodes)
    if not np.isfinite(row).any():
        raise FileFormatError(f"{where}: no cell of the grid holds a node of the regular one")
    if wraps:
        column = np.where(column >= shape[1], column - shape[1], column)
    return Places(north, east, row, column, shape, wraps)


def spacing(lat: NDArray[np.float64], lon: NDArray[np.float64], good: NDArray[np.bool_]) -> float:
    """Usual distance between neighbouring points [m]: the lesser of the medians along rows and along columns."""
    found = []
    for axis in (0, 1):
        both = good.take(range(1, lat.shape[axis]), axis) & good.take(range(lat.shape[axis] - 1), axis)
        north = np.diff(lat, axis=axis)
        middle = np.radians(lat.take(range(1, lat.shape[axis]), axis))
        east = turn(np.diff(lon, axis=axis)) * np.cos(middle)
        distance = np.hypot(north, east)[both] * METRES_PER_DEGREE
        if distance.size and np.median(distance) > 0.0:
            found.append(float(np.median(distance)))
    return min(found, default=METRES_PER_DEGREE)


def turn(degrees: NDArray[np.float64]) -> NDArray[np.float64]:
    """A difference of longitudes in -180..180."""
    return (degrees + 180.0) % 360.0 - 180.0


def _usable(lat: NDArray[np.float64], lon: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Points with a place: NaN and the zeros that NEMO leaves where it computed nothing are none."""
    good = np.isfinite(lat) & np.isfinite(lon) & (np.abs(lat) <= 90.0) & (np.abs(lon) <= 1e4)
    zeros = good & (lat == 0.0) & (lon == 0.0)
    return good & ~zeros if zeros.sum() > 1 else good


def _wraps(lat: NDArray[np.float64], lon: NDArray[np.float64], good: NDArray[np.bool_]) -> bool:
    """Whether the last column lies one usual step before the first (a global grid without overlap)."""
    if lat.shape[1] < 8:
        return False
    both = good[:, 0] & good[:, -1] & good[:, 1] & (np.abs(lat[:, 0]) < 60.0)
    if not both.any():
        return False
    gap, step = turn(lon[:, 0] - lon[:, -1])[both], turn(lon[:, 1] - lon[:, 0])[both]
    return bool(np.median(np.abs(gap - step)) < 0.5 * np.abs(np.median(step)) and np.median(gap * step) > 0.0)


def _axes(
    where: str,
    lat: NDArray[np.float64],
    lon: NDArray[np.float64],
    metres: float,
    step_deg: float | None,
    notes: list[str],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Even axes over the points whose values are whole fractions of a degree."""
    middle = np.degrees(np.angle(np.mean(np.exp(1j * np.radians(lon)))))
    lon = turn(lon - middle) + middle
    is_global = lon.max() - lon.min() > 350.0
    south, north = float(lat.min()), float(lat.max())
    cosine = np.cos(np.radians(min(abs(south + north) / 2.0, 80.0)))
    step = metres / METRES_PER_DEGREE / FINER if step_deg is None else step_deg
    per_degree = 1.0 / step, 1.0 / (step if step_deg is not None else step / cosine)
    rows, columns = (max(1, round(n)) if n >= 1.0 else n for n in per_degree)
    area = (north - south) * rows * (360.0 if is_global else lon.max() - lon.min()) * columns
    if area > MOST_NODES:
        factor = np.sqrt(MOST_NODES / area)
        rows, columns = (max(1, int(n * factor)) if n * factor >= 1.0 else n * factor for n in (rows, columns))
        notes.append(
            f"the regular grid is coarser than the file's ({1.0 / rows:.3g} deg) to keep it below 4 million nodes"
        )
    first = 1e-9
    y = np.arange(np.ceil(south * rows - first), np.floor(north * rows + first) + 1) / rows
    if is_global:
        x = np.arange(np.ceil(-180.0 * columns), np.floor(180.0 * columns - first) + 1) / columns
    else:
        x = np.arange(np.ceil(lon.min() * columns - first), np.floor(lon.max() * columns + first) + 1) / columns
    if y.size < 2 or x.size < 2:
        raise FileFormatError(f"{where}: the grid is smaller than its own mesh ({1.0 / rows:.3g} deg): option step_deg")
    return y, x


@dataclass(frozen=True, eq=False)
class _Plane:
    """Coordinates in which the cells of one node are mapped, with the node at the origin."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]


class _Search:
    """Cells of a curvilinear grid by place."""

    def __init__(self, lat: NDArray[np.float64], lon: NDArray[np.float64], good: NDArray[np.bool_]) -> None:
        from scipy.spatial import KDTree

        self.lat, self.lon = np.where(good, lat, np.nan), np.where(good, lon, np.nan)
        self.flat = np.flatnonzero(good.ravel())
        self.tree = KDTree(_unit(lat.ravel()[self.flat], lon.ravel()[self.flat]))
        self.rows, self.columns = lat.shape
        xyz = _unit(self.lat, self.lon)
        diagonals = [
            np.linalg.norm(xyz[1:, 1:] - xyz[:-1, :-1], axis=-1),
            np.linalg.norm(xyz[1:, :-1] - xyz[:-1, 1:], axis=-1),
        ]
        self.reach = float(np.nanmax(diagonals, initial=0.0))

    def find(
        self, lat: NDArray[np.float64], lon: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Fractional row and column of nodes [deg] of any shape, NaN outside."""
        shape = lat.shape
        lat, lon = lat.ravel(), lon.ravel()
        row, column = np.full(lat.size, np.nan), np.full(lat.size, np.nan)
        distance, nearest = self.tree.query(_unit(lat, lon))
        self._walk(lat, lon, np.arange(lat.size), *np.divmod(self.flat[nearest], self.columns), row, column)
        # beside a seam or a hole in the grid the way may begin on the wrong side: from the next ones, then
        left = np.flatnonzero(np.isnan(row) & (distance <= self.reach))
        if left.size:
            count = min(STARTS, self.flat.size)
            several = np.asarray(self.tree.query(_unit(lat[left], lon[left]), k=count)[1])
            for rank in range(1, count):
                still = np.isnan(row[left])
                j, i = np.divmod(self.flat[several[still, rank]], self.columns)
                self._walk(lat, lon, left[still], j, i, row, column)
        return row.reshape(shape), column.reshape(shape)

    def _walk(
        self,
        lat: NDArray[np.float64],
        lon: NDArray[np.float64],
        left: NDArray[np.intp],
        j: NDArray[np.intp],
        i: NDArray[np.intp],
        row: NDArray[np.float64],
        column: NDArray[np.float64],
    ) -> None:
        """From cell (j, i) of each node in `left` towards the one that holds it; what is found goes to row, column."""
        j, i = np.clip(j, 0, self.rows - 2), np.clip(i, 0, self.columns - 2)
        for _ in range(WALK):
            t, s = self._within(lat[left], lon[left], j, i)
            inside = (t >= -INSIDE) & (t <= 1.0 + INSIDE) & (s >= -INSIDE) & (s <= 1.0 + INSIDE)
            found = left[inside]
            row[found], column[found] = (
                j[inside] + np.clip(t[inside], 0.0, 1.0),
                i[inside] + np.clip(s[inside], 0.0, 1.0),
            )
            goes = ~inside & np.isfinite(t) & np.isfinite(s)
            next_j = np.clip(j + _step(t), 0, self.rows - 2)
            next_i = np.clip(i + _step(s), 0, self.columns - 2)
            goes &= (next_j != j) | (next_i != i)
            left, j, i = left[goes], next_j[goes], next_i[goes]
            if left.size == 0:
                return

    def _within(
        self, lat: NDArray[np.float64], lon: NDArray[np.float64], j: NDArray[np.intp], i: NDArray[np.intp]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Place within cells, 0..1 along rows upwards (t) and columns eastwards (s) when inside; NaN without a cell."""
        corners = [(j, i), (j, i + 1), (j + 1, i), (j + 1, i + 1)]
        planes = [_local(lat, lon, self.lat[c], self.lon[c]) for c in corners]
        (a, b, c, d) = planes
        t, s = np.full(lat.shape, 0.5), np.full(lat.shape, 0.5)
        with np.errstate(all="ignore"):
            for _ in range(NEWTON_STEPS):
                x, y = (_blend(t, s, *(getattr(p, n) for p in planes)) for n in ("x", "y"))
                xs, ys = (
                    (1 - t) * (getattr(b, n) - getattr(a, n)) + t * (getattr(d, n) - getattr(c, n)) for n in ("x", "y")
                )
                xt, yt = (
                    (1 - s) * (getattr(c, n) - getattr(a, n)) + s * (getattr(d, n) - getattr(b, n)) for n in ("x", "y")
                )
                det = xs * yt - ys * xt
                ds, dt = (-x * yt + y * xt) / det, (-y * xs + x * ys) / det
                s, t = s + np.clip(ds, -10.0, 10.0), t + np.clip(dt, -10.0, 10.0)
                if np.nanmax(np.abs([ds, dt]), initial=0.0) < 1e-13:
                    break
        return t, s


def _step(place: NDArray[np.float64]) -> NDArray[np.intp]:
    """How far to walk: one cell for a node a little outside, more for one that is far."""
    return np.clip(np.floor(np.nan_to_num(place)), -5, 5).astype(np.intp)


def _blend(t: np.ndarray, s: np.ndarray, a: np.ndarray, b: np.ndarray, c: np.ndarray, d: np.ndarray) -> np.ndarray:
    return (1 - t) * ((1 - s) * a + s * b) + t * ((1 - s) * c + s * d)


def _unit(lat: NDArray[np.float64], lon: NDArray[np.float64]) -> NDArray[np.float64]:
    phi, lam = np.radians(lat), np.radians(lon)
    return np.stack([np.cos(phi) * np.cos(lam), np.cos(phi) * np.sin(lam), np.sin(phi)], axis=-1)


def _local(
    lat: NDArray[np.float64], lon: NDArray[np.float64], corner_lat: NDArray[np.float64], corner_lon: NDArray[np.float64]
) -> _Plane:
    """A corner in the plane of each node: degrees, or beyond 85 degrees the polar stereographic plane."""
    x, y = turn(corner_lon - lon) * np.cos(np.radians(lat)), corner_lat - lat
    polar = np.abs(lat) > POLAR
    if polar.any():
        node, corner = (_stereographic(np.sign(lat), a, b) for a, b in ((lat, lon), (corner_lat, corner_lon)))
        x, y = np.where(polar, corner[0] - node[0], x), np.where(polar, corner[1] - node[1], y)
    return _Plane(x, y)


def _stereographic(
    side: NDArray[np.float64], lat: NDArray[np.float64], lon: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    radius = np.degrees(2.0 * np.tan(np.radians(90.0 - side * lat) / 2.0))
    return radius * np.sin(np.radians(lon)), radius * np.cos(np.radians(lon))
