"""Angles on the circle: wrapping and differences."""

import numpy as np
from numpy.typing import ArrayLike, NDArray


def wrap_pi(angle: ArrayLike) -> NDArray[np.float64]:
    """`angle` [rad], any shape, brought into [-pi, pi); values already there come back bit for bit."""
    return _wrap(angle, np.pi)


def wrap_180(angle: ArrayLike) -> NDArray[np.float64]:
    """`angle` [deg], any shape, brought into [-180, 180); values already there come back bit for bit."""
    return _wrap(angle, 180.0)


def angle_difference(to: ArrayLike, from_: ArrayLike) -> NDArray[np.float64]:
    """The short turn `to - from_` [rad] in [-pi, pi), broadcast; positive clockwise for compass angles."""
    return wrap_pi(np.asarray(to, float) - np.asarray(from_, float))


def _wrap(angle: ArrayLike, half: float) -> NDArray[np.float64]:
    angle = np.asarray(angle, float)
    wrapped = np.mod(angle + half, 2.0 * half) - half
    # the modulus of a tiny negative number rounds up to the full turn, which lies outside the half-open interval
    wrapped = np.where(wrapped >= half, -half, wrapped)
    return np.where((angle >= -half) & (angle < half), angle, wrapped)
