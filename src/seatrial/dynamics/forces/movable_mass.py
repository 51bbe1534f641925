"""Masses that a drive moves along an axis within the hull, as the battery of a glider (Graver 2005, section 2).

The vehicle's mass and centre of gravity hold the mass at its neutral place; moved by s along the axis it adds the
moment (s axis) x m g down, and no force. The command is s [m], followed at the drive's rate; its power is drawn while
it moves.

Limits: the inertia and the centre of gravity of the equation of motion stay those of the neutral place, and the
reaction to the mass's own velocity and acceleration is left out; both are small as m s is beside the mass and length
of the vehicle. Effectiveness e: the drive runs at e times its rate, and a dead one leaves the mass where it is, as a
stuck one does.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seatrial.dynamics.actuators import Build, Slots
from seatrial.dynamics.flow import Flow
from seatrial.dynamics.scalar import ZERO, join, real, vec3, wp
from seatrial.dynamics.servo import ramped
from seatrial.errors import InputError, check_number


@dataclass(frozen=True)
class MovableMass:
    """A mass on a drive; the command is its shift along the axis [m]."""

    name: str
    axis: tuple[float, float, float]
    """Unit vector of a positive shift, in B."""
    mass: float
    """[kg]"""
    min_shift: float
    """Least shift, at most 0 [m]."""
    max_shift: float
    """Greatest shift, at least 0 [m]."""
    rate: float
    """Rate of the drive [m/s]."""
    drive_power: float = 0.0
    """Electric power while the mass moves [W]."""

    def __post_init__(self) -> None:
        """Check every number once."""
        name = f"movable mass {self.name}"
        if abs(float(np.linalg.norm(self.axis)) - 1.0) > 1e-9:
            raise InputError(f"{name} axis = {self.axis}: must be a unit vector")
        check_number(f"{name} mass", self.mass, "kg", 1e-6, 1e7)
        check_number(f"{name} min_shift", self.min_shift, "m", -100.0, 0.0)
        check_number(f"{name} max_shift", self.max_shift, "m", 0.0, 100.0)
        check_number(f"{name} rate", self.rate, "m/s", 1e-9, 100.0)
        check_number(f"{name} drive_power", self.drive_power, "W", 0.0, 1e6)


def examples(rng: np.random.Generator) -> MovableMass:
    """A movable mass with random numbers."""
    axis = rng.normal(size=3)
    along = tuple((axis / np.linalg.norm(axis)).tolist())
    return MovableMass("example", along, rng.uniform(1.0, 10.0), -0.05, 0.08, rng.uniform(0.01, 0.1), 8.0)


@wp.struct
class Unit:
    """`MovableMass` as the kernel reads it."""

    axis: vec3
    mass: real
    min_shift: real
    max_shift: real
    rate: real
    drive_power: real
    step: real
    slot: int


@wp.struct
class Record:
    """Movable masses of one member: a slice of the fleet's flat tables."""

    first: int
    count: int
    units: wp.array(dtype=Unit)
    slots: Slots


def _unit(mass: MovableMass, step: float, slot: int) -> Unit:
    unit = Unit()
    for name in ("mass", "min_shift", "max_shift", "rate", "drive_power"):
        setattr(unit, name, getattr(mass, name))
    unit.axis, unit.step, unit.slot = vec3(*mass.axis), step, slot
    return unit


def records(fleet: Sequence[Sequence[MovableMass]], build: Build) -> list[Record]:
    """Records of all members over shared flat tables."""
    return build.slices(Record, Unit, [
        [_unit(m, build.step, slot) for m, slot in zip(masses, slots, strict=True)]
        for masses, slots in zip(fleet, build.slots, strict=True)
    ])  # fmt: skip


@wp.func
def shift_at(r: Record, unit: Unit, since: real):
    """Shift [m] `since` [s] after the beginning of the step."""
    before = r.slots.response[unit.slot]
    if r.slots.stuck[unit.slot] > ZERO:
        return before
    target = wp.clamp(r.slots.command[unit.slot], unit.min_shift, unit.max_shift)
    return ramped(before, target, unit.rate * r.slots.effectiveness[unit.slot], since)


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    moment = vec3()
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        moment += wp.cross(shift_at(r, unit, flow.since) * unit.axis, unit.mass * flow.gravity * flow.down)
    return join(vec3(), moment)


@wp.func
def power(r: Record, flow: Flow):
    """Electric power [W], that of the drive times the share of the step in which it moves."""
    total = ZERO
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        way = wp.abs(shift_at(r, unit, unit.step) - r.slots.response[unit.slot])
        if way > ZERO:
            total += unit.drive_power * way / (unit.rate * r.slots.effectiveness[unit.slot] * unit.step)
    return total


@wp.func
def settle(r: Record):
    """Carry the shifts over to the end of the step."""
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        r.slots.response[unit.slot] = shift_at(r, unit, unit.step)
