"""Checks of the autopilot's loops and of the allocation; they take the engine's functions or wrong ones."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from seatrial.control.autopilot import Autopilot
from seatrial.control.depth import DepthGains
from seatrial.control.heading import HeadingGains
from seatrial.control.pitch import PitchGains
from seatrial.control.speed import SpeedGains
from seatrial.dynamics.forces.thruster import Thruster
from tests.reference.probe import sights

Array = NDArray[np.float64]
Allocate = Callable[[Sequence[Thruster]], Array]
"""Thrusters -> commands per channel, shape (thrusters, 4)."""


class Loops(Protocol):
    """The loops of the autopilot."""

    def steer(self, gains: Autopilot, series: NDArray[Any], step: float) -> tuple[NDArray[Any], NDArray[Any]]:
        """Memory after each sight, and whether the waypoint counts as reached."""
        ...

    def next_leg(self, gains: Autopilot, memory: Any) -> Any:
        """Memory after a waypoint."""
        ...


# No two gains alike, and none the default.
GAINS = Autopilot(
    heading=HeadingGains(proportional=1.2, derivative=0.45),
    depth=DepthGains(rate_per_error=0.8, proportional=0.6, integral=0.3, derivative=0.25, integral_limit=2.5),
    speed=SpeedGains(0.5, 0.2, 0.17, feedforward=0.1, feedforward_limit=0.32, integral_low=-1.0, integral_high=2.0),
    pitch=PitchGains(proportional=3.0, derivative=0.9),
    filter_time=0.07,
    hold_heading_within=1.5,
    stop_within=2.2,
    slow_down_within=8.0,
)
STEP, SLOW = 0.005, 0.05
TIME = STEP * np.arange(400)
LATER = TIME >= 1.0
# Filtered derivative of a ramp of unit slope that begins at the first tick.
SLOPE = 1.0 - (1.0 - STEP / (STEP + GAINS.filter_time)) ** np.arange(400)
# Values of about 1 are kept to 16 digits, and a derivative divides their rounding by the step.
ROUNDING = 1e-12


def ahead(course: Any, distance: Any, down: Any = 0.0) -> Array:
    """Way to a waypoint at a course [rad], a distance and a depth below [m]."""
    return np.stack(np.broadcast_arrays(distance * np.cos(course), distance * np.sin(course), down), -1)


def steer(loops: Loops, series: NDArray[Any], gains: Autopilot = GAINS, step: float = STEP) -> NDArray[Any]:
    """Memory after each sight."""
    return loops.steer(gains, series, step)[0]


def check_heading_loop(loops: Loops) -> None:
    """PD with the filtered derivative of the heading, which turns across south; a new course gives no kick."""
    g, turned, jump = GAINS.heading, 0.1 * TIME, np.where(LATER, 0.4, 0.0)
    start = np.pi - 0.1
    heading = np.angle(np.exp(1j * (start + turned)))
    memory = steer(loops, sights(400, heading=heading, to_waypoint=ahead(start + jump, 100.0)))
    expected = g.proportional * (jump - turned) - g.derivative * 0.1 * SLOPE
    np.testing.assert_allclose(memory["yaw"], expected, atol=ROUNDING)


def check_depth_loop(loops: Loops) -> None:
    """PID on the depth rate, wanted in proportion to the depth error and within the waypoint's speed; no kick."""
    g, rate = GAINS.depth, 0.02 + 0.1 * TIME
    off = np.where(LATER, 5.0, 0.2)
    memory = steer(loops, sights(400, depth_rate=rate, speed=0.5, to_waypoint=ahead(0.0, 100.0, off)))
    error = np.where(LATER, 0.5, g.rate_per_error * 0.2) - rate
    expected = g.proportional * error + g.integral * np.cumsum(error) * STEP - g.derivative * 0.1 * SLOPE
    np.testing.assert_allclose(memory["heave"], expected, atol=ROUNDING)
    # The same way up.
    memory = steer(loops, sights(400, depth_rate=-rate, speed=0.5, to_waypoint=ahead(0.0, 100.0, -off)))
    np.testing.assert_allclose(memory["heave"], -expected, atol=ROUNDING)


