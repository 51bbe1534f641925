import numpy as np

from seatrial.planning.corridor import FULL, block_side, corridor_path, guided_path
from seatrial.planning.search import Passage, distances, shortest_path
from tests.verification.test_planning_search import islands


def test_small_lattices_are_searched_whole_and_large_ones_in_part():
    rng = np.random.default_rng(8)
    blocked = islands(rng, 600, 12)
    assert blocked.size > FULL
    passage = Passage(blocked, np.zeros_like(blocked), 4)
    start = int(np.flatnonzero(blocked == 0)[0])
    goal = int(np.flatnonzero(np.isfinite(distances(passage, start)))[-1])
    whole, part = shortest_path(passage, start, goal), guided_path(passage, start, goal)
    assert whole is not None
    assert part is not None
    assert part.cost == whole.cost
    small = Passage(blocked[:200, :200].copy(), np.zeros((200, 200), np.uint8), 4)
    first, last = np.flatnonzero(small.blocked == 0)[[0, -1]].tolist()
    one, other = guided_path(small, first, last), shortest_path(small, first, last)
    assert (one and one.expanded) == (other and other.expanded)


def test_blocks_grow_with_the_lattice():
    assert [block_side(n) for n in (300_000, 2_560_000, 10**7, 10**9)] == [4, 8, 16, 16]


def test_water_that_only_blocks_join_has_no_path():
    # each block of the middle row has open cells on both sides of a wall that runs through it
    blocked = np.zeros((48, 48), np.uint8)
    blocked[22] = 1
    assert corridor_path(Passage(blocked, np.zeros_like(blocked), 4), 0, 48 * 48 - 1, 8) is None
    blocked[22, 47] = 0
    path = corridor_path(Passage(blocked, np.zeros_like(blocked), 8), 0, 47 * 48, 8)
    assert path is not None
    assert 22 * 48 + 47 in path.cells
