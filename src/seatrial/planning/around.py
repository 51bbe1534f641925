"""Finds a way round land and shallows: lattice, search, straight legs."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seatrial.frames.geodesy import distance
from seatrial.ocean.ocean import Ocean
from seatrial.planning.corridor import guided_path
from seatrial.planning.floor import safe_legs
from seatrial.planning.lattice import Lattice
from seatrial.planning.link import Apart, Candidates, link
from seatrial.planning.raster import CoastRaster, draw_coast
from seatrial.planning.request import Place, RouteRequest
from seatrial.planning.search import Bytes, Passage, Path
from seatrial.planning.shallows import shallow_cells
from seatrial.planning.shore import Ends, Shore
from seatrial.planning.sight import Sight
from seatrial.planning.smooth import Points, straighten, tighten

Array = NDArray[np.float64]

SNAP = 50
"""Start and goal are looked for within this many cells."""

_BATCH = 32
_REPAIRS = 100
_PATCH = 3
"""Cells about a narrow place in which the shore clearance is given up."""


@dataclass(frozen=True)
class End:
    """An end of the route [deg]; `keep`: the route can begin at the place itself, not only at a cell near it."""

    place: Place
    keep: bool


@dataclass(frozen=True, eq=False)
class Way:
    """A route over a lattice: its corners [deg], how far its ends were moved [m], and how it was found."""

    lat: Array
    lon: Array
    start_moved_m: float
    goal_moved_m: float
    expanded: int
    near_shore: bool
    """The shore clearance had to be given up."""


def way_around(lattice: Lattice, ocean: Ocean, request: RouteRequest, start: End, goal: End) -> Way:
    """The way on this lattice; raises Apart when it has none.

    Without one that keeps the shore clearance, one that gives it up in narrow places only.
    """
    half = request.neighbours // 2
    coast = draw_coast(lattice, ocean.land, half, request.shore_clearance)
    limit = request.cruise_depth + request.clearance
    shallow = shallow_cells(lattice, ocean.bathymetry, limit, coast.land)
    anywhere = Passage(coast.land | shallow, coast.shut, half)
    off_shore = Passage(anywhere.blocked | coast.near, coast.near_shut, half)

    def task(passage: Passage, keep_off: bool) -> _Task:
        return _Task(lattice, ocean, request, start, goal, coast, shallow, passage, keep_off)

    try:
        first = task(off_shore, request.shore_clearance > 0.0)
        return first.way(first.path())
    except Apart:
        if request.shore_clearance == 0.0:
            raise
    path = task(anywhere, False).path()
    second = task(_opened(anywhere, off_shore, path.cells), False)
    return second.way(second.path())


def _opened(anywhere: Passage, off_shore: Passage, cells: NDArray[np.int32]) -> Passage:
    """The passage off shore, opened round those cells of a path that are not open in it."""
    rows, columns = anywhere.blocked.shape
    closer = (off_shore.blocked != anywhere.blocked) | (off_shore.shut != anywhere.shut)
    patch = np.zeros((rows, columns), np.bool_)
    for cell in cells[closer.ravel()[cells]]:
        row, column = divmod(int(cell), columns)
        patch[max(row - _PATCH, 0) : row + _PATCH + 1, max(column - _PATCH, 0) : column + _PATCH + 1] = True
    return Passage(
        np.where(patch, anywhere.blocked, off_shore.blocked),
        np.where(patch, anywhere.shut, off_shore.shut),
        anywhere.half,
    )


@dataclass(frozen=True, eq=False)
class _Task:
    lattice: Lattice
    ocean: Ocean
    request: RouteRequest
    start: End
    goal: End
    coast: CoastRaster
    shallow: Bytes
    passage: Passage
    keep_off: bool

    def path(self) -> Path:
        """The cheapest path between the ends whose moves are all safe."""
        for _ in range(_REPAIRS):
            first, last = link(self.passage, self._candidates(self.start), self._candidates(self.goal))
            path = guided_path(self.passage, first, last)
            # the floods obey the same rules as the search, so there is a path
            if path is not None and not self._shut_unsafe(path.cells):
                return path
        raise Apart(closed=False)

    def _candidates(self, end: End) -> Candidates:
        """Open cells near an end that a safe leg leads to, nearest first. An end that is not kept may be shallow."""
        y, x = (float(a) for a in self.lattice.to_units(*end.place))
        rows, columns = (
            np.arange(max(round(at) - SNAP, 0), min(round(at) + SNAP, count - 1) + 1)
            for at, count in ((y, self.lattice.rows), (x, self.lattice.columns))
        )
        away = np.hypot(rows[:, None] - y, columns[None, :] - x)
        away[self.passage.blocked[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] != 0] = np.inf
        order = np.argsort(away, axis=None, kind="stable")[: np.count_nonzero(away <= SNAP)]
        cells = rows[order // len(columns)] * self.lattice.columns + columns[order % len(columns)]

        def nearest(wanted: Callable[[NDArray[np.int64]], NDArray[np.bool_]]) -> Iterator[int]:
            left = cells
            while len(left := left[wanted(left)]):
                batch, left = left[:_BATCH], left[_BATCH:]
                lat, lon = self.lattice.centres(batch)
                if end.keep:
                    good = safe_legs(self.ocean, self.request.cruise_depth, *end.place, lat, lon)
                else:
                    good = ~self.ocean.land.crosses(*end.place, lat, lon)
                batch = batch[good]
                while len(batch):
                    yield int(batch[0])
                    batch = batch[1:]
                    batch = batch[wanted(batch)]

        return nearest

    def _shut_unsafe(self, cells: NDArray[np.int32]) -> bool:
        """Shuts those moves of a path that prove unsafe when looked at exactly; whether there were any.

        The plane's straight line and the geodesic differ by little, but the coast may lie between; and the sea floor
        may rise between two centres.
        """
        lat, lon = self.lattice.centres(cells)
        good = safe_legs(self.ocean, self.request.cruise_depth, lat[:-1], lon[:-1], lat[1:], lon[1:])
        row, column = np.divmod(cells, self.lattice.columns)
        for k in np.flatnonzero(~good):
            up, right = row[k + 1] - row[k], column[k + 1] - column[k]
            lower = k if (up, right) > (0, 0) else k + 1
            sign = 1 if lower == k else -1
            self.passage.shut[row[lower], column[lower]] |= np.uint8(1 << _MOVES.index((sign * up, sign * right)))
        return not good.all()

    def way(self, path: Path) -> Way:
        """The route along a path, straightened."""
        cells = path.cells
        lat, lon = self.lattice.centres(cells)
        row, column = np.divmod(cells, self.lattice.columns)
        y, x = row.astype(np.float64), column.astype(np.float64)
        blocked = self.passage.blocked.copy()
        reach = []
        for end, at in ((self.start, 0), (self.goal, -1)):
            away = float(distance(*end.place, lat[at], lon[at]))
            reach.append(away)
            if end.keep and away > 0.0:
                end_y, end_x = (float(a) for a in self.lattice.to_units(*end.place))
                self._open_around(blocked, end_y, end_x, away)
                where = len(y) if at else 0
                y, x = np.insert(y, where, end_y), np.insert(x, where, end_x)
                lat, lon = np.insert(lat, where, end.place[0]), np.insert(lon, where, end.place[1])
        margin = self.request.shore_clearance
        sight = Sight(
            self.ocean,
            self.lattice,
            blocked,
            self.request.cruise_depth,
            Shore(self.coast.edges) if self.keep_off else None,
            margin,
            self.start.place,
            self.goal.place,
            Ends(*(away + margin for away in reach)),
        )
        route = tighten(straighten(Points(lat, lon, y, x), sight), sight)
        near_shore = margin > 0.0 and not self.keep_off
        moved = [0.0 if end.keep else away for end, away in zip((self.start, self.goal), reach, strict=True)]
        return Way(route.lat, route.lon, moved[0], moved[1], path.expanded, near_shore)

    def _open_around(self, blocked: Bytes, y: float, x: float, away: float) -> None:
        """Opens, for lines of sight, cells near an end that only land or shore block: exact checks see to those."""
        reach = away / self.lattice.cell + 1.0
        rows = slice(max(int(np.ceil(y - reach)), 0), int(np.floor(y + reach)) + 1)
        columns = slice(max(int(np.ceil(x - reach)), 0), int(np.floor(x + reach)) + 1)
        blocked[rows, columns] = self.shallow[rows, columns]


_MOVES = [(0, 1), (1, 0), (1, 1), (1, -1), (1, 2), (2, 1), (2, -1), (1, -2)]
