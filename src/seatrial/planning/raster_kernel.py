"""Draws coast lines on a lattice: land, moves that touch the coast, cells and moves near it.

Positions are in lattice units: the centre of cell (row, column) is y = row, x = column. Launched with one thread,
because edges write to the same cells.
"""

import warp as wp

from seatrial.dynamics.scalar import real
from seatrial.planning.moves_kernel import move_columns, move_rows


@wp.func
def turn(ay: real, ax: real, by: real, bx: real, py: real, px: real):
    """Positive where p lies left of a -> b, zero on the line."""
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax)


@wp.func
def touch(ay: real, ax: real, by: real, bx: real, cy: real, cx: real, dy: real, dx: real):
    """Whether two line segments have a point in common, ends included."""
    zero = real(0.0)
    if wp.max(ay, by) < wp.min(cy, dy) or wp.max(cy, dy) < wp.min(ay, by):
        return False
    if wp.max(ax, bx) < wp.min(cx, dx) or wp.max(cx, dx) < wp.min(ax, bx):
        return False
    if turn(ay, ax, by, bx, cy, cx) * turn(ay, ax, by, bx, dy, dx) > zero:
        return False
    return turn(cy, cx, dy, dx, ay, ax) * turn(cy, cx, dy, dx, by, bx) <= zero


@wp.func
def gap(py: real, px: real, ay: real, ax: real, by: real, bx: real):
    """Square of the distance from p to the segment a b."""
    zero = real(0.0)
    vy = by - ay
    vx = bx - ax
    square = vy * vy + vx * vx
    t = zero
    if square > zero:
        t = wp.clamp(((py - ay) * vy + (px - ax) * vx) / square, zero, real(1.0))
    ey = ay + t * vy - py
    ex = ax + t * vx - px
    return ey * ey + ex * ex


@wp.func
def span(low: real, high: real, ay: real, ax: real, by: real, bx: real):
    """Least and greatest column about the part of the segment a b whose y lies in low..high; (1, 0) for none."""
    zero = real(0.0)
    one = real(1.0)
    t0 = zero
    t1 = one
    vy = by - ay
    if vy == zero:
        if ay < low or ay > high:
            return wp.vec2i(1, 0)
    else:
        ta = (low - ay) / vy
        tb = (high - ay) / vy
        t0 = wp.max(zero, wp.min(ta, tb))
        t1 = wp.min(one, wp.max(ta, tb))
        if t0 > t1:
            return wp.vec2i(1, 0)
    xa = ax + t0 * (bx - ax)
    xb = ax + t1 * (bx - ax)
    return wp.vec2i(int(wp.floor(wp.min(xa, xb))), int(wp.ceil(wp.max(xa, xb))))


@wp.func
def shut_moves(
    ay: real,
    ax: real,
    by: real,
    bx: real,
    half: int,
    reach: int,
    radius: real,
    shut: wp.array2d(dtype=wp.uint8),
    shore_shut: wp.array2d(dtype=wp.uint8),
):
    """Closes the moves that touch the edge a b, and in `shore_shut` also those that come within `radius` of it."""
    rows = shut.shape[0]
    columns = shut.shape[1]
    square = radius * radius
    pad = int(wp.ceil(radius)) + reach
    first = wp.max(int(wp.floor(wp.min(ay, by) - radius)) - reach, 0)
    last = wp.min(int(wp.ceil(wp.max(ay, by) + radius)), rows - 1)
    for row in range(first, last + 1):
        cut = span(real(row) - radius, real(row + reach) + radius, ay, ax, by, bx)
        if cut[0] > cut[1]:
            continue
        for column in range(wp.max(cut[0] - pad, 0), wp.min(cut[1] + pad, columns - 1) + 1):
            y = real(row)
            x = real(column)
            hard = int(0)
            soft = int(0)
            for k in range(half):
                y2 = real(row + move_rows(k))
                x2 = real(column + move_columns(k))
                if touch(y, x, y2, x2, ay, ax, by, bx):
                    hard = hard | (1 << k)
                elif radius > real(0.0):
                    ends = wp.min(gap(ay, ax, y, x, y2, x2), gap(by, bx, y, x, y2, x2))
                    if wp.min(ends, wp.min(gap(y, x, ay, ax, by, bx), gap(y2, x2, ay, ax, by, bx))) <= square:
                        soft = soft | (1 << k)
            shut[row, column] = wp.uint8(int(shut[row, column]) | hard)
            shore_shut[row, column] = wp.uint8(int(shore_shut[row, column]) | hard | soft)