def check_speed_loop(loops: Loops) -> None:
    """PID on the speed with a limited feed-forward of the square; a new speed gives no kick."""
    g, speed = GAINS.speed, 0.9 + 0.1 * TIME
    wanted = np.where(LATER, 2.0, 1.2)
    memory = steer(loops, sights(400, forward_speed=speed, speed=wanted))
    error = wanted - speed
    expected = g.proportional * error + g.integral * np.cumsum(error) * STEP - g.derivative * 0.1 * SLOPE
    expected += np.minimum(g.feedforward * wanted**2, g.feedforward_limit)
    np.testing.assert_allclose(memory["surge"], expected, atol=ROUNDING)


def check_pitch_loop(loops: Loops) -> None:
    """PD on pitch and its rate; heave takes what pitch leaves."""
    g, pitch, rate = GAINS.pitch, np.array([0.1, -0.05, 0.2]), np.array([0.02, 0.1, -0.3])
    for off in (9.0, -9.0):
        memory = steer(loops, sights(3, pitch=pitch, pitch_rate=rate, speed=9.0, to_waypoint=ahead(0.0, 100.0, off)))
        level = -g.proportional * pitch - g.derivative * rate
        np.testing.assert_allclose(memory["pitch"], level, atol=ROUNDING)
        np.testing.assert_allclose(memory["heave"], np.sign(off) * (1.0 - np.abs(level)), atol=ROUNDING)


def check_depth_windup(loops: Loops) -> None:
    """The integral stands still while its sense is cut off, also where pitch cuts it, and turns back at once."""
    g, up = GAINS.depth, np.arange(220) < 200
    memory = steer(loops, sights(220, speed=0.9, to_waypoint=ahead(0.0, 100.0, np.where(up, -5.0, 5.0))), step=SLOW)
    assert memory["heave"][199] == -1.0 < memory["heave"][200]
    # The stop is passed by less than a step.
    stop = (1.0 - g.proportional * 0.9) / g.integral
    assert stop <= -memory["depth_integral"][199] < stop + 0.9 * SLOW
    np.testing.assert_allclose(np.diff(memory["depth_integral"][199:203]), 0.9 * SLOW, atol=ROUNDING)
    # Pitch takes half: heave is at its stop from the first tick.
    pitch = 0.5 / GAINS.pitch.proportional
    for sign in (-1.0, 1.0):
        memory = steer(loops, sights(50, pitch=pitch, speed=0.9, to_waypoint=ahead(0.0, 100.0, 5.0 * sign)), step=SLOW)
        np.testing.assert_allclose(memory["depth_integral"], sign * 0.9 * SLOW, atol=ROUNDING)


def check_speed_windup(loops: Loops) -> None:
    """Too slow, too fast and too slow again, at the stops of 1 and 0: the integral moves in the tick between only."""
    tick = np.arange(60)
    memory = steer(
        loops, sights(60, speed=2.0, forward_speed=np.where((20 <= tick) & (tick < 40), 3.0, 0.0)), step=SLOW
    )
    expected = np.select([tick < 20, tick < 40], [2.0, 1.0], 3.0) * SLOW
    np.testing.assert_allclose(memory["speed_integral"], expected, atol=ROUNDING)
    memory = steer(loops, sights(20, speed=2.0, forward_speed=3.0), step=SLOW)
    np.testing.assert_array_equal(memory["speed_integral"], 0.0)


def check_integral_bounds(loops: Loops) -> None:
    """Integrals end at their bounds while the commands are off their stops."""
    slack = replace(
        GAINS,
        depth=replace(GAINS.depth, proportional=0.0, integral=0.01),
        speed=replace(GAINS.speed, proportional=0.0, integral=0.1),
    )
    for sign, bound in ((-1.0, GAINS.speed.integral_low), (1.0, GAINS.speed.integral_high)):
        series = sights(300, speed=2.0, forward_speed=2.0 - 0.5 * sign, to_waypoint=ahead(0.0, 100.0, sign))
        memory = steer(loops, series, slack, SLOW)
        assert abs(memory["depth_integral"][-1] - sign * GAINS.depth.integral_limit) < ROUNDING
        assert abs(memory["speed_integral"][-1] - bound) < ROUNDING


