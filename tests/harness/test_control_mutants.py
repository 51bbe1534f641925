"""Faulty autopilots and allocations that the checks must reject; the engine and the plain model pass them."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from seatrial.control.allocation import channel_matrix, effectiveness
from seatrial.control.autopilot import Autopilot, Memory, autopilot_record, next_leg
from seatrial.dynamics.forces.thruster import Thruster
from tests.reference import autopilot_model, probe
from tests.reference import checks_control as checks
from tests.reference.autopilot_model import TORPEDO_CHANNELS, Pilot
from tests.reference.checks_control import Allocate, Array, Loops

MEASURED = {"heading": ("heading", "yaw_rate"), "rate": ("depth_rate", "depth_acceleration")}
MEASURED |= {"speed": ("forward_speed", "acceleration")}
"""Names of a measurement and of its filtered derivative in `Memory`, by their name in the plain model."""


class Engine:
    """The engine's functions: the loops as compiled, the change of legs as Warp runs it in Python."""

    def steer(self, gains: Autopilot, series: NDArray[Any], step: float) -> tuple[NDArray[Any], NDArray[Any]]:
        return probe.steer(gains, series, step)

    def next_leg(self, gains: Autopilot, memory: Any) -> Any:
        m, after = Memory(), memory.copy()
        for name in memory.dtype.names:
            setattr(m, name, memory[name].item())
        m = next_leg(autopilot_record(gains), m)
        for name in memory.dtype.names:
            after[name] = getattr(m, name)
        return after


def same(gains: Autopilot) -> Autopilot:
    return gains


@dataclass(frozen=True)
class Plain:
    """The plain model, or a wrong one, in the engine's terms."""

    pilot: type[Pilot] = Pilot
    heard: Callable[[Autopilot], Autopilot] = same
    """The gains that it goes by, of those that it is given."""
    always_reset: bool = False
    vertical: bool = True

    def steer(self, gains: Autopilot, series: NDArray[Any], step: float) -> tuple[NDArray[Any], NDArray[Any]]:
        g = self.heard(gains)
        pilot, memory = self.pilot(g, step), np.zeros(len(series), Memory.numpy_dtype())
        for k, s in enumerate(series):
            now = {name: float(s[field]) for name, (field, _) in MEASURED.items()}
            pilot.tick(now, s["pitch"], s["pitch_rate"], s["to_waypoint"], float(s["speed"]), s["last"] == 1)
            remember(memory[k], pilot)
        return memory, np.array([self.reached(g, s["to_waypoint"], s["last"] == 1) for s in series])

    def reached(self, g: Autopilot, way: Array, last: bool) -> bool:
        radius, tolerance = (g.final_radius, g.final_depth_tolerance) if last else (g.radius, g.depth_tolerance)
        return bool(np.hypot(way[0], way[1]) < radius and (abs(way[2]) < tolerance or not self.vertical))

    def next_leg(self, gains: Autopilot, memory: Any) -> Any:
        before = {name: float(memory[field]) for name, (field, _) in MEASURED.items()}
        slope = {name: float(memory[field]) for name, (_, field) in MEASURED.items()}
        sums = float(memory["depth_integral"]), float(memory["speed_integral"])
        channels = (memory["surge"], memory["heave"], memory["pitch"], memory["yaw"])
        pilot, after = self.pilot(gains, 1.0, before, slope, *sums, channels), memory.copy()
        if gains.reset_at_waypoints or self.always_reset:
            pilot.next_leg()
        remember(after, pilot)
        return after


def remember(memory: Any, pilot: Pilot) -> None:
    """Write what the plain model remembers where the engine does."""
    memory["primed"] = int(pilot.before is not None)
    for name, (measurement, derivative) in MEASURED.items():
        memory[measurement] = (pilot.before or dict.fromkeys(MEASURED, 0.0))[name]
        memory[derivative] = pilot.slope[name]
    memory["depth_integral"], memory["speed_integral"] = pilot.depth_sum, pilot.speed_sum
    memory["surge"], memory["heave"], memory["pitch"], memory["yaw"] = pilot.channels


def edited(right: str, wrong: str) -> Plain:
    """The plain model with one place of its text changed."""
    text = inspect.getsource(autopilot_model)
    assert text.count(right) == 1, f"the model has {text.count(right)} times: {right}"
    module = ModuleType("edited_autopilot")
    exec(compile(text.replace(right, wrong), "edited_autopilot", "exec"), module.__dict__)
    return Plain(module.Pilot)


