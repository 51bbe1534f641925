"""Wrenches to thrusters, in NumPy and in the kernel."""

import numpy as np
import pytest

from seatrial.control.wrench_allocation import allocator
from seatrial.errors import InputError
from tests.reference.checks_allocation import CHECKS, in_kernel, in_numpy, twins


@pytest.mark.parametrize("name", CHECKS)
def test_in_numpy(name: str):
    CHECKS[name](in_numpy)


@pytest.mark.parametrize("name", CHECKS)
def test_in_the_kernel(name: str):
    CHECKS[name](in_kernel)


def test_scale_is_reported():
    assert allocator(twins(100.0)).allocate((10.0, 0, 0, 0, 0, 0)).scale == 1.0
    np.testing.assert_allclose(allocator(twins(100.0)).allocate((150.0, 0, 0, 0, 0, 60.0)).scale, 100.0 / 135.0)


def test_no_thruster_gives_nothing():
    found = allocator([]).allocate((1.0, 0, 0, 0, 0, 0))
    assert found.force.shape == (0,)
    np.testing.assert_array_equal(found.wrench, 0.0)
    np.testing.assert_array_equal(allocator(twins(9.0), (0.0, 0.0)).allocate((1.0, 0, 0, 0, 0, 0)).force, 0.0)


def test_heavy_damping_asks_for_less():
    light, heavy = (allocator(twins(100.0), damping=d).allocate((50.0, 0, 0, 0, 0, 0)).wrench[0] for d in (1e-8, 0.5))
    assert 0.5 * light < heavy < light


@pytest.mark.parametrize(
    "health, demand, words",
    [
        ((1.2, 1.0), np.zeros(6), "thruster t-0.5 effectiveness = 1.2"),
        ((1.0,), np.zeros(6), "effectiveness = .*: must be 2 numbers"),
        ((1.0, 1.0), np.zeros(5), "demanded wrench"),
        ((1.0, 1.0), np.full(6, np.nan), "demanded wrench"),
    ],
)
def test_bad_input_is_named(health: tuple[float, ...], demand: np.ndarray, words: str):
    with pytest.raises(InputError, match=words):
        allocator(twins(100.0), health).allocate(demand)
