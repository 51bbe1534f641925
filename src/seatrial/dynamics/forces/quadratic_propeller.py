"""Propellers whose thrust is k n |n|, with factors of their own ahead and astern (Fossen 2021, eq. 9.8 at rest).

Neither inflow nor density counts: the factors hold for the water and about the speed that they were found in. Command
and response are the shaft speed n [rev/s]; the factors count it in rad/s, as published ones do. Effectiveness and
`stuck` as for `propeller`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seatrial.dynamics.actuators import Build, Slots
from seatrial.dynamics.flow import Flow
from seatrial.dynamics.scalar import ZERO, join, real, vec3, vec6, wp
from seatrial.dynamics.servo import ServoRecord, servo_record, settle_unit, state_of
from seatrial.errors import InputError, check_number


@dataclass(frozen=True)
class QuadraticPropeller:
    """A propeller by its thrust over the square of its shaft speed."""

    name: str
    position: tuple[float, float, float]
    """In B [m]."""
    axis: tuple[float, float, float]
    """Unit vector of the thrust ahead, in B."""
    max_speed: float
    """Greatest shaft speed ahead [rev/s]."""
    forward_factor: float
    """Thrust ahead over omega^2, omega = 2 pi n [N s2/rad2]."""
    reverse_factor: float
    """Thrust astern over omega^2 [N s2/rad2]."""
    max_reverse_speed: float | None = None
    """Greatest shaft speed astern [rev/s]; None is as great as ahead."""
    torque_factor: float = 0.0
    """Shaft torque over omega^2 [N m s2/rad2]; 0 for no shaft power."""
    reaction: float = 0.0
    """Share of the torque that turns the hull about the axis: -1 right-handed, 1 left-handed, 0 none."""
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
        check_number(f"{name} max_speed", self.max_speed, "rev/s", 1e-6, 1e4)
        if self.max_reverse_speed is not None:
            check_number(f"{name} max_reverse_speed", self.max_reverse_speed, "rev/s", 0.0, 1e4)
        for field in ("forward_factor", "reverse_factor"):
            check_number(f"{name} {field}", getattr(self, field), "N s2/rad2", 0.0, 1e6)
        check_number(f"{name} torque_factor", self.torque_factor, "N m s2/rad2", 0.0, 1e6)
        check_number(f"{name} reaction", self.reaction, "", -1.0, 1.0)
        check_number(f"{name} time_constant", self.time_constant, "s", 0.0, 60.0)
        check_number(f"{name} efficiency", self.efficiency, "", 1e-3, 1.0)
        check_number(f"{name} idle_power", self.idle_power, "W", 0.0, 1e6)
        if not math.isinf(self.max_rate):
            check_number(f"{name} max_rate", self.max_rate, "rev/s2", 1e-6, 1e6)


def examples(rng: np.random.Generator) -> QuadraticPropeller:
    """A propeller with random numbers."""
    axis = rng.normal(size=3)
    place, ahead = (tuple(v.tolist()) for v in (rng.normal(size=3), axis / np.linalg.norm(axis)))
    return QuadraticPropeller(
        "example", place, ahead, rng.uniform(10.0, 30.0), 0.011, 0.006, rng.uniform(5.0, 20.0), 5e-4,
        rng.uniform(-1.0, 1.0), float(rng.choice([0.0, 0.2])), float(rng.choice([math.inf, 20.0])), 0.8, 1.0,
    )  # fmt: skip


@wp.struct
class Unit:
    """`QuadraticPropeller` as the kernel reads it; factors per (rev/s)^2."""

    axis: vec3
    arm: vec3
    lowest: real
    highest: real
    ahead: real
    astern: real
    torque: real
    reaction: real
    power: real
    """Electric power over n^3."""
    idle_power: real
    servo: ServoRecord


@wp.struct
class Record:
    """Propellers of one member: a slice of the fleet's flat tables."""

    first: int
    count: int
    units: wp.array(dtype=Unit)
    slots: Slots


def _unit(p: QuadraticPropeller, step: float, slot: int) -> Unit:
    unit, turn = Unit(), 2.0 * math.pi
    unit.axis, unit.arm = vec3(*p.axis), vec3(*np.cross(p.position, p.axis).tolist())
    unit.highest = p.max_speed
    unit.lowest = -(p.max_speed if p.max_reverse_speed is None else p.max_reverse_speed)
    unit.ahead, unit.astern, unit.torque = (turn**2 * f for f in (p.forward_factor, p.reverse_factor, p.torque_factor))
    unit.reaction, unit.idle_power = p.reaction, p.idle_power
    unit.power = turn * unit.torque / p.efficiency
    unit.servo = servo_record(p.time_constant, p.max_rate, step, slot)
    return unit


def records(fleet: Sequence[Sequence[QuadraticPropeller]], build: Build) -> list[Record]:
    """Records of all members over shared flat tables."""
    return build.slices(Record, Unit, [
        [_unit(p, build.step, slot) for p, slot in zip(propellers, slots, strict=True)]
        for propellers, slots in zip(fleet, build.slots, strict=True)
    ])  # fmt: skip


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    total = vec6()
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        n = state_of(unit.servo, r.slots, unit.lowest, unit.highest, flow.stage, flow.since)
        square = r.slots.effectiveness[unit.servo.slot] * n * wp.abs(n)
        thrust = square * unit.ahead
        if n < ZERO:
            thrust = square * unit.astern
        total += join(thrust * unit.axis, thrust * unit.arm + unit.reaction * square * unit.torque * unit.axis)
    return total


@wp.func
def power(r: Record, flow: Flow):
    """Electric power [W]: omega Q / efficiency."""
    total = ZERO
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        n = wp.abs(state_of(unit.servo, r.slots, unit.lowest, unit.highest, flow.stage, flow.since))
        total += unit.idle_power + r.slots.effectiveness[unit.servo.slot] * unit.power * n * n * n
    return total


@wp.func
def settle(r: Record):
    """Carry the shaft speeds over to the end of the step."""
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        settle_unit(unit.servo, r.slots, unit.lowest, unit.highest)
