"""Finds a way round land and shallows on one lattice."""

import numpy as np
from numpy.typing import NDArray

from seatrial.ocean.ocean import Ocean
from seatrial.planning.corridor import guided_path
from seatrial.planning.ends import End, candidates
from seatrial.planning.finish import Task, Way, finish
from seatrial.planning.floor import safe_legs
from seatrial.planning.lattice import Lattice
from seatrial.planning.link import Apart, link
from seatrial.planning.raster import draw_coast
from seatrial.planning.request import RouteRequest
from seatrial.planning.search import Passage, Path
from seatrial.planning.shallows import shallow_cells

_REPAIRS = 30
_PATCH = 3
"""Cells about a narrow place in which the shore clearance is reduced."""
_REDUCED = (0.5, 0.25, 0.0)

_MOVES = [(0, 1), (1, 0), (1, 1), (1, -1), (1, 2), (2, 1), (2, -1), (1, -2)]
"""Rows up and columns right, as in `moves_kernel`."""


def way_around(lattice: Lattice, ocean: Ocean, request: RouteRequest, start: End, goal: End) -> Way:
    """The way on this lattice; raises Apart when it has none.

    Where nothing keeps the shore clearance, it is reduced, in narrow places only and no more than needed.
    """
    half, margin = request.neighbours // 2, request.shore_clearance
    coast = draw_coast(lattice, ocean.land, half, margin)
    limit = request.cruise_depth + request.clearance
    task = Task(lattice, ocean, request, start, goal, shallow_cells(lattice, ocean.bathymetry, limit, coast.land))
    anywhere = Passage(coast.land | task.shallow, coast.shut, half)
    off_shore = Passage(anywhere.blocked | coast.near, coast.near_shut, half)
    nowhere = np.zeros(off_shore.blocked.shape, np.bool_)
    try:
        return finish(task, off_shore, _path(task, off_shore), coast.edges, nowhere, margin)
    except Apart:
        if margin == 0.0:
            raise
    narrow = _narrow(off_shore, _path(task, anywhere).cells)
    for part in _REDUCED:
        nearer = draw_coast(lattice, ocean.land, half, part * margin)
        closer = Passage(anywhere.blocked | nearer.near, nearer.near_shut, half)
        passage = Passage(
            np.where(narrow, closer.blocked, off_shore.blocked), np.where(narrow, closer.shut, off_shore.shut), half
        )
        try:
            return finish(task, passage, _path(task, passage), coast.edges, narrow, part * margin)
        except Apart:
            continue
    raise Apart(closed=False)


def _narrow(off_shore: Passage, cells: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Cells round those of a path where the passage off shore is not open, shape (rows, columns)."""
    rows, columns = off_shore.blocked.shape
    narrow = np.zeros((rows, columns), np.bool_)
    for cell in cells[((off_shore.blocked != 0) | (off_shore.shut != 0)).ravel()[cells]]:
        row, column = divmod(int(cell), columns)
        narrow[max(row - _PATCH, 0) : row + _PATCH + 1, max(column - _PATCH, 0) : column + _PATCH + 1] = True
    return narrow


def _path(task: Task, passage: Passage) -> Path:
    """The cheapest path between the ends whose moves are all safe."""
    depth = task.request.cruise_depth
    starts, goals = (
        candidates(end, task.lattice, passage.blocked, task.ocean, depth) for end in (task.start, task.goal)
    )
    ends: tuple[int, int] | None = None
    for _ in range(_REPAIRS):
        path = None if ends is None else guided_path(passage, *ends)
        if path is None:
            # the first time, or because what was shut has parted the two cells
            ends = link(passage, starts, goals)
            path = guided_path(passage, *ends)
        if path is not None and not _shut_unsafe(task, passage, path.cells):
            return path
    raise Apart(closed=False)


def _shut_unsafe(task: Task, passage: Passage, cells: NDArray[np.int32]) -> bool:
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
