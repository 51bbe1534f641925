"""Small lattices by hand; `tests/verification/test_planning_search.py` has the random ones."""

import numpy as np
import pytest

from seatrial.planning.search import Passage, distances, shortest_path

ROOT_2, ROOT_5 = np.sqrt(2.0), np.sqrt(5.0)


def passage(rows, half=4):
    blocked = np.array([[mark == "#" for mark in row] for row in rows], np.uint8)
    return Passage(blocked, np.zeros_like(blocked), half)


def test_start_is_goal():
    path = shortest_path(passage(["..", ".."]), 2, 2)
    assert path is not None
    assert (path.cells.tolist(), path.cost, path.expanded) == ([2], 0.0, 1)


def test_open_water_expands_a_line():
    for half, cost in ((4, 4 * ROOT_2 + 4), (8, 4 * ROOT_5)):
        path = shortest_path(passage(["." * 9] * 5, half), 0, 44)
        assert path is not None
        assert path.cost == pytest.approx(cost, rel=1e-15)


def test_round_a_wall():
    path = shortest_path(passage([".....", "####.", "....."]), 0, 10)
    assert path is not None
    # the corner cell may not be cut: down its column
    assert path.cells.tolist() == [0, 1, 2, 3, 4, 9, 14, 13, 12, 11, 10]


def test_walled_in():
    assert shortest_path(passage(["..#..", "..#..", "..#.."]), 0, 4) is None


@pytest.mark.parametrize("wall, clear", [(".#.", False), ("#..", True)])
def test_knight_needs_the_two_cells_in_its_middle(wall, clear):
    # from the first cell of the first row to the last of the second
    for rows, expected in ((["...", wall], clear), ([wall[::-1], "..."], clear)):
        if rows[0][0] == "#" or rows[1][2] == "#":
            continue
        path = shortest_path(passage(rows, 8), 0, 5)
        assert path is not None
        assert (path.cost == pytest.approx(ROOT_5)) == expected


def test_shut_moves_hold_in_both_directions():
    water = passage(["..."])
    water.shut[0, 0] = 1
    assert shortest_path(water, 0, 2) is None
    assert shortest_path(water, 2, 0) is None
    np.testing.assert_array_equal(distances(water, 1), [[np.inf, 0.0, 1.0]])


def test_blocks_confine_the_search():
    water = passage(["." * 8] * 8)
    allowed = np.ones((4, 4), np.uint8)
    allowed[1:, 1] = 0
    path = shortest_path(water, 56, 63, allowed, 2)
    assert path is not None
    assert path.cells.min() < 16
    allowed[:, 1] = 0
    assert shortest_path(water, 56, 63, allowed, 2) is None
