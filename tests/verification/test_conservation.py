"""What must not change: energy, impulse, the frame of reference, the heading."""

from tests.reference import checks_conserved as checks
from tests.reference.engine import Engine


def test_energy_of_a_drag_free_body_is_kept():
    checks.check_energy(Engine)


def test_impulse_in_an_ideal_fluid_is_kept():
    checks.check_impulse(Engine)


def test_uniform_current_is_a_moving_frame():
    checks.check_galilean(Engine)


def test_track_turns_with_heading_and_current_and_moves_with_the_start():
    checks.check_heading_covariance(Engine)