def check_command_range(loops: Loops) -> None:
    """Whatever the errors, yaw, heave and pitch stay in -1..1 and surge in 0..1."""
    for sign in (-1.0, 1.0):
        turn = steer(loops, sights(1, to_waypoint=ahead(sign * 2.0, 100.0)))[0]
        dive = steer(loops, sights(1, speed=9.0, to_waypoint=ahead(0.0, 100.0, sign * 50.0)))[0]
        tilt = steer(loops, sights(1, speed=9.0, pitch=sign, to_waypoint=ahead(0.0, 100.0, 50.0)))[0]
        assert (turn["yaw"], dive["heave"], tilt["pitch"], tilt["heave"]) == (sign, sign, -sign, 0.0)
    assert steer(loops, sights(1, speed=9.0))["surge"] == 1.0
    assert steer(loops, sights(1, forward_speed=9.0))["surge"] == 0.0


def check_wanted_speed(loops: Loops) -> None:
    """The waypoint's speed times the cosine of the turn to make, never astern; a ramp before the last one only."""
    g = GAINS.speed
    for last, distance, ramp in ((0, 5.0, 1.0), (1, 5.0, 5.0 / GAINS.slow_down_within), (1, 50.0, 1.0)):
        for turn in np.radians([-120.0, -60.0, 0.0, 30.0, 60.0, 100.0]):
            memory = steer(loops, sights(1, to_waypoint=ahead(turn, distance), last=last))
            wanted = ramp * max(0.0, np.cos(turn))
            expected = (g.proportional + g.integral * STEP) * wanted + g.feedforward * wanted**2
            np.testing.assert_allclose(memory["surge"], expected, atol=ROUNDING)
    # Astern would wind the integral down through a turn made under way.
    memory = steer(loops, sights(1, to_waypoint=ahead(np.pi, 50.0), forward_speed=-0.5))
    np.testing.assert_allclose(memory["speed_integral"], 0.5 * STEP, atol=ROUNDING)


def check_near_the_waypoint(loops: Loops) -> None:
    """Very near to it the heading is held and no surge is wanted; a little farther both go on."""
    for name, field, course in (("hold_heading_within", "yaw", 0.5), ("stop_within", "surge", 0.0)):
        limit = getattr(GAINS, name)
        inside, outside = (
            steer(loops, sights(1, to_waypoint=ahead(course, limit * k)))[field][0] for k in (0.99, 1.01)
        )
        assert inside == 0.0 < outside


def check_first_tick(loops: Loops) -> None:
    """The first measurement has none before it: no derivative acts."""
    for value in (0.2, -0.2):
        series = sights(1, heading=value, depth_rate=value, forward_speed=1.0 - value, to_waypoint=ahead(0.0, 100.0))
        memory = steer(loops, series)[0]
        np.testing.assert_allclose(memory["yaw"], -GAINS.heading.proportional * value, atol=ROUNDING)
        heave = -(GAINS.depth.proportional + GAINS.depth.integral * STEP) * value
        np.testing.assert_allclose(memory["heave"], heave, atol=ROUNDING)


def check_reached(loops: Loops) -> None:
    """Within 10 m and 4 m, the last within 6 m and 3 m, over the ground and in depth apart."""
    for last, (radius, tolerance) in enumerate(((10.0, 4.0), (6.0, 3.0))):
        across = np.array([0.99, 1.01, 0.99, 0.99, 0.0, 1.01])
        down = np.array([0.99, 0.0, 1.01, -0.99, -1.01, -0.99])
        series = sights(6, to_waypoint=ahead(0.8, across * radius, down * tolerance), last=last)
        arrived = loops.steer(GAINS, series, STEP)[1]
        np.testing.assert_array_equal(np.asarray(arrived, int), [1, 0, 0, 1, 0, 0])


