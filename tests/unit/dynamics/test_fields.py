"""The kernel's field lookup against the NumPy `sample` of the ocean package."""

import numpy as np
import pytest
import shapely

from seatrial.dynamics.tables import current_field, floor_field
from seatrial.ocean.bathymetry import GridBathymetry, ShippedBathymetry
from seatrial.ocean.composite import Composite
from seatrial.ocean.currents import ShippedCurrents
from seatrial.ocean.land import Land
from seatrial.ocean.procedural import ProceduralBathymetry
from seatrial.ocean.synthetic import SyntheticCurrents
from seatrial.ocean.table import GridTable
from seatrial.ocean.uniform import UniformCurrents, UniformDepth
from tests.reference import probe
from tests.reference.checks_fields import check_no_data

# Both evaluate the same sums of some ten products in float64, in another order: 1e-14, with a margin of 100.
RELATIVE = 1e-12


class TableCurrents:
    """Currents on a table."""

    def __init__(self, name: str, grid: GridTable) -> None:
        self.name, self._grid = name, grid

    def sample(self, lat, lon, depth=0.0, time=0.0):
        lat, lon, depth, _ = np.broadcast_arrays(lat, lon, depth, time)
        return self._grid.sample(lat, lon, depth)

    def table(self):
        return self._grid


def masked(rng: np.random.Generator, *shape: int) -> np.ndarray:
    """Random numbers, a third of them missing in patches of all components."""
    values = rng.uniform(-5000.0, 100.0, shape).astype(np.float32)
    values[:, rng.random(shape[1:]) < 0.35] = np.nan
    return values


