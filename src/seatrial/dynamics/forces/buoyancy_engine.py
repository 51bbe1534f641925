"""Buoyancy engines: a volume pumped into and out of a bladder (Graver 2005, section 2; Webb and others 2001).

The command is the change of volume [m3] from that of the vehicle's numbers; it is followed at the pump's rate. The
force is -rho g dV along the vertical at the bladder, evaluated at each stage, fading out as the bladder leaves the
water. Pumping out against the pressure rho g z draws p dV/dt / efficiency, letting in draws what the valve does. The
power is that of the mean rate over the step, so that the energy of a stroke is exact wherever it ends.

Effectiveness e: the pump runs at e times its rate, and a dead one leaves the volume as it is, as a stuck one does. Not
modelled: the mass stays where it is (oil moves within the hull), compressibility of the hull.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seatrial.dynamics.actuators import Build, Slots
from seatrial.dynamics.flow import Flow
from seatrial.dynamics.scalar import HALF, ONE, ZERO, join, real, vec3, vec6, wp
from seatrial.dynamics.servo import ramped
from seatrial.errors import InputError, check_number


@dataclass(frozen=True)
class BuoyancyEngine:
    """A bladder with a pump; the command is the change of volume [m3]."""

    name: str
    position: tuple[float, float, float]
    """Of the bladder, in B [m]."""
    min_volume: float
    """Least change of volume, at most 0 [m3]."""
    max_volume: float
    """Greatest change of volume, at least 0 [m3]."""
    rate: float
    """Rate of the pump [m3/s]."""
    efficiency: float = 0.5
    """Work against the pressure over electric power [1]."""
    valve_power: float = 0.0
    """Electric power while the volume shrinks [W]."""
    height: float = 0.1
    """Vertical extent over which the bladder's buoyancy fades out at the surface [m]."""

    def __post_init__(self) -> None:
        """Check every number once."""
        name = f"buoyancy engine {self.name}"
        check_number(f"{name} min_volume", self.min_volume, "m3", -1e3, 0.0)
        check_number(f"{name} max_volume", self.max_volume, "m3", 0.0, 1e3)
        if self.min_volume == self.max_volume:
            raise InputError(f"{name} max_volume = {self.max_volume:g} m3: must be above min_volume")
        check_number(f"{name} rate", self.rate, "m3/s", 1e-12, 1e3)
        check_number(f"{name} efficiency", self.efficiency, "", 1e-3, 1.0)
        check_number(f"{name} valve_power", self.valve_power, "W", 0.0, 1e5)
        check_number(f"{name} height", self.height, "m", 1e-3, 100.0)


def examples(rng: np.random.Generator) -> BuoyancyEngine:
    """A buoyancy engine with random numbers."""
    place = tuple(rng.normal(size=3).tolist())
    return BuoyancyEngine("example", place, -rng.uniform(1e-4, 1e-3), rng.uniform(1e-4, 1e-3), 5e-4, 0.6, 3.0)


@wp.struct
class Unit:
    """`BuoyancyEngine` as the kernel reads it."""

    position: vec3
    min_volume: real
    max_volume: real
    rate: real
    per_efficiency: real
    valve_power: real
    per_height: real
    step: real
    slot: int


@wp.struct
class Record:
    """Buoyancy engines of one member: a slice of the fleet's flat tables."""

    first: int
    count: int
    units: wp.array(dtype=Unit)
    slots: Slots


def _unit(engine: BuoyancyEngine, step: float, slot: int) -> Unit:
    unit = Unit()
    for name in ("min_volume", "max_volume", "rate", "valve_power"):
        setattr(unit, name, getattr(engine, name))
    unit.position, unit.per_height = vec3(*engine.position), 1.0 / engine.height
    unit.per_efficiency, unit.step, unit.slot = 1.0 / engine.efficiency, step, slot
    return unit


def records(fleet: Sequence[Sequence[BuoyancyEngine]], build: Build) -> list[Record]:
    """Records of all members over shared flat tables."""
    return build.slices(Record, Unit, [
        [_unit(e, build.step, slot) for e, slot in zip(engines, slots, strict=True)]
        for engines, slots in zip(fleet, build.slots, strict=True)
    ])  # fmt: skip


@wp.func
def volume_at(r: Record, unit: Unit, since: real):
    """Change of volume [m3] `since` [s] after the beginning of the step."""
    before = r.slots.response[unit.slot]
    if r.slots.stuck[unit.slot] > ZERO:
        return before
    target = wp.clamp(r.slots.command[unit.slot], unit.min_volume, unit.max_volume)
    return ramped(before, target, unit.rate * r.slots.effectiveness[unit.slot], since)


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    total = vec6()
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        depth = flow.depth + wp.dot(unit.position, flow.down)
        share = wp.clamp(depth * unit.per_height + HALF, ZERO, ONE)
        lift = flow.density * flow.gravity * share * volume_at(r, unit, flow.since)
        force = -lift * flow.down
        total += join(force, wp.cross(unit.position, force))
    return total


@wp.func
def power(r: Record, flow: Flow):
    """Electric power [W]."""
    total = ZERO
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        rate = (volume_at(r, unit, unit.step) - r.slots.response[unit.slot]) / unit.step
        if rate > ZERO:
            depth = wp.max(flow.depth + wp.dot(unit.position, flow.down), ZERO)
            total += flow.density * flow.gravity * depth * rate * unit.per_efficiency
        elif rate < ZERO:
            total += unit.valve_power * -rate / (unit.rate * r.slots.effectiveness[unit.slot])
    return total


@wp.func
def settle(r: Record):
    """Carry the volumes over to the end of the step."""
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        r.slots.response[unit.slot] = volume_at(r, unit, unit.step)
