"""Routes over real and made-up coasts, checked in ways that the planner does not use: dense points, other frames."""

import numpy as np
import pytest
import shapely

from seatrial.errors import NoRoute
from seatrial.frames.angles import wrap_180
from seatrial.frames.geodesy import distance, interpolate, inverse, path_length, unwrap_longitudes
from seatrial.frames.local import LocalFrame
from seatrial.ocean.bathymetry import GridBathymetry
from seatrial.ocean.composite import Composite, Source
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.uniform import UniformCurrents, UniformDepth
from seatrial.planning.request import RouteRequest
from seatrial.planning.route import GREAT_CIRCLE, SEARCH, plan_route


def world(*rings, floor: Source | None = None):
    """An ocean with that land (rings of lon, lat) and no current, 1000 m deep or over that sea floor."""
    land = Land.from_polygons(rings) if rings else Land.none()
    return Ocean(land, Composite([floor or UniformDepth(1000.0)]), Composite([UniformCurrents(0.0, 0.0)]))


def box(west, south, east, north):
    return [(west, south), (east, south), (east, north), (west, north)]


REAL = {
    "Monterey peninsula": RouteRequest((36.63, -121.95), (36.52, -121.97), cruise_depth=0.5, clearance=0.4),
    "Gibraltar": RouteRequest((36.6, -6.8), (36.5, -4.3)),
    "Øresund": RouteRequest((56.2, 12.3), (55.3, 12.8), cruise_depth=2.0),
    "Florida": RouteRequest((27.0, -84.0), (27.0, -79.0), cruise_depth=10.0),
    "Hormuz": RouteRequest((26.2, 55.5), (25.5, 57.5), cruise_depth=10.0, neighbours=16),
    "Bosporus": RouteRequest((41.35, 29.2), (40.85, 28.9), cruise_depth=0.5, clearance=0.4),
    "Svalbard": RouteRequest((78.0, 9.0), (77.0, 26.0), cruise_depth=30.0),
    "Chukotka": RouteRequest((70.5, 176.0), (66.5, -170.5), cruise_depth=10.0),
}
FAR = {
    "round Iberia": RouteRequest((44.5, -3.0), (40.0, 2.0)),
    "Black Sea to Aegean": RouteRequest((43.2, 31.0), (38.5, 25.0), cruise_depth=0.5, clearance=0.4),
    "Antarctic peninsula": RouteRequest((-66.0, -50.0), (-70.0, -90.0)),
}


def track(plan, spacing):
    """Latitudes and longitudes of points along the route, at most `spacing` [m] apart."""
    lat, lon = plan.route_lat, plan.route_lon
    parts = [interpolate(lat[k], lon[k], lat[k + 1], lon[k + 1], spacing) for k in range(len(lat) - 1)]
    return np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])


def shore_distance(land, lat, lon):
    """Distance [m] of points close to each other to the coast of `land`; infinite beyond a kilometre or so."""
    lon = unwrap_longitudes(lon)
    wide = 0.01 / np.cos(np.radians(np.abs(lat).max()))
    edges = land.coast_near(lat.min() - 0.01, lat.max() + 0.01, lon.min() - wide, lon.max() + wide)
    if not len(edges):
        return np.full(len(lat), np.inf)
    frame = LocalFrame(float(lat.mean()), float(lon.mean()))
    lines = shapely.linestrings(np.stack(frame.to_local(edges[:, 1::2], edges[:, 0::2]), axis=2))
    points = np.asarray(shapely.points(*frame.to_local(lat, lon)))
    coast = shapely.STRtree(np.asarray(lines))
    return coast.query_nearest(points, return_distance=True, all_matches=False)[1]


def touches_coast(land, lat, lon):
    """Whether a track of close points, straight in longitude and latitude between them, meets an edge of the coast."""
    lon = unwrap_longitudes(lon)
    edges = land.coast_near(lat.min(), lat.max(), lon.min(), lon.max())
    coast = shapely.linestrings(edges.reshape(-1, 2, 2))
    pieces = shapely.linestrings(
        np.stack([np.column_stack([lon[:-1], lat[:-1]]), np.column_stack([lon[1:], lat[1:]])], 1)
    )
    return len(shapely.STRtree(np.asarray(coast)).query(pieces, predicate="intersects")[0]) > 0


