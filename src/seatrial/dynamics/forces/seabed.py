"""Heave damping near the sea floor: water that has to leave the gap below the hull resists heave.

    Z = -exp(-(h/L)^2) (d_1 + d_2 |w_r|) w_r,   h = depth of the sea floor - depth of the body origin

An empirical term without a theory behind its shape; it vanishes away from the sea floor and always opposes the heave
through the water. Below the sea floor the gain stays 1.
"""

from dataclasses import dataclass

from seatrial.dynamics.flow import Flow
from seatrial.dynamics.scalar import ZERO, join, real, vec3, wp
from seatrial.errors import check_number

dissipative = True
"""nu_r . tau <= 0."""


@dataclass(frozen=True)
class SeabedDamping:
    """Additional heave damping close to the sea floor."""

    length: float
    """Clearance at which the damping has fallen to 1/e of that on the sea floor [m]."""
    linear: float
    """Damping on the sea floor proportional to the heave velocity [N s/m]."""
    quadratic: float = 0.0
    """Damping on the sea floor proportional to its square [N s2/m2]."""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number("seabed damping length", self.length, "m", 1e-3, 1e4)
        check_number("seabed damping linear", self.linear, "N s/m", 0.0, 1e9)
        check_number("seabed damping quadratic", self.quadratic, "N s2/m2", 0.0, 1e9)


FAR = wp.constant(real(1.0e9))
"""Clearance above all others [m]; a member without the term has the rate 0, and its sea may have no floor."""


@wp.struct
class Record:
    """`SeabedDamping` as the kernel reads it."""

    rate: real
    """Reciprocal of the length [1/m]; 0 for a member without the term, whose damping is 0."""
    linear: real
    quadratic: real


def record(force: SeabedDamping) -> Record:
    """The kernel's record."""
    r = Record()
    r.rate, r.linear, r.quadratic = 1.0 / force.length, force.linear, force.quadratic
    return r


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    near = wp.clamp(flow.sea_floor_depth - flow.depth, ZERO, FAR) * r.rate
    w = flow.nu_r[2]
    damping = wp.exp(-near * near) * (r.linear + r.quadratic * wp.abs(w))
    return join(vec3(ZERO, ZERO, -damping * w), vec3())