CHECKS: dict[str, Callable[[Loops], None]] = {
    "heading": checks.check_heading_loop,
    "depth": checks.check_depth_loop,
    "speed": checks.check_speed_loop,
    "pitch": checks.check_pitch_loop,
    "depth-windup": checks.check_depth_windup,
    "speed-windup": checks.check_speed_windup,
    "bounds": checks.check_integral_bounds,
    "range": checks.check_command_range,
    "wanted-speed": checks.check_wanted_speed,
    "near": checks.check_near_the_waypoint,
    "first-tick": checks.check_first_tick,
    "reached": checks.check_reached,
    "next-leg": checks.check_next_leg,
}

SHARE = "share = self.step / (self.step + self.gains.filter_time)"
OBSERVE = "self.observe(now)"
WAY_COURSE = 'self.observe(now | {"heading": now["heading"] - atan2(way[1], way[0])})'
WAY_RATE = 'self.observe(now | {"rate": now["rate"] - clamp(g.depth.rate_per_error * way[2], -speed, speed)})'
WAY_SPEED = 'self.observe(now | {"speed": now["speed"] - speed})'
YAW = "clamp(g.heading.proportional * error - g.heading.derivative * self.slope["
LEVEL = "clamp(-g.pitch.proportional * pitch - g.pitch.derivative * pitch_rate, -1.0, 1.0)"
HEAVE = "clamp(heave, abs(level) - 1.0, 1.0 - abs(level))"
SURGE = 'surge = clamp(surge - g.speed.derivative * self.slope["speed"] + ahead, 0.0, 1.0)'
DEPTH_SUM = "clamp(self.depth_sum + rate_error * self.step, -bound, bound)"
SPEED_SUM = "clamp(self.speed_sum + off * self.step, low, high)"
SPEED_FREE = "if not ((surge_was >= 1.0 and off > 0.0) or (surge_was <= 0.0 and off < 0.0)):"
RAMP = "(clamp(distance / g.slow_down_within, 0.0, 1.0) if last else 1.0)"
RESET = "self.depth_sum = self.speed_sum = 0.0"
NOTHING_BEFORE = 'self.slope = {"heading": 0.0, "rate": 0.0, "speed": 0.0}'

EDITS: dict[str, tuple[str, str, str]] = {
    # Derivatives.
    "heading derivative on error": (OBSERVE, WAY_COURSE, "heading"),
    "depth derivative on error": (OBSERVE, WAY_RATE, "depth"),
    "speed derivative on error": (OBSERVE, WAY_SPEED, "speed"),
    "derivatives not filtered": (SHARE, "share = 1.0", "heading depth speed"),
    "filter by Euler": (SHARE, "share = self.step / self.gains.filter_time", "heading depth speed"),
    "yaw rate not wrapped": ('short_way(change) if name == "heading" else change', "change", "heading"),
    "derivative from zero": ("self.before or now", "self.before or dict.fromkeys(now, 0.0)", "first-tick"),
    "yaw rate drives": (YAW, YAW.replace("error - ", "error + "), "heading"),
    # Integrals.
    "depth winds up": ("if not stuck:", "if True:", "depth-windup"),
    "depth stuck both ways": ("if not stuck:", "if abs(heave_was) < limit:", "depth-windup"),
    "depth winds up under pitch": ("limit = 1.0 - abs(pitch_was)", "limit = 1.0", "depth-windup"),
    "speed winds up": (SPEED_FREE, "if True:", "speed-windup"),
    "speed winds up at 0": (SPEED_FREE, "if not (surge_was >= 1.0 and off > 0.0):", "speed-windup"),
    "speed winds up at 1": (SPEED_FREE, "if not (surge_was <= 0.0 and off < 0.0):", "speed-windup"),
    "speed stuck both ways": (SPEED_FREE, "if 0.0 < surge_was < 1.0:", "speed-windup"),
    "depth integral not bounded": (DEPTH_SUM, "self.depth_sum + rate_error * self.step", "bounds"),
    "depth integral bounded below 0": (DEPTH_SUM, DEPTH_SUM.replace("-bound", "0.0"), "bounds depth"),
    "depth integral without step": (DEPTH_SUM, DEPTH_SUM.replace(" * self.step", ""), "depth"),
    "speed integral not bounded": (SPEED_SUM, "self.speed_sum + off * self.step", "bounds"),
    "speed integral by one bound": (SPEED_SUM, SPEED_SUM.replace("low", "-high"), "bounds"),
    "speed integral without step": (SPEED_SUM, SPEED_SUM.replace(" * self.step", ""), "speed"),
    # Commands.
    "yaw beyond 1": ('self.slope["heading"], -1.0, 1.0)', 'self.slope["heading"], -9.0, 9.0)', "range"),
    "pitch beyond 1": (LEVEL, LEVEL.replace("1.0", "9.0"), "range"),
    "pitch drives": (LEVEL, LEVEL.replace("clamp(-g", "clamp(g"), "pitch"),
    "heave over pitch": (HEAVE, "heave", "range pitch"),
    "heave one-sided": (HEAVE, "min(heave, 1.0 - abs(level))", "pitch"),
    "heave beyond 1": (
        f'heave = clamp(heave - g.depth.derivative * self.slope["rate"], -1.0, 1.0)\n        heave = {HEAVE}',
        'heave -= g.depth.derivative * self.slope["rate"]',
        "range",
    ),
    "surge astern": (SURGE, SURGE.replace("0.0, 1.0", "-1.0, 1.0"), "range"),
    "surge beyond 1": (SURGE, SURGE.replace("0.0, 1.0", "0.0, 9.0"), "range"),
    # Setpoints.
    "depth rate not limited": ("way[2], -speed, speed)", "way[2], -9.0, 9.0)", "depth"),
    "no slowing in turns": ("speed * max(0.0, cos(error))", "speed", "wanted-speed"),
    "astern in turns": ("speed * max(0.0, cos(error))", "speed * cos(error)", "wanted-speed"),
    "no slowing before the end": (RAMP, "1.0", "wanted-speed"),
    "slowing at every waypoint": (RAMP, "clamp(distance / g.slow_down_within, 0.0, 1.0)", "wanted-speed"),
    "faster far away": (RAMP, "(distance / g.slow_down_within if last else 1.0)", "wanted-speed"),
    "never stops": ("0.0 if distance < g.stop_within else wanted", "wanted", "near"),
    "never holds": (" if distance >= g.hold_heading_within else 0.0", "", "near"),
    "linear feed-forward": ("wanted**2", "wanted", "speed wanted-speed"),
    "feed-forward not limited": ("0.0, g.speed.feedforward_limit", "0.0, 9.0", "speed"),
    # Waypoints.
    "no reset": (RESET, "pass", "next-leg"),
    "depth integral kept": (RESET, "self.speed_sum = 0.0", "next-leg"),
    "speed integral kept": (RESET, "self.depth_sum = 0.0", "next-leg"),
    "measurements reset": (RESET, f"{RESET}\n        self.before = None", "next-leg"),
    "derivatives reset": (RESET, f"{RESET}\n        {NOTHING_BEFORE}", "next-leg"),
    "commands reset": (RESET, f"{RESET}\n        self.channels = (0.0, 0.0, 0.0, 0.0)", "next-leg"),
}


