"""The engine against the NumPy reference in Fossen's matrix form."""

import pytest

from tests.reference.checks_closed import check_derivative, check_trajectory
from tests.reference.engine import Engine


def test_derivative_equals_matrix_form_for_ten_thousand_states():
    check_derivative(Engine, vehicles=2_000, states=5)


@pytest.mark.slow
def test_derivative_equals_matrix_form_for_ten_thousand_vehicles():
    check_derivative(Engine, vehicles=10_000, states=1, seed=17)


def test_trajectories_follow_matrix_form_for_a_minute():
    check_trajectory(Engine)


def test_trajectories_follow_matrix_form_at_the_default_step():
    check_trajectory(Engine, duration=2.0, step=0.005)


@pytest.mark.slow
def test_trajectories_follow_matrix_form_for_a_minute_at_the_default_step():
    check_trajectory(Engine, step=0.005, members=12)
