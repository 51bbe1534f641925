"""GridTable against the definition of linear interpolation, written down the slow way, and against scipy.

The checks take the sampling function, so that `tests/harness/test_ocean_mutants.py` can hand them wrong ones.
"""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import ArrayLike
from scipy.interpolate import RegularGridInterpolator

from seatrial.errors import InputError
from seatrial.ocean.table import GridTable

Sample = Callable[[GridTable, ArrayLike, ArrayLike, ArrayLike], tuple[np.ndarray, np.ndarray]]

LEVELS = np.array([0.0, 10.0, 35.0, 100.0])


def random_table(seed: int, lon: np.ndarray, lat: np.ndarray, share_of_gaps: float) -> GridTable:
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(2, LEVELS.size, lat.size, lon.size)).astype(np.float32)
    gaps = rng.random(values.shape) < share_of_gaps / 2  # also gaps in one component only
    values[gaps] = np.nan
    return GridTable.from_axes(lat, lon, values, LEVELS)


REGION = random_table(1, np.arange(160.0, 165.1, 0.5), np.arange(-41.0, -37.9, 0.5), 0.5)
GLOBE = random_table(2, np.arange(7.5, 367.0, 15.0), np.arange(-82.5, 90.0, 15.0), 0.5)


def hats(table: GridTable, lat: float, lon: float, depth: float) -> tuple[np.ndarray, bool]:
    """Sum over all nodes of value times hat function, over the same sum of hat functions; no cells, no indices."""
    rows = table.lat0 + table.dlat * np.arange(table.values.shape[2])
    columns = table.lon0 + table.dlon * np.arange(table.values.shape[3])
    if table.periodic and rows[0] > lat >= -90.0 and rows[0] + 90.0 < table.dlat:
        lat = rows[0]
    if table.periodic and rows[-1] < lat <= 90.0 and 90.0 - rows[-1] < table.dlat:
        lat = rows[-1]
    if lat < rows[0] or lat > rows[-1]:
        return np.full(2, np.nan), False
    east = (lon - columns[0]) % 360.0
    if not table.periodic and east > columns[-1] - columns[0]:
        return np.full(2, np.nan), False
    apart = np.abs((lon - columns + 180.0) % 360.0 - 180.0)
    over_lon = np.maximum(0.0, 1.0 - apart / table.dlon)
    over_lat = np.maximum(0.0, 1.0 - np.abs(lat - rows) / table.dlat)
    clamped = np.clip(depth, table.levels[0], table.levels[-1])
    over_depth = np.array([np.interp(clamped, table.levels, unit) for unit in np.eye(table.levels.size)])
    weight = over_depth[:, None, None] * over_lat[:, None] * over_lon
    known = np.isfinite(table.values).all(axis=0) & (weight > 0.0)
    if not known.any():
        return np.full(2, np.nan), False
    return (table.values[:, known].astype(float) * weight[known]).sum(axis=1) / weight[known].sum(), True


def check_against_hats(sample: Sample) -> None:
    rng = np.random.default_rng(3)
    for table, (west, east) in ((REGION, (159.0, 166.0)), (GLOBE, (-400.0, 800.0))):
        lat, lon = rng.uniform(-41.3, -37.7, 400), rng.uniform(west, east, 400)
        lat = rng.uniform(-90.0, 90.0, 400) if table.periodic else lat
        depth = rng.uniform(-20.0, 150.0, 400)
        value, valid = sample(table, lat, lon, depth)
        assert 40 < valid.sum() < 400
        for k in range(400):
            expected, known = hats(table, lat[k], lon[k], depth[k])
            assert valid[k] == known, (lat[k], lon[k], depth[k])
            # float64 arithmetic on at most 8 numbers of order 1, the sum of weights not below 1e-6
            np.testing.assert_allclose(value[k], expected, atol=1e-9)