def off_by_a_tenth(path: str) -> Plain:
    """A model that hears one number of the autopilot wrong."""
    *loop, name = path.split(".")

    def heard(gains: Autopilot) -> Autopilot:
        part = getattr(gains, loop[0]) if loop else gains
        wrong = replace(part, **{name: 1.1 * getattr(part, name)})
        return replace(gains, **{loop[0]: wrong}) if loop else wrong

    return Plain(heard=heard)


NUMBERS = {
    "heading": ("heading.proportional", "heading.derivative", "filter_time"),
    "depth": ("depth.rate_per_error", "depth.proportional", "depth.integral", "depth.derivative"),
    "speed": ("speed.proportional", "speed.integral", "speed.derivative", "speed.feedforward_limit"),
    "pitch": ("pitch.proportional", "pitch.derivative"),
    "bounds": ("depth.integral_limit", "speed.integral_low", "speed.integral_high"),
    "wanted-speed": ("speed.feedforward", "slow_down_within"),
    "near": ("hold_heading_within", "stop_within"),
    "reached": ("radius", "depth_tolerance", "final_radius", "final_depth_tolerance"),
}


def radii_swapped(g: Autopilot) -> Autopilot:
    final = {"final_radius": g.radius, "final_depth_tolerance": g.depth_tolerance}
    return replace(g, radius=g.final_radius, depth_tolerance=g.final_depth_tolerance, **final)


def gains_swapped(g: Autopilot) -> Autopilot:
    """The heading loop with the gains of the pitch loop."""
    return replace(g, heading=replace(g.heading, proportional=g.pitch.proportional, derivative=g.pitch.derivative))


VARIANTS: dict[str, tuple[Plain, str]] = {
    "radii swapped": (Plain(heard=radii_swapped), "reached"),
    "gains swapped": (Plain(heard=gains_swapped), "heading"),
    "depth not looked at": (Plain(vertical=False), "reached"),
    "reset not asked for": (Plain(always_reset=True), "next-leg"),
}


@pytest.mark.parametrize("loops", [Engine(), Plain()], ids=["engine", "plain"])
@pytest.mark.parametrize("name", CHECKS)
def test_right_autopilots_pass(name: str, loops: Loops):
    CHECKS[name](loops)


