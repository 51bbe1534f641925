"""Case D08: saturated allocation keeps the direction of the demand, with weaker reverse thrust too."""

from tests.reference.checks_allocation import check_d08, in_kernel, in_numpy


def test_d08():
    check_d08(in_numpy)


def test_d08_in_the_kernel():
    check_d08(in_kernel)
