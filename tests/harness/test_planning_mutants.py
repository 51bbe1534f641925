"""Each kind of check of the planner, tried on something deliberately wrong that it must reject."""

import dataclasses
import heapq

import numpy as np
import pytest
from scipy.sparse.csgraph import dijkstra

from seatrial.planning import around, corridor, detour, ends, floor, link, raster, route, search, sight
from seatrial.planning.estimate import Estimate, estimate
from seatrial.planning.lattice import lattice_between
from seatrial.planning.route import plan_route
from tests.cases import test_d17_route_across_the_antimeridian as d17
from tests.cases import test_d18_corners_between_blocked_cells as d18
from tests.unit.planning import test_estimate, test_floor, test_raster, test_route
from tests.verification import test_planning_routes as routes
from tests.verification import test_planning_search as searches

# --- searches -------------------------------------------------------------------------------------------------------


def search_in(edges, start, goal, weight=1.0, columns=1):
    """A* on a sparse matrix with the straight distance times `weight` as its heuristic."""

    def ahead(cell):
        return weight * np.hypot(cell // columns - goal // columns, cell % columns - goal % columns)

    cost, before, closed, heap = {start: 0.0}, {start: start}, set(), [(ahead(start), start)]
    while heap:
        _, cell = heapq.heappop(heap)
        if cell in closed:
            continue
        closed.add(cell)
        if cell == goal:
            path = [goal]
            while path[-1] != start:
                path.append(before[path[-1]])
            return search.Path(np.array(path[::-1], np.int32), cost[goal], len(closed))
        for k in range(edges.indptr[cell], edges.indptr[cell + 1]):
            to, new = int(edges.indices[k]), cost[cell] + edges.data[k]
            if new < cost.get(to, np.inf):
                cost[to], before[to] = new, cell
                heapq.heappush(heap, (new + ahead(to), to))
    return None


def python_search(passage, start, goal, weight=1.0, corners=True):
    edges = searches.graph(passage, corners).tocsr()
    return search_in(edges, start, goal, weight, passage.blocked.shape[1])


def corners_cut(passage, start, goal):
    return python_search(passage, start, goal, corners=False)


def heuristic_too_long(passage, start, goal):
    return python_search(passage, start, goal, weight=1.5)


def shut_moves_forgotten(passage, start, goal):
    return search.shortest_path(dataclasses.replace(passage, shut=np.zeros_like(passage.shut)), start, goal)


def eight_neighbours_always(passage, start, goal):
    return search.shortest_path(dataclasses.replace(passage, half=4), start, goal)


def cost_of_another_path(passage, start, goal):
    path = search.shortest_path(passage, start, goal)
    return path and dataclasses.replace(path, cells=path.cells[[0, -1]])


def test_the_search_of_the_mutants_is_right_when_nothing_is_wrong_with_it():
    searches.check_dijkstra_cost(python_search, trials=20)


@pytest.mark.parametrize(
    "find", [corners_cut, heuristic_too_long, shut_moves_forgotten, eight_neighbours_always, cost_of_another_path]
)
def test_wrong_searches_are_rejected(find):
    with pytest.raises(AssertionError):
        searches.check_dijkstra_cost(find, trials=60)


def first_corridor_as_it_comes(passage, start, goal, block):
    """Never asks whether a better path could lie outside."""
    total = corridor._through(passage, start, goal, block)
    near = corridor._widened(total <= 1.06 * total.min() + 6.0)
    return search.shortest_path(passage, start, goal, near, block)


def blocks_closed_by_any_land(passage, start, goal, block):
    """Pessimistic blocks: open only when all of their cells are."""
    rows, columns = passage.blocked.shape
    padded = np.pad(passage.blocked, ((0, -rows % block), (0, -columns % block)))
    allowed = 1 - padded.reshape(padded.shape[0] // block, block, -1, block).max(axis=(1, 3))
    for cell in (start, goal):
        allowed[cell // columns // block, cell % columns // block] = 1
    return search.shortest_path(passage, start, goal, np.ascontiguousarray(allowed, np.uint8), block)


def test_wrong_corridors_are_rejected():
    with pytest.raises(AssertionError):
        searches.check_within_a_percent(blocks_closed_by_any_land, trials=8)
    with pytest.raises(AssertionError):
        searches.check_trap(first_corridor_as_it_comes)


# --- corners and sight ----------------------------------------------------------------------------------------------


def corner_cutting_costs(cells, half):
    edges = searches.graph(search.Passage(cells, np.zeros_like(cells), half), corners=False)
    cost = dijkstra(edges, indices=0)[3]
    return None if np.isinf(cost) else cost


def sampled_sight(cells, lines):
    """Looks at the cells under points of the line only."""
    answers = []
    t = np.linspace(0.0, 1.0, 20)
    for y1, x1, y2, x2 in np.asarray(lines):
        y, x = (np.rint(a + t * (b - a)).astype(int) for a, b in ((y1, y2), (x1, x2)))
        answers.append(not cells[y, x].any())
    return np.array(answers)


def test_cut_corners_are_rejected():
    with pytest.raises(AssertionError):
        d18.check_corners(corner_cutting_costs)
    with pytest.raises(AssertionError):
        d18.check_sight(sampled_sight)


# --- rasters and routes ---------------------------------------------------------------------------------------------


def parity_from_the_left_border(lattice, land, half, clearance):
    """Takes the first cell of each row for water."""
    drawn = raster.draw_coast(lattice, land, half, clearance)
    return dataclasses.replace(drawn, land=drawn.land ^ drawn.land[:, :1])


def test_wrong_land_is_rejected():
    land = routes.Land.shipped()
    lattice = test_raster.LATTICES[0]
    with pytest.raises(AssertionError):
        test_raster.check_land(lattice, land, parity_from_the_left_border(lattice, land, 4, 0.0))


def no_shut_moves(lattice, land, half, clearance):
    """Only cell centres count as land."""
    drawn = raster.draw_coast(lattice, land, half, clearance)
    nothing = np.zeros_like(drawn.shut)
    return dataclasses.replace(drawn, shut=nothing, near_shut=nothing.copy(), edges=drawn.edges[:0])


def legs_by_samples(ocean, cruise_depth, lat1, lon1, lat2, lon2):
    """Straight in longitude and latitude, at eight points."""
    t = np.linspace(0.0, 1.0, 8)[:, None]
    lat1, lon1, lat2, lon2 = (np.atleast_1d(np.asarray(a, float)) for a in (lat1, lon1, lat2, lon2))
    return ~ocean.land.contains(lat1 + t * (lat2 - lat1), lon1 + t * (lon2 - lon1)).any(axis=0)


@pytest.fixture
def swap(monkeypatch):
    def put(module, name, mutant):
        monkeypatch.setattr(module, name, mutant)

    return put


def plan_thin_island():
    return plan_route(routes.THIN, routes.world(routes.WALL))


def test_island_between_the_cells_is_seen(swap):
    routes.check_thin_island(plan_thin_island())
    swap(around, "draw_coast", no_shut_moves)
    swap(route, "great_circle_clear", lambda *_: False)
    for module in (around, ends, sight):
        swap(module, "safe_legs", legs_by_samples)
    with pytest.raises(AssertionError, match="over the island"):
        routes.check_thin_island(plan_thin_island())


def test_great_circle_taken_without_a_look_is_rejected(swap):
    swap(route, "great_circle_clear", lambda *_: True)
    ocean = routes.Ocean.shipped()
    request = routes.REAL["Gibraltar"]
    with pytest.raises(AssertionError, match="on land"):
        routes.check_route(request, ocean, plan_route(request, ocean))
    with pytest.raises(AssertionError, match="under the sea floor"):
        routes.check_bank(plan_route(routes.SHOAL, routes.world(floor=routes.bank(40.0))))


def test_shore_that_is_not_kept_off_is_rejected():
    ocean = routes.Ocean.shipped()
    request = routes.REAL["Hormuz"]
    close = plan_route(dataclasses.replace(request, shore_clearance=0.0, neighbours=8, cell=150.0), ocean)
    wider = dataclasses.replace(request, shore_clearance=2_000.0)
    with pytest.raises(AssertionError, match="near the shore"):
        routes.check_route(wider, ocean, close)


def test_depth_that_is_ignored_is_rejected(swap):
    swap(around, "shallow_cells", lambda lattice, bathymetry, limit, land: np.zeros_like(land))
    for module in (around, ends, sight):
        swap(module, "safe_legs", legs_by_samples)
    with pytest.raises(AssertionError, match="under the sea floor"):
        routes.check_bank(plan_route(routes.SHOAL, routes.world(floor=routes.bank(40.0))))


def box_of_longitudes(lat1, lon1, lat2, lon2, cell, scale, finer=1.0):
    """A lattice about the mean of the two longitudes as they are written."""
    lattice = lattice_between(lat1, lon1, lat2, lon2, cell, scale, finer)
    return dataclasses.replace(lattice, frame=routes.LocalFrame(lattice.frame.lat, (lon1 + lon2) / 2.0))


def test_mean_of_longitudes_is_rejected(swap):
    routes.check_turned(plan_route, 180.05)
    swap(detour, "lattice_between", box_of_longitudes)
    with pytest.raises((AssertionError, IndexError, ValueError)):
        routes.check_turned(plan_route, 180.05)


def test_line_drawn_round_the_world_is_rejected():
    plan = plan_route(d17.RouteRequest((0.5, 179.5), (0.5, -179.5)), d17.WATER)
    d17.check_short_way(plan, plan.drawn_longitudes())
    with pytest.raises(AssertionError):
        d17.check_short_way(plan, plan.lon)


def test_end_that_moves_silently_is_rejected():
    ocean = routes.world(floor=routes.bank(52.0, south=-0.2, north=0.2))
    request = routes.RouteRequest((0.0, 9.935), (0.0, 9.5))
    plan = plan_route(request, ocean)
    test_route.check_moved(plan, ocean, request)
    for wrong in ({"start_moved_m": 0.0}, {"warnings": ()}, {"goal_moved_m": 1.0}):
        with pytest.raises(AssertionError):
            test_route.check_moved(dataclasses.replace(plan, **wrong), ocean, request)


# --- sea floor and estimate -----------------------------------------------------------------------------------------


def every_250_m(bathymetry, lat1, lon1, lat2, lon2):
    """One row of samples, not looked at again."""
    least = []
    for a, b, c, d in zip(lat1, lon1, lat2, lon2, strict=True):
        lat, lon = routes.interpolate(a, b, c, d, 250.0)
        depth = floor.sea_depth(bathymetry, lat, lon)
        least.append((depth.min(), lat[depth.argmin()], lon[depth.argmin()]))
    return tuple(np.array(least).T)


def test_crest_between_samples_is_found():
    with pytest.raises(AssertionError):
        test_floor.check_least_depth(every_250_m)


def dive_forgotten(length, depth, cruise_speed, descent_rate):
    return estimate(length, 0.0, cruise_speed, descent_rate)


def surfacing_forgotten(length, depth, cruise_speed, descent_rate):
    return estimate(length, 0.5 * depth, cruise_speed, descent_rate)


def without_losses(length, depth, cruise_speed, descent_rate):
    right = estimate(length, depth, cruise_speed, descent_rate)
    return Estimate(right.distance_m, right.duration_s, 0.7 * right.energy_J)


def dive_at_cruise_power(length, depth, cruise_speed, descent_rate):
    right = estimate(length, depth, cruise_speed, descent_rate)
    power = right.energy_J / right.duration_s
    return Estimate(right.distance_m, right.duration_s, power * 1.2 * right.duration_s)


@pytest.mark.parametrize("mutant", [dive_forgotten, surfacing_forgotten, without_losses, dive_at_cruise_power])
def test_wrong_estimates_are_rejected(mutant):
    test_estimate.check_estimate(estimate)
    with pytest.raises(AssertionError):
        test_estimate.check_estimate(mutant)


def test_flood_that_jumps_walls_is_rejected(swap):
    swap(link.Floods, "touch", lambda self, one, other: True)
    with pytest.raises(AssertionError):
        searches.test_components_are_those_of_the_graph()
