import math
from typing import Any

import pytest

from seatrial.errors import InputError
from seatrial.planning.request import RouteRequest

ENDS: dict[str, Any] = {"start": (36.7, -123.0), "goal": (36.0, 482.5)}


def test_defaults_are_those_of_the_seed():
    request = RouteRequest(**ENDS)
    assert (request.cruise_depth, request.cruise_speed, request.descent_rate, request.spacing) == (50.0, 1.2, 0.4, 30.0)
    assert request.goal == (36.0, 482.5)
    assert request.cell is None
    assert request.neighbours == 8


def test_numbers_are_floats_and_places_are_tuples():
    given: dict[str, Any] = {"start": [1, 2], "goal": (3, 4), "cruise_depth": 20, "via": [[5, 6]]}
    request = RouteRequest(**given)
    assert request.start == (1.0, 2.0)
    assert request.via == ((5.0, 6.0),)
    assert isinstance(request.cruise_depth, float)


@pytest.mark.parametrize(
    "field, value, message",
    [
        ("start", (90.5, 0.0), r"start latitude = 90\.5 deg: must be a number in -90\.\.90 deg"),
        ("goal", (0.0, math.nan), "goal longitude = nan deg"),
        ("goal", (0.0, math.inf), "goal longitude = inf deg"),
        ("goal", 3.0, r"goal = 3\.0: must be a latitude and a longitude"),
        ("goal", ("north", 0.0), "goal latitude = 'north'"),
        ("via", ((0.0, 0.0), (-91.0, 0.0)), "via point 2 latitude"),
        ("cruise_depth", -1.0, "cruise depth = -1 m"),
        ("cruise_depth", math.nan, "cruise depth = nan m"),
        ("cruise_speed", 0.0, "cruise speed = 0 m/s"),
        ("descent_rate", None, "descent rate = None"),
        ("spacing", 0.5, "waypoint spacing"),
        ("clearance", -0.1, "clearance above the bottom"),
        ("shore_clearance", 1e6, "shore clearance"),
        ("cell", 0.0, "lattice cell"),
        ("neighbours", 4, "neighbours = 4: must be 8 or 16"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line(field, value, message):
    with pytest.raises(InputError, match=message) as caught:
        RouteRequest(**{**ENDS, field: value})
    assert "\n" not in str(caught.value)
