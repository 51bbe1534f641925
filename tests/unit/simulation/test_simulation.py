"""Members under way: statuses, rows, waypoints."""

from dataclasses import replace

import numpy as np
import pytest

from seatrial.control.autopilot import Autopilot
from seatrial.dynamics.battery import Battery
from seatrial.ocean.bathymetry import GridBathymetry, ShippedBathymetry
from seatrial.ocean.composite import Composite
from seatrial.ocean.currents import ShippedCurrents
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.synthetic import SyntheticCurrents
from seatrial.ocean.table import GridTable
from seatrial.ocean.uniform import UniformCurrents, UniformDepth
from seatrial.simulation.columns import COLUMNS, INDEX
from seatrial.simulation.settings import TICKS_PER_SECOND, Settings
from seatrial.simulation.simulation import Simulation, Start, Waypoints
from seatrial.simulation.status import MEANING, Status
from seatrial.vehicles.torpedo import torpedo
from tests.reference.seas import still_sea

HULL = torpedo(ballast="neutral")
STEP = Settings(step=0.05)
METRE = 1.0 / 110_574.0
"""A metre of latitude at the equator [deg]."""


def to_north(*metres: float, depth: float = 20.0, speed: float = 0.8) -> Waypoints:
    """Waypoints north of 0 N 0 E."""
    n = len(metres)
    return Waypoints(np.array(metres) * METRE, np.zeros(n), np.full(n, depth), np.full(n, speed))


def finish(start: Start, ocean: Ocean | None = None, seconds: float = 600.0) -> tuple[Status, np.ndarray, Simulation]:
    """Status and rows of a member run until it stops or `seconds` are over."""
    sim = Simulation([start], ocean or still_sea(), STEP)
    chunk = sim.advance(round(seconds / STEP.step) + 1, last_tick=round(seconds * TICKS_PER_SECOND))
    return sim.status[0], chunk.rows[0], sim


def column(rows: np.ndarray, name: str) -> np.ndarray:
    return rows[:, INDEX[name]]


def test_arrived_within_the_radii():
    status, rows, sim = finish(Start(HULL, 0.0, 0.0, 20.0, waypoints=to_north(40.0, 80.0)))
    assert status is Status.ARRIVED
    pilot = Autopilot()
    left = 80.0 - column(rows, "lat")[-1] / METRE
    # One step before it was outside: 0.05 s at 1 m/s.
    assert pilot.final_radius - 0.05 < left < pilot.final_radius
    assert abs(column(rows, "depth")[-1] - 20.0) < pilot.final_depth_tolerance
    assert column(rows, "waypoint")[0] == 0.0
    assert column(rows, "waypoint")[-1] == 1.0
    assert column(rows, "time")[-1] == pytest.approx(sim.time[0], rel=3e-16)


def test_events_tell_when_each_waypoint_was_reached():
    sim = Simulation([Start(HULL, 0.0, 0.0, 20.0, waypoints=to_north(40.0, 80.0, 120.0))], still_sea(), STEP)
    chunk = sim.advance(20_000)
    events, rows = chunk.events[0], chunk.rows[0]
    np.testing.assert_array_equal(events[:, 1], [0, 1, 2])
    assert np.all(np.diff(events[:, 0]) > 0)
    assert events[-1, 0] == round(sim.time[0] * TICKS_PER_SECOND)
    for tick, k in events[:2].tolist():
        north = np.interp(tick / TICKS_PER_SECOND, column(rows, "time"), column(rows, "lat")) / METRE
        # Within 10 m; a step before not yet: 0.05 m.
        assert 9.94 < 40.0 * (k + 1) - north < 10.001


def test_a_waypoint_counts_only_at_its_depth():
    # Started 30 m too shallow right at the waypoint: it counts once 4 m are left, on the way down.
    route = Waypoints(np.array([0.0, 0.0]), np.array([0.0, 0.0]), np.array([50.0, 50.0]), np.array([0.15, 0.15]))
    sim = Simulation([Start(HULL, 0.0, 0.0, 40.0, waypoints=route)], still_sea(), STEP)
    chunk = sim.advance(20_000)
    assert sim.status == (Status.ARRIVED,)
    depths = np.interp(chunk.events[0][:, 0] / TICKS_PER_SECOND, column(chunk.rows[0], "time"),
                       column(chunk.rows[0], "depth"))  # fmt: skip
    np.testing.assert_allclose(depths, [46.0, 47.0], atol=0.05)


def test_grounded_at_the_sea_floor():
    status, rows, _ = finish(Start(HULL, 0.0, 0.0, 10.0, waypoints=to_north(300.0, depth=60.0)), still_sea(30.0))
    assert status is Status.GROUNDED
    # No deeper than one step at 0.3 m/s below the floor.
    assert 30.0 <= column(rows, "depth")[-1] < 30.0 + 0.02
    assert np.all(column(rows, "depth")[:-1] < 30.0)


def test_brownout_when_the_charge_is_used_up():
    tired = replace(HULL, battery=Battery(capacity=0.05))
    status, rows, _ = finish(Start(tired, 0.0, 0.0, 20.0, charge=0.1, waypoints=to_north(900.0)))
    assert status is Status.BROWNOUT
    charge = column(rows, "charge")
    assert charge[-1] <= 0.02 < charge[-2]


def test_brownout_when_the_power_cannot_be_given():
    weak = replace(HULL, battery=Battery(resistance=10.0))
    status, rows, _ = finish(Start(weak, 0.0, 0.0, 20.0, waypoints=to_north(900.0)))
    assert status is Status.BROWNOUT
    assert column(rows, "charge")[-1] > 0.5


