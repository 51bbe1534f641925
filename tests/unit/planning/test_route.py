import subprocess
import sys

import numpy as np
import pytest

from seatrial.errors import GoalOnLand, NoRoute, StartOnLand, TooDeep
from seatrial.frames.geodesy import distance, path_length
from seatrial.planning.request import RouteRequest
from seatrial.planning.route import GREAT_CIRCLE, SEARCH, plan_route, waypoints
from tests.verification.test_planning_routes import bank, box, check_route, world

ISLAND = box(9.98, -0.05, 10.02, 0.05)


def test_waypoints_of_a_clear_route():
    request = RouteRequest(
        (0.0, 9.5), (0.3, 10.5), cruise_depth=40.0, cruise_speed=2.0, descent_rate=0.5, spacing=1_000.0
    )
    plan = plan_route(request, world(ISLAND))
    assert plan.method == GREAT_CIRCLE
    assert (plan.lat[0], plan.lon[0], plan.lat[-1], plan.lon[-1]) == (0.0, 9.5, 0.3, 10.5)
    # dive at the start, surface at the goal
    assert plan.depth[:2].tolist() == [0.0, 40.0]
    assert plan.depth[-2:].tolist() == [40.0, 0.0]
    assert np.all(plan.depth[1:-1] == 40.0)
    assert plan.speed[[0, 1, -1]].tolist() == [0.5, 0.5, 0.5]
    assert np.all(plan.speed[2:-1] == 2.0)
    assert (plan.lat[1], plan.lon[1], plan.lat[-2], plan.lon[-2]) == (0.0, 9.5, 0.3, 10.5)
    steps = distance(plan.lat[1:-2], plan.lon[1:-2], plan.lat[2:-1], plan.lon[2:-1])
    length = float(distance(0.0, 9.5, 0.3, 10.5))
    assert len(steps) == int(np.ceil(length / 1_000.0))
    np.testing.assert_allclose(steps, length / len(steps), rtol=1e-6)
    assert plan.distance_m == pytest.approx(length + 80.0)
    assert plan.duration_s == pytest.approx(length / 2.0 + 160.0)
    assert (plan.cell_m, plan.expanded, plan.warnings) == (0.0, 0, ())


def test_each_corner_of_the_route_is_a_waypoint_once():
    lat, lon = waypoints(np.array([0.0, 0.0, 0.01]), np.array([10.0, 10.01, 10.01]), 100.0)
    assert len(lat) == 1 + 12 + 12
    assert np.count_nonzero((lat == 0.0) & (lon == 10.01)) == 1


def test_start_is_goal():
    plan = plan_route(RouteRequest((1.0, 2.0), (1.0, 2.0)), world())
    assert plan.distance_m == pytest.approx(100.0)
    assert len(plan.lat) >= 3


def test_search_keeps_the_exact_ends():
    request = RouteRequest((0.001, 9.9), (0.0, 10.1003))
    plan = plan_route(request, world(ISLAND))
    assert plan.method == SEARCH
    assert (plan.start_moved_m, plan.goal_moved_m) == (0.0, 0.0)
    assert (plan.lat[0], plan.lon[0], plan.lat[-1], plan.lon[-1]) == (0.001, 9.9, 0.0, 10.1003)
    assert plan.cell_m > 0.0
    assert plan.expanded > 0
    assert len(plan.route_lat) == 4
    check_route(request, world(ISLAND), plan)


def test_finer_and_coarser_cells_on_request():
    ocean = world(ISLAND)
    lengths = []
    for cell in (100.0, 400.0, 1500.0):
        plan = plan_route(RouteRequest((0.0, 9.9), (0.0, 10.1), cell=cell), ocean)
        assert plan.cell_m == cell
        lengths.append(plan.distance_m)
    assert max(lengths) < 1.04 * min(lengths)


def test_errors_name_the_place():
    ocean = world(ISLAND, floor=bank(30.0, west=8.5, east=9.0))
    with pytest.raises(StartOnLand, match=r"^start position is on land"):
        plan_route(RouteRequest((0.0, 10.0), (0.0, 9.2)), ocean)
    with pytest.raises(GoalOnLand, match=r"^goal position is on land"):
        plan_route(RouteRequest((0.0, 9.2), (0.0, 370.0)), ocean)
    with pytest.raises(GoalOnLand, match=r"^via point 1 position is on land"):
        plan_route(RouteRequest((0.0, 9.2), (0.0, 10.5), via=((0.0, 10.0),)), ocean)
    with pytest.raises(TooDeep, match=r"^goal: cruise depth 50 m is deeper than the sea floor there, 30 m"):
        plan_route(RouteRequest((0.0, 9.2), (0.0, 8.7)), ocean)


