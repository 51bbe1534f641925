"""Shortest paths on a lattice: A* with an indexed binary heap, one thread."""

import warp as wp

from seatrial.dynamics.scalar import real
from seatrial.planning.moves_kernel import ROOT_FIVE, ROOT_TWO, inside, is_open, move_columns, move_length, move_rows

CLOSED = wp.constant(-1)


@wp.func
def free_distance(rows: int, columns: int, half: int):
    """Cost of the cheapest moves over open water by that many rows and columns: a metric, hence consistent."""
    longer = wp.max(wp.abs(rows), wp.abs(columns))
    shorter = wp.min(wp.abs(rows), wp.abs(columns))
    if half == 4:
        return real(longer - shorter) + real(shorter) * ROOT_TWO
    if 2 * shorter <= longer:
        return real(longer - 2 * shorter) + real(shorter) * ROOT_FIVE
    return real(2 * shorter - longer) * ROOT_TWO + real(longer - shorter) * ROOT_FIVE


@wp.func
def place(
    at: int,
    cell: int,
    key: real,
    keys: wp.array(dtype=real),
    cells: wp.array(dtype=int),
    slot: wp.array(dtype=int),
):
    """Puts a cell into the heap at position `at` and remembers where it is."""
    keys[at] = key
    cells[at] = cell
    slot[cell] = at + 1


@wp.func
def sift_up(
    start: int,
    cell: int,
    key: real,
    keys: wp.array(dtype=real),
    cells: wp.array(dtype=int),
    slot: wp.array(dtype=int),
):
    """Moves a cell with that key from position `start` towards the root as far as it belongs."""
    at = start
    while at > 0:
        above = (at - 1) // 2
        if keys[above] <= key:
            break
        place(at, cells[above], keys[above], keys, cells, slot)
        at = above
    place(at, cell, key, keys, cells, slot)


@wp.func
def drop_root(size: int, keys: wp.array(dtype=real), cells: wp.array(dtype=int), slot: wp.array(dtype=int)):
    """Removes the root of a heap that has `size` cells left after that."""
    key = keys[size]
    cell = cells[size]
    at = int(0)
    while 2 * at + 1 < size:
        below = 2 * at + 1
        if below + 1 < size and keys[below + 1] < keys[below]:
            below += 1
        if keys[below] >= key:
            break
        place(at, cells[below], keys[below], keys, cells, slot)
        at = below
    if size > 0:
        place(at, cell, key, keys, cells, slot)


@wp.kernel
def search(
    start: int,
    goal: int,
    half: int,
    block: int,
    allowed: wp.array2d(dtype=wp.uint8),
    blocked: wp.array2d(dtype=wp.uint8),
    shut: wp.array2d(dtype=wp.uint8),
    cost: wp.array(dtype=real),
    came_by: wp.array(dtype=wp.uint8),
    slot: wp.array(dtype=int),
    keys: wp.array(dtype=real),
    cells: wp.array(dtype=int),
    expanded: wp.array(dtype=int),
):
    """Cheapest way from cell `start` to cell `goal`, in cell sides; goal = -1: to every cell (Dijkstra).

    Cells whose block of `block` x `block` cells is not `allowed` are left out. `slot` comes zeroed and is 0 for a
    cell not seen, its heap position + 1 while open, CLOSED afterwards; `cost` and `came_by` (1 + number of the move)
    hold for cells seen. A closed cell is opened again when rounding in the keys made it close too early, so the cost
    is exact.
    """
    columns = blocked.shape[1]
    goal_row = goal // columns
    goal_column = goal - goal_row * columns
    size = int(1)
    count = int(0)
    cost[start] = real(0.0)
    came_by[start] = wp.uint8(0)
    place(0, start, real(0.0), keys, cells, slot)
    while size > 0:
        cell = cells[0]
        size -= 1
        drop_root(size, keys, cells, slot)
        slot[cell] = CLOSED
        count += 1
        if cell == goal:
            break
        row = cell // columns
        column = cell - row * columns
        for n in range(2 * half):
            k = n % half
            sign = 1 - 2 * (n // half)
            to_row = row + sign * move_rows(k)
            to_column = column + sign * move_columns(k)
            if inside(to_row, to_column, blocked.shape[0], columns):
                to = to_row * columns + to_column
                new = cost[cell] + move_length(k)
                seen = slot[to]
                better = bool(seen == 0)
                if seen != 0:
                    better = new < cost[to]
                if better and allowed[to_row // block, to_column // block] != wp.uint8(0):
                    if is_open(row, column, k, sign, blocked, shut):
                        cost[to] = new
                        came_by[to] = wp.uint8(n + 1)
                        key = new
                        if goal >= 0:
                            key = new + free_distance(to_row - goal_row, to_column - goal_column, half)
                        at = seen - 1
                        if seen <= 0:
                            at = size
                            size += 1
                        sift_up(at, to, key, keys, cells, slot)
    expanded[0] = count


@wp.kernel
def trace(
    goal: int,
    half: int,
    columns: int,
    came_by: wp.array(dtype=wp.uint8),
    path: wp.array(dtype=int),
    length: wp.array(dtype=int),
):
    """Cells of the way that `search` found, from goal to start, and their number."""
    cell = int(goal)
    count = int(1)
    path[0] = cell
    while came_by[cell] != wp.uint8(0):
        n = int(came_by[cell]) - 1
        k = n % half
        sign = 1 - 2 * (n // half)
        cell = cell - sign * (move_rows(k) * columns + move_columns(k))
        path[count] = cell
        count += 1
    length[0] = count
