"""Hydrodynamic forces of a hull in NumPy, from the literature: what the kernels are compared with.

Each is written another way than its kernel: cross-flow drag by the Jacobian of every strip, lift and drag in flow axes
and turned by the angle of attack, projected drag by the shadow of an ellipsoid. The methods are small so that a test
can replace one of them by a wrong one.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from seatrial.dynamics.forces.crossflow import CrossflowDrag, Planes
from seatrial.dynamics.forces.derivatives import Derivatives
from seatrial.dynamics.forces.hull_lift import HullLift
from seatrial.dynamics.forces.matrix_damping import MatrixDamping
from seatrial.dynamics.forces.matrix_quadratic_damping import MatrixQuadraticDamping
from seatrial.dynamics.forces.projected_drag import ProjectedDrag
from seatrial.dynamics.forces.seabed import SeabedDamping
from tests.reference.matrix_model import Array, skew, times

Wrench = Callable[..., Array]
"""(component, nu_r (n, 6), density, clearance above the sea floor (n,) or a number) -> tau (n, 6)."""

FAR = 1e6
"""A clearance at which the sea floor plays no part [m]."""


class HullForces:
    """tau of one component for motions nu_r, shape (n, 6)."""

    def __call__(self, component: Any, nu_r: Array, density: float = 1025.0, clearance: Array | float = FAR) -> Array:
        """Wrench in body axes at the body origin, shape (n, 6)."""
        nu_r = np.asarray(nu_r, np.float64)
        if isinstance(component, MatrixDamping):
            return self.matrix(component, nu_r)
        if isinstance(component, MatrixQuadraticDamping):
            return self.matrix_quadratic(component, nu_r)
        if isinstance(component, ProjectedDrag):
            return self.projected(component, nu_r)
        if isinstance(component, CrossflowDrag):
            return self.crossflow(component, nu_r, density)
        if isinstance(component, HullLift):
            return self.lift(component, nu_r, density)
        if isinstance(component, Derivatives):
            return self.derivatives(component, nu_r)
        assert isinstance(component, SeabedDamping)
        return self.seabed(component, nu_r, np.broadcast_to(clearance, len(nu_r)))

    def matrix(self, force: MatrixDamping, nu_r: Array) -> Array:
        """-D nu_r (Fossen 2021, eq. 6.65)."""
        return -nu_r @ np.asarray(force.matrix).T

    def matrix_quadratic(self, force: MatrixQuadraticDamping, nu_r: Array) -> Array:
        """-D (|nu_r| nu_r), column by column."""
        return -(np.sign(nu_r) * nu_r**2) @ np.asarray(force.matrix).T

    def shadow(self, areas: Array, n: Array) -> Array:
        """Area that an ellipsoid with these frontal areas shows along n: the ellipse's semi-axes in the plane.

        Frontal areas A_i = pi abc / a_i; the shadow of x^T B^-1 x <= 1 on a plane with the basis P has the matrix
        P B P^T, and pi sqrt(det) as its area. Zero areas are taken as their limit.
        """
        areas = np.maximum(areas, 1e-9 * areas.max(initial=1e-300))
        volume = np.sqrt(np.prod(areas) / np.pi**3)  # a b c
        b = np.diag((np.pi * volume / areas) ** 2)
        spare = np.where(np.abs(n[:, :1]) < 0.8, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0])
        first = np.cross(n, spare)
        first = first / np.linalg.norm(first, axis=1, keepdims=True)
        p = np.stack([first, np.cross(n, first)], 1)
        return np.pi * np.sqrt(np.linalg.det(p @ b @ np.swapaxes(p, 1, 2)))

    def projected(self, force: ProjectedDrag, nu_r: Array) -> Array:
        """-|V|^2 d(n) n, rotations axis by axis."""
        d = np.asarray(force.diagonal, np.float64)
        speed = np.linalg.norm(nu_r[:, :3], axis=1, keepdims=True)
        n = nu_r[:, :3] / np.where(speed > 0.0, speed, 1.0)
        n = np.where(speed > 0.0, n, [1.0, 0.0, 0.0])
        drag = -(speed**2) * self.shadow(d[:3], n)[:, None] * n
        return np.concatenate([drag, -d[3:] * np.abs(nu_r[:, 3:]) * nu_r[:, 3:]], 1)

    def strip_speed(self, force: CrossflowDrag, across: Array) -> Array:
        """What the drag of a strip in y and z is proportional to beside its velocity there, shape (n, 2)."""
        if force.planes == Planes.COMBINED:
            return np.linalg.norm(across, axis=1, keepdims=True) * np.ones(2)
        return np.abs(across)

    def jacobian(self, x: float) -> Array:
        """The (2, 6) matrix that gives sway and heave at (x, 0, 0) from the velocity at the origin."""
        full = np.concatenate([np.eye(3), -skew(np.array([x, 0.0, 0.0]))], 1)
        return full[1:]

    def crossflow(self, force: CrossflowDrag, nu_r: Array, density: float) -> Array:
        """Sum over strips of J^T F."""
        tau = np.zeros_like(nu_r)
        width = force.length / force.strips
        points = force.strips + (1 if force.ends else 0)
        first = force.middle - 0.5 * force.length + (0.0 if force.ends else 0.5 * width)
        c_d = np.array([force.drag.at(float(s)) for s in np.hypot(nu_r[:, 1], nu_r[:, 2])])
        for k in range(points):
            share = force.profile[k] if force.profile else 1.0
            j = self.jacobian(first + k * width)
            across = nu_r @ j.T
            areas = share * width * np.array([force.height, force.breadth])
            drag = -0.5 * density * c_d[:, None] * areas * self.strip_speed(force, across) * across
            tau = tau + drag @ j
        return tau

    def lift_coefficient(self, force: HullLift, alpha: Array) -> Array:
        """C_L by the angle of attack."""
        return force.lift_slope * 0.5 * np.sin(2.0 * alpha)

    def lift(self, force: HullLift, nu_r: Array, density: float) -> Array:
        """Drag and lift in flow axes, turned by the angle of attack into the plane of axis and flow."""
        r = np.array(force.position)
        v = nu_r[:, :3] - times(np.broadcast_to(skew(r), (len(nu_r), 3, 3)), nu_r[:, 3:])
        lateral = v[:, 1] if force.all_planes else 0.0 * v[:, 1]
        across = np.hypot(lateral, v[:, 2])
        roll = np.arctan2(lateral, v[:, 2])
        alpha, flat = np.arctan2(across, v[:, 0]), np.hypot(across, v[:, 0])
        c_l = self.lift_coefficient(force, alpha)
        c_d = force.zero_lift_drag + c_l**2 / (np.pi * force.oswald_efficiency * force.aspect_ratio)
        pressure = 0.5 * density * force.area
        lift, drag = pressure * flat**2 * c_l, pressure * np.linalg.norm(v, axis=1) * flat * c_d
        x = -drag * np.cos(alpha) + lift * np.sin(alpha)
        normal = -drag * np.sin(alpha) - lift * np.cos(alpha)
        f = np.stack([x, normal * np.sin(roll), normal * np.cos(roll)], 1)
        return np.concatenate([f, np.cross(r, f)], 1)

    def derivatives(self, force: Derivatives, nu_r: Array) -> Array:
        """Every term by its name."""
        tau = np.zeros_like(nu_r)
        for name, value in force.terms:
            first, second = nu_r[:, "uvwpqr".index(name[2])], nu_r[:, "uvwpqr".index(name[3:].strip("|"))]
            tau[:, "XYZKMN".index(name[0])] += value * first * (np.abs(second) if "|" in name else second)
        return tau

    def seabed_gain(self, force: SeabedDamping, clearance: Array) -> Array:
        """exp(-(h/L)^2)."""
        return np.exp(-((np.maximum(clearance, 0.0) / force.length) ** 2))

    def seabed(self, force: SeabedDamping, nu_r: Array, clearance: Array) -> Array:
        """Heave alone."""
        tau = np.zeros_like(nu_r)
        w = nu_r[:, 2]
        tau[:, 2] = -self.seabed_gain(force, clearance) * (force.linear * w + force.quadratic * np.abs(w) * w)
        return tau