def check_route(request, ocean, plan, spacing=20.0):
    """Nothing of the route is on land, under the sea floor, or, away from its ends, nearer to the shore than asked."""
    lat, lon = track(plan, spacing)
    assert not np.any(ocean.land.contains(lat, lon)), "on land"
    assert not touches_coast(ocean.land, lat, lon), "over land"
    assert np.min(ocean.depth(lat, lon)[0]) >= request.cruise_depth, "under the sea floor"
    if any("from the shore" in warning for warning in plan.warnings):
        return
    # waves of the plane: 0.1 % at 500 km from its origin
    wanted = 0.999 * request.shore_clearance
    along = np.concatenate([[0.0], np.cumsum(distance(lat[:-1], lon[:-1], lat[1:], lon[1:]))])
    inner = (along > 5_000.0) & (along < along[-1] - 5_000.0)
    for k in range(0, len(lat), 2000):
        part = slice(k, k + 2000)
        near = shore_distance(ocean.land, lat[part], lon[part])
        assert np.min(near[inner[part]], initial=np.inf) >= wanted, "near the shore"


@pytest.fixture(scope="module")
def ocean():
    return Ocean.shipped()


@pytest.mark.parametrize("name", REAL)
def test_real_route_stays_in_its_water(ocean, name):
    plan = plan_route(REAL[name], ocean)
    assert plan.method == SEARCH
    assert (plan.start_moved_m, plan.goal_moved_m) == (0.0, 0.0)
    check_route(REAL[name], ocean, plan)


