"""Thrusters whose force follows its command by another law than the first-order lag; else as `thruster`."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seatrial.dynamics.actuators import Build
from seatrial.dynamics.flow import Flow
from seatrial.dynamics.forces import thruster
from seatrial.dynamics.forces.thruster import Thruster, drawn, lagging, target_of
from seatrial.dynamics.response import BESSA, YOERGER, Bessa, Yoerger, beyond_dead_zone, yoerger_at
from seatrial.dynamics.scalar import ZERO, join, linear, real, vec3, wp
from seatrial.errors import check_number


@dataclass(frozen=True)
class NonlinearThruster(Thruster):
    """A thruster with self-damping, or with a dead zone and a saturation of its command."""

    law: Yoerger | Bessa = Bessa(0.0)  # noqa: RUF009  (frozen)
    """How the thrust follows its command."""

    def __post_init__(self) -> None:
        """Check every number once."""
        super().__post_init__()
        if isinstance(self.law, Yoerger):
            check_number(f"thruster {self.name} time_constant with self-damping", self.time_constant, "s", 1e-6, 60.0)


def examples(rng: np.random.Generator) -> NonlinearThruster:
    """A thruster with random numbers and either law."""
    like = vars(thruster.examples(rng))
    law = Yoerger(rng.uniform(0.0, 0.5)) if rng.random() < 0.5 else Bessa(rng.uniform(0.0, 2.0), rng.uniform(2.0, 9.0))
    return NonlinearThruster(**like, law=law)


@wp.struct
class Law:
    """How one thruster follows its command; thrusts and rates of thrust as shares of the greatest thrust ahead."""

    kind: int
    damping: real
    """Self-damping [1/s]."""
    dead: real
    saturation: real
    step: real
    """[s]"""


@wp.struct
class Record:
    """Thrusters of one member, and the law of each."""

    base: thruster.Record
    laws: wp.array(dtype=Law)


def _law(unit: NonlinearThruster, step: float) -> Law:
    law = Law()
    law.step = step
    if isinstance(unit.law, Yoerger):
        law.kind, law.damping = int(YOERGER), unit.law.beta * unit.max_thrust
    else:
        law.kind, law.dead = int(BESSA), unit.law.dead / unit.max_thrust
        law.saturation = min(unit.law.saturation, 1e12) / unit.max_thrust
    return law


def records(fleet: Sequence[Sequence[NonlinearThruster]], build: Build) -> list[Record]:
    """Records of all members over shared flat tables."""
    laws = wp.array([_law(t, build.step) for thrusters in fleet for t in thrusters], dtype=Law, device="cpu")
    result = []
    for base in thruster.records(fleet, build):
        r = Record()
        r.base, r.laws = base, laws
        result.append(r)
    return result


@wp.func
def response_of(r: Record, j: int, stage: int, since: real):
    """Response of a thruster at an instant of the step, -reverse..1."""
    unit = r.base.units[j]
    law = r.laws[j]
    before = r.base.response[unit.slot]
    if r.base.stuck[unit.slot] > ZERO:
        return before
    target = target_of(unit, r.base.command[unit.slot])
    if law.kind == YOERGER:
        return yoerger_at(before, target, unit.rate, law.damping, since)
    return lagging(unit, beyond_dead_zone(target, law.dead, law.saturation), before, stage, since)


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    force = vec3()
    moment = vec3()
    for j in range(r.base.first, r.base.first + r.base.count):
        unit = r.base.units[j]
        thrust = unit.max_thrust * r.base.effectiveness[unit.slot] * response_of(r, j, flow.stage, flow.since)
        force += thrust * unit.axis
        moment += thrust * unit.arm
    return join(force, moment)


@wp.func
def power(r: Record, flow: Flow):
    """Electric power of all thrusters [W]."""
    total = ZERO
    inflow = linear(flow.nu_r)
    for j in range(r.base.first, r.base.first + r.base.count):
        unit = r.base.units[j]
        share = response_of(r, j, flow.stage, flow.since)
        total += drawn(r.base, unit, share, wp.dot(unit.axis, inflow), flow.density)
    return total


@wp.func
def settle(r: Record):
    """Carry the responses over to the end of the step."""
    for j in range(r.base.first, r.base.first + r.base.count):
        r.base.response[r.base.units[j].slot] = response_of(r, j, 2, r.laws[j].step)
