import dataclasses

import numpy as np
import pytest

from seatrial.frames.local import LocalFrame
from seatrial.planning.lattice import Lattice
from seatrial.planning.obstacles import Obstacles
from seatrial.planning.raster import coast_edges
from seatrial.planning.shore import Ends, Shore
from seatrial.planning.sight import Sight
from tests.verification.test_planning_routes import bank, box, world

LATTICE = Lattice(LocalFrame(0.0, 10.0), -40_000.0, -60_000.0, 1_000.0, 81, 121)
NO_ENDS = Ends()
SKERRY = box(10.0, 0.1, 10.0001, 0.1001)


def sight(ocean, clearance=0.0, blocked=None, ends=NO_ENDS, start=(0.0, 9.5), goal=(0.0, 10.5)):
    edges = coast_edges(LATTICE, ocean.land, 2.0)
    cells = np.zeros((LATTICE.rows, LATTICE.columns), np.uint8) if blocked is None else blocked
    return Sight(ocean, LATTICE, Obstacles(cells), 50.0, Shore(edges), clearance, start, goal, ends)


def legs(*rows):
    return tuple(np.array(column, float) for column in zip(*rows, strict=True))


ALONG = (0.1, 9.6, 0.1, 10.4)
BESIDE = (0.102, 9.6, 0.102, 10.4)


def test_land_thinner_than_any_cell():
    assert sight(world(SKERRY)).clear(*legs(ALONG, BESIDE)).tolist() == [False, True]


def test_shore_clearance_except_at_the_ends():
    near = sight(world(SKERRY), clearance=230.0)
    # 0.0019 degrees north of it: 210 m
    assert near.clear(*legs(BESIDE, (0.103, 9.6, 0.103, 10.4))).tolist() == [False, True]
    at_start = dataclasses.replace(near, start=(0.1, 10.0), ends=Ends(start=400.0))
    assert at_start.clear(*legs((0.102, 10.0, 0.3, 10.0), (0.102, 9.6, 0.102, 10.4))).tolist() == [True, False]
    at_goal = dataclasses.replace(near, goal=(0.1, 10.0), ends=Ends(goal=400.0))
    assert at_goal.clear(*legs((0.3, 10.0, 0.102, 10.0), (0.102, 10.0, 0.3, 10.0))).tolist() == [True, False]


def test_sea_floor_and_blocked_cells():
    assert sight(world(floor=bank(40.0))).clear(*legs((0.0, 9.6, 0.0, 10.4), (0.3, 9.6, 0.3, 10.4))).tolist() == [
        False,
        True,
    ]
    blocked = np.zeros((LATTICE.rows, LATTICE.columns), np.uint8)
    blocked[40, 60] = 1
    clear = sight(world(), blocked=blocked).clear(*legs((0.0, 9.6, 0.0, 10.4), (0.01, 9.6, 0.01, 10.4)))
    assert clear.tolist() == [False, True]


@pytest.mark.parametrize("lat", [0.0, 75.0])
def test_long_legs_follow_the_geodesic_not_the_planes_line(lat):
    # a leg far from the origin bends in the plane by kilometres
    lattice = Lattice(LocalFrame(lat, 0.0), -1.5e6, -1.5e6, 2_000.0, 1501, 1501)
    ocean = world()
    free = np.zeros((lattice.rows, lattice.columns), np.uint8)
    whole = Sight(ocean, lattice, Obstacles(free), 50.0, Shore(np.zeros((0, 4))), 0.0, (0.0, 0.0), (0.0, 0.0), Ends())
    ends = lattice.to_geodetic([1200.0, 1200.0], [100.0, 1400.0])
    leg = legs((ends[0][0], ends[1][0], ends[0][1], ends[1][1]))
    assert whole.clear(*leg).all()
    north, east, _ = whole._pieces(*leg)
    middle_row = round((north[len(north) // 2] - lattice.north0) / lattice.cell)
    middle_column = round((east[len(east) // 2] - lattice.east0) / lattice.cell)
    assert abs(middle_row - 1200) >= 2
    free[middle_row, middle_column] = 1
    assert not dataclasses.replace(whole, obstacles=Obstacles(free)).clear(*leg).any()
    free[:] = 0
    free[1200, middle_column] = 1
    assert dataclasses.replace(whole, obstacles=Obstacles(free)).clear(*leg).all()
