import numpy as np
import pytest

from seatrial.frames.local import LocalFrame
from seatrial.planning.lattice import LARGEST, PLANE_RADIUS, Lattice, lattice_between


def test_box_and_cell_of_the_seed():
    # 100 km along the equator: 100 + 2 (60 + 1.5) km wide, 2 (60 + 1.5) km high, 250 cells of 892 m > 750 m
    lattice = lattice_between(0.0, 0.0, 0.0, 100_000.0 / 111_319.4908, None, 1.0)
    assert lattice.cell == 750.0
    assert lattice.columns == int(np.ceil(223_000.0 / 750.0)) + 1
    assert lattice.rows == int(np.ceil(123_000.0 / 750.0)) + 1
    near = lattice_between(0.0, 0.0, 0.0, 1_000.0 / 111_319.4908, None, 1.0)
    assert near.cell == 75.0
    # max(dx, dy, 1500 m) = 1500 m
    assert near.columns == int(np.ceil((1_000.0 + 2 * 2_400.0) / 75.0)) + 1
    between = lattice_between(0.0, 0.0, 0.0, 30_000.0 / 111_319.4908, None, 1.0)
    assert between.cell == pytest.approx((30_000.0 + 2 * 19_500.0) / 250.0, rel=1e-6)


def test_cell_on_request_larger_box_and_finer_cell():
    first = lattice_between(10.0, 20.0, 10.5, 20.0, 200.0, 1.0)
    assert first.cell == 200.0
    larger = lattice_between(10.0, 20.0, 10.5, 20.0, 200.0, 2.0)
    assert larger.rows == pytest.approx(2 * first.rows, abs=2)
    finer = lattice_between(10.0, 20.0, 10.5, 20.0, None, 1.0, 2.0)
    assert finer.cell == pytest.approx(lattice_between(10.0, 20.0, 10.5, 20.0, None, 1.0).cell / 2.0)


def test_cells_grow_rather_than_their_number():
    lattice = lattice_between(-60.0, -30.0, 40.0, 150.0, None, 8.0)
    assert lattice.rows * lattice.columns <= 1.01 * LARGEST
    assert lattice.cell > 750.0


@pytest.mark.parametrize(
    "lat1, lon1, lat2, lon2", [(10.0, 179.0, 11.0, -179.0), (89.5, 0.0, 89.0, 170.0), (-40.0, 5.0, -30.0, 60.0)]
)
def test_units_and_positions_agree_and_ends_are_inside(lat1, lon1, lat2, lon2):
    lattice = lattice_between(lat1, lon1, lat2, lon2, None, 1.0)
    y, x = lattice.to_units([lat1, lat2], [lon1, lon2])
    assert np.all((y > 0) & (y < lattice.rows - 1) & (x > 0) & (x < lattice.columns - 1))
    lat, _ = lattice.to_geodetic(y, x)
    np.testing.assert_allclose(lat, [lat1, lat2], atol=1e-9)
    cells = np.array([0, lattice.columns + 2])
    y, x = lattice.to_units(*lattice.centres(cells))
    np.testing.assert_allclose([y, x], [[0.0, 1.0], [0.0, 2.0]], atol=1e-6)


@pytest.mark.parametrize(
    "lat, lon, cell", [(10.0, 179.9, 500.0), (70.0, -20.0, 5000.0), (89.9, 0.0, 300.0), (-60.0, 0, 9e4)]
)
def test_bounds_hold_every_cell(lat, lon, cell):
    lattice = Lattice(LocalFrame(lat, lon), -50 * cell, -60 * cell, cell, 101, 121)
    south, north, west, east = lattice.bounds(3.0)
    cell_lat, cell_lon = lattice.to_geodetic(*np.meshgrid(np.arange(-3, 104), np.arange(-3, 124)))
    assert np.all((cell_lat >= south) & (cell_lat <= north))
    assert np.all((cell_lon - west) % 360.0 <= east - west)
    if lat > 89.0:
        assert north == 90.0
        assert east - west == 360.0


def test_plane_ends_before_the_antipode():
    cell = 200_000.0
    lattice = Lattice(LocalFrame(0.0, 0.0), -100 * cell, -100 * cell, cell, 201, 201)
    outside = lattice.outside_plane()
    assert outside is not None
    first = lattice.first_columns()
    for row in (0, 5, 31, 100):
        inside = np.flatnonzero(~outside[row])
        assert first[row] == (inside[0] if len(inside) else lattice.columns)
    assert Lattice(LocalFrame(0.0, 0.0), 0.0, 0.0, PLANE_RADIUS / 1000.0, 500, 500).outside_plane() is None
