"""Uniform depth and current."""

import numpy as np
import pytest

from seatrial.errors import InputError
from seatrial.ocean.uniform import UniformCurrents, UniformDepth


def test_the_same_everywhere():
    elevation, valid = UniformDepth(200.0).sample(np.zeros((2, 1)), np.zeros(3))
    np.testing.assert_array_equal(elevation, np.full((2, 3), -200.0))
    assert valid.all()
    velocity, valid = UniformCurrents(0.3, -0.1).sample(np.zeros((2, 1)), 0.0, np.zeros(3), 7.0)
    assert velocity.shape == (2, 3, 2)
    np.testing.assert_array_equal(velocity[1, 2], [0.3, -0.1])
    assert valid.shape == (2, 3)
    assert UniformDepth(200.0).table() is UniformCurrents(0.0, 0.0).table() is None


@pytest.mark.parametrize(
    "make", [lambda: UniformDepth(-1.0), lambda: UniformCurrents(11.0, 0.0), lambda: UniformCurrents(0.0, np.nan)]
)
def test_out_of_range(make):
    with pytest.raises(InputError, match="must be a number in"):
        make()
