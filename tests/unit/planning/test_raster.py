"""The coast on a lattice, against shapely in the lattice's own plane."""

import numpy as np
import pytest
import shapely

from seatrial.ocean.land import Land
from seatrial.planning.lattice import Lattice, lattice_between
from seatrial.planning.raster import coast_edges, draw_coast
from tests.verification.test_planning_routes import box
from tests.verification.test_planning_search import MOVES

LATTICES = [
    lattice_between(36.6, -6.8, 36.5, -4.3, None, 1.0),
    lattice_between(69.8, 176.0, 65.5, -173.0, 4000.0, 1.0),
    lattice_between(-78.0, 160.0, -84.0, -10.0, 20_000.0, 1.0),
]


@pytest.fixture(scope="module")
def shipped():
    return Land.shipped()


def check_land(lattice, land, drawn):
    """Every cell is what the polygons say of its centre, except where the coast passes within a metre of it."""
    cells = np.arange(lattice.rows * lattice.columns)
    expected = land.contains(*lattice.centres(cells)).reshape(lattice.rows, lattice.columns)
    outside = lattice.outside_plane()
    wrong = np.flatnonzero((drawn.land != 0) != (expected if outside is None else expected | outside))
    edges = shapely.STRtree(np.asarray(shapely.linestrings(drawn.edges.reshape(-1, 2, 2))))
    row, column = np.divmod(wrong, lattice.columns)
    points = shapely.points(lattice.north0 + row * lattice.cell, lattice.east0 + column * lattice.cell)
    away = edges.query_nearest(np.asarray(points), return_distance=True, all_matches=False)[1] if len(wrong) else []
    assert np.max(away, initial=0.0) < 5.0
    assert len(wrong) <= 1e-4 * len(cells) + 1


@pytest.mark.parametrize("number", range(len(LATTICES)))
def test_land_is_what_the_polygons_say(shipped, number):
    lattice = LATTICES[number]
    check_land(lattice, shipped, draw_coast(lattice, shipped, 4, 0.0))


def some_moves(lattice, half, count=1500):
    rng = np.random.default_rng(7)
    row, column = rng.integers(2, lattice.rows - 2, count), rng.integers(2, lattice.columns - 2, count)
    move = rng.integers(0, half, count)
    up, right = np.array(MOVES)[move].T
    plane = lattice.cell * np.stack(
        [np.column_stack([row, column]), np.column_stack([row + up, column + right])], axis=1
    )
    lines = shapely.linestrings(plane + lattice.origin[:2])
    return row, column, move, np.asarray(lines)


@pytest.mark.parametrize("half", [4, 8])
def test_moves_that_touch_the_coast_or_come_near_it_are_shut(shipped, half):
    lattice = LATTICES[0]
    clearance = 1.3 * lattice.cell
    drawn = draw_coast(lattice, shipped, half, clearance)
    coast = shapely.STRtree(np.asarray(shapely.linestrings(drawn.edges.reshape(-1, 2, 2))))
    row, column, move, lines = some_moves(lattice, half, 20_000)
    away = np.full(len(lines), np.inf)
    index, found = coast.query_nearest(lines, max_distance=2 * clearance, return_distance=True, all_matches=False)
    away[index[0]] = found
    np.testing.assert_array_equal((drawn.shut[row, column] >> move) & 1, away == 0.0)
    np.testing.assert_array_equal((drawn.near_shut[row, column] >> move) & 1, away <= clearance)
    assert 20 < np.count_nonzero(away == 0.0) < np.count_nonzero(away <= clearance) < len(lines)


@pytest.mark.parametrize("cells", [0.4, 2.0])
def test_cells_near_the_coast(shipped, cells):
    lattice = LATTICES[0]
    drawn = draw_coast(lattice, shipped, 4, cells * lattice.cell)
    coast = shapely.STRtree(np.asarray(shapely.linestrings(drawn.edges.reshape(-1, 2, 2))))
    row, column = (a.ravel() for a in np.indices((lattice.rows, lattice.columns)))
    points = shapely.points(lattice.north0 + row * lattice.cell, lattice.east0 + column * lattice.cell)
    near = np.zeros(len(row), bool)
    near[coast.query(np.asarray(points), predicate="dwithin", distance=cells * lattice.cell)[0]] = True
    np.testing.assert_array_equal(drawn.near.ravel() != 0, near)


def test_clearance_of_many_cells_errs_by_at_most_two():
    land = Land.from_polygons([box(9.99, -0.01, 10.01, 0.01)])
    lattice = lattice_between(0.0, 9.8, 0.0, 10.2, 200.0, 1.0)
    drawn = draw_coast(lattice, land, 4, 4_000.0)
    row, column = np.indices(drawn.near.shape)
    plane = shapely.points(lattice.north0 + row * lattice.cell, lattice.east0 + column * lattice.cell)
    block = shapely.box(-0.01 * 110_574.0, -0.01 * 111_319.0, 0.01 * 110_574.0, 0.01 * 111_319.0)
    away = shapely.distance(plane, block)
    assert np.all(drawn.near[away < 3_800.0] == 1)
    assert np.all(drawn.near[away > 4_400.0] == 0)


def test_a_world_of_water():
    drawn = draw_coast(LATTICES[0], Land.none(), 8, 300.0)
    for part in (drawn.land, drawn.near, drawn.shut, drawn.near_shut):
        assert not part.any()
    assert drawn.edges.shape == (0, 4)


def test_edges_of_the_whole_globe_come_once():
    # land that ends at the date line has its edge there
    land = Land.from_polygons([box(170.0, -10.0, 180.0, 10.0), box(-20.0, 40.0, 30.0, 60.0)])
    lattice = Lattice(LATTICES[0].frame, -1.6e7, -1.6e7, 100_000.0, 321, 321)
    edges = coast_edges(lattice, land, 1.0)
    assert len(np.unique(np.round(edges), axis=0)) == len(edges)
    check_land(lattice, land, draw_coast(lattice, land, 4, 0.0))
