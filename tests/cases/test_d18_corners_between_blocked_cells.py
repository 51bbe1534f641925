"""D18: no step between two blocked cells that touch at a corner, in the search and in its smoothing."""

import numpy as np
import pytest

from seatrial.frames.local import LocalFrame
from seatrial.ocean.composite import Composite
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.uniform import UniformCurrents, UniformDepth
from seatrial.planning.lattice import Lattice
from seatrial.planning.obstacles import Obstacles
from seatrial.planning.search import Passage, shortest_path
from seatrial.planning.shore import Ends, Shore
from seatrial.planning.sight import Sight
from seatrial.planning.smooth import Points, straighten

START, GOAL = 0, 3
ONE_LAND = [[0, 1], [0, 0]]
BOTH_LAND = [[0, 1], [1, 0]]
WATER = [[0, 0], [0, 0]]


def blocked(cells):
    return np.array(cells, np.uint8)


def check_corners(find):
    """`find(blocked, half)` gives the cost from the first to the last of 2 x 2 cells, None for no way."""
    for half in (4, 8):
        assert find(blocked(ONE_LAND), half) == pytest.approx(2.0)
        assert find(blocked(np.transpose(ONE_LAND)), half) == pytest.approx(2.0)
        assert find(blocked(BOTH_LAND), half) is None
        assert find(blocked(WATER), half) == pytest.approx(np.sqrt(2.0))


def check_sight(clear):
    """`clear(blocked, lines)` obeys the same rule: a line through a corner meets the cells beside it."""
    diagonal = [[0.0, 0.0, 1.0, 1.0]]
    for back in (False, True):
        line = np.array(diagonal)[:, [2, 3, 0, 1]] if back else diagonal
        assert not clear(blocked(ONE_LAND), line)[0]
        assert not clear(blocked(BOTH_LAND), line)[0]
        assert clear(blocked(WATER), line)[0]


def search(cells, half):
    path = shortest_path(Passage(cells, np.zeros_like(cells), half), START, GOAL)
    return None if path is None else path.cost


def test_search():
    check_corners(search)


def test_line_of_sight():
    check_sight(lambda cells, lines: Obstacles(cells).clear(lines))


def test_path_leads_round_the_one_land_cell():
    path = shortest_path(Passage(blocked(ONE_LAND), blocked(WATER), 4), START, GOAL)
    assert path is not None
    assert path.cells.tolist() == [0, 2, 3]


@pytest.mark.parametrize("cells, corners", [(ONE_LAND, 3), (WATER, 2)])
def test_smoothing_keeps_the_corner(cells, corners):
    lattice = Lattice(LocalFrame(10.0, 20.0), 0.0, 0.0, 100.0, 2, 2)
    y, x = np.array([0.0, 1.0, 1.0]), np.array([0.0, 0.0, 1.0])
    lat, lon = lattice.to_geodetic(y, x)
    ocean = Ocean(Land.none(), Composite([UniformDepth(100.0)]), Composite([UniformCurrents(0.0, 0.0)]))
    shore = Shore(np.zeros((0, 4)))
    sight = Sight(
        ocean, lattice, Obstacles(blocked(cells)), 10.0, shore, 0.0, (lat[0], lon[0]), (lat[-1], lon[-1]), Ends()
    )
    assert len(straighten(Points(lat, lon, y, x), sight).y) == corners
