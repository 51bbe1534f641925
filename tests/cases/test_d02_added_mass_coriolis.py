"""D02: the Munk moment is destabilising and Coriolis forces do no work (uuvsimulator/uuv_simulator#2)."""

import numpy as np

from seatrial.dynamics.motion import added_mass_coriolis
from seatrial.dynamics.scalar import mat66, vec6
from tests.reference.checks_closed import MUNK, check_coriolis_power, check_munk
from tests.reference.engine import Engine
from tests.reference.matrix_model import MatrixModel, times
from tests.reference.random_vehicles import random_vehicle


def test_d02_munk_moment_turns_the_nose_from_the_drift():
    check_munk(Engine)
    force = added_mass_coriolis(mat66(*np.diag(MUNK).ravel()), vec6(2.0, 0.5, 0.0, 0.0, 0.0, 0.0))
    np.testing.assert_allclose(np.array(force), [0.0, 0.0, 0.0, 0.0, 0.0, 70.0], rtol=1e-14, atol=1e-14)


def test_d02_coriolis_does_no_work():
    check_coriolis_power(Engine)


def test_d02_reference_matrices_are_skew_and_two_forms_agree():
    # C_RB(nu) is not unique, C_RB(nu) nu is: the form without linear velocity against the one made from M_RB.
    rng = np.random.default_rng(31)
    fleet, nu = [random_vehicle(rng) for _ in range(100)], rng.normal(size=(100, 6))
    model = MatrixModel(fleet, 0.01)
    size = np.abs(model.c_a(nu)).max() + np.abs(model.c_rb(nu)).max()
    for matrix in (model.c_a(nu), model.c_rb(nu)):
        np.testing.assert_allclose(matrix + np.swapaxes(matrix, -1, -2), 0.0, atol=1e-14 * size)
    by_hand = times(model.c_rb(nu), nu)
    model.m_a = model.m_rb
    np.testing.assert_allclose(times(model.c_a(nu), nu), by_hand, rtol=0.0, atol=1e-14 * size)
