"""Rudders and stern planes linear in their deflection, on the speed in their own plane (Fossen's REMUS 100).

    F_n = 1/2 rho U^2 A C_L delta,  F_x = -1/2 rho U^2 A C_L delta^2,  U^2 = u_r^2 + w_n^2

with u_r along the chord and w_n along the normal, of the body origin: neither the angle of the flow nor the body's
turning is seen (MSS, remus100.m; Fossen 2021, section 9.7). For small deflections only. Effectiveness and `stuck` as
for fins.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seatrial.dynamics.actuators import Build, Slots
from seatrial.dynamics.flow import Flow
from seatrial.dynamics.scalar import ZERO, join, linear, real, vec3, wp
from seatrial.dynamics.servo import ServoRecord, servo_record, settle_unit, state_of
from seatrial.errors import InputError, check_number


@dataclass(frozen=True)
class Rudder:
    """One rudder or stern plane; the command is its deflection [rad]."""

    name: str
    position: tuple[float, float, float]
    """Where its force acts, in B [m]."""
    normal: tuple[float, float, float]
    """Unit vector of the force of a positive deflection, in B, at right angles to the x axis."""
    area: float
    """[m2]"""
    lift_coefficient: float
    """Lift coefficient per deflection [1/rad]."""
    max_deflection: float = 0.35
    """Greatest deflection either way [rad]."""
    max_rate: float = math.inf
    """Greatest rate of the deflection [rad/s]; infinite for no limit."""
    time_constant: float = 0.0
    """Lag of the deflection behind its command [s]; 0 for none."""

    def __post_init__(self) -> None:
        """Check every number once."""
        name = f"rudder {self.name}"
        if abs(float(np.linalg.norm(self.normal)) - 1.0) > 1e-9 or abs(self.normal[0]) > 1e-9:
            raise InputError(f"{name} normal = {self.normal}: must be a unit vector across the x axis")
        check_number(f"{name} area", self.area, "m2", 1e-8, 1e4)
        check_number(f"{name} lift_coefficient", self.lift_coefficient, "1/rad", 0.0, 20.0)
        check_number(f"{name} max_deflection", self.max_deflection, "rad", 1e-6, math.pi / 2.0)
        check_number(f"{name} time_constant", self.time_constant, "s", 0.0, 60.0)
        if not math.isinf(self.max_rate):
            check_number(f"{name} max_rate", self.max_rate, "rad/s", 1e-6, 1e3)


def examples(rng: np.random.Generator) -> Rudder:
    """A rudder with random numbers, across the x axis anyhow."""
    angle = rng.uniform(-math.pi, math.pi)
    limits = (0.4, float(rng.choice([math.inf, 0.5])), float(rng.choice([0.0, 0.1])))
    normal = (0.0, math.cos(angle), math.sin(angle))
    return Rudder("example", tuple(rng.normal(size=3).tolist()), normal, 0.013, rng.uniform(0.3, 3.0), *limits)


@wp.struct
class Unit:
    """`Rudder` as the kernel reads it."""

    normal: vec3
    position: vec3
    factor: real
    """Half the area times the lift coefficient [m2/rad]."""
    limit: real
    servo: ServoRecord


@wp.struct
class Record:
    """Rudders of one member: a slice of the fleet's flat tables."""

    first: int
    count: int
    units: wp.array(dtype=Unit)
    slots: Slots


def _unit(rudder: Rudder, step: float, slot: int) -> Unit:
    unit = Unit()
    unit.normal, unit.position, unit.limit = vec3(*rudder.normal), vec3(*rudder.position), rudder.max_deflection
    unit.factor = 0.5 * rudder.area * rudder.lift_coefficient
    unit.servo = servo_record(rudder.time_constant, rudder.max_rate, step, slot)
    return unit


def records(fleet: Sequence[Sequence[Rudder]], build: Build) -> list[Record]:
    """Records of all members over shared flat tables."""
    return build.slices(Record, Unit, [
        [_unit(f, build.step, slot) for f, slot in zip(rudders, slots, strict=True)]
        for rudders, slots in zip(fleet, build.slots, strict=True)
    ])  # fmt: skip


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    total = join(vec3(), vec3())
    v = linear(flow.nu_r)
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        angle = state_of(unit.servo, r.slots, -unit.limit, unit.limit, flow.stage, flow.since)
        across = wp.dot(v, unit.normal)
        size = flow.density * unit.factor * (v[0] * v[0] + across * across) * angle
        size = size * r.slots.effectiveness[unit.servo.slot]
        force = size * (unit.normal - vec3(angle, ZERO, ZERO))
        total += join(force, wp.cross(unit.position, force))
    return total


@wp.func
def settle(r: Record):
    """Carry the deflections over to the end of the step."""
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        settle_unit(unit.servo, r.slots, -unit.limit, unit.limit)
