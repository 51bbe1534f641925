"""Procedural bathymetry."""

import numpy as np
import pytest

from seatrial.ocean.land import Land
from seatrial.ocean.procedural import (
    CELL_M,
    FAR,
    ProceduralBathymetry,
    chamfer_distance,
    procedural_depth,
    shelf_curve,
)


def test_chamfer_is_the_octagonal_distance():
    # without obstacles the 8-neighbour chamfer distance is max + (sqrt 2 - 1) min of the two offsets
    rng = np.random.default_rng(1)
    rows, columns = np.indices((25, 40))
    for _ in range(5):
        land = rng.random((25, 40)) < 0.01
        land[rng.integers(25), rng.integers(40)] = True
        expected = np.full(land.shape, np.inf)
        for row, column in np.argwhere(land):
            down = np.abs(rows - row)
            across = np.abs((columns - column + 20) % 40 - 20)
            both = np.maximum(down, across) + (np.sqrt(2.0) - 1.0) * np.minimum(down, across)
            expected = np.minimum(expected, both)
        np.testing.assert_allclose(chamfer_distance(land), expected, atol=1e-9)


def test_chamfer_without_land():
    np.testing.assert_array_equal(chamfer_distance(np.zeros((4, 6), bool)), FAR)


def test_shelf_curve():
    km = np.array([0.0, 25.0, 50.0, 100.0, 150.0, 375.0, 600.0, 5000.0])
    np.testing.assert_allclose(shelf_curve(km * 1e3), [0.0, 100.0, 200.0, 1600.0, 3000.0, 4000.0, 5000.0, 5000.0])


def test_depth_is_zero_on_the_coast_and_at_least_a_metre_off_it():
    rng = np.random.default_rng(2)
    lat, lon = rng.uniform(-90, 90, 1000), rng.uniform(-180, 180, 1000)
    depth = procedural_depth(lat, lon, rng.uniform(0.0, 60e3, 1000))
    assert depth.min() >= 1.0
    assert procedural_depth(lat, lon, np.zeros(1000)).max() == 0.0
    # shelf curve plus at most 350 m of noise
    assert np.abs(procedural_depth(lat, lon, np.full(1000, 1e6)) - 5000.0).max() <= 350.0


def test_one_island_over_the_date_line():
    land = Land.from_polygons([[(179.0, -1.0), (-179.0, -1.0), (-179.0, 1.0), (179.0, 1.0)]])
    field = ProceduralBathymetry(land)
    elevation, valid = field.sample(0.25, [180.0, 178.25, -178.25, 181.75, 0.25])
    assert valid.all()
    assert elevation[0] == 0.0
    # centres of cells next but one to the coast: 2 cells less half of one
    distance, _ = field.coast_distance_table().sample(0.25, [178.25, -178.25, 174.25, -174.25])
    east, west = distance[1, 0], distance[0, 0]
    assert east == pytest.approx(west)
    assert west == pytest.approx(2.0 * CELL_M, rel=1e-4)
    assert distance[2, 0] == pytest.approx(distance[3, 0]) == pytest.approx(10.0 * CELL_M, rel=1e-4)
    assert -5350.0 <= elevation[4] <= -4650.0


def test_no_land_and_positions_that_are_none():
    field = ProceduralBathymetry(Land.none())
    elevation, valid = field.sample([0.0, np.nan, 91.0, 90.0], 10.0)
    np.testing.assert_array_equal(valid, [True, False, False, True])
    assert -5350.0 <= elevation[0] <= -4650.0
    assert np.isnan(elevation[1:3]).all()
    assert field.table() is None


def test_grid_is_made_when_needed_only(monkeypatch: pytest.MonkeyPatch):
    field = ProceduralBathymetry(Land.none())
    assert "_distance" not in vars(field)
    field.sample([np.nan], [0.0])
    assert "_distance" not in vars(field)
    assert field.coast_distance_table() is field.coast_distance_table()
    assert field.coast_distance_table().values.shape == (1, 1, 360, 720)
