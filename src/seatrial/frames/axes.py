"""Between the conventions inside (NED world, FRD body) and those outside (ENU world, FLU body; ROS REP 103).

Vectors have shape (..., 3), quaternions (w, x, y, z) shape (..., 4), yaw any shape.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.frames.angles import wrap_pi
from seatrial.frames.rotation import conjugate, multiply

Array = NDArray[np.float64]

# ENU from NED: half a turn about the horizontal axis north-east. FRD from FLU: half a turn about forward, with the
# sign that makes a level vehicle heading north (identity) the ENU yaw of +90 deg with w > 0.
_Q_ENU_NED = np.array([0.0, np.sqrt(0.5), np.sqrt(0.5), 0.0])
_Q_FRD_FLU = np.array([0.0, -1.0, 0.0, 0.0])


def ned_to_enu(vector: ArrayLike) -> Array:
    """(north, east, down) as (east, north, up), shape (..., 3)."""
    return np.asarray(vector, float)[..., [1, 0, 2]] * np.array([1.0, 1.0, -1.0])


def enu_to_ned(vector: ArrayLike) -> Array:
    """(east, north, up) as (north, east, down), shape (..., 3); the same exchange as `ned_to_enu`."""
    return ned_to_enu(vector)


def frd_to_flu(vector: ArrayLike) -> Array:
    """(forward, starboard, down) as (forward, port, up), shape (..., 3)."""
    return np.asarray(vector, float) * np.array([1.0, -1.0, -1.0])


def flu_to_frd(vector: ArrayLike) -> Array:
    """(forward, port, up) as (forward, starboard, down), shape (..., 3); the same exchange as `frd_to_flu`."""
    return frd_to_flu(vector)


def attitude_to_enu_flu(q_NB: ArrayLike) -> Array:
    """Attitude from FLU to ENU, shape (..., 4), of the attitude from FRD to NED: `q_EN q_NB q_BF`."""
    return multiply(multiply(_Q_ENU_NED, q_NB), _Q_FRD_FLU)


def attitude_to_ned_frd(q_EF: ArrayLike) -> Array:
    """Attitude from FRD to NED, shape (..., 4), of the attitude from FLU to ENU; undoes `attitude_to_enu_flu`."""
    return multiply(multiply(conjugate(_Q_ENU_NED), q_EF), conjugate(_Q_FRD_FLU))


def compass_to_enu_yaw(heading: ArrayLike) -> Array:
    """Yaw [rad] counter-clockwise from east, in [-pi, pi), of a heading [rad] clockwise from north."""
    return wrap_pi(0.5 * np.pi - np.asarray(heading, float))


def enu_yaw_to_compass(yaw: ArrayLike) -> Array:
    """Heading [rad] clockwise from north, in [-pi, pi), of a yaw [rad] counter-clockwise from east."""
    return wrap_pi(0.5 * np.pi - np.asarray(yaw, float))
