"""Motions with a closed form."""

from tests.reference import checks_closed as checks
from tests.reference.engine import Engine


def test_free_symmetric_top():
    checks.check_torque_free_top(Engine)


def test_decay_and_terminal_speed():
    checks.check_decay_and_terminal_speed(Engine)


def test_hydrostatic_periods():
    checks.check_pitch_period(Engine)


def test_thruster_lag_is_exact_at_any_step():
    checks.check_thruster_lag(Engine)


def test_attitude_keeps_unit_norm():
    checks.check_unit_quaternion(Engine)


def test_runge_kutta_has_order_four():
    checks.check_order(Engine)


def test_buoyancy_fades_at_the_surface():
    checks.check_surface(Engine)


def test_damping_takes_energy():
    checks.check_dissipation(Engine)
