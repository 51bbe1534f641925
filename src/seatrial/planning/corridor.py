"""Long routes, coarse to fine: a search over blocks of cells says where the fine search has to look.

Blocks of b x b cells are joined optimistically, wherever any move leads from one to the next, so the cost over blocks
is close to a lower bound: a fine path of cost c visits blocks whose distances to start and goal add up to little more
than c / b. The difference is at most some 1.4 blocks for every turn round an obstacle, for which `SLACK` and `MARGIN`
allow. A first corridor about the best coarse path gives a fine path; if its cost says that a better one could lie
outside, everything that could is searched again.
"""

import numpy as np
from numpy.typing import NDArray

from seatrial.dynamics.engine import start as start_engine
from seatrial.planning import corridor_kernel
from seatrial.planning.search import Bytes, Passage, Path, distances, share, shortest_path

wp = start_engine()

FULL = 300_000
"""Lattices up to this size are searched as they are."""

SLACK = 1.03
MARGIN = 4.0
"""Blocks."""

_FIRST_SLACK = 1.06
_FIRST_MARGIN = 6.0
_BLOCKS = 40_000


def guided_path(passage: Passage, start: int, goal: int) -> Path | None:
    """Path from cell `start` to cell `goal` whose cost is within 1 % of the cheapest; exact up to `FULL` cells."""
    if passage.blocked.size <= FULL:
        return shortest_path(passage, start, goal)
    return corridor_path(passage, start, goal, block_side(passage.blocked.size))


def block_side(cells: int) -> int:
    """Side of a block for a lattice of that many cells, in cells."""
    return int(np.clip(round((cells / _BLOCKS) ** 0.5), 4, 16))


def corridor_path(passage: Passage, start: int, goal: int, block: int) -> Path | None:
    """As `guided_path`, whatever the size of the lattice."""
    total = _through(passage, start, goal, block)
    best = float(total.min())
    if not np.isfinite(best):
        return shortest_path(passage, start, goal)
    limit = best * _FIRST_SLACK + _FIRST_MARGIN
    path = shortest_path(passage, start, goal, _widened(total <= limit), block)
    if path is None:
        return shortest_path(passage, start, goal)
    needed = path.cost / block * SLACK + MARGIN
    if needed <= limit:
        return path
    again = shortest_path(passage, start, goal, _widened(total <= needed), block)
    if again is None or again.cost > path.cost:
        return path
    return Path(again.cells, again.cost, path.expanded + again.expanded)


def _through(passage: Passage, start: int, goal: int, block: int) -> NDArray[np.float64]:
    """Least cost from start to goal through each block, in block sides."""
    coarse = _blocks(passage, block)
    columns = passage.blocked.shape[1]
    ends = [(c // columns // block) * coarse.blocked.shape[1] + c % columns // block for c in (start, goal)]
    return distances(coarse, ends[0]) + distances(coarse, ends[1])


def _blocks(passage: Passage, block: int) -> Passage:
    """Blocks as cells of a coarser lattice on which only shut moves count."""
    rows, columns = (-(-n // block) for n in passage.blocked.shape)
    links = np.zeros((rows, columns), np.uint8)
    inputs = [block, passage.half, *map(share, (passage.blocked, passage.shut, links))]
    wp.launch(corridor_kernel.link_blocks, dim=1, inputs=inputs, device="cpu")
    right, up = (links & 1) != 0, (links & 2) != 0
    # round two sides of a block is as good as across its corner
    links[:-1, :-1] |= _bit(2, (right[:-1, :-1] & up[:-1, 1:]) | (up[:-1, :-1] & right[1:, :-1]))
    links[:-1, 1:] |= _bit(3, (right[:-1, :-1] & up[:-1, :-1]) | (up[:-1, 1:] & right[1:, :-1]))
    return Passage(np.zeros_like(links), ~links, 4)


def _bit(number: int, where: NDArray[np.bool_]) -> Bytes:
    return where.astype(np.uint8) << np.uint8(number)


def _widened(blocks: NDArray[np.bool_]) -> Bytes:
    """Blocks and their eight neighbours."""
    wide = np.pad(blocks, 1)
    wide = wide[:-2] | wide[1:-1] | wide[2:]
    return (wide[:, :-2] | wide[:, 1:-1] | wide[:, 2:]).astype(np.uint8)
