"""Fixed wings and fins: foils that take no command (see `dynamics.foil` for lift and drag)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seatrial.dynamics.actuators import Build
from seatrial.dynamics.flow import Flow
from seatrial.dynamics.foil import FoilRecord, check_foil, foil_record, foil_wrench
from seatrial.dynamics.scalar import ZERO, vec6, wp

dissipative = True
"""nu_r . tau <= 0: the lift does no work, the drag takes it."""


@dataclass(frozen=True)
class Wing:
    """One wing, or a pair at one place."""

    name: str
    position: tuple[float, float, float]
    """Centre of pressure in B [m]."""
    normal: tuple[float, float, float]
    """Unit vector at right angles to chord and span, in B."""
    area: float
    """Planform area [m2]."""
    lift_slope: float
    """Lift coefficient per angle of attack [1/rad]."""
    zero_lift_drag: float = 0.0
    """Drag coefficient without lift [1]."""
    induced_drag: float = 0.0
    """Drag coefficient per squared lift coefficient, 1 / (pi e aspect ratio) [1]."""
    stall_angle: float = 0.35
    """Angle of attack beyond which the lift grows no more [rad]."""
    chord: tuple[float, float, float] = (1.0, 0.0, 0.0)
    """Unit vector from the trailing to the leading edge, in B."""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_foil("wing", self)


def examples(rng: np.random.Generator) -> Wing:
    """A wing with random numbers, pointing anywhere."""
    axes = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    numbers = (rng.uniform(1e-3, 0.1), rng.uniform(1.0, 6.0), 0.02, rng.uniform(0.0, 0.2), rng.uniform(0.1, 0.5))
    place, normal, chord = (tuple(v.tolist()) for v in (rng.normal(size=3), axes[:, 1], axes[:, 0]))
    return Wing("example", place, normal, *numbers, chord)


@wp.struct
class Record:
    """Wings of one member: a slice of the fleet's flat table."""

    first: int
    count: int
    units: wp.array(dtype=FoilRecord)


def records(fleet: Sequence[Sequence[Wing]], build: Build) -> list[Record]:
    """Records of all members over a shared flat table."""
    return build.slices(Record, FoilRecord, [[foil_record(w) for w in wings] for wings in fleet])


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    total = vec6()
    for j in range(r.first, r.first + r.count):
        total += foil_wrench(r.units[j], ZERO, flow)
    return total
