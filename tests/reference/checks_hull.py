"""Checks of a hull's forces against closed forms and cases. They take the kernels, the NumPy formulas or a mutant."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from seatrial.dynamics.drag_curves import DragCurve
from seatrial.dynamics.forces import crossflow, derivatives
from seatrial.dynamics.forces.crossflow import CrossflowDrag, Planes
from seatrial.dynamics.forces.derivatives import Derivatives
from seatrial.dynamics.forces.hull_lift import HullLift
from seatrial.dynamics.forces.matrix_damping import MatrixDamping
from seatrial.dynamics.forces.matrix_quadratic_damping import MatrixQuadraticDamping
from seatrial.dynamics.forces.projected_drag import ProjectedDrag
from seatrial.dynamics.forces.seabed import SeabedDamping
from tests.reference.hull_forces import HullForces, Wrench
from tests.reference.matrix_model import Array
from tests.reference.random_vehicles import positive_definite

TORPEDO = CrossflowDrag(1.6, 0.19, 0.19, DragCurve((1.1,)))
"""The hull of case D04."""
REMUS = HullLift(area=0.7 * 1.6 * 0.19, span=0.19, zero_lift_drag=0.06)
ROUND = HullLift(0.3, 0.2, 0.1, 0.35, (0.4, -0.1, 0.05), all_planes=True)


def motions(n: int, seed: int = 91) -> Array:
    """Random velocities through the water, some of them at rest on an axis or on all."""
    rng = np.random.default_rng(seed)
    nu = rng.normal(size=(n, 6)) * np.array([2.0, 1.0, 1.0, 0.5, 0.5, 0.5])
    return nu * (rng.random((n, 6)) < 0.9)


def one(nu: Sequence[float]) -> Array:
    """One motion."""
    return np.array([nu], np.float64)


def components(seed: int = 92) -> list[Any]:
    """Several of every kind, with random numbers."""
    rng = np.random.default_rng(seed)
    found: list[Any] = [TORPEDO, REMUS, ROUND]
    for _ in range(4):
        found += [
            MatrixDamping(positive_definite(rng, np.ones(6)) + 0.3 * rng.normal(size=(6, 6)) * (1 - np.eye(6)) * 0.1),
            MatrixQuadraticDamping(np.abs(rng.normal(size=(6, 6)))),
            ProjectedDrag(rng.uniform(0.1, 50.0, 6)),
            crossflow.examples(rng),
            derivatives.examples(rng),
            SeabedDamping(*rng.uniform(0.5, 3.0, 3).tolist()),
        ]
    return [*found, CrossflowDrag(1.6, 0.3, 0.19, DragCurve((1.1,)), 7, 0.1, planes=Planes.COMBINED, ends=True)]


def check_agreement(wrench: Wrench, n: int = 200) -> None:
    """The formulas of the literature in NumPy, to 1e-12 of each wrench's size: some 100 products of rounding 1e-16.

    The shadow of an ellipsoid goes over a determinant, which loses up to three digits where areas differ by 500.
    """
    nu, reference = motions(n), HullForces()
    for component in components():
        clearance = np.linspace(-1.0, 5.0, n)
        ours, theirs = (f(component, nu, 1030.0, clearance) for f in (wrench, reference))
        size = np.maximum(np.linalg.norm(theirs, axis=1, keepdims=True), 1e-9)
        loose = 1e-10 if isinstance(component, ProjectedDrag) else 1e-12
        assert np.all(np.abs(ours - theirs) <= loose * size), type(component).__name__


def check_passive(wrench: Wrench, n: int = 1000) -> None:
    """Case D04: dissipative terms take energy out of every motion."""
    nu = motions(n, 93)
    kinds = (MatrixDamping, ProjectedDrag, CrossflowDrag, HullLift, SeabedDamping)
    for component in components():
        if isinstance(component, kinds):
            power = np.einsum("ni,ni->n", nu, wrench(component, nu, 1025.0, 0.5))
            # Terms of opposite sign cancel to rounding where a lift without drag does no work.
            assert np.all(power <= 0.0), f"{type(component).__name__}: {power.max():g} W"


def check_heave_of_case_d04(wrench: Wrench) -> None:
    """Case D04: Z = -rho/2 C_d D L w |w| = -42.85 N, nothing else, and the same in sway."""
    for axis in (1, 2):
        nu = np.zeros((1, 6))
        nu[0, axis] = 0.5
        expected = np.zeros((1, 6))
        expected[0, axis] = -0.5 * 1025.0 * 1.1 * 0.19 * 1.6 * 0.25
        np.testing.assert_allclose(wrench(TORPEDO, nu), expected, rtol=1e-13, atol=1e-12)
        np.testing.assert_allclose(expected[0, axis], -42.85, atol=5e-3)


def check_crossflow_turning(wrench: Wrench) -> None:
    """Turning about the middle: -rho/2 C_d D r|r| L^4 / 32, of which N strips have the share 1 - 2/N^2 exactly."""
    for axis in (4, 5):
        nu = np.zeros((1, 6))
        nu[0, axis] = -0.7
        moment = 0.5 * 1025.0 * 1.1 * 0.19 * 0.49 * 1.6**4 / 32.0
        expected = np.zeros((1, 6))
        expected[0, axis] = moment * (1.0 - 2.0 / 20**2)
        np.testing.assert_allclose(wrench(TORPEDO, nu), expected, rtol=1e-12, atol=1e-12)


def check_crossflow_lever(wrench: Wrench) -> None:
    """A hull whose middle is ahead of the origin: sinking lifts the nose, drifting to starboard turns it to port."""
    ahead = CrossflowDrag(1.6, 0.19, 0.19, DragCurve((1.1,)), middle=0.3)
    force = 42.845 / 0.25
    np.testing.assert_allclose(
        wrench(ahead, one([0, 0, 0.5, 0, 0, 0])), one([0, 0, -force / 4, 0, 0.3 * force / 4, 0]), rtol=1e-12, atol=1e-12
    )
    np.testing.assert_allclose(
        wrench(ahead, one([0, 1.0, 0, 0, 0, 0])), one([0, -force, 0, 0, 0, -0.3 * force]), rtol=1e-12, atol=1e-12
    )
    # Pitching about the middle of the hull gives no heave force there: w = 0.3 q.
    still = wrench(ahead, one([0, 0, 0.3 * 0.8, 0, 0.8, 0]))
    np.testing.assert_allclose(still[0, 2], 0.0, atol=1e-12)


def check_crossflow_about_the_axis(wrench: Wrench) -> None:
    """Combined planes: a hull of revolution feels the same whatever the roll angle of the motion."""
    hull = CrossflowDrag(1.6, 0.19, 0.19, DragCurve((1.1,)), planes=Planes.COMBINED)
    nu = motions(50, 94)
    for angle in (0.4, 2.0):
        c, s = np.cos(angle), np.sin(angle)
        turn = np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
        both = np.kron(np.eye(2), turn)
        np.testing.assert_allclose(wrench(hull, nu @ both.T), wrench(hull, nu) @ both.T, rtol=0.0, atol=1e-10)


def check_drag_curve(wrench: Wrench) -> None:
    """C_D between, at and beyond knots, and at a step: the force over rho/2 A w^2."""
    curve = DragCurve((1.2, 1.0, 0.6, 0.2), (1e5, 2e5, 2e5, 4e5), length=0.5)
    hull = CrossflowDrag(2.0, 0.5, 0.5, curve)
    speed = np.array([0.1, 0.2, 0.3, 0.3999, 0.4, 0.6, 0.8, 3.0])
    expected = [1.2, 1.2, 1.1, 1.0001, 0.6, 0.4, 0.2, 0.2]
    nu = np.zeros((8, 6))
    nu[:, 2] = speed
    np.testing.assert_allclose(-wrench(hull, nu)[:, 2] / (0.5 * 1025.0 * speed**2), expected, rtol=1e-12)


def check_projected(wrench: Wrench) -> None:
    """Along an axis the diagonal form; a sphere is isotropic; a plate at 45 degrees shows 1/sqrt 2 of its area."""
    force = ProjectedDrag(np.array([3.0, 20.0, 40.0, 1.0, 2.0, 4.0]))
    nu = np.diag([2.0, -1.5, 0.7, 1.0, -0.4, 0.3])
    diagonal = -np.asarray(force.diagonal) * np.abs(nu) * nu
    np.testing.assert_allclose(wrench(force, nu), diagonal, rtol=1e-10, atol=1e-10)
    any_way = motions(50, 95)
    sphere = wrench(ProjectedDrag(np.array([7.0, 7.0, 7.0, 0.0, 0.0, 0.0])), any_way)[:, :3]
    speed = np.linalg.norm(any_way[:, :3], axis=1, keepdims=True)
    np.testing.assert_allclose(sphere, -7.0 * speed * any_way[:, :3], rtol=1e-10, atol=1e-10)
    plate = wrench(ProjectedDrag(np.array([0.0, 0.0, 10.0, 0.0, 0.0, 0.0])), one([1.0, 0.0, 1.0, 0, 0, 0]))
    np.testing.assert_allclose(plate[0, :3], np.array([-1.0, 0.0, -1.0]) * 2.0 * 10.0 / 2.0, rtol=1e-8, atol=1e-8)


def check_lift(wrench: Wrench) -> None:
    """Small angles as in MSS, 45 degrees, drag alone ahead and astern, and no work of the lift."""
    slope = np.pi * REMUS.aspect_ratio / (1.0 + np.sqrt(1.0 + REMUS.aspect_ratio**2 / 4.0))
    pressure = 0.5 * 1025.0 * REMUS.area
    for alpha in np.radians([0.5, 2.0, -2.0]):
        c, s = np.cos(alpha), np.sin(alpha)
        c_l = slope * alpha
        c_d = 0.06 + c_l**2 / (np.pi * 0.3 * REMUS.aspect_ratio)
        expected = pressure * 4.0 * one([-c_d * c + c_l * s, 0.0, -c_d * s - c_l * c, 0.0, 0.0, 0.0])
        # sin cos departs from alpha by 2 alpha^2 / 3: 8e-4 at 2 degrees.
        np.testing.assert_allclose(wrench(REMUS, one([2 * c, 0, 2 * s, 0, 0, 0])), expected, rtol=9e-4, atol=1e-9)
    for u in (1.5, -1.5):
        expected = -pressure * 0.06 * abs(u) * u
        np.testing.assert_allclose(wrench(REMUS, one([u, 0, 0, 0, 0, 0]))[0, 0], expected, rtol=1e-13)
    diagonal = wrench(REMUS, one([1.0, 0, 1.0, 0, 0, 0]))[0]
    c_d = 0.06 + (slope / 2.0) ** 2 / (np.pi * 0.3 * REMUS.aspect_ratio)
    np.testing.assert_allclose(-diagonal[0] - diagonal[2], pressure * 2.0 * c_d * np.sqrt(2.0), rtol=1e-12)
    np.testing.assert_allclose(diagonal[0] - diagonal[2], pressure * 2.0 * slope / 2.0 * np.sqrt(2.0), rtol=1e-12)


def check_lift_has_no_step(wrench: Wrench) -> None:
    """Reversed motion reverses the force; around the whole circle and at rest the force is continuous.

    A turn of 1e-4 rad at 1 m/s moves no force by more than a few times 1e-4 of the dynamic pressure on the area.
    """
    alpha = np.linspace(-np.pi, np.pi, 62832)
    around = np.zeros((len(alpha), 6))
    around[:, 0], around[:, 2] = np.cos(alpha), np.sin(alpha)
    for hull in (REMUS, HullLift(0.3, 0.2, 0.1, all_planes=True)):
        force = wrench(hull, around)
        np.testing.assert_allclose(wrench(hull, -around), -force, rtol=0.0, atol=1e-9)
        step = 0.5 * 1025.0 * hull.area * 1e-4
        assert np.abs(np.diff(force, axis=0)).max() < 3.0 * step
        np.testing.assert_allclose(wrench(hull, 1e-6 * around), 1e-12 * force, rtol=1e-9, atol=1e-24)
        np.testing.assert_array_equal(wrench(hull, 0.0 * around[:1]), 0.0)


def check_lift_lever(wrench: Wrench) -> None:
    """The force acts at its point: r x F of the force there, and the flow there has the turn of the body in it."""
    at_point = HullLift(0.3, 0.2, 0.1, 0.35, all_planes=True)
    nu, r = motions(50, 96), np.array(ROUND.position)
    moved = nu.copy()
    moved[:, :3] += np.cross(nu[:, 3:], r)
    force = wrench(at_point, moved)[:, :3]
    expected = np.concatenate([force, np.cross(r, force)], 1)
    np.testing.assert_allclose(wrench(ROUND, nu), expected, rtol=0.0, atol=1e-9)


def check_seabed(wrench: Wrench) -> None:
    """Gain 1 on the sea floor and below, 1/e at L, exp(-4) at 2 L, nothing far away; against heave both ways."""
    force, clearance = SeabedDamping(1.5, 10.0, 4.0), np.array([-1.0, 0.0, 1.5, 3.0, 1e6])
    gain = np.array([1.0, 1.0, np.exp(-1.0), np.exp(-4.0), 0.0])
    for w in (0.5, -0.5):
        tau = wrench(force, np.tile([1.0, 2.0, w, 0.1, 0.2, 0.3], (5, 1)), 1025.0, clearance)
        expected = np.zeros((5, 6))
        expected[:, 2] = -gain * (10.0 * w + 4.0 * abs(w) * w)
        np.testing.assert_allclose(tau, expected, rtol=1e-12)


def check_matrices(wrench: Wrench) -> None:
    """One coupling at a time by hand, and every motion's power -nu^T D nu."""
    d = np.eye(6)
    d[1, 5] = 0.4
    np.testing.assert_allclose(wrench(MatrixDamping(d), one([0, 0, 0, 0, 0, 2.0])), one([0, -0.8, 0, 0, 0, -2.0]))
    d = np.eye(6)
    d[4, 2] = 5.0
    tau = wrench(MatrixQuadraticDamping(d), one([0, 0, -2.0, 0, 0, 0]))
    np.testing.assert_allclose(tau, one([0, 0, 4.0, 0, 20.0, 0]))


def check_derivatives(wrench: Wrench) -> None:
    """Prestero's REMUS (2001, tables C.2 to C.4): steady side slip and turn by hand."""
    terms = (
        ("Y_uv", -28.6),
        ("Y_v|v|", -1310.0),
        ("Y_r|r|", 0.632),
        ("N_uv", -24.0),
        ("N_r|r|", -94.0),
        ("X_vr", 35.5),
    )
    tau = wrench(Derivatives(terms), one([1.5, -0.1, 0, 0, 0, -0.2]))
    y = -28.6 * 1.5 * -0.1 + 1310.0 * 0.01 - 0.632 * 0.04
    np.testing.assert_allclose(tau, one([35.5 * 0.02, y, 0, 0, 0, -24.0 * -0.15 + 94.0 * 0.04]), rtol=1e-13, atol=1e-13)
