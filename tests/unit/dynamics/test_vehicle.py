"""A vehicle checks its numbers once and makes its mass matrices."""

from dataclasses import replace

import numpy as np
import pytest

from seatrial.dynamics.drag_curves import DragCurve
from seatrial.dynamics.forces.crossflow import CrossflowDrag
from seatrial.dynamics.forces.derivatives import Derivatives
from seatrial.dynamics.forces.hull_lift import HullLift
from seatrial.dynamics.forces.matrix_quadratic_damping import MatrixQuadraticDamping
from seatrial.dynamics.forces.projected_drag import ProjectedDrag
from seatrial.errors import InputError
from tests.reference.bodies import drifter
from tests.reference.matrix_model import MatrixModel
from tests.reference.random_vehicles import random_vehicle


def test_rigid_body_mass_matrix():
    vehicle = random_vehicle(np.random.default_rng(81))
    np.testing.assert_allclose(vehicle.rigid_body_mass, MatrixModel([vehicle], 0.01).m_rb[0], rtol=1e-14, atol=1e-14)
    np.testing.assert_allclose(vehicle.rigid_body_mass, vehicle.rigid_body_mass.T, rtol=1e-14)


def test_numbers_cannot_be_changed_later():
    with pytest.raises(ValueError, match="read-only"):
        drifter().added_mass[0, 0] = 1.0


CURVE = DragCurve((1.1,))
STRIPS, ALONG_FLOW = CrossflowDrag(1.6, 0.2, 0.2, CURVE), ProjectedDrag(np.ones(6))
HULL_DRAG = HullLift(0.2, 0.2, 0.1)


@pytest.mark.parametrize(
    "damped, components, words",
    [
        (
            (0, 3.0, 0, 0, 0, 0),
            (STRIPS,),
            "CrossflowDrag is the quadratic drag in sway, which quadratic_damping has too",
        ),
        ((0, 0, 0, 0, 0, 3.0), (STRIPS,), "in yaw, which quadratic_damping"),
        ((0, 0, 3.0, 0, 0, 0), (ALONG_FLOW,), "ProjectedDrag is the quadratic drag in heave"),
        (
            (0, 0, 0, 0, 0, 0),
            (ALONG_FLOW, STRIPS),
            "CrossflowDrag is the quadratic drag in sway, which ProjectedDrag has",
        ),
        ((0, 0, 0, 0, 0, 0), (STRIPS, MatrixQuadraticDamping(np.eye(6))), "MatrixQuadraticDamping is .* in sway"),
        ((0, 0, 0, 0, 0, 0), (STRIPS, Derivatives((("Y_v|v|", -3.0),))), "Derivatives is .* in sway"),
        ((3.0, 0, 0, 0, 0, 0), (HULL_DRAG,), "HullLift is the quadratic drag in surge"),
        ((0, 0, 0, 0, 0, 0), (STRIPS, STRIPS), "at most one CrossflowDrag"),
    ],
)
def test_no_drag_counts_twice(damped: tuple[float, ...], components: tuple, words: str):
    with pytest.raises(InputError, match=words) as error:
        replace(drifter(), quadratic_damping=np.array(damped), components=components)
    assert "\n" not in str(error.value)


def test_drag_on_other_axes_is_no_conflict():
    both = (STRIPS, HULL_DRAG, Derivatives((("Y_uv", -3.0), ("N_v|v|", 1.0), ("K_p|p|", -1.0))))
    replace(drifter(), components=both)
    replace(drifter(), quadratic_damping=np.array([3.0, 0, 0, 1.0, 0, 0]), components=(STRIPS, HullLift(0.2, 0.2, 0.0)))


@pytest.mark.parametrize(
    "change, words",
    [
        ({"mass": 0.0}, "mass"),
        ({"volume": float("nan")}, "volume"),
        ({"hull_height": 0.0}, "hull_height"),
        ({"added_coriolis": 1.1}, "added_coriolis"),
        ({"inertia": np.eye(2)}, r"inertia: .* shape \(3, 3\)"),
        ({"added_mass": np.full((6, 6), np.inf)}, "added_mass"),
        ({"linear_damping": -np.ones(6)}, "linear_damping = -1"),
        ({"quadratic_damping": np.ones(5)}, "quadratic_damping"),
        ({"added_mass": -100.0 * np.eye(6)}, "positive definite"),
    ],
)
def test_bad_numbers_are_named(change: dict, words: str):
    with pytest.raises(InputError, match=words):
        replace(drifter(), **change)
