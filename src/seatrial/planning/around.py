"""Finds a way round land and shallows on one lattice: passages, search, straight legs."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seatrial.frames.geodesy import distance
from seatrial.ocean.ocean import Ocean
from seatrial.planning.corridor import guided_path
from seatrial.planning.ends import End, candidates
from seatrial.planning.floor import safe_legs
from seatrial.planning.lattice import Lattice
from seatrial.planning.link import Apart, link
from seatrial.planning.raster import draw_coast
from seatrial.planning.request import RouteRequest
from seatrial.planning.search import Bytes, Passage, Path
from seatrial.planning.shallows import shallow_cells
from seatrial.planning.shore import Ends, Shore
from seatrial.planning.sight import Sight
from seatrial.planning.smooth import Points, straighten, tighten

Array = NDArray[np.float64]

_REPAIRS = 100
_PATCH = 3
"""Cells about a narrow place in which the shore clearance is reduced."""
_REDUCED = (0.5, 0.25, 0.0)

_MOVES = [(0, 1), (1, 0), (1, 1), (1, -1), (1, 2), (2, 1), (2, -1), (1, -2)]
"""Rows up and columns right, as in `moves_kernel`."""


@dataclass(frozen=True, eq=False)
class Way:
    """A route over a lattice: its corners [deg], how far its ends were moved [m], and how it was found."""

    lat: Array
    lon: Array
    start_moved_m: float
    goal_moved_m: float
    expanded: int
    shore_clearance: float
    """What could be kept of the shore clearance [m]."""


@dataclass(frozen=True, eq=False)
class _Task:
    """What is to be solved on a lattice. shallow: cells with too little water."""

    lattice: Lattice
    ocean: Ocean
    request: RouteRequest
    start: End
    goal: End
    shallow: Bytes


def way_around(lattice: Lattice, ocean: Ocean, request: RouteRequest, start: End, goal: End) -> Way:
    """The way on this lattice; raises Apart when it has none.

    Where nothing keeps the shore clearance, it is reduced, in narrow places only and no more than needed.
    """
    half, margin = request.neighbours // 2, request.shore_clearance
    coast = draw_coast(lattice, ocean.land, half, margin)
    limit = request.cruise_depth + request.clearance
    task = _Task(lattice, ocean, request, start, goal, shallow_cells(lattice, ocean.bathymetry, limit, coast.land))
    anywhere = Passage(coast.land | task.shallow, coast.shut, half)
    off_shore = Passage(anywhere.blocked | coast.near, coast.near_shut, half)
    shore = Shore(coast.edges)
    try:
        return _route(task, off_shore, _path(task, off_shore), shore, margin)
    except Apart:
        if margin == 0.0:
            raise
    narrow = _path(task, anywhere).cells
    for part in _REDUCED:
        nearer = draw_coast(lattice, ocean.land, half, part * margin)
        closer = Passage(anywhere.blocked | nearer.near, nearer.near_shut, half)
        passage = _opened(closer, off_shore, narrow)
        try:
            return _route(task, passage, _path(task, passage), shore, part * margin)
        except Apart:
            continue
    raise Apart(closed=False)


def _opened(closer: Passage, off_shore: Passage, cells: NDArray[np.int32]) -> Passage:
    """The passage off shore, replaced by the closer one round those cells of a path where it is not open."""
    rows, columns = closer.blocked.shape
    patch = np.zeros((rows, columns), np.bool_)
    for cell in cells[((off_shore.blocked != 0) | (off_shore.shut != 0)).ravel()[cells]]:
        row, column = divmod(int(cell), columns)
        patch[max(row - _PATCH, 0) : row + _PATCH + 1, max(column - _PATCH, 0) : column + _PATCH + 1] = True
    blocked = np.where(patch, closer.blocked, off_shore.blocked)
    return Passage(blocked, np.where(patch, closer.shut, off_shore.shut), closer.half)


def _path(task: _Task, passage: Passage) -> Path:
    """The cheapest path between the ends whose moves are all safe."""
    depth = task.request.cruise_depth
    starts, goals = (
        candidates(end, task.lattice, passage.blocked, task.ocean, depth) for end in (task.start, task.goal)
    )
    for _ in range(_REPAIRS):
        path = guided_path(passage, *link(passage, starts, goals))
        # the floods obey the same rules as the search, so there is a path
        if path is not None and not _shut_unsafe(task, passage, path.cells):
            return path
    raise Apart(closed=False)


def _shut_unsafe(task: _Task, passage: Passage, cells: NDArray[np.int32]) -> bool:
    """Shuts those moves of a path that prove unsafe when looked at exactly; whether there were any.

    The plane's straight line and the geodesic differ by little, but the coast may lie between; and the sea floor may
    rise between two centres.
    """
    lat, lon = task.lattice.centres(cells)
    good = safe_legs(task.ocean, task.request.cruise_depth, lat[:-1], lon[:-1], lat[1:], lon[1:])
    row, column = np.divmod(cells, task.lattice.columns)
    for k in np.flatnonzero(~good):
        move = (int(row[k + 1] - row[k]), int(column[k + 1] - column[k]))
        onward = move > (0, 0)
        lower = k if onward else k + 1
        bit = _MOVES.index(move if onward else (-move[0], -move[1]))
        passage.shut[row[lower], column[lower]] |= np.uint8(1 << bit)
    return not good.all()


def _route(task: _Task, passage: Passage, path: Path, shore: Shore, margin: float) -> Way:
    """The route along a path, straightened; `margin`: shore clearance [m]."""
    lattice = task.lattice
    lat, lon = lattice.centres(path.cells)
    y, x = (a.astype(np.float64) for a in np.divmod(path.cells, lattice.columns))
    blocked = passage.blocked.copy()
    reach = []
    for end, at in ((task.start, 0), (task.goal, -1)):
        away = float(distance(*end.place, lat[at], lon[at]))
        reach.append(away)
        if end.keep and away > 0.0:
            end_y, end_x = (float(a) for a in lattice.to_units(*end.place))
            _open_around(blocked, task.shallow, end_y, end_x, away / lattice.cell + 1.0)
            where = len(y) if at else 0
            y, x = np.insert(y, where, end_y), np.insert(x, where, end_x)
            lat, lon = np.insert(lat, where, end.place[0]), np.insert(lon, where, end.place[1])
    ends = Ends(*(away + margin for away in reach))
    places = task.start.place, task.goal.place
    sight = Sight(task.ocean, lattice, blocked, task.request.cruise_depth, shore, margin, *places, ends)
    route = tighten(straighten(Points(lat, lon, y, x), sight), sight)
    moved = [0.0 if end.keep else away for end, away in zip((task.start, task.goal), reach, strict=True)]
    return Way(route.lat, route.lon, moved[0], moved[1], path.expanded, margin)


def _open_around(blocked: Bytes, shallow: Bytes, y: float, x: float, reach: float) -> None:
    """Opens, for lines of sight, cells near an end that only land or shore block: exact checks see to those."""
    rows = slice(max(int(np.ceil(y - reach)), 0), int(np.floor(y + reach)) + 1)
    columns = slice(max(int(np.ceil(x - reach)), 0), int(np.floor(x + reach)) + 1)
    blocked[rows, columns] = shallow[rows, columns]
