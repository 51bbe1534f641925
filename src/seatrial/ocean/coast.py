"""The coast as edges: straight pieces in longitude and latitude, in short chunks that a tree can find."""

import numpy as np
import shapely
from numpy.typing import NDArray

from seatrial.ocean.rings import Polygons

Floats = NDArray[np.float64]
Boxes = tuple[Floats, Floats, Floats, Floats]  # south, north, west, east

_CHUNK = 32  # edges a chunk: short enough for tight boxes, long enough for few of them


class Coast:
    """Edges between land and sea, without the cuts through land along the date line and the poles.

    `edges`: lon1, lat1, lon2, lat2 [deg], shape (n, 4), longitudes -180..180.
    """

    def __init__(self, polygons: Polygons) -> None:
        """`polygons` are disjoint and lie in the plane, longitude -180..180."""
        rings = shapely.get_rings(polygons)
        points, ring = shapely.get_coordinates(rings, return_index=True)
        edges = np.hstack([points[:-1], points[1:]])[ring[1:] == ring[:-1]]
        on_seam = (np.abs(edges[:, 0]) == 180.0) & (edges[:, 0] == edges[:, 2])
        on_pole = (np.abs(edges[:, 1]) == 90.0) & (edges[:, 1] == edges[:, 3])
        self.edges = np.concatenate([edges[~(on_seam | on_pole)], _open_seam(edges[on_seam])])
        self._starts = _chunk_starts(self.edges)
        self._counts = np.diff(np.append(self._starts, len(self.edges)))
        self._boxes = self._chunk_boxes()
        self._tree: shapely.STRtree | None = None

    def near(self, lat_min: float, lat_max: float, lon_min: float, lon_max: float) -> Floats:
        """Edges (n, 4) whose boxes meet the box, moved by whole turns to where the box lies."""
        first, last = np.floor((lon_min + 180.0) / 360.0), np.floor((lon_max + 180.0) / 360.0)
        # an edge that ends on the date line also meets a box that begins there, one turn on
        first -= lon_min == first * 360.0 - 180.0
        found = []
        for turn in np.arange(first, last + 1.0) * 360.0:
            box = (lat_min, lat_max, lon_min - turn, lon_max - turn)
            chunks = np.flatnonzero(_meets(self._boxes, box))
            edges = self.edges[_ranges(self._starts[chunks], self._counts[chunks])]
            lon, lat = edges[:, 0::2], edges[:, 1::2]
            boxes = (lat.min(axis=1), lat.max(axis=1), lon.min(axis=1), lon.max(axis=1))
            found.append(edges[_meets(boxes, box)] + np.array([turn, 0.0, turn, 0.0]))
        return np.concatenate(found)

    def touched_by(self, lon: Floats, lat: Floats, line: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether lines touch the coast, exactly, at any turn of longitude.

        The vertices `lon`, `lat` [deg] of all lines in order, shape (m,), continuous along each line, and the number
        `line` (m,), ascending from 0, of the line that each belongs to. A line needs two vertices that differ.
        """
        touched = np.zeros(line[-1] + 1 if len(line) else 0, dtype=bool)
        if not len(self.edges) or not len(line):
            return touched
        lines = _lines(np.column_stack([lon, lat]), line)
        west, _, east, _ = shapely.bounds(lines).T
        # a line that reaches the date line meets land that ends there on either side, hence the closed intervals
        low, high = np.ceil((west - 180.0) / 360.0), np.floor((east + 180.0) / 360.0)
        for turn in np.arange(low.min(), high.max() + 1.0):
            there = np.flatnonzero((low <= turn) & (turn <= high))
            moved = lines[there]
            if turn:
                moved = shapely.transform(moved, lambda xy, turn=turn: xy - [360.0 * turn, 0.0])
            hits, _ = self.tree.query(moved, predicate="intersects")
            touched[there[hits]] = True
        return touched

    @property
    def tree(self) -> shapely.STRtree:
        """Search tree over the chunks, made when first needed."""
        if self._tree is None:
            ends = self._starts + self._counts
            # the vertices of a chunk: the beginnings of its edges and the end of the last one
            points = np.insert(self.edges[:, :2], ends, self.edges[ends - 1, 2:], axis=0)
            chunk = np.repeat(np.arange(len(ends)), self._counts + 1)
            self._tree = shapely.STRtree(_lines(points, chunk))
        return self._tree

    def _chunk_boxes(self) -> Boxes:
        if not len(self.edges):
            return np.empty(0), np.empty(0), np.empty(0), np.empty(0)
        low = np.minimum.reduceat(np.minimum(self.edges[:, :2], self.edges[:, 2:]), self._starts, axis=0)
        high = np.maximum.reduceat(np.maximum(self.edges[:, :2], self.edges[:, 2:]), self._starts, axis=0)
        return low[:, 1].copy(), high[:, 1].copy(), low[:, 0].copy(), high[:, 0].copy()


def _lines(points: Floats, line: NDArray[np.intp]) -> NDArray[np.object_]:
    made = np.empty(line[-1] + 1, dtype=object)
    shapely.linestrings(points, indices=line, out=made)
    return made


def _meets(boxes: Boxes, box: tuple[float, float, float, float]) -> NDArray[np.bool_]:
    (south, north, west, east), (lat_min, lat_max, lon_min, lon_max) = boxes, box
    return (north >= lat_min) & (south <= lat_max) & (east >= lon_min) & (west <= lon_max)


def _chunk_starts(edges: Floats) -> NDArray[np.intp]:
    """First edge of each chunk: where the chain breaks, and every so many edges between breaks."""
    n = len(edges)
    breaks = np.ones(n, dtype=bool)
    breaks[1:] = np.any(edges[1:, :2] != edges[:-1, 2:], axis=1)
    since = np.arange(n) - np.maximum.accumulate(np.where(breaks, np.arange(n), 0))
    return np.flatnonzero(since % _CHUNK == 0)


def _ranges(starts: NDArray[np.intp], counts: NDArray[np.intp]) -> NDArray[np.intp]:
    """`starts[0], starts[0] + 1, ...` (counts[0] of them), then those of the next start, and so on."""
    before = np.cumsum(counts) - counts
    return np.arange(counts.sum()) + np.repeat(starts - before, counts)


def _open_seam(edges: Floats) -> Floats:
    """Of edges along the date line those stretches, as edges, that have land on one side only."""
    if not len(edges):
        return edges
    cuts = np.unique(edges[:, 1::2])
    middle = 0.5 * (cuts[1:] + cuts[:-1])
    on_side = {}
    for side in (-180.0, 180.0):
        low, high = np.sort(edges[edges[:, 0] == side][:, 1::2], axis=1).T
        covering = np.searchsorted(np.sort(low), middle) - np.searchsorted(np.sort(high), middle)
        on_side[side] = covering > 0
    stretches = []
    for side in (-180.0, 180.0):
        alone = on_side[side] & ~on_side[-side]
        lon = np.full(alone.sum(), side)
        stretches.append(np.column_stack([lon, cuts[:-1][alone], lon, cuts[1:][alone]]))
    return np.concatenate(stretches)
