"""A coarse raster over the land polygons that leaves only points near a coast to the exact test."""

import numpy as np
import shapely
from numpy.typing import NDArray

from seatrial.ocean.rings import Polygons

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

SEA, LAND, MIXED = 0, 1, 2

_PER_DEGREE = 4
_ROWS, _COLUMNS = 180 * _PER_DEGREE, 360 * _PER_DEGREE


class LandCells:
    """Cells of 1/4 deg, row-major from 90 S 180 W: all sea, all land, or mixed, with the polygons that enter them.

    `state` (720 * 1440,) holds SEA, LAND or MIXED. Cells are numbered by the same monotone rounding for points and for
    vertices. So a cell that no edge was entered in cannot hold points of both kinds, whatever the rounding.
    """

    def __init__(self, polygons: Polygons) -> None:
        """`polygons` are disjoint and lie in the plane, longitude -180..180."""
        cell, polygon = _cells_entered(polygons)
        self.state = np.zeros(_ROWS * _COLUMNS, dtype=np.int8)
        self.state[cell] = MIXED
        self._entering = polygon
        self._first = np.zeros(_ROWS * _COLUMNS + 1, dtype=np.int32)
        np.cumsum(np.bincount(cell, minlength=_ROWS * _COLUMNS), out=self._first[1:])
        self._mixed_before: NDArray[np.int32] | None = None
        self._fill(polygons)

    def entering(self, cell: Ints) -> tuple[Ints, Ints]:
        """Pairs of (index into `cell`, polygon) for the polygons whose edges enter each cell (n,)."""
        first = self._first[cell]
        count = self._first[cell + 1] - first
        before = np.cumsum(count) - count
        pair = np.arange(count.sum()) + np.repeat(first - before, count)
        return np.repeat(np.arange(len(cell)), count), self._entering[pair]

    def all_sea(self, west: Floats, east: Floats, south: Floats, north: Floats) -> NDArray[np.bool_]:
        """Whether boxes (n,) [deg], longitudes -180..180, lie in sea cells only; False may also mean "not known"."""
        if self._mixed_before is None:
            total = np.zeros((_ROWS + 1, _COLUMNS + 1), dtype=np.int32)
            total[1:, 1:] = np.cumsum(np.cumsum(self.state.reshape(_ROWS, _COLUMNS) != SEA, axis=0), axis=1)
            self._mixed_before = total
        total = self._mixed_before
        low, high, left, right = row_of(south), row_of(north) + 1, column_of(west), column_of(east) + 1
        return total[high, right] - total[low, right] - total[high, left] + total[low, left] == 0

    def _fill(self, polygons: Polygons) -> None:
        """Marks the land cells: one point of every run of unmarked cells in a row decides for the run."""
        unmarked = (self.state != MIXED).reshape(_ROWS, _COLUMNS)
        begins = unmarked.copy()
        begins[:, 1:] &= ~unmarked[:, :-1]
        row, column = np.nonzero(begins)
        lon, lat = (column + 0.5) / _PER_DEGREE - 180.0, (row + 0.5) / _PER_DEGREE - 90.0
        is_land = np.zeros(len(row), dtype=bool)
        point, polygon = shapely.STRtree(polygons).query(shapely.points(lon, lat))
        is_land[inside(polygons, polygon, lon, lat, point)] = True
        run = np.cumsum(begins.ravel()) - 1
        # runs end at the row's end, because every row begins a new one or with a marked cell
        self.state[(self.state != MIXED) & is_land[np.maximum(run, 0)]] = LAND


def inside(polygons: Polygons, polygon: Ints, lon: Floats, lat: Floats, point: Ints) -> Ints:
    """Those of the points numbered `point` that lie in or on the polygon numbered at the same place in `polygon`."""
    if not len(point):
        return point
    order = np.argsort(polygon, kind="stable")
    point, polygon = point[order], polygon[order]
    hits = np.zeros(len(point), dtype=bool)
    starts = np.flatnonzero(np.diff(polygon, prepend=-1))
    for start, stop in zip(starts, np.append(starts[1:], len(polygon)), strict=True):
        shape, there = polygons[polygon[start]], point[start:stop]
        shapely.prepare(shape)
        hits[start:stop] = shapely.intersects_xy(shape, lon[there], lat[there])
    return point[hits]