@pytest.mark.slow
@pytest.mark.parametrize("name", FAR)
def test_far_route_stays_in_its_water(ocean, name):
    check_route(FAR[name], ocean, plan_route(FAR[name], ocean), spacing=100.0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_routes_between_random_places_stay_in_their_water(ocean, seed):
    rng = np.random.default_rng(seed)
    found = 0
    while found < 10:
        lat = np.degrees(np.arcsin(rng.uniform(-0.95, 0.98)))
        lon = rng.uniform(-180.0, 180.0)
        ends = lat + rng.uniform(-1.0, 1.0, 2), lon + rng.uniform(-2.0, 2.0, 2)
        if np.any(ocean.depth(*ends)[0] < 30.0) or not ocean.land.crosses(
            ends[0][0], ends[1][0], ends[0][1], ends[1][1]
        ):
            continue
        start, goal = zip(*ends, strict=True)
        request = RouteRequest(start, goal, cruise_depth=20.0, neighbours=(8, 16)[found % 2])
        found += 1
        try:
            plan = plan_route(request, ocean)
        except NoRoute:
            continue
        check_route(request, ocean, plan)


WALL = box(10.0129, -1.0, 10.0131, 1.0)
"""An island 22 m thin and 220 km long: thinner than any cell, and between the centres of them."""
THIN = RouteRequest((0.1, 9.0), (-0.1, 11.0), shore_clearance=0.0)


def check_thin_island(plan):
    """The route goes round one end of `WALL`, and not much further than the shortest way."""
    lat, lon = track(plan, 5.0)
    assert not np.any(Land.from_polygons([WALL]).contains(lat, lon)), "over the island"
    shortest = min(path_length([0.1, end, -0.1], [9.0, 10.013, 11.0]) for end in (-1.0, 1.0))
    assert shortest - 20.0 <= path_length(plan.route_lat, plan.route_lon) <= 1.02 * shortest


@pytest.mark.parametrize("neighbours", [8, 16])
@pytest.mark.parametrize("cell", [None, 300.0, 5000.0])
def test_island_thinner_than_a_cell_counts(neighbours, cell):
    request = RouteRequest(THIN.start, THIN.goal, shore_clearance=0.0, neighbours=neighbours, cell=cell)
    check_thin_island(plan_route(request, world(WALL)))


def test_strait_narrower_than_a_cell_stays_open():
    # cells of 750 m at first; the strait is 330 m wide and 220 m long, the way round the land 2,000 km
    ocean = world(box(10.0, -10.0, 10.002, 0.1), box(10.0, 0.103, 10.002, 10.0))
    request = RouteRequest((0.0, 9.0), (0.0, 11.0), shore_clearance=20.0)
    plan = plan_route(request, ocean)
    check_route(request, ocean, plan, spacing=5.0)
    assert path_length(plan.route_lat, plan.route_lon) < 1.03 * path_length([0.0, 0.1015, 0.0], [9.0, 10.001, 11.0])


def test_shore_clearance_is_reduced_only_where_it_must_be():
    ocean = world(box(10.0, -10.0, 10.002, 0.1), box(10.0, 0.101, 10.002, 10.0), box(10.4, -0.02, 10.42, 0.3))
    request = RouteRequest((0.0, 9.8), (0.0, 10.6), shore_clearance=100.0)
    plan = plan_route(request, ocean)
    (warning,) = plan.warnings
    kept = float(warning.removeprefix("no route keeps 100 m from the shore: reduced to ").split()[0])
    assert kept in (50.0, 25.0, 0.0)
    lat, lon = track(plan, 5.0)
    near = shore_distance(ocean.land, lat, lon)
    assert near.min() >= 0.999 * kept
    assert near[lon > 10.05].min() >= 99.9


def check_turned(plan_with, turn):
    """A route between islands at 0 deg is the same, turned, at any other longitude: lengths agree to a millimetre."""
    islands = [box(-0.2, -0.5, 0.1, 0.3), box(0.2, -0.1, 0.3, 0.6)]
    expected = plan_with(RouteRequest((0.0, -0.7), (0.1, 0.8)), world(*islands))
    moved = [[(lon + turn, lat) for lon, lat in ring] for ring in islands]
    plan = plan_with(RouteRequest((0.0, turn - 0.7), (0.1, turn + 0.8)), world(*moved))
    assert plan.method == expected.method == SEARCH
    np.testing.assert_allclose(plan.route_lat, expected.route_lat, atol=1e-8)
    np.testing.assert_allclose(wrap_180(plan.lon - expected.lon - turn), 0.0, atol=1e-8)
    assert np.all(np.abs(np.diff(plan.drawn_longitudes())) < 1.0)
    assert plan.distance_m == pytest.approx(expected.distance_m, abs=1e-3)


@pytest.mark.parametrize("turn", [100.0, 179.9, -180.0, 180.05])
def test_longitude_does_not_matter(turn):
    check_turned(plan_route, turn)


def bank(depth, west=9.9, east=10.1, south=-0.4, north=0.2):
    """A bank of that depth in water of 1000 m, on a grid of 0.02 degrees."""
    lat, lon = np.linspace(-2.0, 2.0, 201), np.linspace(8.0, 12.0, 201)
    inside = (lat[:, None] > south) & (lat[:, None] < north) & (lon > west) & (lon < east)
    return GridBathymetry.from_array(lat, lon, np.where(inside, -depth, -1000.0))


SHOAL = RouteRequest((0.0, 9.5), (0.0, 10.5), cruise_depth=50.0)


def check_bank(plan):
    """The route keeps 50 m of water over `bank(40)`, and is not much longer than the shortest way round it."""
    lat, lon = track(plan, 20.0)
    assert np.min(world(floor=bank(40.0)).depth(lat, lon)[0]) >= 50.0, "under the sea floor"
    corner = path_length([0.0, 0.22, 0.22, 0.0], [9.5, 9.88, 10.12, 10.5])
    assert path_length(plan.route_lat, plan.route_lon) <= 1.01 * corner


def test_bank_is_an_obstacle_below_its_depth_only():
    plan = plan_route(SHOAL, world(floor=bank(40.0)))
    assert plan.method == SEARCH
    check_bank(plan)
    assert plan_route(SHOAL, world(floor=bank(56.0))).method == GREAT_CIRCLE
    assert plan_route(SHOAL, world(floor=bank(54.0))).method == SEARCH


def test_closed_sea_has_no_route_at_once(ocean):
    with pytest.raises(NoRoute, match=r"no route from 43\.2000 N 34\.0000 E to 42\.0000 N 50\.5000 E: .*closed"):
        plan_route(RouteRequest((43.2, 34.0), (42.0, 50.5)), ocean)


def test_lattice_grows_until_it_holds_the_way():
    # a wall 440 km long between places 22 km apart: out of the first lattice
    ocean = world(box(10.0, -3.0, 10.001, 1.0))
    plan = plan_route(RouteRequest((0.0, 9.9), (0.0, 10.1), shore_clearance=0.0), ocean)
    assert path_length(plan.route_lat, plan.route_lon) == pytest.approx(
        path_length([0.0, 1.0, 0.0], [9.9, 10.0, 10.1]), rel=0.01
    )


def test_way_behind_the_pole():
    # land from the pole to 85 N on one side: the way leads round the other side of the pole
    ring = [(lon, 85.0) for lon in range(-60, 61, 10)] + [(60, 89.9), (-60, 89.9)]
    ocean = world(ring)
    request = RouteRequest((88.0, -100.0), (88.0, 100.0))
    plan = plan_route(request, ocean)
    check_route(request, ocean, plan, spacing=200.0)
    south = RouteRequest((84.0, 0.0), (88.0, 180.0))
    plan = plan_route(south, ocean)
    assert plan.method == SEARCH
    check_route(south, ocean, plan, spacing=200.0)


def test_great_circle_over_the_pole():
    plan = plan_route(RouteRequest((89.5, 0.0), (89.5, 170.0)), world())
    assert plan.method == GREAT_CIRCLE
    length, _, _ = inverse(89.5, 0.0, 89.5, 170.0)
    assert path_length(plan.lat, plan.lon) == pytest.approx(float(length), abs=1e-3)
