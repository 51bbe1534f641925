"""Control fins: foils that turn about a hinge by command (see `dynamics.foil` for lift and drag).

The command is the deflection [rad]; it follows with a first-order lag and a rate limit. A fin of effectiveness e gives
e times its force (a part of it is lost); a stuck one stays at its angle. The torque on the hinge is not modelled.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seatrial.dynamics.actuators import Build, Slots
from seatrial.dynamics.flow import Flow
from seatrial.dynamics.foil import FoilRecord, check_foil, foil_record, foil_wrench
from seatrial.dynamics.scalar import real, vec6, wp
from seatrial.dynamics.servo import ServoRecord, servo_record, settle_unit, state_of
from seatrial.errors import check_number


@dataclass(frozen=True)
class Fin:
    """One fin, or several that move together at one place; at rest its chord lies along `chord`."""

    name: str
    position: tuple[float, float, float]
    """Centre of pressure in B [m]."""
    normal: tuple[float, float, float]
    """Unit vector of the lift of a positive deflection ahead, in B; the hinge is chord x normal."""
    area: float
    """Planform area [m2]."""
    lift_slope: float
    """Lift coefficient per angle of attack, of the fin at the hull [1/rad]."""
    zero_lift_drag: float = 0.0
    """Drag coefficient without lift [1]."""
    induced_drag: float = 0.0
    """Drag coefficient per squared lift coefficient, 1 / (pi e aspect ratio) [1]."""
    stall_angle: float = 0.35
    """Angle of attack beyond which the lift grows no more [rad]."""
    max_deflection: float = 0.35
    """Greatest deflection either way [rad]."""
    max_rate: float = math.inf
    """Greatest rate of the deflection [rad/s]; infinite for no limit."""
    time_constant: float = 0.0
    """Lag of the deflection behind its command [s]; 0 for none."""
    chord: tuple[float, float, float] = (1.0, 0.0, 0.0)
    """Unit vector from the trailing to the leading edge at zero deflection, in B."""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_foil("fin", self)
        check_number(f"fin {self.name} max_deflection", self.max_deflection, "rad", 1e-6, math.pi / 2.0)
        check_number(f"fin {self.name} time_constant", self.time_constant, "s", 0.0, 60.0)
        if not math.isinf(self.max_rate):
            check_number(f"fin {self.name} max_rate", self.max_rate, "rad/s", 1e-6, 1e3)


def examples(rng: np.random.Generator) -> Fin:
    """A fin with random numbers, pointing anywhere."""
    axes = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    limits = (0.4, float(rng.choice([math.inf, 0.5])), float(rng.choice([0.0, 0.1])))
    numbers = (rng.uniform(1e-3, 0.1), rng.uniform(1.0, 6.0), 0.02, rng.uniform(0.0, 0.2), rng.uniform(0.1, 0.5))
    place, normal, chord = (tuple(v.tolist()) for v in (rng.normal(size=3), axes[:, 1], axes[:, 0]))
    return Fin("example", place, normal, *numbers, *limits, chord)


@wp.struct
class Unit:
    """`Fin` as the kernel reads it."""

    foil: FoilRecord
    servo: ServoRecord
    limit: real


@wp.struct
class Record:
    """Fins of one member: a slice of the fleet's flat tables."""

    first: int
    count: int
    units: wp.array(dtype=Unit)
    slots: Slots


def _unit(fin: Fin, step: float, slot: int) -> Unit:
    unit = Unit()
    unit.foil, unit.limit = foil_record(fin), fin.max_deflection
    unit.servo = servo_record(fin.time_constant, fin.max_rate, step, slot)
    return unit


def records(fleet: Sequence[Sequence[Fin]], build: Build) -> list[Record]:
    """Records of all members over shared flat tables."""
    return build.slices(Record, Unit, [
        [_unit(f, build.step, slot) for f, slot in zip(fins, slots, strict=True)]
        for fins, slots in zip(fleet, build.slots, strict=True)
    ])  # fmt: skip


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    total = vec6()
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        angle = state_of(unit.servo, r.slots, -unit.limit, unit.limit, flow.stage, flow.since)
        total += r.slots.effectiveness[unit.servo.slot] * foil_wrench(unit.foil, angle, flow)
    return total


@wp.func
def settle(r: Record):
    """Carry the deflections over to the end of the step."""
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        settle_unit(unit.servo, r.slots, -unit.limit, unit.limit)
