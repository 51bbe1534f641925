"""Lift and drag of a slender hull by its angle of attack, the hull taken as a wing of very small aspect ratio.

    C_L(alpha) = C_La sin(alpha) cos(alpha),  C_La = pi AR / (1 + sqrt(1 + (AR/2)^2)),  AR = b^2 / S
    C_D(alpha) = C_D0 + C_L^2 / (pi e AR)

(Beard and McLain 2012, sect. 4.2; as in forceLiftDrag of MSS, where C_L = C_La alpha). sin cos equals alpha within 2 %
up to 10 degrees. Unlike alpha it is zero across the flow and the same for a hull that goes astern, so neither reversed
flow nor a hull at rest has a step. At small angles the normal force is -rho S C_La |u| w / 2, as a derivative Z_uw.
Lift is normal to the flow and does no work; drag is against it, C_D >= C_D0 >= 0. Both act at one point.
"""

from dataclasses import dataclass

import numpy as np

from seatrial.dynamics.flow import Flow
from seatrial.dynamics.scalar import HALF, ZERO, angular, join, linear, real, vec3, wp
from seatrial.errors import check_number

dissipative = True
"""nu_r . tau <= 0."""


@dataclass(frozen=True)
class HullLift:
    """Lift and drag of the bare hull."""

    area: float
    """Area S that the coefficients are made with, usually the planform [m2]."""
    span: float
    """Span b, the diameter of a hull of revolution [m]."""
    zero_lift_drag: float
    """C_D0, over the same area."""
    oswald_efficiency: float = 0.3
    """e, 0.3 to 0.4 for cylinders and torpedoes."""
    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Where the force acts, in B [m]."""
    all_planes: bool = False
    """True for a hull of revolution, which lifts in the plane of axis and flow; False for forces in x and z alone."""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number("hull lift area", self.area, "m2", 1e-9, 1e6)
        check_number("hull lift span", self.span, "m", 1e-6, 1e4)
        check_number("hull lift zero_lift_drag", self.zero_lift_drag, "", 0.0, 100.0)
        check_number("hull lift oswald_efficiency", self.oswald_efficiency, "", 1e-3, 2.0)
        for number in self.position:
            check_number("hull lift position", number, "m", -1e4, 1e4)

    @property
    def aspect_ratio(self) -> float:
        """b^2 / S."""
        return self.span**2 / self.area

    @property
    def lift_slope(self) -> float:
        """C_La [1/rad]."""
        ratio = self.aspect_ratio
        return float(np.pi * ratio / (1.0 + np.sqrt(1.0 + (0.5 * ratio) ** 2)))


def quadratic_axes(force: HullLift) -> tuple[int, ...]:
    """Surge, where it has drag."""
    return (0,) if force.zero_lift_drag > 0.0 else ()


@wp.struct
class Record:
    """`HullLift` as the kernel reads it."""

    drag_area: real
    """S C_D0 [m2]."""
    lift_area: real
    """S C_La [m2]."""
    induced_area: real
    """S C_La^2 / (pi e AR) [m2]."""
    sideways: real
    """1 where sway takes part, else 0."""
    position: vec3


def record(force: HullLift) -> Record:
    """The kernel's record."""
    r = Record()
    r.drag_area, r.lift_area = force.area * force.zero_lift_drag, force.area * force.lift_slope
    induced = force.lift_slope**2 / (np.pi * force.oswald_efficiency * force.aspect_ratio)
    r.induced_area, r.sideways = force.area * float(induced), 1.0 if force.all_planes else 0.0
    r.position = vec3(*force.position)
    return r


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    v = linear(flow.nu_r) + wp.cross(angular(flow.nu_r), r.position)
    speed = wp.length(v)
    if speed == ZERO:
        return join(vec3(), vec3())
    across = vec3(ZERO, r.sideways * v[1], v[2])
    sideways = wp.dot(across, across)
    flat = v[0] * v[0] + sideways
    if flat == ZERO:
        return join(vec3(), vec3())
    # All by products of velocities, so that nothing is divided but squares by speeds: sin cos = u c / flat.
    lift = HALF * flow.density * r.lift_area * v[0] / wp.sqrt(flat)
    sine = v[0] * v[0] * sideways / (flat * flat)
    drag = HALF * flow.density * speed * (r.drag_area + r.induced_area * sine)
    force = -drag * (vec3(v[0], ZERO, ZERO) + across) + lift * vec3(sideways, ZERO, ZERO) - lift * v[0] * across
    return join(force, wp.cross(r.position, force))
