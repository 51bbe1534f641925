from collections.abc import Callable

import numpy as np
import pytest

from seatrial.frames.angles import angle_difference, wrap_180, wrap_pi


def check_wrap(wrap: Callable, half: float) -> None:
    angles = np.concatenate([np.linspace(-5.0, 5.0, 1001) * half, [np.nextafter(-half, -np.inf), -1e-17, half, -half]])
    wrapped = wrap(angles)
    assert np.all((wrapped >= -half) & (wrapped < half))
    turn = np.pi / half
    # the same direction, to the rounding of five turns
    np.testing.assert_allclose(np.exp(1j * wrapped * turn), np.exp(1j * angles * turn), atol=1e-14)
    inside = (angles >= -half) & (angles < half)
    np.testing.assert_array_equal(wrapped[inside], angles[inside])


@pytest.mark.parametrize("wrap, half", [(wrap_pi, np.pi), (wrap_180, 180.0)])
def test_wrapping(wrap, half):
    check_wrap(wrap, half)


def test_shape_is_kept():
    assert wrap_pi(7.0).shape == ()
    assert wrap_180(np.zeros((2, 0, 3))).shape == (2, 0, 3)


def test_difference_is_the_short_turn():
    difference = np.degrees(angle_difference(np.radians([-179.0, 10.0, 350.0]), np.radians([179.0, 350.0, 10.0])))
    np.testing.assert_allclose(difference, [2.0, 20.0, -20.0], atol=1e-12)
