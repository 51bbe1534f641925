"""Lines of sight, against shapely: every closed cell square and every edge that a line touches hides it."""

import numpy as np
import shapely

from seatrial.planning.obstacles import Obstacles


def random_scene(rng, shape, edges):
    blocked = (rng.random(shape) < 0.05).astype(np.uint8)
    first = rng.uniform(-1.0, shape, (edges, 2))
    return blocked, np.column_stack([first, first + rng.uniform(-2.0, 2.0, (edges, 2))])


def test_lines_meet_what_they_touch():
    rng = np.random.default_rng(3)
    shape = (40, 55)
    blocked, edges = random_scene(rng, shape, 25)
    lines = rng.uniform(-0.4, np.array(shape * 2) - 0.6, (2000, 4))
    # lines between centres pass corners exactly
    lines[:800] = np.round(lines[:800])
    squares = [shapely.box(j - 0.5, i - 0.5, j + 0.5, i + 0.5) for j, i in np.argwhere(blocked)]
    things = shapely.STRtree([*squares, *(shapely.LineString(edge) for edge in edges.reshape(-1, 2, 2))])
    expected = np.ones(len(lines), bool)
    expected[things.query(shapely.linestrings(lines.reshape(-1, 2, 2)), predicate="intersects")[0]] = False
    np.testing.assert_array_equal(Obstacles(blocked, edges).clear(lines), expected)
    assert 0.02 < expected.mean() < 0.98


def test_polylines_share_an_answer():
    obstacles = Obstacles(np.array([[0, 0, 1]], np.uint8))
    lines = [[0, 0, 0, 1], [0, 1, 0, 2], [0, 0, 0, 0.9]]
    assert obstacles.clear(lines, [0, 0, 1]).tolist() == [False, True]


def test_leaving_the_lattice_is_not_clear():
    obstacles = Obstacles(np.zeros((3, 3), np.uint8))
    assert obstacles.clear([[0, 0, 2, 2], [0, 0, 0, 2.6], [-0.6, 0, 2, 0], [1, 1, 3, 1]]).tolist() == [
        True,
        False,
        False,
        False,
    ]
    assert obstacles.clear(np.zeros((0, 4))).shape == (0,)
