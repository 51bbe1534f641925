"""Four-dimensional fields: exact for polynomials, of second order, Galilean, and felt by a body as they should be."""

import math
from dataclasses import replace

import numpy as np
import pytest

from seatrial.dynamics.battery import Battery
from seatrial.dynamics.tables import current_field
from seatrial.dynamics.vehicle import Vehicle
from seatrial.ocean.composite import Composite, Source
from seatrial.ocean.gridded import FileField
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.table import GridTable
from seatrial.ocean.uniform import UniformDepth
from seatrial.simulation.settings import Settings
from seatrial.simulation.simulation import Simulation, Start, Waypoints
from seatrial.vehicles.torpedo import torpedo
from tests.reference import checks_4d as checks
from tests.reference import probe
from tests.reference.bodies import DENSITY, drifter, driven
from tests.reference.checks_4d import BEGIN, LAT, LEVELS, LON, TIMES, Array, Sample
from tests.reference.gridded import MadeFile


class OnTable:
    """A source on a table."""

    name = "table"

    def __init__(self, grid: GridTable) -> None:
        self._grid = grid

    def sample(self, lat, lon, depth=0.0, time=0.0):
        return self._grid.sample(lat, lon, depth, time)

    def table(self):
        return self._grid


def engine(table: GridTable, lat: Array, lon: Array, depth: Array, time: Array):
    """The kernel's lookup, on three components."""
    values = np.repeat(table.values, 3, axis=0) if table.values.shape[0] == 1 else table.values
    field = current_field(Composite([OnTable(replace(table, values=values))]))
    value, _, known = probe.flow(field, lat, lon, depth, time)
    return value[:, : table.values.shape[0]], known


@pytest.mark.parametrize("check", checks.CHECKS)
@pytest.mark.parametrize("sample", [GridTable.sample, engine])
def test_lookups(check, sample: Sample):
    check(sample)


def sea(*sources: Source) -> Ocean:
    return Ocean(Land.none(), Composite([UniformDepth(4000.0)]), Composite(sources))


def test_a_polynomial_through_a_mission():
    """The water that a vehicle on its way records is the polynomial at its place and time."""
    file = MadeFile(checks.multilinear, LAT, LON, LEVELS, BEGIN + TIMES, ("east", "north", "up"))
    lat, lon = 10.05 + np.array([0.0, 0.001, 0.002]), np.full(3, -2.95)
    route = Waypoints(lat, lon, np.array([5.0, 18.0, 18.0]), np.full(3, 0.8))
    start = Start(torpedo(ballast="neutral"), lat[0], lon[0], 3.0, waypoints=route)
    sim = Simulation([start], sea(FileField(file)), Settings(start_time=BEGIN + 500.0, window_bytes=3000))
    rows = sim.advance(80_000).rows[0]
    place = (rows[:, 1], rows[:, 2], rows[:, 3], BEGIN + 500.0 + rows[:, 0])
    assert np.ptp(rows[:, 3]) > 10.0 and rows[-1, 0] > 300.0
    np.testing.assert_allclose(rows[:, [15, 16, 34]].T, checks.multilinear(*place), rtol=0.0, atol=1e-9)


def test_the_rate_of_change_is_that_of_the_value():
    field = current_field(Composite([OnTable(checks.table_of(checks.smooth, LAT, LON, LEVELS, BEGIN + TIMES))]))
    lat, lon, depth, time = checks.inside(63)
    inner = np.abs(time[:, None] - BEGIN - TIMES).min(axis=1) > 2.0
    before, _, _ = probe.flow(field, lat, lon, depth, time - 1.0)
    after, _, _ = probe.flow(field, lat, lon, depth, time + 1.0)
    _, rate, known = probe.flow(field, lat, lon, depth, time)
    assert known.all()
    # linear in time: the difference is exact but for rounding of some 1e-16 / 2 s
    np.testing.assert_allclose(rate[inner], (0.5 * (after - before))[inner], rtol=0.0, atol=1e-14)


ENDLESS = Battery(capacity=math.inf)


def uniform_in_space(flow: Array, times: Array) -> OnTable:
    """The same water everywhere: `flow` (time, 3) at `times`."""
    values = np.broadcast_to(flow.T[:, :, None, None, None], (3, times.size, 1, 2, 2))
    return OnTable(GridTable.from_nodes([-1.0, 1.0], [44.0, 46.0], values, [0.0], times))


def track(vehicle: Vehicle, flow: Array, times: Array, nu: tuple[float, ...], seconds: float, step: float = 0.01):
    """Rows of a vehicle without a pilot on the equator, where north does not turn, with full thrust."""
    start = Start(vehicle, 0.0, 45.0, 800.0, nu=nu, commands=(1.0,) * len(vehicle.thrusters))
    settings = Settings(step=step, record_period=10.0, start_time=BEGIN)
    sim = Simulation([start], sea(uniform_in_space(flow, times)), settings)
    sim.advance(round(seconds / step))
    return sim.states()