@pytest.mark.parametrize("right, wrong, names", EDITS.values(), ids=EDITS)
def test_edited_autopilots_are_rejected(right: str, wrong: str, names: str):
    loops = edited(right, wrong)
    for name in names.split():
        with pytest.raises(AssertionError):
            CHECKS[name](loops)


@pytest.mark.parametrize("name, path", [(name, path) for name, paths in NUMBERS.items() for path in paths])
def test_wrong_numbers_are_rejected(name: str, path: str):
    loops = off_by_a_tenth(path)
    with pytest.raises(AssertionError):
        CHECKS[name](loops)


@pytest.mark.parametrize("loops, name", VARIANTS.values(), ids=VARIANTS)
def test_wrong_waypoints_and_gains_are_rejected(loops: Plain, name: str):
    with pytest.raises(AssertionError):
        CHECKS[name](loops)


def test_every_check_of_the_autopilot_rejects_something():
    named = {name for _, _, names in EDITS.values() for name in names.split()}
    assert named | set(NUMBERS) | {name for _, name in VARIANTS.values()} == set(CHECKS)


def inverse(thrusters: Sequence[Thruster]) -> Array:
    """Least-squares commands for a newton or a newton metre of surge, heave, pitch and yaw."""
    return np.linalg.pinv(effectiveness(thrusters), rcond=1e-6)[:, [0, 2, 4, 5]]


def full(commands: Array) -> Array:
    """Commands with the greatest of each channel at 1; channels of none stay zero."""
    greatest = np.abs(commands).max(axis=0)
    return commands / np.where(greatest > 1e-12, greatest, 1.0)


def by_index(thrusters: Sequence[Thruster]) -> Array:
    """The torpedo's matrix, whatever the order of the list."""
    return TORPEDO_CHANNELS


def heave_by_all(thrusters: Sequence[Thruster]) -> Array:
    """Heave with every vertical thruster at full: the longer arm pitches the hull."""
    matrix = channel_matrix(thrusters)
    matrix[:, 1] = [t.axis[2] for t in thrusters]
    return matrix


def by_transpose(thrusters: Sequence[Thruster]) -> Array:
    """Each thruster by its own part in the channel, as if channels did not mix."""
    return full(effectiveness(thrusters).T[:, [0, 2, 4, 5]])


def equal_thrusts(thrusters: Sequence[Thruster]) -> Array:
    return channel_matrix([replace(t, max_thrust=10.0) for t in thrusters])


def without_arms(thrusters: Sequence[Thruster]) -> Array:
    return channel_matrix([replace(t, position=(np.sign(t.position[0]), 0.0, 0.0)) for t in thrusters])


def yaw_to_port(thrusters: Sequence[Thruster]) -> Array:
    return channel_matrix(thrusters) * np.array([1.0, 1.0, 1.0, -1.0])


def by_metres(thrusters: Sequence[Thruster]) -> Array:
    """Newtons and newton metres weighed alike, whatever the size of the vehicle."""
    return full(inverse(thrusters))


def unreached_asked(thrusters: Sequence[Thruster]) -> Array:
    """A channel that nothing reaches goes to all thrusters."""
    matrix = channel_matrix(thrusters)
    return np.where(np.any(matrix != 0.0, axis=0), matrix, 1.0)


ALLOCATION_CHECKS: dict[str, Callable[[Allocate], None]] = {
    "order": checks.check_order_of_thrusters,
    "pure": checks.check_pure_channels,
    "full": checks.check_full_channels,
    "size": checks.check_size_of_vehicle,
}

ALLOCATIONS: list[tuple[Any, str]] = [
    (by_index, "order"),
    (heave_by_all, "pure"),
    (by_transpose, "pure"),
    (equal_thrusts, "pure"),
    (without_arms, "pure"),
    (yaw_to_port, "pure"),
    (inverse, "full"),
    (unreached_asked, "full"),
    (by_metres, "size"),
]


@pytest.mark.parametrize("name", ALLOCATION_CHECKS)
def test_right_allocation_passes(name: str):
    ALLOCATION_CHECKS[name](channel_matrix)


def test_fixed_matrix_of_the_torpedo_is_the_allocation():
    np.testing.assert_allclose(channel_matrix(checks.TORPEDO), TORPEDO_CHANNELS, atol=1e-12)


@pytest.mark.parametrize("allocate, name", ALLOCATIONS, ids=[a.__name__ for a, _ in ALLOCATIONS])
def test_wrong_allocations_are_rejected(allocate: Allocate, name: str):
    with pytest.raises(AssertionError):
        ALLOCATION_CHECKS[name](allocate)


def test_every_check_of_the_allocation_rejects_something():
    assert {name for _, name in ALLOCATIONS} == set(ALLOCATION_CHECKS)