def places(rng: np.random.Generator, grid: GridTable, n: int = 2000) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Positions anywhere, on nodes, just in and out of the edges, at the poles and over several turns; depths too."""
    rows, columns = grid.values.shape[2:]
    j, i = rng.integers(-1, rows + 1, n), rng.integers(-1, columns + 1, n)
    nudge = rng.choice([0.0, 0.0, 1e-9, -1e-9, 2e-6, -2e-6, 0.5], (2, n))
    lat = np.concatenate([rng.uniform(-90.0, 90.0, n), grid.lat0 + grid.dlat * (j + nudge[0]), [90.0, -90.0, 0.0]])
    lon = np.concatenate(
        [rng.uniform(-540.0, 540.0, n), grid.lon0 + grid.dlon * (i + nudge[1]), [180.0, -180.0, 360.0]]
    )
    lon = lon + 360.0 * rng.integers(-1, 2, lon.size)
    levels = grid.levels
    depth = rng.uniform(-10.0, 1.2 * levels[-1] + 10.0, lon.size)
    depth = np.where(rng.random(lon.size) < 0.3, rng.choice(levels, lon.size), depth)
    return np.clip(lat, -90.0, 90.0), lon, depth


def grids() -> dict[str, GridTable]:
    rng = np.random.default_rng(41)
    return {
        "global, nodes off the seam": GridTable.from_box(
            masked(rng, 2, 3, 18, 36), -85.0, 85.0, 5.0, 355.0, [0, 50, 400]
        ),
        "global, seam at 180": GridTable.from_box(masked(rng, 2, 1, 19, 36), -90.0, 90.0, -180.0, 170.0),
        "regional over 180": GridTable.from_box(masked(rng, 2, 4, 8, 12), -30.0, 5.0, 170.0, 192.0, [2, 5, 9, 200]),
        "regional at Greenwich": GridTable.from_box(masked(rng, 2, 2, 5, 5), 50.0, 52.0, -1.0, 1.0, [0, 10]),
        "two by two": GridTable.from_box(masked(rng, 2, 1, 2, 2), 10.0, 11.0, 20.0, 21.0),
    }


@pytest.mark.parametrize("name", grids())
def test_current_of_a_grid(name: str):
    grid = grids()[name]
    lat, lon, depth = places(np.random.default_rng(42), grid)
    field = Composite([TableCurrents(name, grid)])
    expected = field.sample(lat, lon, depth, 0.0)
    value, valid = probe.current(current_field(field), lat, lon, depth)
    np.testing.assert_array_equal(valid, expected.valid)
    assert 0 < valid.sum() < valid.size
    np.testing.assert_allclose(value[valid], expected.value[valid], rtol=RELATIVE, atol=RELATIVE * 5000.0)


@pytest.mark.parametrize("name", grids())
def test_sea_floor_of_a_grid(name: str):
    grid = grids()[name]
    grid = GridTable(grid.values[:1, :1], grid.lat0, grid.dlat, grid.lon0, grid.dlon, grid.periodic, np.zeros(1))
    lat, lon, _ = places(np.random.default_rng(43), grid)
    field = Composite([GridBathymetry(name, grid)])
    expected = field.sample(lat, lon)
    value, valid = probe.floor_depth(floor_field(field), lat, lon)
    np.testing.assert_array_equal(valid, expected.valid)
    np.testing.assert_allclose(value[valid], np.maximum(1.0, -expected.value[valid]), rtol=RELATIVE)


def test_sources_answer_in_order():
    some = list(grids().values())
    lat, lon, depth = places(np.random.default_rng(44), some[2])
    for last in (UniformCurrents(0.3, -0.2), SyntheticCurrents()):
        field = Composite([TableCurrents("a", some[3]), TableCurrents("b", some[2]), TableCurrents("c", some[0]), last])
        expected = field.sample(lat, lon, depth, 0.0)
        assert set(expected.source.tolist()) >= {1, 2, 3}
        value, valid = probe.current(current_field(field), lat, lon, depth)
        assert valid.all()
        np.testing.assert_allclose(value, expected.value, rtol=RELATIVE, atol=RELATIVE * 5000.0)
    floor = GridBathymetry("a", GridTable.from_box(some[2].values[:1, :1], -30.0, 5.0, 170.0, 192.0))
    field = Composite([floor, UniformDepth(321.0)])
    value, valid = probe.floor_depth(floor_field(field), lat, lon)
    assert valid.all()
    np.testing.assert_allclose(value, np.maximum(1.0, -field.sample(lat, lon).value), rtol=RELATIVE)


def test_procedural_sea_floor():
    island = shapely.box(-20.0, 10.0, -5.0, 30.0)
    field = Composite([ProceduralBathymetry(Land.from_polygons([island]))])
    rng = np.random.default_rng(45)
    lat = np.concatenate([rng.uniform(-90.0, 90.0, 3000), rng.uniform(8.0, 32.0, 3000)])
    lon = np.concatenate([rng.uniform(-540.0, 540.0, 3000), rng.uniform(-22.0, -3.0, 3000)])
    value, valid = probe.floor_depth(floor_field(field), lat, lon)
    assert valid.all()
    # The noise is a sine of up to 50 radians, rounded by 1e-14, times 200 m: 1e-11 m where depth is 1 m.
    np.testing.assert_allclose(value, np.maximum(1.0, -field.sample(lat, lon).value), rtol=RELATIVE, atol=1e-11)


def test_synthetic_current():
    field = Composite([SyntheticCurrents()])
    rng = np.random.default_rng(46)
    lat, lon = rng.uniform(-90.0, 90.0, 5000), rng.uniform(-540.0, 540.0, 5000)
    depth = rng.uniform(-5.0, 600.0, 5000)
    value, valid = probe.current(current_field(field), lat, lon, depth)
    assert valid.all()
    # Arguments up to 240 * 180 = 4e4 radians are rounded by 4e-12, times 0.04 m/s: 2e-13.
    np.testing.assert_allclose(value, field.sample(lat, lon, depth, 0.0).value, rtol=0.0, atol=1e-12)


def test_shipped_ocean():
    rng = np.random.default_rng(47)
    lat, lon = rng.uniform(-90.0, 90.0, 20_000), rng.uniform(-180.0, 180.0, 20_000)
    depth = rng.choice([0.0, 5.0, 10.0, 75.0, 500.0, 1999.0, 2000.5, 4000.0], 20_000)
    floor, flow = Composite([ShippedBathymetry()]), Composite([ShippedCurrents(), SyntheticCurrents()])
    value, valid = probe.floor_depth(floor_field(floor), lat, lon)
    assert valid.all()
    np.testing.assert_allclose(value, np.maximum(1.0, -floor.sample(lat, lon).value), rtol=RELATIVE, atol=1e-10)
    value, valid = probe.current(current_field(flow), lat, lon, depth)
    assert valid.all()
    np.testing.assert_allclose(value, flow.sample(lat, lon, depth, 0.0).value, rtol=RELATIVE, atol=1e-12)


def test_no_data_is_never_a_number():
    def sample(grid: GridTable, lat: np.ndarray, lon: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        both = GridTable(np.repeat(grid.values, 2, 0), grid.lat0, grid.dlat, grid.lon0, grid.dlon, False, grid.levels)
        value, valid = probe.current(current_field(Composite([TableCurrents("masked", both)])), lat, lon, 0.0)
        return value[:, 0], valid

    check_no_data(sample)


def test_positions_that_are_no_numbers_are_declined():
    # Before, int(NaN) picked a cell far outside the table.
    grid = grids()["global, seam at 180"]
    field = current_field(Composite([TableCurrents("a", grid)]))
    bad = np.array([np.nan, np.inf, -np.inf, 1e300])
    for lat, lon in ((bad, 5.0), (0.0, bad)):
        _, valid = probe.current(field, lat, lon, 0.0)
        assert not valid.any()
