import numpy as np

from seatrial.planning.ends import SNAP, End, candidates
from seatrial.planning.lattice import lattice_between
from tests.verification.test_planning_routes import bank, box, world

LATTICE = lattice_between(0.0, 9.9, 0.0, 10.1, 200.0, 1.0)
WATER = np.zeros((LATTICE.rows, LATTICE.columns), np.uint8)
PLACE = (0.0003, 9.9502)


def everything(cells):
    return np.ones(len(cells), bool)


def away(cells):
    y, x = (float(a) for a in LATTICE.to_units(*PLACE))
    row, column = np.divmod(np.array(cells), LATTICE.columns)
    return np.hypot(row - y, column - x)


def test_nearest_first_and_not_beyond_the_limit():
    cells = list(candidates(End(PLACE, True), LATTICE, WATER, world(), 50.0)(everything))
    distances = away(cells)
    assert np.all(np.diff(distances) >= -1e-9)
    assert distances[0] < 0.8
    assert distances[-1] <= SNAP
    assert len(cells) == np.count_nonzero(away(np.arange(WATER.size)) <= SNAP)


def test_only_open_cells_in_sight():
    wall = box(9.9503, -0.5, 9.9504, 0.5)
    blocked = WATER.copy()
    blocked[:, ::2] = 1
    cells = list(candidates(End(PLACE, True), LATTICE, blocked, world(wall), 50.0)(everything))
    _, lon = LATTICE.centres(cells)
    assert np.all(lon < 9.9503)
    assert not np.any(blocked.ravel()[cells])


def test_a_shallow_end_looks_for_deeper_water_past_shallows():
    floor = bank(40.0, west=9.93, east=9.97)
    keep = candidates(End(PLACE, True), LATTICE, WATER, world(floor=floor), 50.0)(everything)
    assert next(keep, None) is None
    cells = candidates(End(PLACE, False), LATTICE, WATER, world(floor=floor), 50.0)(everything)
    assert next(cells) >= 0


def test_cells_that_lost_interest_are_skipped():
    lost = set()
    found = candidates(End(PLACE, True), LATTICE, WATER, world(), 50.0)(
        lambda cells: np.array([c not in lost for c in cells])
    )
    first = next(found)
    lost.update(range(first + 1, WATER.size))
    assert next(found) < first