def test_a_boost_changes_nothing_in_water_that_changes_with_time():
    """Galilean invariance: water and vehicle with another uniform velocity, the same motion seen from it.

    Velocities are sums of powers of two and so exact in single precision. Positions of some 300 m are rounded by 6e-14
    m a step, 60,000 steps: 3e-9 m; the plane is flat.
    """
    rng = np.random.default_rng(64)
    times = BEGIN + 100.0 * np.arange(7.0)
    flow = rng.integers(-64, 64, (7, 3)) / 256.0 * np.array([1.0, 1.0, 0.25])
    boost = np.array([0.25, -0.125, 0.0625])  # east, north, up
    added = np.diag([2.0, 20.0, 25.0, 0.5, 2.0, 2.5]) + 0.3
    hull = drifter(added=added, center_of_gravity=(0.0, 0.0, 0.02))
    vehicle = replace(driven(hull, 5.0, linear=(4.0, 9.0, 9.0, 2.0, 3.0, 3.0)), battery=ENDLESS)
    still = track(vehicle, flow, times, (0.0,) * 6, 600.0)
    carried = track(vehicle, flow + boost, times, (-0.125, 0.25, -0.0625, 0.0, 0.0, 0.0), 600.0)
    moved = 600.0 * np.array([-0.125, 0.25, -0.0625])  # north, east, down
    assert np.linalg.norm(still["p"][0, :2]) > 20.0
    np.testing.assert_allclose(carried["p"] - moved, still["p"], rtol=0.0, atol=1e-6)
    np.testing.assert_allclose(carried["q"], still["q"], rtol=0.0, atol=1e-9)


def test_accelerating_water_takes_an_undamped_body_along_by_its_added_mass():
    """(m + A) v' = A a for water of acceleration a: v = a t A / (m + A), exact for RK4 but for rounding."""
    times = BEGIN + np.array([0.0, 400.0])
    end = np.array([0.5, 0.25, 0.125])  # east, north, up after 400 s
    body = replace(drifter(added=(75.0, 75.0, 75.0, 0.0, 0.0, 0.0)), battery=ENDLESS)  # alike, or it would turn (Munk)
    state = track(body, np.array([0.0 * end, end]), times, (0.0,) * 6, 300.0)
    rate = np.array([0.25, 0.5, -0.125]) / 400.0 * 0.75  # north, east, down
    np.testing.assert_allclose(state["nu"][0, :3], rate * 300.0, rtol=1e-9)
    np.testing.assert_allclose(state["p"][0] - [0.0, 0.0, 800.0], rate * 300.0**2 / 2.0, rtol=1e-9)


def rising(up: float) -> tuple[Array, Array]:
    """Depth and upward current of a neutral body of 25 kg with a drag of 1 N s/m, each second."""
    body = replace(driven(drifter(), 1.0, linear=(1.0, 1.0, 1.0, 0.0, 0.0, 0.0), quadratic=(0.0,) * 6), battery=ENDLESS)
    flow = np.tile([0.0, 0.0, up], (2, 1))
    sim = Simulation(
        [Start(body, 0.0, 45.0, 500.0)],
        sea(uniform_in_space(flow, BEGIN + np.array([0.0, 1000.0]))),
        Settings(step=0.1, record_period=1.0, start_time=BEGIN),
    )
    rows = sim.advance(2000).rows[0]
    return rows[:, 3], rows[:, 34]


def test_a_drifting_body_rises_with_the_water():
    checks.check_vertical_drift(rising)


ADDED = 7.0


def swinging(step: float, gradient: float) -> tuple[Array, Array]:
    """Depth of a neutral body of 25 kg and an added mass let go 8 m below its level."""
    body = replace(drifter(added=(0.0, 0.0, ADDED, 0.0, 0.0, 0.0)), battery=ENDLESS)
    levels = np.array([0.0, 1000.0])
    density = (DENSITY + gradient * (levels - 500.0))[None, None, :, None, None]
    field = Composite([OnTable(GridTable.from_nodes([-1.0, 1.0], [44.0, 46.0], density * np.ones((2, 2)), levels))])
    still = uniform_in_space(np.zeros((2, 3)), BEGIN + np.array([0.0, 1e5]))
    settings = Settings(step=step, record_period=5.0, start_time=BEGIN)
    sim = Simulation([Start(body, 0.0, 45.0, 508.0)], sea(still), settings, density=field)
    rows = sim.advance(round(900.0 / step)).rows[0]
    np.testing.assert_allclose(rows[:, 35], DENSITY + gradient * (rows[:, 3] - 500.0), rtol=1e-12)
    return rows[:, 0], rows[:, 3]


def test_a_body_swings_in_stratified_water_with_its_frequency():
    checks.check_buoyancy_oscillation(swinging, 25.0, 25.0 / DENSITY, ADDED)


def test_a_damped_body_settles_at_its_level():
    body = replace(driven(drifter(), 1.0, linear=(1.0, 1.0, 1.0, 0.0, 0.0, 0.0), quadratic=(0.0,) * 6), battery=ENDLESS)
    levels = np.array([0.0, 1000.0])
    density = (DENSITY + 0.0625 * (levels - 500.0))[None, None, :, None, None]
    field = Composite([OnTable(GridTable.from_nodes([-1.0, 1.0], [44.0, 46.0], density * np.ones((2, 2)), levels))])
    still = uniform_in_space(np.zeros((2, 3)), BEGIN + np.array([0.0, 1e5]))
    sim = Simulation([Start(body, 0.0, 45.0, 508.0)], sea(still), Settings(step=0.1, start_time=BEGIN), density=field)
    sim.advance(10_000)
    # omega^2 = 0.0625 * 9.81 / 1025 = 5.98e-4, decay d / 2 m = 0.02 1/s: of 8 m exp(-20) omega / sqrt(omega^2 - 0.02^2)
    # are left after 1000 s.
    assert abs(sim.states()["p"][0, 2] - 500.0) < 8.0 * math.exp(-20.0) * math.sqrt(5.98 / 1.98) * 1.01
