"""Drop weights: ballast that a command releases for good.

The vehicle's mass, inertia and volume are those with the weight aboard. Released, the weight m g and its buoyancy rho
g V are gone at once: the hull feels (m g - rho g V) upward at the weight's place. A command above 0.5 releases it;
the response is 0 aboard and 1 released, and never goes back.

Limit: the inertia of the equation of motion keeps the weight's mass, so that accelerations after the release are too
small by about m over the vehicle's mass with its added mass; steady motion is not touched. Effectiveness 0 and `stuck`
both mean that the release fails; a weight that is gone stays gone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seatrial.dynamics.actuators import Build, Slots
from seatrial.dynamics.flow import Flow
from seatrial.dynamics.scalar import HALF, ONE, ZERO, join, real, vec3, vec6, wp
from seatrial.errors import check_number


@dataclass(frozen=True)
class DropWeight:
    """One weight; a command above 0.5 drops it."""

    name: str
    position: tuple[float, float, float]
    """Of its centre, in B [m]."""
    mass: float
    """[kg]"""
    volume: float = 0.0
    """Its own displaced volume, part of the vehicle's [m3]."""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number(f"drop weight {self.name} mass", self.mass, "kg", 1e-6, 1e7)
        check_number(f"drop weight {self.name} volume", self.volume, "m3", 0.0, 1e4)


def examples(rng: np.random.Generator) -> DropWeight:
    """A drop weight with random numbers."""
    return DropWeight("example", tuple(rng.normal(size=3).tolist()), rng.uniform(0.5, 5.0), 1e-4)


@wp.struct
class Unit:
    """`DropWeight` as the kernel reads it."""

    position: vec3
    mass: real
    volume: real
    slot: int


@wp.struct
class Record:
    """Drop weights of one member: a slice of the fleet's flat tables."""

    first: int
    count: int
    units: wp.array(dtype=Unit)
    slots: Slots


def _unit(weight: DropWeight, slot: int) -> Unit:
    unit = Unit()
    unit.position, unit.mass, unit.volume, unit.slot = vec3(*weight.position), weight.mass, weight.volume, slot
    return unit


def records(fleet: Sequence[Sequence[DropWeight]], build: Build) -> list[Record]:
    """Records of all members over shared flat tables."""
    return build.slices(Record, Unit, [
        [_unit(w, slot) for w, slot in zip(weights, slots, strict=True)]
        for weights, slots in zip(fleet, build.slots, strict=True)
    ])  # fmt: skip


@wp.func
def released(r: Record, unit: Unit):
    """1 where the weight is gone, else 0."""
    k = unit.slot
    if r.slots.response[k] > HALF:
        return ONE
    if r.slots.command[k] > HALF and r.slots.stuck[k] == ZERO and r.slots.effectiveness[k] > ZERO:
        return ONE
    return ZERO


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    total = vec6()
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        lost = released(r, unit) * flow.gravity * (unit.mass - flow.density * unit.volume)
        force = -lost * flow.down
        total += join(force, wp.cross(unit.position, force))
    return total


@wp.func
def settle(r: Record):
    """Remember what is gone."""
    for j in range(r.first, r.first + r.count):
        r.slots.response[r.units[j].slot] = released(r, r.units[j])
