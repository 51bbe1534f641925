"""A tether from a point of the body to an anchor: straight, elastic, slack when short, with lumped drag.

Tension k (l - l0) + c dl/dt where the ends are farther apart than l0, never below 0 (a spring with a dashpot). Drag on
the end at the body, with half of the tether's length max(l, l0) lumped there:

    F = -1/2 rho d (L/2) (C_n |v_n| v_n + pi C_t |v_t| v_t),

v_n and v_t the velocity of that end through the water across and along the tether (Morison's form, Faltinsen 1990,
chapter 8). Everything is evaluated at each stage. Limits: no weight, no sag, no waves along it; the anchor is given in
the member's local plane, which moves along with a vehicle that goes farther than the frame radius (50 km by default).
"""

from dataclasses import dataclass

import numpy as np

from seatrial.dynamics.flow import Flow
from seatrial.dynamics.scalar import HALF, PI, ZERO, angular, join, linear, real, vec3, wp
from seatrial.errors import check_number


@dataclass(frozen=True)
class Tether:
    """A tether; a vehicle has at most one."""

    attachment: tuple[float, float, float]
    """Where it holds the body, in B [m]."""
    length: float
    """Unstretched length [m]."""
    stiffness: float
    """Tension per stretch, E A / length [N/m]."""
    anchor: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """North and east in the local plane, and depth, of the other end [m]."""
    follows: bool = False
    """Whether the anchor stays above or below the attachment, at its depth, as a float or a boat that follows does."""
    damping: float = 0.0
    """Tension per rate of stretch while taut [N s/m]."""
    diameter: float = 0.0
    """[m]; 0 for no drag."""
    normal_drag: float = 1.2
    """Drag coefficient across, on the diameter [1]."""
    tangential_drag: float = 0.01
    """Friction coefficient along, on the circumference [1]."""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number("tether length", self.length, "m", 1e-3, 1e5)
        check_number("tether stiffness", self.stiffness, "N/m", 0.0, 1e9)
        check_number("tether damping", self.damping, "N s/m", 0.0, 1e9)
        check_number("tether diameter", self.diameter, "m", 0.0, 1.0)
        check_number("tether normal_drag", self.normal_drag, "", 0.0, 10.0)
        check_number("tether tangential_drag", self.tangential_drag, "", 0.0, 10.0)


def examples(rng: np.random.Generator) -> Tether:
    """A tether with random numbers, taut or slack where the body is within metres of the origin."""
    place, anchor = (tuple(v.tolist()) for v in (rng.normal(size=3), 5.0 * rng.normal(size=3)))
    numbers = (rng.uniform(1.0, 8.0), rng.uniform(1.0, 100.0), anchor, bool(rng.random() < 0.3))
    return Tether(place, *numbers, rng.uniform(0.0, 5.0), rng.uniform(0.001, 0.02))


@wp.struct
class Record:
    """`Tether` as the kernel reads it."""

    attached: int
    attachment: vec3
    anchor: vec3
    length: real
    stiffness: real
    damping: real
    diameter: real
    normal_drag: real
    tangential_drag: real
    follows: int


def record(tether: Tether) -> Record:
    """The kernel's record."""
    r = Record()
    for name in ("length", "stiffness", "damping", "diameter", "normal_drag", "tangential_drag"):
        setattr(r, name, getattr(tether, name))
    r.attached, r.follows = 1, int(tether.follows)
    r.attachment, r.anchor = vec3(*tether.attachment), vec3(*tether.anchor)
    return r


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    if r.attached == 0:
        return join(vec3(), vec3())
    way = r.anchor - flow.p - wp.quat_rotate(flow.q, r.attachment)
    turning = wp.cross(angular(flow.nu), r.attachment)
    over_ground = linear(flow.nu) + turning
    if r.follows == 1:
        way = vec3(ZERO, ZERO, way[2])
    apart = wp.length(way)
    along = vec3()
    force = vec3()
    if apart > ZERO:
        along = wp.quat_rotate_inv(flow.q, way) / apart
        if apart > r.length:
            tension = r.stiffness * (apart - r.length) - r.damping * wp.dot(along, over_ground)
            force = wp.max(tension, ZERO) * along
    through = linear(flow.nu_r) + turning
    tangential = wp.dot(through, along) * along
    normal = through - tangential
    size = HALF * flow.density * r.diameter * HALF * wp.max(apart, r.length)
    force -= size * r.normal_drag * wp.length(normal) * normal
    force -= size * PI * r.tangential_drag * wp.length(tangential) * tangential
    return join(force, wp.cross(r.attachment, force))
