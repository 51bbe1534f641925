"""Drag along the flow by the area that the hull presents to it; rotations are damped axis by axis.

A body that looks like an ellipsoid with frontal areas A_x, A_y, A_z seen along its axes presents to a flow along the
unit vector n the area A(n) = sqrt(sum (A_i n_i)^2) (the shadow of an ellipsoid). With d_i = rho C_D A_i / 2 the drag is

    F = -|V| V sqrt(sum (d_i n_i)^2) = -V sqrt(sum (d_i V_i)^2)

which is -d_i |V_i| V_i for flow along axis i and -d |V| V for a sphere. The mean weighted with n_i^2 would have both
properties too, but is no body's shadow: at 45 degrees between a large and a vanishing area it gives 0.5 of the large
one where the shadow is 0.71 of it.
"""

from dataclasses import dataclass

import numpy as np

from seatrial.dynamics.flow import Flow
from seatrial.dynamics.parts import nonzero_axes, numbers
from seatrial.dynamics.scalar import angular, join, linear, vec3, wp
from seatrial.errors import InputError

dissipative = True
"""nu_r . tau <= 0."""


@dataclass(frozen=True)
class ProjectedDrag:
    """Quadratic drag along the flow, instead of axis by axis."""

    diagonal: np.ndarray
    """What the drag is for flow along, and turning about, each axis [N s2/m2, N m s2], shape (6,), each at least 0."""

    def __post_init__(self) -> None:
        """Check every number once."""
        d = numbers("projected drag", self.diagonal, (6,))
        if d.min() < 0.0:
            raise InputError(f"projected drag = {d.tolist()}: must be six numbers of at least 0 (N s2/m2, N m s2)")


def quadratic_axes(force: ProjectedDrag) -> tuple[int, ...]:
    """All translations, and the rotations that it damps."""
    return (0, 1, 2, *(k for k in nonzero_axes(force.diagonal) if k > 2))


@wp.struct
class Record:
    """`ProjectedDrag` as the kernel reads it."""

    translation: vec3
    rotation: vec3


def record(force: ProjectedDrag) -> Record:
    """The kernel's record."""
    r = Record()
    d = np.asarray(force.diagonal, dtype=np.float64).tolist()
    r.translation, r.rotation = vec3(*d[:3]), vec3(*d[3:])
    return r


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    v = linear(flow.nu_r)
    omega = angular(flow.nu_r)
    moment = wp.cw_mul(r.rotation, wp.cw_mul(omega, wp.abs(omega)))
    return join(-wp.length(wp.cw_mul(r.translation, v)) * v, -moment)
