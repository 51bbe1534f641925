"""Wrong interpolations, each a fault that real programs have had; the checks of the grid table must reject them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike

from seatrial.ocean.composite import Composite
from seatrial.ocean.table import GridTable
from tests.cases import test_d10_grid_of_0_to_360 as d10
from tests.cases import test_d11_seam_of_a_global_grid as d11
from tests.unit.ocean import test_composite, test_table

Answer = tuple[np.ndarray, np.ndarray]


def without_seam(table: GridTable, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0) -> Answer:
    columns = table.values.shape[3]
    lon = np.asarray(lon, float)
    east = (lon - table.lon0) % 360.0
    last = (columns - 1) * table.dlon  # flat between the last column and the first
    return table.sample(lat, np.where(table.periodic & (east > last), table.lon0 + last, lon), depth)


def no_data_as_zero(table: GridTable, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0) -> Answer:
    return replace(table, values=np.nan_to_num(table.values)).sample(lat, lon, depth)


def clamped_outside(table: GridTable, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0) -> Answer:
    north = table.lat0 + (table.values.shape[2] - 1) * table.dlat
    east = table.lon0 + (table.values.shape[3] - 1) * table.dlon
    lon = np.asarray(lon) if table.periodic else np.clip(lon, table.lon0, east)
    return table.sample(np.clip(lat, table.lat0, north), lon, depth)


def one_turn_only(table: GridTable, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0) -> Answer:
    value, valid = table.sample(lat, lon, depth)
    east = np.asarray(lon, float) - table.lon0
    valid = valid & (east >= 0.0) & (east < 360.0)
    return np.where(valid[..., None], value, np.nan), valid


def declines_beside_gaps(table: GridTable, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0) -> Answer:
    value, valid = table.sample(lat, lon, depth)
    gaps = replace(table, values=np.isnan(table.values).astype(np.float32)).sample(lat, lon, depth)[0]
    valid = valid & (gaps.max(axis=-1) == 0.0)
    return np.where(valid[..., None], value, np.nan), valid


def gaps_take_the_mean(table: GridTable, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0) -> Answer:
    """The value of a masked corner is the mean of all valid nodes, as if the mean of the valid corners."""
    mean = np.nanmean(table.values, axis=(2, 3), keepdims=True)
    filled = replace(table, values=np.where(np.isnan(table.values), mean, table.values))
    valid = table.sample(lat, lon, depth)[1]
    return np.where(valid[..., None], filled.sample(lat, lon, depth)[0], np.nan), valid


def levels_one_by_one(table: GridTable, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0) -> Answer:
    """Each level renormalised for itself, then blended: not all eight corners together."""
    lat, lon, depth = np.broadcast_arrays(*(np.asarray(a, float) for a in (lat, lon, depth)))
    k = np.clip(np.searchsorted(table.levels, depth, "right") - 1, 0, max(table.levels.size - 2, 0))
    k_next = np.minimum(k + 1, table.levels.size - 1)
    upper, valid = table.sample(lat, lon, table.levels[k])
    lower, valid_lower = table.sample(lat, lon, table.levels[k_next])
    upper, lower = np.where(valid[..., None], upper, lower), np.where(valid_lower[..., None], lower, upper)
    share = (np.clip(depth, table.levels[0], table.levels[-1]) - table.levels[k]) / np.maximum(
        table.levels[k_next] - table.levels[k], 1e-9
    )
    return upper + share[..., None] * (lower - upper), valid | valid_lower


def nearest_level(table: GridTable, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0) -> Answer:
    index = np.abs(np.asarray(depth, float)[..., None] - table.levels).argmin(axis=-1)
    return table.sample(lat, lon, table.levels[index])


def upside_down(table: GridTable, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0) -> Answer:
    return replace(table, values=table.values[:, :, ::-1]).sample(lat, lon, depth)


def one_column_off(table: GridTable, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0) -> Answer:
    return replace(table, lon0=table.lon0 + 0.5 * table.dlon).sample(lat, lon, depth)


def components_masked_apart(table: GridTable, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0) -> Answer:
    parts = [replace(table, values=table.values[c : c + 1]).sample(lat, lon, depth) for c in range(len(table.values))]
    value = np.concatenate([part for part, _ in parts], axis=-1)
    return value, np.logical_or.reduce([valid for _, valid in parts])


MUTANTS: tuple[Callable[..., Any], ...] = (
    without_seam,
    no_data_as_zero,
    clamped_outside,
    one_turn_only,
    declines_beside_gaps,
    gaps_take_the_mean,
    levels_one_by_one,
    nearest_level,
    upside_down,
    one_column_off,
    components_masked_apart,
)


def rejected(check: Callable[[Any], None], mutant: Callable[..., Any]) -> bool:
    try:
        check(mutant)
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.__name__)
def test_table_checks_reject(mutant: Callable[..., Any]):
    assert any(rejected(check, mutant) for check in test_table.CHECKS)


@pytest.mark.parametrize(
    "check, mutant",
    [
        (d10.check_same_place_in_any_turn, one_turn_only),
        (d10.check_outside_is_no_data, clamped_outside),
        (d11.check_seam, without_seam),
        (d11.check_seam, one_column_off),
        (test_table.check_gap_is_not_a_number, no_data_as_zero),
        (test_table.check_gap_is_not_a_number, declines_beside_gaps),
        (test_table.check_outside_is_no_data, clamped_outside),
        (test_table.check_longitudes_of_any_turn, one_turn_only),
        (test_table.check_against_hats, levels_one_by_one),
    ],
)
def test_the_check_made_for_a_fault_rejects_it(check: Callable[[Any], None], mutant: Callable[..., Any]):
    assert rejected(check, mutant)


class LastWins(Composite):
    """Asks the sources in the wrong order."""

    def __init__(self, sources: Any) -> None:
        object.__setattr__(self, "sources", tuple(reversed(sources)))


class ZeroForNothing(Composite):
    """Turns no data into zero."""

    def sample(self, lat: ArrayLike, lon: ArrayLike, *rest: ArrayLike) -> Any:
        found = Composite.sample(self, lat, lon, *rest)
        return replace(found, value=np.nan_to_num(found.value), valid=np.ones_like(found.valid))


@pytest.mark.parametrize("mutant", [LastWins, ZeroForNothing])
def test_composite_checks_reject(mutant: type[Composite]):
    assert rejected(test_composite.check_priority, mutant)
