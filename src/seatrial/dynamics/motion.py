"""The equation of motion, once (Fossen 2021, eq. 6.5 with 10.155 for the water's own motion).

    (M_RB + M_A) nu_dot = tau - C_RB(nu) nu - C_A(nu_r) nu_r + M_A d(nu_c)/dt

`tau` is the sum of the forces of the model. The current is uniform around the body and its acceleration a_c, the
partial derivative with time, constant over a step, so in body axes d(nu_c)/dt = a_c - omega x v_c. Added mass is
inertia on the left, never a force.
"""

from seatrial.dynamics.flow import Flow
from seatrial.dynamics.scalar import angular, join, linear, mat33, mat66, real, vec3, vec6, wp
from seatrial.dynamics.vehicle import Vehicle


@wp.struct
class Body:
    """Inertia of one member about its body origin."""

    mass: real
    center_of_gravity: vec3
    inertia: mat33
    added: mat66
    inverse: mat66
    """Of M_RB + M_A."""
    added_coriolis: real


def body_record(vehicle: Vehicle) -> Body:
    """The kernel's record of a vehicle's inertia; the 6x6 matrix is inverted here, once."""
    import numpy as np

    body = Body()
    body.mass = vehicle.mass
    body.center_of_gravity = vec3(*vehicle.center_of_gravity)
    body.inertia = mat33(*vehicle.inertia.ravel().tolist())
    body.added = mat66(*vehicle.added_mass.ravel().tolist())
    body.inverse = mat66(*np.linalg.inv(vehicle.inertia_matrix).ravel().tolist())
    body.added_coriolis = vehicle.added_coriolis
    return body


@wp.func
def rigid_body_coriolis(body: Body, nu: vec6):
    """C_RB(nu) nu by Kirchhoff's equations: (omega x P, v x P + omega x H) with momentum P and H about the origin."""
    v = linear(nu)
    omega = angular(nu)
    momentum = body.mass * (v + wp.cross(omega, body.center_of_gravity))
    spin = body.inertia * omega + body.mass * wp.cross(body.center_of_gravity, v)
    return join(wp.cross(omega, momentum), wp.cross(v, momentum) + wp.cross(omega, spin))


@wp.func
def added_mass_coriolis(added: mat66, nu_r: vec6):
    """C_A(nu_r) nu_r, the same form over the water's momentum; holds for any symmetric M_A."""
    momentum = added * nu_r
    v = linear(nu_r)
    omega = angular(nu_r)
    p = linear(momentum)
    return join(wp.cross(omega, p), wp.cross(v, p) + wp.cross(omega, angular(momentum)))


@wp.func
def acceleration(body: Body, tau: vec6, flow: Flow):
    """nu_dot in body axes [m/s2, rad/s2]."""
    v_c = linear(flow.nu) - linear(flow.nu_r)
    water = join(flow.water_acceleration + wp.cross(v_c, angular(flow.nu)), vec3())
    rest = (
        tau
        - rigid_body_coriolis(body, flow.nu)
        - body.added_coriolis * added_mass_coriolis(body.added, flow.nu_r)
        + body.added * water
    )
    return body.inverse * rest
