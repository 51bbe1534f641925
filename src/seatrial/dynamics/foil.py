"""Lift and drag of a foil: a fin, a rudder or a wing that is small beside the body.

The local flow includes the body's turning. What flows along the span does nothing; in the plane of chord and normal,
lift stands at right angles to the flow and drag along it, so that at zero deflection the foil never drives.

C_L = a alpha up to the stall angle, the value there beyond it up to 45 deg, then falling to zero at 90 deg, where the
other edge becomes the leading one, so that the force is continuous in any flow, reversed too. C_D = C_D0 + k C_L^2.
"""

import math
from typing import Any

import numpy as np

from seatrial.dynamics.flow import Flow
from seatrial.dynamics.scalar import HALF, ONE, PI, ZERO, angular, join, linear, real, vec3, wp
from seatrial.errors import InputError, check_number

QUARTER = wp.constant(real(math.pi / 4.0))
PER_QUARTER = wp.constant(real(4.0 / math.pi))


@wp.struct
class FoilRecord:
    """A foil as the kernel reads it."""

    position: vec3
    chord: vec3
    normal: vec3
    area: real
    lift_slope: real
    zero_lift_drag: real
    induced_drag: real
    stall_angle: real


def check_foil(kind: str, foil: Any) -> None:
    """Check the numbers that fins and wings share; `kind` and the name stand before the quantity."""
    name = f"{kind} {foil.name}"
    for field in ("chord", "normal"):
        if abs(float(np.linalg.norm(getattr(foil, field))) - 1.0) > 1e-9:
            raise InputError(f"{name} {field} = {getattr(foil, field)}: must be a unit vector")
    if abs(float(np.dot(foil.chord, foil.normal))) > 1e-9:
        raise InputError(f"{name} normal = {foil.normal}: must stand at right angles to the chord {foil.chord}")
    check_number(f"{name} area", foil.area, "m2", 1e-8, 1e4)
    check_number(f"{name} lift_slope", foil.lift_slope, "1/rad", 0.0, 20.0)
    check_number(f"{name} zero_lift_drag", foil.zero_lift_drag, "", 0.0, 10.0)
    check_number(f"{name} induced_drag", foil.induced_drag, "", 0.0, 100.0)
    check_number(f"{name} stall_angle", foil.stall_angle, "rad", 1e-3, math.pi / 4.0)


def foil_record(foil: Any) -> FoilRecord:
    """The kernel's record of what fins and wings share."""
    record = FoilRecord()
    record.position, record.chord, record.normal = vec3(*foil.position), vec3(*foil.chord), vec3(*foil.normal)
    record.area, record.lift_slope, record.stall_angle = foil.area, foil.lift_slope, foil.stall_angle
    record.zero_lift_drag, record.induced_drag = foil.zero_lift_drag, foil.induced_drag
    return record


@wp.func
def lift_coefficient(foil: FoilRecord, alpha: real):
    """C_L at the angle of attack `alpha` in -pi/2..pi/2."""
    kept = ONE
    if wp.abs(alpha) > QUARTER:
        kept = real(2.0) - PER_QUARTER * wp.abs(alpha)
    return foil.lift_slope * wp.clamp(alpha, -foil.stall_angle, foil.stall_angle) * kept


@wp.func
def foil_wrench(foil: FoilRecord, deflection: real, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]; a positive deflection [rad] lifts along the normal ahead."""
    here = linear(flow.nu_r) + wp.cross(angular(flow.nu_r), foil.position)
    along = wp.dot(here, foil.chord)
    across = wp.dot(here, foil.normal)
    speed = wp.sqrt(along * along + across * across)
    force = vec3()
    if speed > ZERO:
        # From the direction of motion to the chord line, either edge of which may lead.
        alpha = deflection - wp.atan2(across, along)
        lift = lift_coefficient(foil, alpha - PI * wp.round(alpha / PI))
        drag = foil.zero_lift_drag + foil.induced_drag * lift * lift
        size = HALF * flow.density * foil.area * speed
        force = size * ((-lift * across - drag * along) * foil.chord + (lift * along - drag * across) * foil.normal)
    return join(force, wp.cross(foil.position, force))
