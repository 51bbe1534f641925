"""The search finds Dijkstra's cost: SciPy's, on a graph built here in another way, for hundreds of random lattices."""

from itertools import pairwise

import numpy as np
import pytest
import shapely
from scipy.ndimage import gaussian_filter
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, dijkstra

from seatrial.planning.corridor import corridor_path
from seatrial.planning.link import Apart, link
from seatrial.planning.search import Passage, distances, shortest_path

MOVES = [(0, 1), (1, 0), (1, 1), (1, -1), (1, 2), (2, 1), (2, -1), (1, -2)]
"""Rows up and columns right of the moves whose bits `Passage.shut` holds."""

# the same path summed in another order: one rounding of 1e-16 a move
TOLERANCE = 1e-12


def cells_between(move):
    """Cells other than its two ends that the line of a move touches, from geometry alone."""
    line = shapely.LineString([(0, 0), move])
    cells = [(j, i) for j in range(-2, 3) for i in range(-2, 3) if (j, i) not in ((0, 0), move)]
    return [(j, i) for j, i in cells if shapely.box(j - 0.5, i - 0.5, j + 0.5, i + 0.5).intersects(line)]


def graph(passage, corners=True):
    """All allowed moves as a sparse symmetric matrix of costs; without `corners` they may be cut."""
    rows, columns = passage.blocked.shape
    is_open = np.pad(passage.blocked == 0, 2)
    number = np.arange(rows * columns).reshape(rows, columns)

    def shifted(j, i):
        return is_open[2 + j : 2 + j + rows, 2 + i : 2 + i + columns]

    first, last, cost = [], [], []
    for k, (up, right) in enumerate(MOVES[: passage.half]):
        good = shifted(0, 0) & shifted(up, right) & ((passage.shut >> k) & 1 == 0)
        for cell in cells_between((up, right)) if corners else []:
            good &= shifted(*cell)
        first.append(number[good])
        last.append(number[good] + up * columns + right)
        cost.append(np.full(good.sum(), np.hypot(up, right)))
    first, last, cost = map(np.concatenate, (first, last, cost))
    return csr_array((np.tile(cost, 2), (np.r_[first, last], np.r_[last, first])), shape=(number.size,) * 2)


def random_passage(rng, half, most=60):
    """Scattered rocks, or islands; some moves shut."""
    shape = tuple(rng.integers(2, most, 2))
    field = gaussian_filter(rng.standard_normal(shape), rng.choice([0.0, 1.0, 3.0]))
    blocked = (field > np.quantile(field, rng.uniform(0.55, 1.0))).astype(np.uint8)
    shut = (rng.integers(0, 256, shape) * (rng.random(shape) < rng.choice([0.0, 0.1, 0.5]))).astype(np.uint8)
    return Passage(blocked, shut, half)


def cost_along(passage, cells):
    """Cost of a path cell by cell; infinite when it makes a move that the graph has not."""
    edges = graph(passage)
    steps = [edges[a, b] for a, b in pairwise(cells)]
    return sum(steps) if all(steps) else np.inf


def check_dijkstra_cost(find, trials=100, seed=0):
    """`find(passage, start, goal)` answers with Dijkstra's cost, along cells that have it, or with None."""
    rng = np.random.default_rng(seed)
    for trial in range(trials):
        passage = random_passage(rng, (4, 8)[trial % 2])
        free = np.flatnonzero(passage.blocked == 0)
        start, goal = rng.choice(free, 2)
        expected = dijkstra(graph(passage), indices=start)[goal]
        path = find(passage, int(start), int(goal))
        if np.isinf(expected):
            assert path is None, f"trial {trial}: a path where there is none"
            continue
        assert path is not None, f"trial {trial}: no path where there is one"
        assert abs(path.cost - expected) <= TOLERANCE * max(expected, 1.0), f"trial {trial}"
        assert path.cells[0] == start
        assert path.cells[-1] == goal
        assert abs(cost_along(passage, path.cells) - expected) <= TOLERANCE * max(expected, 1.0), f"trial {trial}"


@pytest.mark.parametrize("seed", [1, 2])
def test_cost_is_dijkstras(seed):
    check_dijkstra_cost(shortest_path, seed=seed)


@pytest.mark.slow
def test_cost_is_dijkstras_on_many_lattices():
    check_dijkstra_cost(shortest_path, trials=1000, seed=3)


@pytest.mark.parametrize("half", [4, 8])
def test_cost_is_dijkstras_on_the_largest_lattice_of_the_seed(half):
    rng = np.random.default_rng(half)
    field = gaussian_filter(rng.standard_normal((250, 250)), 4.0)
    passage = Passage((field > np.quantile(field, 0.65)).astype(np.uint8), np.zeros((250, 250), np.uint8), half)
    free = np.flatnonzero(passage.blocked == 0)
    starts = rng.choice(free, 3)
    expected = dijkstra(graph(passage), indices=starts)
    for start, row in zip(starts, expected, strict=True):
        np.testing.assert_allclose(distances(passage, int(start)).ravel(), row, rtol=TOLERANCE)
        for goal in rng.choice(free, 10):
            path = shortest_path(passage, int(start), int(goal))
            assert (np.inf if path is None else path.cost) == pytest.approx(row[goal], rel=TOLERANCE)