def row_of(lat: Floats) -> Ints:
    """Row of a latitude [deg]."""
    return np.clip(np.floor((lat + 90.0) * _PER_DEGREE).astype(np.intp), 0, _ROWS - 1)


def column_of(lon: Floats) -> Ints:
    """Column of a longitude -180..180 [deg]; 180 belongs to the last one."""
    return np.clip(np.floor((lon + 180.0) * _PER_DEGREE).astype(np.intp), 0, _COLUMNS - 1)


def cell_of(lat: Floats, lon: Floats) -> Ints:
    """Number of the cell of a position, longitude -180..180 [deg]."""
    return row_of(lat) * _COLUMNS + column_of(lon)


def _cells_entered(polygons: Polygons) -> tuple[Ints, Ints]:
    """Distinct pairs of (cell, polygon) for all cells that an edge of the polygon may enter, sorted by cell."""
    rings, owner = shapely.get_rings(polygons, return_index=True)
    points, ring = shapely.get_coordinates(rings, return_index=True)
    lon, lat = points[:, 0].copy(), points[:, 1].copy()
    row, column, owner = row_of(lat), column_of(lon), owner[ring]
    cell = row * _COLUMNS + column
    # vertices first; of the edges only those that leave their cell have more to enter
    leaving = np.flatnonzero((cell[1:] != cell[:-1]) & (ring[1:] == ring[:-1]))
    box, edge = _boxes_along(lon, lat, leaving)
    west, east, south, north = box
    low, left = row_of(south), column_of(west)
    height, width = row_of(north) - low + 1, column_of(east) - left + 1
    count = height * width
    k = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
    width_of = np.repeat(width, count)
    along = (np.repeat(low, count) + k // width_of) * _COLUMNS + np.repeat(left, count) + k % width_of
    keys = np.concatenate([cell * len(polygons) + owner, along * len(polygons) + np.repeat(owner[edge], count)])
    keys = _without_repeats(np.sort(_without_repeats(keys)))
    cell, polygon = np.divmod(keys, max(1, len(polygons)))
    return cell, polygon


def _without_repeats(keys: Ints) -> Ints:
    """Without those that are equal to the one before."""
    return keys[np.flatnonzero(np.diff(keys, prepend=-1))]


def _boxes_along(lon: Floats, lat: Floats, edge: Ints) -> tuple[tuple[Floats, Floats, Floats, Floats], Ints]:
    """Boxes (west, east, south, north) that cover the edges from vertex `edge` to the next, and the edge of each.

    Long edges get a row of boxes, so that a slanted one does not mark a whole square.
    """
    x, y, dx, dy = lon[edge], lat[edge], lon[edge + 1] - lon[edge], lat[edge + 1] - lat[edge]
    pieces = np.maximum(1, np.ceil(np.maximum(np.abs(dx), np.abs(dy)) * _PER_DEGREE / 2)).astype(np.intp)
    k = np.arange(pieces.sum()) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    of = np.repeat(np.arange(len(edge)), pieces)
    # interpolated ends are rounded, hence the margin; true vertices are exact and need none
    margin = np.where(pieces > 1, 1e-9, 0.0)[of]
    from_, to = k / pieces[of], (k + 1) / pieces[of]
    x1, x2, y1, y2 = x[of] + from_ * dx[of], x[of] + to * dx[of], y[of] + from_ * dy[of], y[of] + to * dy[of]
    ends = edge[of]
    last = k == pieces[of] - 1
    x2, y2 = np.where(last, lon[ends + 1], x2), np.where(last, lat[ends + 1], y2)
    box = (np.minimum(x1, x2) - margin, np.maximum(x1, x2) + margin)
    return (*box, np.minimum(y1, y2) - margin, np.maximum(y1, y2) + margin), ends
