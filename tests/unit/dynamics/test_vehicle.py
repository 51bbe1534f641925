"""A vehicle checks its numbers once and makes its mass matrices."""

from dataclasses import replace

import numpy as np
import pytest

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
