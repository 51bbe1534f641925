"""Moves between the cells of a lattice: which there are, what they cost, which are open.

Moves 0 to 3 (7 with sixteen neighbours) go up or right; the others are their opposites. Only the first half is
stored: bit k of `shut[row, column]` closes move k from that cell, and with it the opposite move from the cell where
it leads.
"""

import warp as wp

from seatrial.dynamics.scalar import real

ROOT_TWO = wp.constant(real(2.0**0.5))
ROOT_FIVE = wp.constant(real(5.0**0.5))


@wp.func
def move_rows(k: int):
    """Rows that move k of the first half goes up: 0 1 1 1, 1 2 2 1."""
    if k == 0:
        return 0
    if k == 5 or k == 6:
        return 2
    return 1


@wp.func
def move_columns(k: int):
    """Columns that move k of the first half goes right: 1 0 1 -1, 2 1 -1 -2."""
    if k == 1:
        return 0
    if k == 3 or k == 6:
        return -1
    if k == 4:
        return 2
    if k == 7:
        return -2
    return 1


@wp.func
def move_length(k: int):
    """Length of move k of the first half, in cells."""
    if k < 2:
        return real(1.0)
    if k < 4:
        return ROOT_TWO
    return ROOT_FIVE


@wp.func
def inside(row: int, column: int, rows: int, columns: int):
    """Whether the lattice has that cell."""
    return row >= 0 and row < rows and column >= 0 and column < columns


@wp.func
def is_open(
    row: int, column: int, k: int, sign: int, blocked: wp.array2d(dtype=wp.uint8), shut: wp.array2d(dtype=wp.uint8)
):
    """Whether move k (of the first half, or its opposite for sign = -1) leads from a cell to an open cell.

    It needs the cells that the line passes in between too: no cutting of corners.
    """
    up = sign * move_rows(k)
    right = sign * move_columns(k)
    to_row = row + up
    to_column = column + right
    if not inside(to_row, to_column, blocked.shape[0], blocked.shape[1]):
        return False
    if blocked[to_row, to_column] != wp.uint8(0):
        return False
    bits = int(shut[row, column])
    if sign < 0:
        bits = int(shut[to_row, to_column])
    if (bits & (1 << k)) != 0:
        return False
    if k < 2:
        return True
    if k < 4:
        return blocked[row, to_column] == wp.uint8(0) and blocked[to_row, column] == wp.uint8(0)
    # a knight's move passes the two cells in the middle of its longer side
    if wp.abs(up) == 2:
        return blocked[row + up // 2, column] == wp.uint8(0) and blocked[row + up // 2, to_column] == wp.uint8(0)
    return blocked[row, column + right // 2] == wp.uint8(0) and blocked[to_row, column + right // 2] == wp.uint8(0)


@wp.kernel
def flood(
    mark: int,
    half: int,
    limit: int,
    blocked: wp.array2d(dtype=wp.uint8),
    shut: wp.array2d(dtype=wp.uint8),
    label: wp.array(dtype=wp.uint8),
    queue: wp.array(dtype=int),
    state: wp.array(dtype=int),
    met: wp.array(dtype=wp.uint8),
):
    """Spreads `mark` over cells that moves connect with those in `queue`, for at most `limit` cells.

    state: head and tail of the queue, and whether a cell on the border was reached. `met[m]` becomes 1 when the flood
    touches a cell with mark m.
    """
    rows = blocked.shape[0]
    columns = blocked.shape[1]
    head = int(state[0])
    tail = int(state[1])
    stop = wp.min(head, 2147483647 - limit) + limit
    while head < tail and head < stop:
        cell = queue[head]
        head += 1
        row = cell // columns
        column = cell - row * columns
        if row == 0 or column == 0 or row == rows - 1 or column == columns - 1:
            state[2] = 1
        for n in range(2 * half):
            k = n % half
            sign = 1 - 2 * (n // half)
            to_row = row + sign * move_rows(k)
            to_column = column + sign * move_columns(k)
            # the cheap question first: most neighbours have been seen
            if inside(to_row, to_column, rows, columns):
                to = to_row * columns + to_column
                seen = int(label[to])
                if seen != mark:
                    if is_open(row, column, k, sign, blocked, shut):
                        if seen != 0:
                            met[seen] = wp.uint8(1)
                        else:
                            label[to] = wp.uint8(mark)
                            queue[tail] = to
                            tail += 1
    state[0] = head
    state[1] = tail
