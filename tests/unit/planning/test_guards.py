import numpy as np
import pytest

from seatrial.errors import GoalOnLand, StartOnLand, TooDeep
from seatrial.planning.guards import check_place, written
from tests.verification.test_planning_routes import bank, box, world

OCEAN = world(box(10.0, -0.1, 10.1, 0.1), floor=bank(40.0, west=9.0, east=9.5))


def test_positions_as_people_write_them():
    assert written((36.63, -121.95)) == "36.6300 N 121.9500 W"
    assert written((-17.0, 179.5)) == "17.0000 S 179.5000 E"


def test_floor_where_there_is_water_enough():
    assert check_place("start", (0.0, 9.2), 40.0, OCEAN) == pytest.approx(40.0)
    assert np.isnan(check_place("start", (50.0, 0.0), 40.0, OCEAN))


@pytest.mark.parametrize(
    "name, error, message",
    [
        ("start", StartOnLand, r"^start position is on land: 0\.0000 N 10\.0500 E"),
        ("goal", GoalOnLand, r"^goal position is on land: 0\.0000 N 10\.0500 E"),
        ("via point 2", GoalOnLand, "^via point 2 position is on land"),
    ],
)
def test_land(name, error, message):
    with pytest.raises(error, match=message):
        check_place(name, (0.0, 10.05), 10.0, OCEAN)


def test_too_deep():
    with pytest.raises(
        TooDeep, match=r"^goal: cruise depth 200 m is deeper than the sea floor there, 40 m at 0\.0000 N 9\.2000 E$"
    ):
        check_place("goal", (0.0, 9.2), 200.0, OCEAN)
