"""Sections along a route: points, courses, and the current in terms of the course, against rotation by hand."""

import numpy as np
import pytest

from seatrial.errors import InputError
from seatrial.frames.geodesy import distance
from seatrial.ocean.composite import Composite
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.sampling.along import QUANTITIES, route_section
from seatrial.ocean.sampling.places import along
from seatrial.ocean.uniform import UniformCurrents, UniformDepth

EAST, NORTH = 0.4, 0.3
CORNERS = np.array([10.0, 10.2, 10.2, 10.1]), np.array([179.9, 179.9, -179.8, -179.8])
"""To the north, to the east over the date line, to the south."""


def ocean() -> Ocean:
    """Water of 500 m and one current."""
    return Ocean(Land.none(), Composite([UniformDepth(500.0)]), Composite([UniformCurrents(EAST, NORTH)]))


def test_points_are_evenly_spaced_over_corners_and_date_line():
    lat, lon, far, course = along(*CORNERS, 400)
    step = np.diff(far)
    np.testing.assert_allclose(step, step[0], rtol=1e-9)
    legs = distance(CORNERS[0][:-1], CORNERS[1][:-1], CORNERS[0][1:], CORNERS[1][1:])
    assert far[-1] == pytest.approx(float(np.sum(legs)), abs=1e-6)
    apart = distance(lat[:-1], lon[:-1], lat[1:], lon[1:])
    assert apart.max() <= step[0] + 1e-6  # a corner between two points is cut
    assert np.sum(apart < step[0] - 1e-3) <= 2
    np.testing.assert_allclose([lat[0], lat[-1], lon[0], lon[-1]], [10.0, 10.1, 179.9, -179.8], atol=1e-9)
    north, south = far < legs[0] - 1.0, far > legs[0] + legs[1] + 1.0
    np.testing.assert_allclose(course[north], 0.0, atol=1e-9)
    np.testing.assert_allclose(np.abs(course[south]), np.pi, atol=1e-6)
    np.testing.assert_allclose(course[~north & ~south], 0.5 * np.pi, atol=1e-3)


def test_current_along_and_across():
    found = route_section(ocean(), *CORNERS, tuple(QUANTITIES)[2:], np.nan, 400, 3)
    legs = distance(CORNERS[0][:-1], CORNERS[1][:-1], CORNERS[0][1:], CORNERS[1][1:])
    north, south = found.distance < legs[0] - 1.0, found.distance > legs[0] + legs[1] + 1.0
    ahead, right = found.values["along"], found.values["across"]
    for leg, want_ahead, want_right in (
        (north, NORTH, EAST),
        (~north & ~south, EAST, -NORTH),
        (south, -NORTH, -EAST),
    ):
        np.testing.assert_allclose(ahead[:, leg], want_ahead, atol=1e-3)  # a great circle turns by less than 1e-3 rad
        np.testing.assert_allclose(right[:, leg], want_right, atol=1e-3)
    np.testing.assert_allclose(np.hypot(ahead, right), found.values["speed"], atol=1e-12)
    np.testing.assert_allclose(found.values["speed"], np.hypot(EAST, NORTH), atol=1e-12)
    assert found.levels.tolist() == [0.0, 125.0, 500.0]


def test_nothing_below_the_sea_floor():
    found = route_section(ocean(), *CORNERS, ("speed",), np.nan, 5, 3, deepest=1000.0)
    assert found.levels.tolist() == [0.0, 250.0, 1000.0]
    assert np.isfinite(found.values["speed"]).all(axis=1).tolist() == [True, True, False]
    assert np.isnan(found.values["speed"][2]).all()


def test_what_is_wrong_is_named():
    with pytest.raises(InputError, match=r"oxygen.*temperature, salinity"):
        route_section(ocean(), *CORNERS, ("oxygen",), np.nan, 5, 3)
    with pytest.raises(InputError, match="at least two"):
        route_section(ocean(), np.zeros(1), np.zeros(1), ("speed",), np.nan, 5, 3)
