import numpy as np
import pytest

from seatrial.frames.geodesy import distance
from seatrial.ocean.bathymetry import GridBathymetry, ShippedBathymetry
from seatrial.ocean.composite import Composite
from seatrial.ocean.uniform import UniformDepth
from seatrial.planning.floor import FORMULA_CELL, least_depth, safe_legs, sea_depth, source_cell
from tests.verification.test_planning_routes import box, track, world


def ridge(depth):
    """A ridge of that depth along 10 E, one node wide, on a grid of 0.05 degrees in 1000 m of water."""
    lat, lon = np.linspace(-1.0, 1.0, 41), np.linspace(9.0, 11.0, 41)
    return GridBathymetry.from_array(lat, lon, np.where(np.abs(lon) == 10.0, -depth, -1000.0) * np.ones((41, 1)))


def check_least_depth(least_depth):
    """The crest of a ridge between samples is found to a decimetre, and where it is to 10 m."""
    field = Composite([ridge(60.0)])
    least, lat, lon = least_depth(field, [0.013, 0.4], [9.337, 9.9], [0.021, 0.4], [10.779, 9.95])
    np.testing.assert_allclose(least, [60.0, float(sea_depth(field, 0.4, 9.95))], atol=0.1)
    assert float(distance(lat[0], lon[0], lat[0], 10.0)) < 10.0


def test_least_depth():
    check_least_depth(least_depth)


def test_depth_is_at_least_a_metre_and_unknown_is_no_obstacle():
    field = Composite([ridge(-200.0)])
    assert float(sea_depth(field, 0.0, 10.0)) == 1.0
    assert np.isnan(sea_depth(field, 0.0, 12.0))
    assert least_depth(field, 0.0, 12.0, 0.0, 13.0)[0][0] == np.inf


def test_leg_of_no_length():
    assert least_depth(Composite([UniformDepth(30.0)]), 1.0, 2.0, 1.0, 2.0)[0].tolist() == [30.0]


def test_source_cell():
    assert source_cell(Composite([ShippedBathymetry()]), 0.0, 1.0) == pytest.approx(11_119.5, rel=1e-3)
    assert source_cell(Composite([UniformDepth(30.0)]), 0.0, 1.0) == FORMULA_CELL
    both = Composite([ridge(10.0), ShippedBathymetry()])
    assert source_cell(both, -0.5, 0.5) == pytest.approx(0.05 * 111_195.0, rel=1e-3)
    assert source_cell(both, 40.0, 41.0) == pytest.approx(11_119.5 * np.cos(np.radians(41.0)), rel=1e-3)


def test_safe_legs():
    ocean = world(box(9.4, -0.2, 9.45, 0.2), floor=ridge(60.0))
    legs = [0.0, 0.0, 0.5], [9.1, 9.6, 9.1], [0.0, 0.0, 0.5], [9.6, 10.4, 9.9]
    assert safe_legs(ocean, 50.0, *legs).tolist() == [False, True, True]
    assert safe_legs(ocean, 61.0, *legs).tolist() == [False, False, True]


def test_track_of_the_tests_follows_the_route():
    class Plan:
        route_lat, route_lon = np.array([0.0, 0.0, 1.0]), np.array([9.0, 10.0, 10.0])

    lat, lon = track(Plan, 1000.0)
    assert np.max(distance(lat[:-1], lon[:-1], lat[1:], lon[1:])) <= 1000.0
    assert (lat[0], lon[-1]) == (0.0, 10.0)