def test_out_of_field_where_no_source_answers():
    grid = GridTable.from_box(np.full((1, 1, 3, 3), -500.0), -0.001, 0.001, -0.001, 0.001)
    patch = Ocean(Land.none(), Composite([GridBathymetry("patch", grid)]), Composite([UniformCurrents(0.0, 0.0)]))
    status, rows, _ = finish(Start(HULL, 0.0009, 0.0, 20.0, waypoints=to_north(500.0)), patch)
    assert status is Status.OUT_OF_FIELD
    assert column(rows, "lat")[-1] > 0.001
    assert np.all(column(rows, "lat")[:-1] <= 0.001 + 1e-6 * 0.001)
    far = finish(Start(HULL, 5.0, 0.0, 20.0, waypoints=to_north(500.0)), patch)
    assert far[0] is Status.OUT_OF_FIELD
    assert len(far[1]) == 1


@pytest.mark.parametrize("gridded", [False, True])
def test_nonfinite_is_told_and_frozen(gridded: bool):
    ocean = still_sea()
    if gridded:
        ocean = Ocean(
            Land.none(), Composite([ShippedBathymetry()]), Composite([ShippedCurrents(), SyntheticCurrents()])
        )
    nu = (1e160, 0.0, 0.0, 0.0, 0.0, 0.0)
    status, rows, sim = finish(Start(HULL, 30.0, -40.0, 20.0, nu=nu, waypoints=to_north(500.0)), ocean)
    assert status is Status.NONFINITE
    assert len(rows) == 2
    assert sim.time[0] == STEP.step
    assert sim.advance(10).rows[0].shape == (0, len(COLUMNS))


def test_timed_out_at_the_last_tick():
    status, rows, sim = finish(Start(HULL, 0.0, 0.0, 20.0, waypoints=to_north(5000.0)), seconds=12.3)
    assert status is Status.TIMED_OUT
    assert sim.time[0] == 12.3
    assert column(rows, "time")[-1] == pytest.approx(12.3, rel=3e-16)
    assert len(rows) == 124


def test_a_stopped_member_leaves_the_others_running():
    starts = [Start(HULL, 0.0, 0.0, 20.0, waypoints=to_north(m)) for m in (10.0, 400.0)]
    sim = Simulation(starts, still_sea(), STEP)
    sim.advance(1000)
    assert sim.status == (Status.ARRIVED, Status.RUNNING)
    first = sim.time[0]
    chunk = sim.advance(1000)
    assert sim.time.tolist() == [first, 100.0]
    assert len(chunk.rows[0]) == 0
    assert len(chunk.rows[1]) == 500


def test_rows_at_multiples_of_the_record_period_and_a_final_one():
    _, rows, sim = finish(Start(HULL, 0.0, 0.0, 20.0, waypoints=to_north(30.0)))
    time = column(rows, "time")
    np.testing.assert_allclose(time[:-1], np.arange(len(rows) - 1) / 10.0, rtol=3e-16)  # one rounding
    assert time[-1] == pytest.approx(sim.time[0], rel=3e-16)
    assert 0.0 < time[-1] - time[-2] <= 0.1


def test_final_row_is_not_written_twice():
    status, rows, _ = finish(Start(HULL, 0.0, 0.0, 20.0, waypoints=to_north(5000.0)), seconds=5.0)
    assert status is Status.TIMED_OUT
    np.testing.assert_allclose(column(rows, "time"), np.arange(51) / 10.0, rtol=3e-16)


def test_row_tells_the_state():
    start = Start(HULL, 12.0, 34.0, 50.0, (0.1, -0.2, -0.3), (0.5, 0.1, -0.1, 0.01, 0.02, 0.03), 0.7)
    ocean = Ocean(Land.none(), Composite([UniformDepth(1234.0)]), Composite([UniformCurrents(0.2, -0.1)]))
    sim = Simulation([start], ocean, STEP)
    row = dict(zip(INDEX, sim.advance(1).rows[0][0].tolist(), strict=True))
    names = ("time", "lat", "lon", "depth", "roll", "pitch", "heading", "u", "v", "w", "p", "q", "r")
    expected = (0.0, 12.0, 34.0, 50.0, 0.1, -0.2, 2.0 * np.pi - 0.3, 0.5, 0.1, -0.1, 0.01, 0.02, 0.03)
    np.testing.assert_allclose([row[n] for n in names], expected, rtol=1e-13, atol=1e-15)
    assert (row["current_east"], row["current_north"], row["sea_floor_depth"]) == (0.2, -0.1, 1234.0)
    assert (row["charge"], row["battery_temperature"], row["energy"], row["distance"]) == (0.7, 288.15, 0.0, 0.0)
    np.testing.assert_allclose(row["speed"], np.sqrt(0.27), rtol=1e-14)
    assert row["power"] == 8.0  # four idle motors
    np.testing.assert_allclose(row["voltage"] * row["current"], 8.0, rtol=1e-13)


def test_states_are_w_first():
    start = Start(HULL, 0.0, 0.0, 50.0, (0.0, 0.0, np.pi / 2))
    state = Simulation([start], still_sea(), STEP).states()
    np.testing.assert_allclose(state["q"], [[np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)]], atol=1e-15)


def test_every_status_has_a_meaning():
    assert set(MEANING) == set(Status)
    assert Status.OUT_OF_FIELD.word == "out_of_field"
