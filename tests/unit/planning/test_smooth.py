import numpy as np
import pytest

from seatrial.frames.local import LocalFrame
from seatrial.planning.lattice import Lattice
from seatrial.planning.obstacles import Obstacles
from seatrial.planning.search import Passage, distances, shortest_path
from seatrial.planning.shore import Ends, Shore
from seatrial.planning.sight import Sight
from seatrial.planning.smooth import Points, straighten, tighten
from tests.verification.test_planning_routes import box, world
from tests.verification.test_planning_search import islands

LATTICE = Lattice(LocalFrame(20.0, 30.0), 0.0, 0.0, 500.0, 120, 120)


def scene(blocked, ocean=None):
    none = (20.0, 30.0)
    ocean = world() if ocean is None else ocean
    return Sight(ocean, LATTICE, Obstacles(blocked), 50.0, Shore(np.zeros((0, 4))), 0.0, none, none, Ends())


def points_of(cells):
    y, x = np.divmod(np.asarray(cells), LATTICE.columns)
    return Points(*LATTICE.centres(cells), y.astype(float), x.astype(float))


def length(points):
    return float(np.hypot(np.diff(points.y), np.diff(points.x)).sum())


def path_over(blocked, half=4):
    passage = Passage(blocked, np.zeros_like(blocked), half)
    start = max(
        (int(c) for c in np.flatnonzero(blocked == 0)[:50]), key=lambda c: np.isfinite(distances(passage, c)).sum()
    )
    path = shortest_path(passage, start, int(np.flatnonzero(np.isfinite(distances(passage, start)))[-1]))
    assert path is not None
    return path


def test_open_water_is_one_leg():
    blocked = np.zeros((120, 120), np.uint8)
    path = shortest_path(Passage(blocked, blocked, 4), 0, 119 * 120 + 40)
    assert path is not None
    straight = straighten(points_of(path.cells), scene(blocked))
    assert len(straight.y) == 2


@pytest.mark.parametrize("seed", range(5))
def test_legs_are_clear_and_shorter_than_the_path(seed):
    blocked = islands(np.random.default_rng(seed), 120, 5)
    path = path_over(blocked)
    sight = scene(blocked)
    points = points_of(path.cells)
    straight = straighten(points, sight)
    tight = tighten(straight, sight)
    for part in (straight, tight):
        assert Obstacles(blocked).clear(np.column_stack([part.y[:-1], part.x[:-1], part.y[1:], part.x[1:]])).all()
        assert (part.y[0], part.x[0], part.y[-1], part.x[-1]) == (points.y[0], points.x[0], points.y[-1], points.x[-1])
    assert length(tight) <= length(straight) <= path.cost + 1e-9
    assert len(straight.y) < len(points.y) / 3


def test_round_one_point_the_polyline_is_taut():
    # a wall from the lower edge to row 70: over its end it goes straight from and to
    blocked = np.zeros((120, 120), np.uint8)
    blocked[:70, 60] = 1
    path = shortest_path(Passage(blocked, np.zeros_like(blocked), 4), 20 * 120 + 5, 30 * 120 + 110)
    assert path is not None
    tight = tighten(straighten(points_of(path.cells), scene(blocked)), scene(blocked))
    shortest = np.hypot(50, 54.5) + 1.0 + np.hypot(40, 49.5)
    assert length(tight) == pytest.approx(shortest, rel=0.01)


def test_consecutive_points_are_taken_even_where_they_do_not_see_each_other():
    blocked = np.zeros((120, 120), np.uint8)
    blocked[10, 10] = 1
    points = points_of([0, 11 * 120 + 10, 11 * 120 + 30])
    crossing = Points(points.lat[[0, 2]], points.lon[[0, 2]], np.array([9.0, 11.0]), np.array([10.0, 10.0]))
    assert len(straighten(crossing, scene(blocked)).y) == 2


def test_exact_checks_see_what_cells_do_not():
    # a thin wall without any blocked cell: the path round its end stays round its end
    lat, lon = LATTICE.to_geodetic([0.0, 20.0], [20.3, 20.3])
    wall = box(float(lon[0]), float(lat[0]) - 1.0, float(lon[0]) + 1e-5, float(lat[1]))
    water = np.zeros((120, 120), np.uint8)
    path = np.concatenate(
        [np.arange(12) * 121 + 10 * 120 + 5, np.arange(8) + 22 * 120 + 17, np.arange(13) * -119 + 22 * 120 + 25]
    )
    straight = tighten(straighten(points_of(path), scene(water, world(wall))), scene(water, world(wall)))
    assert straight.y.max() > 20.0
    assert len(straight.y) <= 4
