"""The loops of the autopilot over series of sights."""

from dataclasses import replace

import numpy as np
import pytest

from seatrial.control.autopilot import Autopilot
from seatrial.control.depth import DepthGains
from seatrial.control.heading import HeadingGains
from seatrial.control.pitch import PitchGains
from seatrial.control.speed import SpeedGains
from seatrial.errors import InputError
from tests.reference import probe

PILOT = Autopilot()
STEP = 0.005
SHARE = STEP / (STEP + 0.08)
"""Share of a new value in the derivative filters, 0.0588."""


def test_heading_is_a_pd_with_the_derivative_on_the_measurement():
    # The wanted course jumps by 90 deg while the heading turns at 0.1 rad/s: no kick, the filtered rate alone counts.
    n = 400
    way = np.tile([100.0, 0.0, 0.0], (n, 1))
    way[200:] = [0.0, 100.0, 0.0]
    heading = 0.1 * STEP * np.arange(n)
    memory, _ = probe.steer(PILOT, probe.sights(n, heading=heading, to_waypoint=way))
    rate = 0.1 * (1.0 - (1.0 - SHARE) ** np.arange(n))
    np.testing.assert_allclose(memory["yaw_rate"], rate, atol=1e-12)
    error = np.where(np.arange(n) < 200, 0.0, np.pi / 2) - heading
    np.testing.assert_allclose(memory["yaw"], np.clip(1.5 * error - 0.5 * rate, -1.0, 1.0), atol=1e-12)


def test_first_tick_sees_no_derivative():
    series = probe.sights(1, heading=2.0, depth_rate=0.7, forward_speed=1.5)
    memory, _ = probe.steer(PILOT, series)
    assert memory["yaw_rate"] == memory["depth_acceleration"] == memory["acceleration"] == 0.0


def test_heading_is_held_within_a_metre():
    way = [[0.0, 1.01, 0.0], [0.0, 0.99, 0.0]]
    memory, _ = probe.steer(PILOT, probe.sights(2, to_waypoint=way))
    np.testing.assert_array_equal(memory["yaw"], [1.0, 0.0])


@pytest.mark.parametrize("off, speed", [(100.0, 0.3), (-100.0, 0.3), (0.1, 0.8), (-0.2, 0.8)])
def test_depth_rate_is_limited_by_the_waypoint_speed(off: float, speed: float):
    # Proportional part and one step of the integral: (0.7 + 0.4 h) e.
    memory, _ = probe.steer(PILOT, probe.sights(1, to_waypoint=[50.0, 0.0, off], speed=speed))
    wanted = np.clip(off, -speed, speed)
    np.testing.assert_allclose(memory["heave"], (0.7 + 0.4 * STEP) * wanted, rtol=1e-13)


def test_depth_integral_is_bounded_and_stands_still_in_saturation():
    # An error of 0.2 m/s for 30 s: the integral rises 0.2 m/s until the command is 1 at (1 - 0.14) / 0.4 = 2.15 m.
    n = 6000
    memory, _ = probe.steer(PILOT, probe.sights(n, to_waypoint=[50.0, 0.0, 0.2]))
    top = (1.0 - 0.14) / 0.4
    assert memory["heave"].max() == 1.0
    np.testing.assert_allclose(memory["depth_integral"][-1], top, atol=2.0 * 0.2 * STEP)
    # With a small proportional gain the bound of 3 m comes first.
    slack = replace(PILOT, depth=DepthGains(proportional=0.0, integral=0.1))
    memory, _ = probe.steer(slack, probe.sights(n, to_waypoint=[50.0, 0.0, -0.2]))
    np.testing.assert_allclose(memory["depth_integral"][-1], -3.0, rtol=1e-12)


def test_saturated_integral_leaves_at_once():
    # After 30 s of wanting up and 1 tick of wanting down, the command is off its stop.
    off = np.concatenate([np.full(6000, -5.0), np.full(20, 5.0)])
    way = np.stack([np.full(6020, 50.0), np.zeros(6020), off], -1)
    memory, _ = probe.steer(PILOT, probe.sights(6020, to_waypoint=way, speed=0.9))
    assert memory["heave"][5999] == -1.0
    assert memory["heave"][6000] > -1.0


def test_pitch_levels_and_leaves_the_rest_to_heave():
    series = probe.sights(
        3, pitch=[0.1, 0.3, -0.05], pitch_rate=[0.02, 0.0, 0.0], to_waypoint=[50.0, 0.0, 5.0], speed=5.0
    )
    memory, _ = probe.steer(PILOT, series)
    np.testing.assert_allclose(memory["pitch"], [-0.42, -1.0, 0.2], rtol=1e-12)
    # Heave asks for all; it gets what pitch leaves of the thrusters that both use.
    np.testing.assert_allclose(memory["heave"], [0.58, 0.0, 0.8], atol=1e-12)
    off = replace(PILOT, pitch=PitchGains(0.0, 0.0))
    assert np.all(probe.steer(off, series)[0]["pitch"] == 0.0)


