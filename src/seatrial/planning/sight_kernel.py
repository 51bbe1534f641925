"""Lines of sight on a lattice."""

import warp as wp

from seatrial.dynamics.scalar import real

TOUCH = wp.constant(real(1.0e-6))
"""A line that passes the corner of a cell within this part of a cell touches it."""


@wp.func
def row_clear(row: int, ay: real, ax: real, by: real, bx: real, blocked: wp.array2d(dtype=wp.uint8)):
    """Whether the part of the line a b that lies in a row of cells, borders included, meets no blocked cell."""
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
    if first < 0 or last >= blocked.shape[1]:
        return False
    for column in range(first, last + 1):
        if blocked[row, column] != wp.uint8(0):
            return False
    return True


@wp.kernel
def look(
    lines: wp.array2d(dtype=real),
    number: wp.array(dtype=int),
    blocked: wp.array2d(dtype=wp.uint8),
    hidden: wp.array(dtype=wp.uint8),
):
    """Sets `hidden[number[n]]` when line n, (y1 x1 y2 x2), meets a blocked cell or leaves the lattice.

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
            if first < 0 or last >= blocked.shape[0]:
                hidden[number[n]] = wp.uint8(1)
            else:
                for row in range(first, last + 1):
                    if not row_clear(row, ay, ax, by, bx, blocked):
                        hidden[number[n]] = wp.uint8(1)
                        break