@wp.func
def near_cells(ay: real, ax: real, by: real, bx: real, radius: real, near: wp.array2d(dtype=wp.uint8)):
    """Marks the cells whose centre lies within `radius` of the edge a b."""
    first = wp.max(int(wp.floor(wp.min(ay, by) - radius)), 0)
    last = wp.min(int(wp.ceil(wp.max(ay, by) + radius)), near.shape[0] - 1)
    pad = int(wp.ceil(radius))
    for row in range(first, last + 1):
        cut = span(real(row) - radius, real(row) + radius, ay, ax, by, bx)
        if cut[0] <= cut[1]:
            for column in range(wp.max(cut[0] - pad, 0), wp.min(cut[1] + pad, near.shape[1] - 1) + 1):
                if gap(real(row), real(column), ay, ax, by, bx) <= radius * radius:
                    near[row, column] = wp.uint8(1)


@wp.func
def toggle(
    ay: real, ax: real, by: real, bx: real, first_column: wp.array(dtype=int), flips: wp.array2d(dtype=wp.uint8)
):
    """Flips, in each row that the edge crosses, the first cell to the right of the crossing.

    Crossings left of a row's first column do not count: what that cell is, is known exactly.
    """
    first = wp.max(int(wp.ceil(wp.min(ay, by))), 0)
    last = wp.min(int(wp.floor(wp.max(ay, by))), flips.shape[0] - 1)
    for row in range(first, last + 1):
        y = real(row)
        if (ay <= y) != (by <= y):
            column = int(wp.ceil(ax + (y - ay) / (by - ay) * (bx - ax)))
            if column > first_column[row] and column < flips.shape[1]:
                flips[row, column] = flips[row, column] ^ wp.uint8(1)


@wp.kernel
def draw_coast(
    edges: wp.array2d(dtype=real),
    first_column: wp.array(dtype=int),
    half: int,
    reach: int,
    radius: real,
    flips: wp.array2d(dtype=wp.uint8),
    near: wp.array2d(dtype=wp.uint8),
    shut: wp.array2d(dtype=wp.uint8),
    shore_shut: wp.array2d(dtype=wp.uint8),
):
    """Draws all edges, shape (n, 4): y1 x1 y2 x2."""
    margin = real(reach + 1) + radius
    top = real(shut.shape[0] - 1) + margin
    right = real(shut.shape[1] - 1) + margin
    for n in range(edges.shape[0]):
        ay = edges[n, 0]
        ax = edges[n, 1]
        by = edges[n, 2]
        bx = edges[n, 3]
        if wp.max(ay, by) < -margin or wp.min(ay, by) > top or wp.max(ax, bx) < -margin or wp.min(ax, bx) > right:
            continue
        toggle(ay, ax, by, bx, first_column, flips)
        shut_moves(ay, ax, by, bx, half, reach, radius, shut, shore_shut)
        if radius > real(0.0):
            near_cells(ay, ax, by, bx, radius, near)


@wp.kernel
def fill_land(
    first_column: wp.array(dtype=int),
    starts_on_land: wp.array(dtype=wp.uint8),
    flips: wp.array2d(dtype=wp.uint8),
    land: wp.array2d(dtype=wp.uint8),
):
    """Land, row by row, from what the first cell of the row is and where it changes; one thread per row.

    Cells left of the first column count as land: the plane ends there.
    """
    row = wp.tid()
    state = starts_on_land[row]
    for column in range(flips.shape[1]):
        if column < first_column[row]:
            land[row, column] = wp.uint8(1)
        else:
            state = state ^ flips[row, column]
            land[row, column] = state
