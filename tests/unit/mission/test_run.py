"""Missions from scenario to run: the same bits every time, and every ending with its status and events."""

import numpy as np
import pytest
import xarray as xr

from seatrial.errors import GoalOnLand, InputError, StartOnLand, TooDeep
from seatrial.mission.record import Run
from seatrial.mission.run import initial_heading, month_of, plan, run
from seatrial.ocean.land import Land
from seatrial.simulation.status import Status
from tests.unit.mission.missions import arrived, calm, scenario


def same_mission(a: Run, b: Run) -> bool:
    """Whether two runs of one scenario are alike in everything but the wall clock."""
    return a.history.identical(b.history) and (a.events, a.status, a.steps) == (b.events, b.status, b.steps)


def test_bit_identical_twice_in_a_row():
    assert same_mission(run(scenario()), arrived())


@pytest.mark.parametrize("chunk", [7, 5000])
def test_bit_identical_whatever_the_chunks(chunk: int):
    assert same_mission(run(scenario(), chunk_steps=chunk), arrived())


def test_bit_identical_step_by_step():
    brief = scenario(simulation__max_duration_s=20.0)
    assert same_mission(run(brief, chunk_steps=1), run(brief))


def test_rows_every_tenth_of_a_second_exactly():
    time = arrived().history["time"].values
    assert np.array_equal(time[:-1], np.arange(len(time) - 1) / 10)
    assert 0.0 < time[-1] - time[-2] <= 0.1


def test_arrived():
    r = arrived()
    assert r.status is Status.ARRIVED
    reached = [e for e in r.events if e[1] == "waypoint reached"]
    assert [e[2] for e in reached] == list(range(len(r.plan.lat)))
    assert r.events[-1] == (r.duration_s, "arrived", -1) and reached[-1][0] == r.duration_s
    assert r.steps == round(r.duration_s / 0.05)
    assert r.last("distance") == pytest.approx(134.0, abs=15.0)


def test_timed_out():
    r = run(scenario(simulation__max_duration_s=10.0))
    assert (r.status, r.duration_s, r.steps) == (Status.TIMED_OUT, 10.0, 200)
    assert r.events[-1] == (10.0, "timed_out", -1)


def test_shorter_than_a_step_is_one_step():
    r = run(scenario(simulation__max_duration_s=0.001))
    assert (r.status, r.steps, r.history.sizes["time"]) == (Status.TIMED_OUT, 1, 2)


def test_brownout():
    r = run(scenario(vehicle__battery={"capacity_Ah": 0.01}))
    assert r.status is Status.BROWNOUT and r.events[-1][1] == "brownout" and r.last("charge") <= 0.02
    assert run(scenario(vehicle__battery={"resistance_ohm": 1000.0})).status is Status.BROWNOUT


def test_grounded():
    """Cruising 2 cm above the bottom without clearance, it touches where it levels out."""
    close = {"mission__cruise_depth_m": 10.0, "mission__clearance_m": 0.0, "mission__descent_rate_m_s": 0.4}
    r = run(scenario(ocean__uniform_depth_m=10.02, **close))
    assert r.status is Status.GROUNDED and r.events[-1][1] == "grounded"
    assert r.last("depth") == pytest.approx(10.02, abs=0.02) and r.last("sea_floor_depth") == 10.02


def test_interrupted():
    answers = iter([False, False, False, True])
    r = run(scenario(), cancelled=lambda: next(answers), chunk_steps=200)
    assert r.status is Status.INTERRUPTED and r.events[-1][1] == "interrupted"
    assert all(e[0] <= r.duration_s for e in r.events)
    assert run(scenario(), cancelled=lambda: True).history.sizes["time"] == 1


def test_the_start_is_the_goal():
    r = run(scenario(goal__lon=-122.10))
    assert r.status is Status.ARRIVED and r.last("distance") < 6.0


def test_at_the_surface_all_the_way():
    r = run(scenario(mission__cruise_depth_m=0.0))
    assert r.status is Status.ARRIVED and r.history["depth"].values.max() < 1.0


def test_a_history_of_many_rows_is_thinned():
    r = run(scenario(), max_rows=100)
    assert r.status is Status.ARRIVED and r.history.sizes["time"] <= 100
    full = arrived().history
    assert r.history.isel(time=slice(0, -1)).identical(full.isel(time=slice(0, -1, 32)))
    assert r.history.isel(time=-1).identical(full.isel(time=-1))


def test_bad_ends():
    land = Land.from_polygons([[(-122.0988, 36.6), (-122.0, 36.6), (-122.0, 36.8), (-122.0988, 36.8)]])
    with pytest.raises(GoalOnLand):
        run(scenario(), ocean=calm(land=land))
    with pytest.raises(StartOnLand):
        run(scenario(start__lon=-122.05), ocean=calm(land=land))
    with pytest.raises(TooDeep, match="300 m"):
        run(scenario(mission__cruise_depth_m=300.0))
    with pytest.raises(InputError, match="vehicle model = 'nope': must be one of torpedo"):
        run(scenario(vehicle__model="nope"))


def test_warnings_of_the_vehicle_as_given():
    warnings = plan(scenario(vehicle={}, mission__cruise_speed_m_s=1.2)).warnings
    assert any("cannot reach the cruise speed of 1.2 m/s" in w and "0.850 m/s" in w for w in warnings)
    assert any("cannot dive: it floats with 71.3 N" in w and 'ballast = "neutral"' in w for w in warnings)


def test_neutral_ballast_has_no_warning():
    assert plan(scenario()).warnings == ()


def test_numbers_that_are_clamped_or_too_coarse_are_said():
    warnings = plan(scenario(vehicle__length_m=10.0, simulation__step_s=1.0)).warnings
    assert "vehicle.length_m = 10 m: torpedo takes 0.2..6 m and was clamped" in warnings
    assert any(w.startswith("simulation.step_s = 1 s: too long for torpedo") for w in warnings)


def test_heading_and_month():
    assert initial_heading(scenario(start__heading_deg=90), arrived().plan) == pytest.approx(np.pi / 2)
    assert initial_heading(scenario(), arrived().plan) == pytest.approx(np.pi / 2, abs=1e-4)
    same_place = plan(scenario(goal__lon=-122.10))
    assert np.isfinite(initial_heading(scenario(goal__lon=-122.10), same_place))
    assert month_of(scenario(monthly=True, start_time="2026-07-31T23:30:00-02:00")) == 8
    assert month_of(scenario()) is None


def test_energy_is_the_integral_of_power_and_distance_that_of_speed():
    h = arrived().history
    assert isinstance(h, xr.Dataset)
    for rate, total in (("power", "energy"), ("speed", "distance")):
        assert np.trapezoid(h[rate].values, h["time"].values) == pytest.approx(arrived().last(total), rel=2e-3)