def test_components_are_those_of_the_graph():
    rng = np.random.default_rng(4)
    for trial in range(100):
        passage = random_passage(rng, (4, 8)[trial % 2], most=30)
        _, label = connected_components(graph(passage))
        free = np.flatnonzero(passage.blocked == 0)
        start, goal = (int(c) for c in rng.choice(free, 2))
        try:
            found = link(passage, lambda wanted, c=start: iter([c]), lambda wanted, c=goal: iter([c]))
            assert label[start] == label[goal]
            assert found == (start, goal)
        except Apart as apart:
            assert label[start] != label[goal]
            rows, columns = passage.blocked.shape
            edge = np.ones((rows, columns), bool)
            edge[1:-1, 1:-1] = False
            shut_in = [not np.any(edge.ravel() & (label == label[cell])) for cell in (start, goal)]
            if apart.closed:
                assert any(shut_in)
            else:
                assert not all(shut_in)


def test_some_connected_pair_of_candidates_is_found():
    rng = np.random.default_rng(9)
    for trial in range(150):
        passage = random_passage(rng, (4, 8)[trial % 2], most=20)
        _, label = connected_components(graph(passage))
        free = np.flatnonzero(passage.blocked == 0)
        starts, goals = (rng.choice(free, rng.integers(1, 6)) for _ in range(2))

        def among(cells):
            return lambda wanted: (int(cell) for cell in cells if wanted(np.array([cell]))[0])

        try:
            start, goal = link(passage, among(starts), among(goals))
            assert start in starts
            assert goal in goals
            assert label[start] == label[goal], f"trial {trial}"
        except Apart:
            assert not set(label[starts]) & set(label[goals]), f"trial {trial}"


def walls(rng, n, spacing):
    """Walls across the whole lattice, one after the other, with a small gap in each."""
    blocked = np.zeros((n, n), np.uint8)
    for row in range(spacing, n - spacing, spacing):
        blocked[row] = 1
        gap = int(rng.integers(0, n - 3))
        blocked[row, gap : gap + int(rng.integers(1, 4))] = 0
    return blocked


def maze(rng, n, spacing):
    """Walls in both directions with gaps."""
    blocked = walls(rng, n, spacing)
    for column in range(spacing, n - spacing, spacing):
        blocked[:, column] = 1
        for row in range(0, n, spacing):
            if rng.random() < 0.7:
                blocked[min(row + int(rng.integers(1, spacing)), n - 1), column] = 0
    return blocked


def islands(rng, n, size):
    """Islands of that size over two fifths of the lattice."""
    field = gaussian_filter(rng.standard_normal((n, n)), size)
    return (field > np.quantile(field, 0.6)).astype(np.uint8)


def check_within_a_percent(guided, trials=12, seed=5):
    """`guided(passage, start, goal, block)` costs at most 1 % more than the full search, and has a path if that has."""
    rng = np.random.default_rng(seed)
    kinds = [(islands, 2, 15), (walls, 6, 80), (maze, 10, 60), (islands, 8, 30)]
    for trial in range(trials):
        n = int(rng.integers(200, 400))
        kind, low, high = kinds[trial % len(kinds)]
        blocked = kind(rng, n, int(rng.integers(low, high)))
        shut = (rng.integers(0, 256, (n, n)) * (rng.random((n, n)) < 0.05)).astype(np.uint8)
        passage = Passage(blocked, shut, (4, 8)[trial % 2])
        start, goal = (int(c) for c in rng.choice(np.flatnonzero(blocked == 0), 2))
        full = shortest_path(passage, start, goal)
        for block in (4, 7, 16):
            path = guided(passage, start, goal, block)
            assert (path is None) == (full is None), f"trial {trial}, blocks of {block}"
            if full is not None:
                assert full.cost * (1 - TOLERANCE) <= path.cost <= 1.01 * full.cost, f"trial {trial}, blocks of {block}"


def test_coarse_to_fine_costs_at_most_a_percent_more():
    check_within_a_percent(corridor_path)


@pytest.mark.slow
def test_coarse_to_fine_costs_at_most_a_percent_more_on_many_lattices():
    check_within_a_percent(corridor_path, trials=100, seed=6)


def check_trap(guided):
    """The search takes the clear one of two gaps in a wall.

    The other one is nearer to the straight line, but leads through 800 cells of windings, which blocks do not see.
    """
    blocked = np.zeros((400, 400), np.uint8)
    blocked[:, 200:240] = 1
    blocked[5:10, 200:240] = 0
    blocked[180:221, 200:240] = 0
    for n, column in enumerate(range(201, 240, 2)):
        blocked[180:221, column] = 1
        blocked[220 if n % 2 else 180, column] = 0
    passage = Passage(blocked, np.zeros_like(blocked), 4)
    start, goal = 200 * 400 + 10, 200 * 400 + 390
    full = shortest_path(passage, start, goal)
    assert full is not None
    assert full.cells.min() < 10 * 400
    for block in (4, 8, 16):
        path = guided(passage, start, goal, block)
        assert path is not None
        assert path.cost <= 1.01 * full.cost, f"blocks of {block}"


def test_coarse_to_fine_is_not_trapped():
    check_trap(corridor_path)
