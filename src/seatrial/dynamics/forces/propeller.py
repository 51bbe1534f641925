"""Propellers by their shaft speed and open-water coefficients (Carlton 2018, chapter 6; Fossen 2021, section 9.2).

    T = rho D^4 K_T(J) n |n|,  Q = rho D^5 K_Q(J) n |n|,  J = V_a / (n D),  V_a = (1 - w) u_r

The hull feels (1 - t) T along the axis and, as far as one asks for it, the reaction of Q about it. Command and response
are the shaft speed n [rev/s], which follows with a first-order lag and a rate limit. Astern (n < 0) K_T and K_Q have
polynomials of their own, by default their values at J = 0. Electric power is 2 pi n Q / efficiency, at least 0, beside
what is drawn at rest. A propeller of effectiveness e gives e times thrust, torque and shaft power; a stuck one keeps
its speed.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seatrial.dynamics.actuators import Build, Slots
from seatrial.dynamics.flow import Flow
from seatrial.dynamics.scalar import PI, TWO, ZERO, join, linear, real, vec3, vec6, wp
from seatrial.dynamics.servo import ServoRecord, servo_record, settle_unit, state_of
from seatrial.errors import InputError, check_number

TERMS = 5
"""Coefficients of a polynomial in the advance number, degree 4."""
vec5 = wp.types.vector(TERMS, real)


@dataclass(frozen=True)
class Propeller:
    """A propeller with open-water coefficients."""

    name: str
    position: tuple[float, float, float]
    """In B [m]."""
    axis: tuple[float, float, float]
    """Unit vector of the thrust ahead, in B."""
    diameter: float
    """[m]"""
    max_speed: float
    """Greatest shaft speed ahead [rev/s]."""
    thrust_coefficients: tuple[float, ...]
    """K_T(J) = sum of c_k J^k ahead, at most five numbers [1]."""
    torque_coefficients: tuple[float, ...] = ()
    """K_Q(J), likewise [1]; empty for no torque and no shaft power."""
    max_reverse_speed: float | None = None
    """Greatest shaft speed astern [rev/s]; None is as great as ahead."""
    reverse_thrust_coefficients: tuple[float, ...] | None = None
    """K_T(J) astern; None is the constant K_T(0)."""
    reverse_torque_coefficients: tuple[float, ...] | None = None
    """K_Q(J) astern; None is the constant K_Q(0)."""
    advance_range: tuple[float, float] = (-math.inf, math.inf)
    """Where the polynomials hold; J is cut off there. Needed for a degree above 1, whose ends run away."""
    wake_fraction: float = 0.0
    """w [1]"""
    thrust_deduction: float = 0.0
    """t [1]"""
    reaction: float = 0.0
    """Share of Q that turns the hull about the axis: -1 of a right-handed propeller, 1 of a left-handed one, 0 none."""
    total_speed: bool = False
    """Whether V_a follows from the whole speed through the water, as in MSS, instead of that along the axis."""
    time_constant: float = 0.0
    """Lag of the shaft speed behind its command [s]; 0 for none."""
    max_rate: float = math.inf
    """Greatest rate of the shaft speed [rev/s2]; infinite for no limit."""
    efficiency: float = 1.0
    """Shaft power over electric power [1]."""
    idle_power: float = 0.0
    """Electric power at rest, always drawn [W]."""

    def __post_init__(self) -> None:
        """Check every number once."""
        name = f"propeller {self.name}"
        if abs(float(np.linalg.norm(self.axis)) - 1.0) > 1e-9:
            raise InputError(f"{name} axis = {self.axis}: must be a unit vector")
        check_number(f"{name} diameter", self.diameter, "m", 1e-3, 20.0)
        check_number(f"{name} max_speed", self.max_speed, "rev/s", 1e-6, 1e4)
        if self.max_reverse_speed is not None:
            check_number(f"{name} max_reverse_speed", self.max_reverse_speed, "rev/s", 0.0, 1e4)
        low, high = self.advance_range
        if not low < high:
            raise InputError(f"{name} advance_range = {self.advance_range}: must rise")
        for field in ("thrust", "torque", "reverse_thrust", "reverse_torque"):
            series = getattr(self, f"{field}_coefficients") or ()
            if len(series) > TERMS or not np.all(np.isfinite(series)):
                raise InputError(f"{name} {field}_coefficients = {series}: must be at most {TERMS} finite numbers")
            if len(series) > 2 and not (math.isfinite(low) and math.isfinite(high)):
                raise InputError(f"{name} advance_range = {self.advance_range}: must be finite for a degree above 1")
        for field, lowest, highest in (("wake_fraction", -1.0, 0.99), ("thrust_deduction", -1.0, 0.99)):
            check_number(f"{name} {field}", getattr(self, field), "", lowest, highest)
        check_number(f"{name} reaction", self.reaction, "", -1.0, 1.0)
        check_number(f"{name} time_constant", self.time_constant, "s", 0.0, 60.0)
        check_number(f"{name} efficiency", self.efficiency, "", 1e-3, 1.0)
        check_number(f"{name} idle_power", self.idle_power, "W", 0.0, 1e6)
        if not math.isinf(self.max_rate):
            check_number(f"{name} max_rate", self.max_rate, "rev/s2", 1e-6, 1e6)


def examples(rng: np.random.Generator) -> Propeller:
    """A propeller with random numbers."""
    axis = rng.normal(size=3)
    return Propeller(
        "example",
        tuple(rng.normal(size=3).tolist()),
        tuple((axis / np.linalg.norm(axis)).tolist()),
        rng.uniform(0.1, 0.3),
        rng.uniform(10.0, 30.0),
        (0.45, -0.3, float(rng.choice([0.0, -0.1]))),
        (0.06, -0.03),
        advance_range=(-1.0, 1.5),
        wake_fraction=0.1,
        thrust_deduction=0.1,
        reaction=rng.uniform(-1.0, 1.0),
        total_speed=bool(rng.random() < 0.3),
        time_constant=float(rng.choice([0.0, 0.2])),
        max_rate=float(rng.choice([math.inf, 20.0])),
        efficiency=0.8,
    )


@wp.struct
class Unit:
    """`Propeller` as the kernel reads it."""

    axis: vec3
    arm: vec3
    lowest: real
    highest: real
    diameter: real
    ahead_thrust: vec5
    ahead_torque: vec5
    astern_thrust: vec5
    astern_torque: vec5
    least_advance: real
    greatest_advance: real
    inflow: real
    """1 - w."""
    delivered: real
    """1 - t."""
    reaction: real
    total_speed: int
    per_efficiency: real
    idle_power: real
    servo: ServoRecord


@wp.struct
class Record:
    """Propellers of one member: a slice of the fleet's flat tables."""

    first: int
    count: int
    units: wp.array(dtype=Unit)
    slots: Slots


