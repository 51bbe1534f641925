"""Lines of sight on a lattice, past blocked cells and coast edges."""

import warp as wp

from seatrial.dynamics.scalar import real
from seatrial.planning.raster_kernel import span, touch

TOUCH = wp.constant(real(1.0e-6))
"""A line that passes the corner of a cell within this part of a cell touches it."""


@wp.struct
class Obstacles:
    """Blocked cells, and coast edges (y1 x1 y2 x2) listed by the cells that they touch.

    A cell with drawer d > 0 holds the edges `items[first[d]]` to `items[first[d + 1] - 1]`.
    """

    blocked: wp.array2d(dtype=wp.uint8)
    drawer: wp.array2d(dtype=int)
    first: wp.array(dtype=int)
    items: wp.array(dtype=int)
    edges: wp.array2d(dtype=real)


@wp.func
def cell_clear(row: int, column: int, ay: real, ax: real, by: real, bx: real, obstacles: Obstacles):
    """Whether a cell is open and none of its edges touches the line a b."""
    if obstacles.blocked[row, column] != wp.uint8(0):
        return False
    drawer = obstacles.drawer[row, column]
    if drawer > 0:
        for at in range(obstacles.first[drawer], obstacles.first[drawer + 1]):
            n = obstacles.items[at]
            if touch(
                ay,
                ax,
                by,
                bx,
                obstacles.edges[n, 0],
                obstacles.edges[n, 1],
                obstacles.edges[n, 2],
                obstacles.edges[n, 3],
            ):
                return False
    return True


@wp.func
def row_clear(row: int, ay: real, ax: real, by: real, bx: real, obstacles: Obstacles):
    """Whether the part of the line a b that lies in a row of cells, borders included, meets nothing."""
    low = real(row) - real(0.5) - TOUCH
    high = real(row) + real(0.5) + TOUCH
    t0 = real(0.0)
    t1 = real(1.0)
    rise = by - ay
    if wp.abs(rise) > real(0.0):
        ta = (low - ay) / rise
        tb = (high - ay) / rise
        t0 = wp.max(t0, wp.min(ta, tb))
        t1 = wp.min(t1, wp.max(ta, tb))
    xa = ax + t0 * (bx - ax)
    xb = ax + t1 * (bx - ax)
    first = int(wp.ceil(wp.min(xa, xb) - real(0.5) - TOUCH))
    last = int(wp.floor(wp.max(xa, xb) + real(0.5) + TOUCH))
    if first < 0 or last >= obstacles.blocked.shape[1]:
        return False
    for column in range(first, last + 1):
        if not cell_clear(row, column, ay, ax, by, bx, obstacles):
            return False
    return True


@wp.kernel
def look(
    lines: wp.array2d(dtype=real), number: wp.array(dtype=int), obstacles: Obstacles, hidden: wp.array(dtype=wp.uint8)
):
    """Sets `hidden[number[n]]` when line n, (y1 x1 y2 x2), meets an obstacle or leaves the lattice.

    A line that passes exactly between two cells or through a corner meets all the cells there: no cutting of corners.
    One thread.
    """
    for n in range(lines.shape[0]):
        if hidden[number[n]] == wp.uint8(0):
            ay = lines[n, 0]
            ax = lines[n, 1]
            by = lines[n, 2]
            bx = lines[n, 3]
            first = int(wp.ceil(wp.min(ay, by) - real(0.5) - TOUCH))
            last = int(wp.floor(wp.max(ay, by) + real(0.5) + TOUCH))
            if first < 0 or last >= obstacles.blocked.shape[0]:
                hidden[number[n]] = wp.uint8(1)
            else:
                for row in range(first, last + 1):
                    if not row_clear(row, ay, ax, by, bx, obstacles):
                        hidden[number[n]] = wp.uint8(1)
                        break


@wp.kernel
def file_edges(
    edges: wp.array2d(dtype=real),
    fill: int,
    drawer: wp.array2d(dtype=int),
    first: wp.array(dtype=int),
    items: wp.array(dtype=int),
):
    """Lists the edges by the cells that they touch, in two runs of one thread.

    First (fill = 0): numbers the touched cells from 1 in `drawer` and counts the edges of each in `first`. Second,
    after these counts have been summed up to where each cell's list ends: puts the edges there, from the end.
    """
    rows = drawer.shape[0]
    columns = drawer.shape[1]
    used = int(0)
    half = real(0.5)
    for n in range(edges.shape[0]):
        ay = edges[n, 0]
        ax = edges[n, 1]
        by = edges[n, 2]
        bx = edges[n, 3]
        low = wp.max(int(wp.floor(wp.min(ay, by) - half)), 0)
        high = wp.min(int(wp.ceil(wp.max(ay, by) + half)), rows - 1)
        for row in range(low, high + 1):
            cut = span(real(row) - half, real(row) + half, ay, ax, by, bx)
            if cut[0] <= cut[1]:
                for column in range(wp.max(cut[0], 0), wp.min(cut[1], columns - 1) + 1):
                    if fill == 0:
                        if drawer[row, column] == 0:
                            used += 1
                            drawer[row, column] = used
                        first[drawer[row, column]] = first[drawer[row, column]] + 1
                    else:
                        at = first[drawer[row, column]] - 1
                        first[drawer[row, column]] = at
                        items[at] = n
    if fill == 0:
        first[0] = used
