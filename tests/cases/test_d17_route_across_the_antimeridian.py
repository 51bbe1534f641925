"""D17: a route over the date line goes the short way, wherever the longitudes were cut."""

import itertools

import numpy as np
import pytest

from seatrial.frames.geodesy import distance
from seatrial.ocean.bathymetry import GridBathymetry
from seatrial.ocean.composite import Composite
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.uniform import UniformCurrents, UniformDepth
from seatrial.planning.request import RouteRequest
from seatrial.planning.route import GREAT_CIRCLE, SEARCH, plan_route

WATER = Ocean(Land.none(), Composite([UniformDepth(4000.0)]), Composite([UniformCurrents(0.0, 0.0)]))
ISLAND = Ocean(
    Land.from_polygons([[(179.9, 0.2), (-179.9, 0.2), (-179.9, 0.9), (179.9, 0.9)]]), WATER.bathymetry, WATER.currents
)


def check_short_way(plan, drawn):
    """The drawn line goes from 179.5 to 180.5 without a jump; positions lie in [-180, 180)."""
    assert np.all((plan.lon >= -180.0) & (plan.lon < 180.0))
    assert drawn[0] == pytest.approx(179.5, abs=1e-9)
    assert drawn[-1] == pytest.approx(180.5, abs=1e-9)
    assert np.abs(np.diff(drawn)).max() < 0.01


@pytest.mark.parametrize("ocean, method", [(WATER, GREAT_CIRCLE), (ISLAND, SEARCH)])
def test_route_over_the_date_line(ocean, method):
    plan = plan_route(RouteRequest((0.5, 179.5), (0.5, -179.5)), ocean)
    assert plan.method == method
    check_short_way(plan, plan.drawn_longitudes())
    straight = float(distance(0.5, 179.5, 0.5, -179.5))
    # 1 degree of a parallel beside the equator; round the island it is 34 km up and down at most
    assert straight == pytest.approx(111_315.0, abs=5.0)
    length = plan.distance_m - 2.0 * 50.0
    assert length == pytest.approx(straight, abs=1e-3) if method == GREAT_CIRCLE else straight < length < 1.3 * straight


def test_global_grid_of_one_degree():
    grid = GridBathymetry.from_array(np.arange(-89.5, 90), np.arange(-179.5, 180), np.full((180, 360), -3000.0))
    plan = plan_route(
        RouteRequest((0.5, 179.5), (0.5, -179.5), spacing=1e6), Ocean(Land.none(), Composite([grid]), WATER.currents)
    )
    # dive, one step, surface: not 359 steps round the world
    assert plan.lon.tolist() == [179.5, 179.5, -179.5, -179.5]


@pytest.mark.parametrize("ocean", [WATER, ISLAND])
def test_180_is_one_place_in_every_turn(ocean):
    plans = [plan_route(RouteRequest((0.1, lon), (0.5, -179.0)), ocean) for lon in (180.0, -180.0, 540.0)]
    for one, other in itertools.pairwise(plans):
        assert one.to_dict() == other.to_dict()
    assert plans[0].lon[0] == -180.0