def test_speed_slows_in_turns_and_before_the_end():
    # One tick: 0.8 e + 0.25 h e + min(0.12 w^2, 0.6) with e = w - u.
    course = np.radians([0.0, 60.0, 120.0])
    way = np.stack([5.0 * np.cos(course), 5.0 * np.sin(course), 0.0 * course], -1)
    for last, ramp in ((0, 1.0), (1, 0.5)):
        for k, share in enumerate((1.0, 0.5, 0.0)):
            memory, _ = probe.steer(PILOT, probe.sights(1, to_waypoint=way[k], last=last))
            wanted = ramp * share
            np.testing.assert_allclose(memory["surge"], (0.8 + 0.25 * STEP) * wanted + 0.12 * wanted**2, atol=1e-12)


def test_no_surge_next_to_the_waypoint():
    outside, inside = (probe.steer(PILOT, probe.sights(1, to_waypoint=[d, 0.0, 0.0]))[0]["surge"] for d in (2.01, 1.99))
    assert outside > 0.5
    assert inside == 0.0


def test_speed_integral_bounds_and_command_range():
    n = 20_000
    slow = replace(PILOT, speed=SpeedGains(proportional=0.0, integral=0.01, feedforward=0.0))
    memory, _ = probe.steer(slow, probe.sights(n, forward_speed=0.9))
    np.testing.assert_allclose(memory["speed_integral"][-1], 5.0, rtol=1e-9)
    # Too fast: the command is at its stop of 0 from the start and the integral does not wind down behind it.
    memory, _ = probe.steer(PILOT, probe.sights(n, forward_speed=3.0))
    assert np.all(memory["surge"] == 0.0)
    assert memory["speed_integral"][-1] >= -2.0 * STEP
    fast = probe.steer(PILOT, probe.sights(1, speed=9.0))[0]
    assert fast["surge"] == 1.0


def test_feedforward_is_limited():
    only = replace(PILOT, speed=SpeedGains(proportional=0.0, integral=0.0, derivative=0.0))
    memory = [probe.steer(only, probe.sights(1, speed=w))[0]["surge"][0] for w in (1.0, 2.0, 3.0)]
    np.testing.assert_allclose(memory, [0.12, 0.48, 0.6], rtol=1e-13)


def test_waypoint_radii():
    way = [[9.99, 0.0, 3.99], [10.01, 0.0, 0.0], [0.0, 9.0, 4.01], [7.0, 7.0, -3.9], [7.1, 7.1, 0.0]]
    _, arrived = probe.steer(PILOT, probe.sights(5, to_waypoint=way))
    np.testing.assert_array_equal(arrived, [1, 0, 0, 1, 0])
    way = [[5.99, 0.0, 2.99], [6.01, 0.0, 0.0], [0.0, 1.0, -3.01]]
    _, arrived = probe.steer(PILOT, probe.sights(3, to_waypoint=way, last=1))
    np.testing.assert_array_equal(arrived, [1, 0, 0])


def test_line_of_sight_aims_back_to_the_leg():
    # 10 m to starboard of a leg to the north, 20 m ahead: 26.6 deg to port.
    pilot = replace(PILOT, lookahead=20.0)
    memory, _ = probe.steer(pilot, probe.sights(1, to_waypoint=[100.0, -10.0, 0.0], leg=[200.0, 0.0, 0.0]))
    np.testing.assert_allclose(memory["reference"], -np.arctan2(10.0, 20.0), rtol=1e-13)
    # Without a leg it steers at the waypoint.
    memory, _ = probe.steer(pilot, probe.sights(1, to_waypoint=[100.0, -10.0, 0.0], leg=[0.0, 0.0, 0.0]))
    np.testing.assert_allclose(memory["reference"], -np.arctan2(10.0, 100.0), rtol=1e-13)


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: Autopilot(radius=0.0), "autopilot radius"),
        (lambda: Autopilot(filter_time=-1.0), "autopilot filter_time"),
        (lambda: Autopilot(lookahead=float("nan")), "autopilot lookahead"),
        (lambda: HeadingGains(proportional=-1.0), "heading proportional"),
        (lambda: DepthGains(integral=float("inf")), "depth integral"),
        (lambda: SpeedGains(integral_low=1.0), "speed integral_low"),
        (lambda: PitchGains(derivative=-1.0), "pitch derivative"),
    ],
)
def test_bad_gains_are_named(make, words: str):
    with pytest.raises(InputError, match=words):
        make()