def check_moved(plan, ocean, request):
    """A start over 52 m of water at a cruise depth of 50 m is moved to water of 55 m, and that is reported."""
    moved = float(distance(request.start[0], request.start[1], plan.lat[0], plan.lon[0]))
    assert plan.start_moved_m == pytest.approx(moved, abs=1e-3)
    assert ocean.depth(plan.lat[0], plan.lon[0])[0] >= 55.0
    assert plan.goal_moved_m == 0.0
    # the bank's flank of 0.02 degrees begins 0.015 degrees away
    assert 0.015 * 111_000.0 < moved < 0.02 * 111_000.0
    assert plan.warnings == (f"start moved {moved:.0f} m to water at least 55 m deep",)


def test_start_in_water_that_is_a_little_too_shallow_is_moved():
    ocean = world(floor=bank(52.0, south=-0.2, north=0.2))
    request = RouteRequest((0.0, 9.935), (0.0, 9.5))
    plan = plan_route(request, ocean)
    assert plan.method == SEARCH
    check_moved(plan, ocean, request)


def test_ends_in_a_lagoon_are_not_moved_out_of_it():
    # a start that must move has water of 55 m across a reef 100 m away, and in its own lagoon 2 km away
    reef = [box(9.9, -0.05, 9.9005, 0.05), box(10.1, -0.05, 10.1005, 0.05)]
    caps = [box(9.9, 0.05, 10.1005, 0.0505), box(9.9, -0.0505, 10.1005, -0.05)]
    ocean = world(*reef, *caps)
    with pytest.raises(NoRoute, match="closed"):
        plan_route(RouteRequest((0.0, 9.901), (0.0, 9.8)), ocean)
    inside = plan_route(RouteRequest((0.0, 9.902), (0.02, 10.09)), ocean)
    check_route(RouteRequest((0.0, 9.902), (0.02, 10.09)), ocean, inside)


def test_no_water_near_an_end():
    ocean = world(floor=bank(52.0, west=9.0, east=11.0, south=-1.5, north=1.5))
    with pytest.raises(NoRoute, match="of the start"):
        plan_route(RouteRequest((0.0, 10.0), (0.0, 11.5)), ocean)


def test_via_points_are_passed_with_one_dive():
    ocean = world(ISLAND)
    via = ((-0.2, 9.9), (-0.2, 10.2))
    plan = plan_route(RouteRequest((0.0, 9.9), (0.0, 10.1), via=via), ocean)
    for lat, lon in via:
        assert np.min(distance(lat, lon, plan.lat, plan.lon)) < 1e-3
    assert np.count_nonzero(plan.depth == 0.0) == 2
    assert path_length(plan.route_lat, plan.route_lon) == pytest.approx(
        path_length([0.0, -0.2, -0.2, 0.0], [9.9, 9.9, 10.2, 10.1])
    )


def test_great_circle_may_leave_and_reach_the_shore_but_not_follow_it():
    # a coast along the equator
    ocean = world(box(9.0, -1.0, 11.0, 0.0))
    away = plan_route(RouteRequest((0.0004, 10.0), (0.3, 10.2)), ocean)
    assert away.method == GREAT_CIRCLE
    request = RouteRequest((0.0004, 10.0), (0.0004, 10.2))
    along = plan_route(request, ocean)
    assert along.method == SEARCH
    check_route(request, ocean, along)


def test_clear_great_circle_needs_no_engine():
    code = (
        "import sys\n"
        "from seatrial.ocean.ocean import Ocean\n"
        "from seatrial.planning.request import RouteRequest\n"
        "from seatrial.planning.route import plan_route\n"
        "plan = plan_route(RouteRequest((36.7, -123.0), (36.0, -123.5)), Ocean.shipped())\n"
        "assert plan.method == 'great circle'\n"
        "assert 'warp' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
