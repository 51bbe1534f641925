"""From a path of cells to a route: ends, straight legs, pulled tight."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from seatrial.frames.geodesy import distance
from seatrial.ocean.ocean import Ocean
from seatrial.planning.ends import End
from seatrial.planning.lattice import Lattice
from seatrial.planning.obstacles import Obstacles
from seatrial.planning.request import RouteRequest
from seatrial.planning.search import Bytes, Passage, Path
from seatrial.planning.shore import Ends, Shore
from seatrial.planning.sight import Sight
from seatrial.planning.smooth import Points, straighten, tighten

Array = NDArray[np.float64]


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
class Task:
    """What is to be solved on a lattice. shallow: cells with too little water."""

    lattice: Lattice
    ocean: Ocean
    request: RouteRequest
    start: End
    goal: End
    shallow: Bytes


def finish(task: Task, passage: Passage, path: Path, edges: Array, narrow: NDArray[np.bool_], reduced: float) -> Way:
    """The route along a path, straightened, past `edges` of the coast.

    reduced: shore clearance [m] in `narrow` cells, shape (rows, columns); elsewhere it is what the request asks for.
    """
    lattice = task.lattice
    lat, lon = lattice.centres(path.cells)
    y, x = (a.astype(np.float64) for a in np.divmod(path.cells, lattice.columns))
    close = narrow.ravel()[path.cells]
    blocked = passage.blocked.copy()
    reach = []
    for end, at in ((task.start, 0), (task.goal, -1)):
        away = float(distance(*end.place, lat[at], lon[at]))
        reach.append(away)
        if end.keep and away > 0.0:
            end_y, end_x = (float(a) for a in lattice.to_units(*end.place))
            _open_around(blocked, task.shallow, end_y, end_x, away / lattice.cell + 1.0)
            where = len(y) if at else 0
            y, x, close = np.insert(y, where, end_y), np.insert(x, where, end_x), np.insert(close, where, close[at])
            lat, lon = np.insert(lat, where, end.place[0]), np.insert(lon, where, end.place[1])
    margin = task.request.shore_clearance
    ends = Ends(*(away + margin for away in reach))
    places = task.start.place, task.goal.place
    obstacles = Obstacles(blocked, (edges - lattice.origin) / lattice.cell)
    wide = Sight(task.ocean, lattice, obstacles, task.request.cruise_depth, Shore(edges), margin, *places, ends)
    route = _straightened(Points(lat, lon, y, x), close, wide, replace(wide, shore_clearance=reduced))
    moved = [0.0 if end.keep else away for end, away in zip((task.start, task.goal), reach, strict=True)]
    return Way(route.lat, route.lon, moved[0], moved[1], path.expanded, reduced)


def _straightened(points: Points, close: NDArray[np.bool_], wide: Sight, narrow: Sight) -> Points:
    """Each stretch of a path that is, or is not, `close` to the shore by itself; single moves join them."""
    stretches = np.split(np.arange(len(close)), np.flatnonzero(np.diff(close)) + 1)
    parts = []
    for stretch in stretches:
        sight = narrow if close[stretch[0]] else wide
        parts.append(tighten(straighten(points.pick(stretch), sight), sight))
    return Points(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("lat", "lon", "y", "x")))


def _open_around(blocked: Bytes, shallow: Bytes, y: float, x: float, reach: float) -> None:
    """Opens, for lines of sight, cells near an end that only land or shore block: exact checks see to those."""
    rows = slice(max(int(np.ceil(y - reach)), 0), int(np.floor(y + reach)) + 1)
    columns = slice(max(int(np.ceil(x - reach)), 0), int(np.floor(x + reach)) + 1)
    blocked[rows, columns] = shallow[rows, columns]
