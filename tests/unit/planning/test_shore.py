import numpy as np
import pytest
import shapely

from seatrial.ocean.land import Land
from seatrial.planning.shore import Ends, Shore, great_circle_near_shore
from tests.verification.test_planning_routes import box

DEGREE = 111_319.49
ROCK = Land.from_polygons([box(179.999, 0.002, -179.999, 0.004)])


def test_lines_near_edges():
    shore = Shore(np.array([[0.0, 0.0, 100.0, 0.0]]))
    lines = np.array([shapely.LineString([(0, d), (100, d)]) for d in (5.0, 20.0)])
    assert shore.near(lines, 10.0).tolist() == [True, False]
    assert shore.near(lines, 0.0).tolist() == [False, False]
    assert Shore(np.zeros((0, 4))).near(lines, 10.0).tolist() == [False, False]


@pytest.mark.parametrize("west, east", [(179.0, -179.0), (178.0, -170.0), (539.0, 181.0)])
def test_great_circle_past_a_rock_on_the_date_line(west, east):
    # the rock begins 0.002 degrees, 221 m, north of the equator
    assert not great_circle_near_shore(ROCK, 0.0, west, 0.0, east, 220.0, Ends())
    assert great_circle_near_shore(ROCK, 0.0, west, 0.0, east, 222.5, Ends())


def test_ends_may_be_near_the_shore():
    near = 0.0, 180.0, 0.0, 181.0
    rock = 0.001 * DEGREE
    assert great_circle_near_shore(ROCK, *near, 250.0, Ends())
    # within 250 m of the rock up to 0.001 degrees plus sqrt(250^2 - 221^2) = 117 m
    assert great_circle_near_shore(ROCK, *near, 250.0, Ends(start=rock + 90.0))
    assert not great_circle_near_shore(ROCK, *near, 250.0, Ends(start=rock + 140.0))
    assert not great_circle_near_shore(ROCK, *near, 250.0, Ends(start=DEGREE))
    assert not great_circle_near_shore(ROCK, *near, 250.0, Ends(start=2 * DEGREE, goal=DEGREE))


def test_near_a_pole():
    cap = Land.from_polygons([[(lon, 89.5) for lon in range(-180, 181, 10)] + [(180, 90), (-180, 90)]])
    # 89.5 N is 55.9 km from the pole, the line 66.9 km
    assert not great_circle_near_shore(cap, 89.0, 0.0, 89.0, 74.0, 5_000.0, Ends())
    assert great_circle_near_shore(cap, 89.4, -20.0, 89.4, 20.0, 9_000.0, Ends())
