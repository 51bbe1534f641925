"""D04: cross-flow drag brakes heave as it does sway, and every dissipative term takes energy (cybergalactic/MSS#73)."""

from tests.reference.checks_hull import check_heave_of_case_d04, check_passive
from tests.reference.wrenches import kernel_wrench


def test_d04_heave_is_braked():
    check_heave_of_case_d04(kernel_wrench)


def test_d04_every_dissipative_term_takes_energy():
    check_passive(kernel_wrench, 1000)