def check_nodes_are_exact(sample: Sample) -> None:
    for table in (REGION, GLOBE):
        level, row, column = (np.arange(n) for n in table.values.shape[1:])
        depth, lat, lon = table.levels[level], table.lat0 + table.dlat * row, table.lon0 + table.dlon * column
        value, valid = sample(table, lat[:, None], lon, depth[:, None, None])
        stored = np.moveaxis(table.values.astype(float), 0, -1)
        known = np.isfinite(stored).all(axis=-1)
        np.testing.assert_array_equal(valid, known)
        np.testing.assert_allclose(value[known], stored[known], atol=1e-12)
        assert np.isnan(value[~known]).all()


def check_outside_is_no_data(sample: Sample) -> None:
    full = GridTable.from_axes([10.0, 11.0, 12.0], [20.0, 21.0, 22.0], np.ones((1, 1, 3, 3)))
    lat = np.array([9.99, 12.01, 11.0, 11.0, 11.0, -90.0, 11.0])
    lon = np.array([21.0, 21.0, 19.99, 22.01, -158.0, 21.0, 201.0])
    value, valid = sample(full, lat, lon, 0.0)
    assert not valid.any()
    assert np.isnan(value).all()
    assert sample(full, [10.0, 12.0, 10.0, 12.0], [20.0, 22.0, 382.0, -340.0], 0.0)[1].all()


def check_gap_is_not_a_number(sample: Sample) -> None:
    values = np.full((1, 1, 2, 3), 8.0)
    values[0, 0, :, 1:] = np.nan
    table = GridTable.from_axes([0.0, 1.0], [0.0, 1.0, 2.0], values)
    value, valid = sample(table, 0.5, [0.0, 0.25, 0.999, 1.0, 1.5], 0.0)
    np.testing.assert_array_equal(valid, [True, True, True, False, False])
    np.testing.assert_allclose(value[:3, 0], 8.0)


def check_longitudes_of_any_turn(sample: Sample) -> None:
    lon = np.linspace(160.2, 164.8, 40)
    for table in (REGION, GLOBE):
        reference, known = sample(table, -40.1, lon, 12.0)
        for turn in (-720.0, -360.0, 360.0):
            value, valid = sample(table, -40.1, lon + turn, 12.0)
            np.testing.assert_array_equal(valid, known)
            np.testing.assert_allclose(value, reference, atol=1e-9)


