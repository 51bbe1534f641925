"""Weight and buoyancy (Fossen 2021, eq. 4.6), buoyancy fading out as the hull leaves the water."""

from dataclasses import dataclass

from seatrial.dynamics.flow import Flow
from seatrial.dynamics.scalar import HALF, ONE, ZERO, join, real, vec3, wp
from seatrial.errors import check_number

conservative = True
"""The wrench derives from a potential while the hull is submerged."""


@dataclass(frozen=True)
class Restoring:
    """Weight at the centre of gravity and buoyancy at the centre of buoyancy."""

    mass: float
    """[kg]"""
    volume: float
    """Displaced volume when fully submerged [m3]."""
    hull_height: float
    """Vertical extent centred on the body origin over which the displaced volume falls linearly to zero [m]."""
    center_of_gravity: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """In B [m]."""
    center_of_buoyancy: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """In B [m]."""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number("mass", self.mass, "kg", 1e-3, 1e8)
        check_number("volume", self.volume, "m3", 0.0, 1e5)
        check_number("hull_height", self.hull_height, "m", 1e-3, 100.0)


@wp.struct
class Record:
    """`Restoring` as the kernel reads it."""

    mass: real
    volume: real
    hull_height: real
    center_of_gravity: vec3
    center_of_buoyancy: vec3


def record(force: Restoring) -> Record:
    """The kernel's record."""
    r = Record()
    r.mass, r.volume, r.hull_height = force.mass, force.volume, force.hull_height
    r.center_of_gravity = vec3(*force.center_of_gravity)
    r.center_of_buoyancy = vec3(*force.center_of_buoyancy)
    return r


@wp.func
def submerged_share(depth: real, hull_height: real):
    """Share of the hull under water, 0..1."""
    return wp.clamp(depth / hull_height + HALF, ZERO, ONE)


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    weight = r.mass * flow.gravity * flow.down
    lift = flow.density * flow.gravity * r.volume * submerged_share(flow.depth, r.hull_height)
    buoyancy = -lift * flow.down
    moment = wp.cross(r.center_of_gravity, weight) + wp.cross(r.center_of_buoyancy, buoyancy)
    return join(weight + buoyancy, moment)
