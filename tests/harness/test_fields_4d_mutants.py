"""Wrong lookups in four dimensions and wrong water, which the checks of the verification suite must reject."""

from dataclasses import replace

import numpy as np
import pytest

from seatrial.ocean.table import CELLS, NODES, GridTable, Reach
from tests.reference import checks_4d as checks
from tests.reference.bodies import DENSITY


def nearest_in_time(table, lat, lon, depth, time):
    """The slice at the nearest time."""
    node = table.times[np.abs(np.asarray(time)[..., None] - table.times).argmin(axis=-1)]
    return table.sample(lat, lon, depth, np.where((time >= table.times[0]) & (time <= table.times[-1]), node, time))


def time_before(table, lat, lon, depth, time):
    """The slice before, as in a program that steps through a file."""
    node = table.times[np.clip(np.searchsorted(table.times, time, side="right") - 1, 0, None)]
    return table.sample(lat, lon, depth, np.where((time >= table.times[0]) & (time <= table.times[-1]), node, time))


def slice_by_slice(table, lat, lon, depth, time):
    """Each slice renormalised for itself, then blended."""
    k = np.clip(np.searchsorted(table.times, time, side="right") - 1, 0, table.times.size - 2)
    before, known = table.sample(lat, lon, depth, table.times[k])
    after, known_after = table.sample(lat, lon, depth, table.times[k + 1])
    share = ((np.clip(time, *table.times[[0, -1]]) - table.times[k]) / (table.times[k + 1] - table.times[k]))[:, None]
    before, after = np.where(known[:, None], before, after), np.where(known_after[:, None], after, before)
    inside = (time >= table.time_range[0]) & (time <= table.time_range[1])
    return before * (1.0 - share) + after * share, (known | known_after) & inside


def not_renormalised(table, lat, lon, depth, time):
    """No data counts as zero."""
    return replace(table, values=np.nan_to_num(table.values)).sample(lat, lon, depth, time)


def as_if_even(table, lat, lon, depth, time):
    """Uneven axes taken for even ones."""
    return replace(table, lat_nodes=None, lon_nodes=None).sample(lat, lon, depth, time)


def rows_for_levels(table, lat, lon, depth, time):
    """Time and level of the slabs the other way round."""
    parts, slabs = table.values.shape[0], (table.levels.size, max(table.times.size, 1))
    swapped = table.values.reshape(parts, *slabs, *table.values.shape[2:]).swapaxes(1, 2).reshape(table.values.shape)
    return replace(table, values=swapped).sample(lat, lon, depth, time)


def latitude_for_longitude(table, lat, lon, depth, time):
    """Fractions in the cell exchanged."""
    y = (lat - table.lat0) / table.dlat
    x = (lon - table.lon0) / table.dlon
    lat = table.lat0 + table.dlat * np.clip(np.floor(y) + x - np.floor(x), 0, table.rows - 1)
    lon = table.lon0 + table.dlon * np.clip(np.floor(x) + y - np.floor(y), 0, table.columns - 1)
    return table.sample(lat, lon, depth, time)


def holds_for_ever(table, lat, lon, depth, time):
    """Answers beyond its times."""
    return replace(table, time_range=(-np.inf, np.inf)).sample(lat, lon, depth, time)


def never_holds(table, lat, lon, depth, time):
    ends = (float(table.times[0]), float(table.times[-1]))
    return replace(table, time_range=ends).sample(lat, lon, depth, time)


def ends_at_nodes(table, lat, lon, depth, time):
    """Cells taken for nodes."""
    return replace(table, reach=NODES).sample(lat, lon, depth, time)


def always_cells(table, lat, lon, depth, time):
    """Nodes taken for cells."""
    return replace(table, reach=CELLS).sample(lat, lon, depth, time)


def whole_cells(table, lat, lon, depth, time):
    """A whole step instead of half of one."""
    reach = Reach(*(2.0 * far for far in table.reach))
    return replace(table, reach=reach).sample(lat, lon, depth, time)