def check_next_leg(loops: Loops) -> None:
    """At a waypoint integrators go to zero where that is asked for; measurements are continuous and stay."""
    series = sights(400, heading=0.1 * TIME, depth_rate=0.1 * TIME, forward_speed=0.5 + 0.1 * TIME, pitch=0.05)
    series["to_waypoint"] = ahead(1.0, 100.0, 3.0)
    before = steer(loops, series)[-1]
    for reset in (True, False):
        after = loops.next_leg(replace(GAINS, reset_at_waypoints=reset), before)
        for name in before.dtype.names:
            expected = 0.0 if reset and name.endswith("_integral") else before[name]
            assert after[name] == expected, f"{name} with reset_at_waypoints = {reset}"


BOW, STERN = 0.35, 0.4
TORPEDO = (
    Thruster("aft", (-0.5, 0.0, 0.0), (1.0, 0.0, 0.0), 20.0),
    Thruster("bow vertical", (BOW, 0.0, 0.0), (0.0, 0.0, 1.0), 12.0),
    Thruster("stern vertical", (-STERN, 0.0, 0.0), (0.0, 0.0, 1.0), 12.0),
    Thruster("stern lateral", (-STERN, 0.0, 0.0), (0.0, 1.0, 0.0), 8.0),
)
STRONG_BOW = tuple(replace(t, max_thrust=30.0) if t.name == "bow vertical" else t for t in TORPEDO)
TWINS = tuple(Thruster(f"screw {y}", (-0.5, y, 0.0), (1.0, 0.0, 0.0), 10.0) for y in (-0.4, 0.4))


def wrench(thrusters: Sequence[Thruster], matrix: Array) -> Array:
    """Force and moment about the body origin of each full channel [N, N m], shape (6, 4), thruster by thruster."""
    total = np.zeros((6, 4))
    for t, share in zip(thrusters, matrix, strict=True):
        force = t.max_thrust * np.array(t.axis)
        total += np.outer(np.concatenate([force, np.cross(t.position, force)]), share)
    return total


def check_order_of_thrusters(allocate: Allocate) -> None:
    """Thrusters in any order make the same wrenches: the place in the list means nothing."""
    for thrusters in (TORPEDO, STRONG_BOW):
        expected = wrench(thrusters, allocate(thrusters))
        for order in ((3, 2, 1, 0), (1, 0, 3, 2), (2, 3, 0, 1), (0, 2, 1, 3)):
            mixed = [thrusters[k] for k in order]
            np.testing.assert_allclose(wrench(mixed, allocate(mixed)), expected, atol=1e-11)


def check_pure_channels(allocate: Allocate) -> None:
    """Surge, heave and pitch move nothing else; yaw of one lateral thruster pushes sideways and no other way."""
    for thrusters in (TORPEDO, STRONG_BOW):
        made = wrench(thrusters, allocate(thrusters))
        for column, axis, along in ((0, 0, (0,)), (1, 2, (2,)), (2, 4, (4,)), (3, 5, (1, 5))):
            assert made[axis, column] > 0.0, f"channel {column} pushes the wrong way or not at all"
            np.testing.assert_allclose(np.delete(made[:, column], along), 0.0, atol=1e-11)


def check_full_channels(allocate: Allocate) -> None:
    """A full channel takes one thruster to its limit and none beyond; a channel that no thruster reaches is zero."""
    for thrusters, reached in (
        (TORPEDO, (0, 1, 2, 3)),
        (STRONG_BOW, (0, 1, 2, 3)),
        (TWINS, (0, 3)),
        (TORPEDO[:1], (0,)),
    ):
        greatest = np.abs(allocate(thrusters)).max(axis=0)
        np.testing.assert_allclose(greatest, [float(k in reached) for k in range(4)], atol=1e-12)


def check_size_of_vehicle(allocate: Allocate) -> None:
    """The same vehicle ten times as large has the same commands, also where axes have to be traded."""
    slanted = Thruster("slanted", (-0.4, 0.0, 0.0), (0.6, 0.0, 0.8), 10.0)
    small = [slanted, replace(slanted, name="upright", position=(0.3, 0.0, 0.0), axis=(0.0, 0.0, 1.0))]
    x = [replace(t, position=(10.0 * t.position[0], 0.0, 0.0)) for t in small]
    np.testing.assert_allclose(allocate(x), allocate(small), atol=1e-12)