CHECKS = (
    check_against_hats,
    check_nodes_are_exact,
    check_outside_is_no_data,
    check_gap_is_not_a_number,
    check_longitudes_of_any_turn,
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_sample(check: Callable[[Sample], None]):
    check(GridTable.sample)


def test_equals_scipy_without_gaps():
    lat, lon = np.arange(-41.0, -37.9, 0.5), np.arange(160.0, 165.1, 0.5)
    table = random_table(5, lon, lat, 0.0)
    rng = np.random.default_rng(6)
    points = np.stack([rng.uniform(0, 100, 1000), rng.uniform(-41, -38, 1000), rng.uniform(160, 165, 1000)], axis=-1)
    value, valid = table.sample(points[:, 1], points[:, 2], points[:, 0])
    assert valid.all()
    for component in range(2):
        other = RegularGridInterpolator((LEVELS, lat, lon), table.values[component].astype(float))
        np.testing.assert_allclose(value[:, component], other(points), atol=1e-12)


def test_depth_is_held_above_and_below():
    table = random_table(7, np.arange(0.0, 5.0), np.arange(0.0, 5.0), 0.0)
    value, _ = table.sample(1.3, 2.6, [-50.0, 0.0, 100.0, 5000.0])
    np.testing.assert_array_equal(value[0], value[1])
    np.testing.assert_array_equal(value[2], value[3])


def test_polar_caps_of_cell_centres_are_flat_and_of_a_band_are_not():
    lon = np.arange(0.5, 360.0)
    world = GridTable.from_axes(np.arange(-89.5, 90.0), lon, np.ones((1, 1, 180, 360)))
    band = GridTable.from_axes(np.arange(-59.5, 60.0), lon, np.ones((1, 1, 120, 360)))
    assert world.sample([90.0, -90.0, 89.7], 12.0)[1].all()
    assert not world.sample([90.1, -90.1], 12.0)[1].any()
    assert not band.sample([59.6, -59.6], 12.0)[1].any()
    assert world.complete
    assert not band.complete


def test_not_finite_is_invalid():
    bad = np.array([np.nan, np.inf, -np.inf])
    for args in ((bad, 12.0, 0.0), (0.0, bad, 0.0), (0.0, 12.0, bad)):
        value, valid = GLOBE.sample(*args)
        assert not valid.any()
        assert np.isnan(value).all()
    assert GLOBE.sample(0.0, [1e17, -1e300], 0.0)[0].shape == (2, 2)


def test_shapes_follow_broadcasting():
    value, valid = GLOBE.sample(np.zeros((3, 1)), np.zeros(4), 0.0)
    assert value.shape == (3, 4, 2)
    assert valid.shape == (3, 4)
    value, valid = GLOBE.sample(0.0, 7.5, 0.0)
    assert value.shape == (2,)
    assert valid.shape == ()
    assert GLOBE.sample(np.zeros(0), np.zeros(0))[0].shape == (0, 2)


def test_rounded_edges_still_belong_to_the_grid():
    # -122.3 + 0.1 * 10 is not -121.3 in binary
    table = GridTable.from_box(np.ones((1, 1, 11, 11)), 36.1, 37.1, -122.3, -121.3)
    assert table.sample([36.1, 37.1], [-122.3, -121.3])[1].all()
    assert table.sample([36.1, 37.1], [237.7, 238.7])[1].all()


@pytest.mark.parametrize("duplicate", [False, True])
def test_periodic_is_detected(duplicate: bool):
    lon = np.arange(-180.0, 180.1 if duplicate else 179.9, 0.5)
    table = GridTable.from_axes([0.0, 1.0], lon, np.zeros((1, 1, 2, lon.size)))
    assert table.periodic
    assert table.values.shape[3] == 720
    assert not GridTable.from_axes([0.0, 1.0], lon[:-5], np.zeros((1, 1, 2, lon.size - 5))).periodic


@pytest.mark.parametrize(
    "lat, lon, levels, text",
    [
        ([0.0, 1.0, 1.5], [0.0, 1.0], [0.0], "latitude axis"),
        ([0.0, 2.0, 1.0], [0.0, 1.0], [0.0], "latitude axis"),
        ([0.0], [0.0, 1.0], [0.0], "latitude axis"),
        ([0.0, 1.0], [1.0, 0.0], [0.0], "longitude axis"),
        ([0.0, np.nan], [0.0, 1.0], [0.0], "latitude axis"),
        ([0.0, 95.0], [0.0, 1.0], [0.0], "lat within -90..90"),
        ([0.0, 1.0], [0.0, 500.0, 1000.0], [0.0], "at most 360"),
        ([0.0, 1.0], [0.0, 1.0], [0.0, 0.0], "strictly increasing"),
        ([0.0, 1.0], [0.0, 1.0], [0.0, np.inf], "finite"),
    ],
)
def test_bad_axes_are_refused(lat: list[float], lon: list[float], levels: list[float], text: str):
    values = np.zeros((1, len(levels), len(lat), len(lon)))
    with pytest.raises(InputError, match=text) as caught:
        GridTable.from_axes(lat, lon, values, levels)
    assert "\n" not in str(caught.value)


def test_wrong_shape_is_refused():
    with pytest.raises(InputError, match="component, level, lat, lon"):
        GridTable.from_axes([0.0, 1.0], [0.0, 1.0], np.zeros((2, 2)))
    with pytest.raises(InputError, match="component, level, lat, lon"):
        GridTable.from_box(np.zeros((1, 2, 2, 2)), 0.0, 1.0, 0.0, 1.0)
