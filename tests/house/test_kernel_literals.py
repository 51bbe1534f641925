"""Kernel code keeps to the engine's own number types."""

from tests.house import kernels
from tests.house.places import report, sources


def test_float_literals_go_through_real():
    problems = [p for f in sources() for p in kernels.literals(f)]
    assert not problems, report(problems)


def test_only_scalar_names_a_float_width():
    problems = [p for f in sources() for p in kernels.widths(f)]
    assert not problems, report(problems)