def mean_step(table, lat, lon, depth, time):
    """Half of the mean step, whatever the outermost one is."""
    if table.lon_nodes is None:
        return table.sample(lat, lon, depth, time)
    half = 0.5 * table.dlon * (table.reach.west > 0.1)
    inside = (lon >= table.lon0 - half) & (lon <= table.lon0 + table.lon_nodes[-1] + half)
    value, valid = table.sample(lat, np.clip(lon, table.lon0, table.lon0 + table.lon_nodes[-1]), depth, time)
    return np.where((valid & inside)[:, None], value, np.nan), valid & inside


def continued(table, lat, lon, depth, time):
    """The slope of the outermost cells goes on."""
    value, valid = table.sample(lat, lon, depth, time)
    if table.lat_nodes is None:
        return value, valid
    north = np.clip(lat, table.lat_nodes[0], table.lat_nodes[-1])
    inner, _ = table.sample(np.where(lat < north, north + 0.125, north - 0.125), lon, depth, time)
    return np.where(
        (lat == north)[:, None], value, value + (value - inner) * (np.abs(lat - north) / 0.125)[:, None]
    ), valid


MUTANTS = (
    ends_at_nodes,
    always_cells,
    whole_cells,
    mean_step,
    continued,
    nearest_in_time,
    time_before,
    slice_by_slice,
    not_renormalised,
    as_if_even,
    rows_for_levels,
    latitude_for_longitude,
    holds_for_ever,
    never_holds,
)


def rejected(check, mutant) -> bool:
    try:
        check(mutant)
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize("mutant", MUTANTS)
def test_lookups(mutant):
    assert any(rejected(check, mutant) for check in checks.CHECKS)


@pytest.mark.parametrize(
    "check, mutant",
    [
        (checks.check_multilinear, nearest_in_time),
        (checks.check_multilinear, as_if_even),
        (checks.check_multilinear, rows_for_levels),
        (checks.check_multilinear, latitude_for_longitude),
        (checks.check_second_order, time_before),
        (checks.check_second_order, nearest_in_time),
        (checks.check_renormalised, not_renormalised),
        (checks.check_renormalised, slice_by_slice),
        (checks.check_refused_and_held, holds_for_ever),
        (checks.check_refused_and_held, never_holds),
        (checks.check_half_cells, ends_at_nodes),
        (checks.check_half_cells, always_cells),
        (checks.check_half_cells, whole_cells),
        (checks.check_half_cells, mean_step),
        (checks.check_half_cells, continued),
    ],
)
def test_the_check_made_for_a_fault_rejects_it(check, mutant):
    assert rejected(check, mutant)


def test_numpy_passes():
    for check in checks.CHECKS:
        check(GridTable.sample)


def drift(sign: float, drag: float = 0.04):
    """Depth of the drifting body in closed form, in water that goes `sign` times as it should."""

    def run(up: float):
        t = np.arange(100.0)
        way = sign * up * (t - (1.0 - np.exp(-drag * t)) / drag)
        return 500.0 - way, np.full(t.size, sign * up if sign else up)

    return run


def test_vertical_velocity():
    checks.check_vertical_drift(drift(1.0))
    assert rejected(checks.check_vertical_drift, drift(-1.0))  # down for up
    assert rejected(checks.check_vertical_drift, drift(0.0))  # forgotten
    assert rejected(checks.check_vertical_drift, drift(1.0, 0.05))


def swing(growth: float = 1.0, mass: float = 32.0, constant: bool = False):
    """A body in stratified water by steps in which the force is held."""

    def run(step: float, gradient: float):
        square = 0.0 if constant else gradient * 25.0 / DENSITY * 9.81 / mass
        z, v, depth = 8.0, 0.0, []
        for n in range(round(900.0 / step) + 1):
            if n % round(5.0 / step) == 0:
                depth.append(500.0 + z)
            z, v = z + step * v - growth * 0.5 * square * step**2 * z, v - square * step * z
        return 5.0 * np.arange(len(depth)), np.array(depth)

    return run


def check_swing(run) -> None:
    checks.check_buoyancy_oscillation(run, 25.0, 25.0 / DENSITY, 7.0)


def test_stratified_water():
    check_swing(swing())
    assert rejected(check_swing, swing(mass=25.0))  # added mass forgotten
    assert rejected(check_swing, swing(constant=True))  # density of the settings