def _series(given: tuple[float, ...] | None, ahead: tuple[float, ...]) -> vec5:
    """Five coefficients; without any of its own the direction astern has the constant of the one ahead."""
    series = ahead[:1] if given is None else given
    return vec5(*series, *(0.0,) * (TERMS - len(series)))


def _unit(p: Propeller, step: float, slot: int) -> Unit:
    unit = Unit()
    unit.axis, unit.arm = vec3(*p.axis), vec3(*np.cross(p.position, p.axis).tolist())
    unit.highest, unit.diameter = p.max_speed, p.diameter
    unit.lowest = -(p.max_speed if p.max_reverse_speed is None else p.max_reverse_speed)
    unit.ahead_thrust, unit.ahead_torque = _series(p.thrust_coefficients, ()), _series(p.torque_coefficients, ())
    unit.astern_thrust = _series(p.reverse_thrust_coefficients, p.thrust_coefficients)
    unit.astern_torque = _series(p.reverse_torque_coefficients, p.torque_coefficients)
    unit.least_advance, unit.greatest_advance = (float(np.clip(j, -1e30, 1e30)) for j in p.advance_range)
    unit.inflow, unit.delivered, unit.reaction = 1.0 - p.wake_fraction, 1.0 - p.thrust_deduction, p.reaction
    unit.total_speed, unit.per_efficiency, unit.idle_power = int(p.total_speed), 1.0 / p.efficiency, p.idle_power
    unit.servo = servo_record(p.time_constant, p.max_rate, step, slot)
    return unit


def records(fleet: Sequence[Sequence[Propeller]], build: Build) -> list[Record]:
    """Records of all members over shared flat tables."""
    return build.slices(Record, Unit, [
        [_unit(p, build.step, slot) for p, slot in zip(propellers, slots, strict=True)]
        for propellers, slots in zip(fleet, build.slots, strict=True)
    ])  # fmt: skip


@wp.func
def coefficient(c: vec5, j: real):
    """A polynomial in the advance number."""
    return c[0] + j * (c[1] + j * (c[2] + j * (c[3] + j * c[4])))


@wp.func
def thrust_and_torque(unit: Unit, n: real, flow: Flow):
    """Thrust [N] and torque [N m] of the propeller at the shaft speed `n` [rev/s], with the sign of n."""
    if wp.abs(n) < real(1.0e-12):
        return vec3()
    v = linear(flow.nu_r)
    speed = wp.dot(unit.axis, v)
    if unit.total_speed == 1:
        speed = wp.length(v)
    j = wp.clamp(unit.inflow * speed / (n * unit.diameter), unit.least_advance, unit.greatest_advance)
    square = unit.diameter * unit.diameter
    size = flow.density * square * square * n * wp.abs(n)
    if n > ZERO:
        return size * vec3(coefficient(unit.ahead_thrust, j), unit.diameter * coefficient(unit.ahead_torque, j), ZERO)
    return size * vec3(coefficient(unit.astern_thrust, j), unit.diameter * coefficient(unit.astern_torque, j), ZERO)


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    total = vec6()
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        n = state_of(unit.servo, r.slots, unit.lowest, unit.highest, flow.stage, flow.since)
        given = r.slots.effectiveness[unit.servo.slot] * thrust_and_torque(unit, n, flow)
        thrust = unit.delivered * given[0]
        total += join(thrust * unit.axis, thrust * unit.arm + unit.reaction * given[1] * unit.axis)
    return total


@wp.func
def power(r: Record, flow: Flow):
    """Electric power [W]: 2 pi n Q / efficiency; a propeller that the water drives gives nothing back."""
    total = ZERO
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        n = state_of(unit.servo, r.slots, unit.lowest, unit.highest, flow.stage, flow.since)
        torque = r.slots.effectiveness[unit.servo.slot] * thrust_and_torque(unit, n, flow)[1]
        total += unit.idle_power + wp.max(TWO * PI * n * torque, ZERO) * unit.per_efficiency
    return total


@wp.func
def settle(r: Record):
    """Carry the shaft speeds over to the end of the step."""
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        settle_unit(unit.servo, r.slots, unit.lowest, unit.highest)
