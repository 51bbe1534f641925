"""Joins blocks of cells where moves lead from one to the next."""

import warp as wp

from seatrial.planning.moves_kernel import is_open, move_columns, move_rows


@wp.kernel
def link_blocks(
    block: int,
    half: int,
    blocked: wp.array2d(dtype=wp.uint8),
    shut: wp.array2d(dtype=wp.uint8),
    links: wp.array2d(dtype=wp.uint8),
):
    """Sets bit k of a block's `links` when some open move leads from it to its neighbour by move k (0 to 3).

    One thread. Only cells at the border of a block are looked at.
    """
    reach = half // 4
    for row in range(blocked.shape[0]):
        y = row // block
        inner_row = row - y * block < block - reach
        for column in range(blocked.shape[1]):
            x = column // block
            in_block = column - x * block
            inner = inner_row and in_block >= reach and in_block < block - reach
            if not inner and blocked[row, column] == wp.uint8(0):
                for k in range(half):
                    up = (row + move_rows(k)) // block - y
                    right = (column + move_columns(k) + block) // block - 1 - x
                    if up != 0 or right != 0:
                        bit = int(0)
                        if up == 1:
                            bit = 2 + right
                            if right == 1:
                                bit = 2
                            elif right == 0:
                                bit = 1
                            else:
                                bit = 3
                        if (int(links[y, x]) & (1 << bit)) == 0:
                            if is_open(row, column, k, 1, blocked, shut):
                                links[y, x] = wp.uint8(int(links[y, x]) | (1 << bit))
