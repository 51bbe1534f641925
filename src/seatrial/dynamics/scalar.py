"""The number type of the engine and what is built from it; no other file names a float width.

Warp does not promote literals: kernel code writes `real(0.5)`, or a constant from here. Warp stores quaternions as
x y z w; only this file and `ros/` know that, everything else says w x y z.
"""

import os

import numpy as np

from seatrial.dynamics.engine import start
from seatrial.errors import InputError

wp = start()

_PRECISIONS = {"double": (wp.float64, np.float64), "single": (wp.float32, np.float32)}
_name = os.environ.get("SEATRIAL_PRECISION", "double")
if _name not in _PRECISIONS:
    raise InputError(f"SEATRIAL_PRECISION = {_name!r}: must be 'double' or 'single'")

real, real_numpy = _PRECISIONS[_name]
single = wp.float32
"""Storage type of field tables, whatever the precision of the engine: the sources are no finer."""

vec3 = wp.types.vector(3, real)
vec4 = wp.types.vector(4, real)
vec6 = wp.types.vector(6, real)
quat = wp.types.quaternion(real)
mat33 = wp.types.matrix((3, 3), real)
mat66 = wp.types.matrix((6, 6), real)

ZERO = wp.constant(real(0.0))
HALF = wp.constant(real(0.5))
ONE = wp.constant(real(1.0))
TWO = wp.constant(real(2.0))
PI = wp.constant(real(np.pi))
RADIAN_LIMIT = wp.constant(real(1.0e-6))
"""Least cosine of a latitude that is divided by."""


@wp.func
def linear(a: vec6):
    """First three components: force or velocity."""
    return vec3(a[0], a[1], a[2])


@wp.func
def angular(a: vec6):
    """Last three components: moment or angular velocity."""
    return vec3(a[3], a[4], a[5])


@wp.func
def join(a: vec3, b: vec3):
    """Six-vector of a linear and an angular part."""
    return vec6(a[0], a[1], a[2], b[0], b[1], b[2])


@wp.func
def wrap_pi(angle: real):
    """The same direction in [-pi, pi]."""
    return angle - TWO * PI * wp.floor((angle + PI) / (TWO * PI))


@wp.func
def yaw_quaternion(psi: real):
    """Rotation by psi about the down axis."""
    return quat(ZERO, ZERO, wp.sin(HALF * psi), wp.cos(HALF * psi))


@wp.func
def quaternion_rate(q: quat, omega: vec3):
    """Time derivative of q_NB under the body rate omega (Fossen 2021, eq. 2.88): q * (0, omega) / 2."""
    return q * quat(omega[0], omega[1], omega[2], ZERO) * HALF


@wp.func
def forward_azimuth(q: quat):
    """Angle from north of the body x axis projected to the horizontal [rad]; Euler yaw of q_NB."""
    two = TWO
    return wp.atan2(two * (q[3] * q[2] + q[0] * q[1]), ONE - two * (q[1] * q[1] + q[2] * q[2]))


@wp.func
def nose_up(q: quat):
    """Euler pitch of q_NB [rad]; the sine is clamped where rounding carries it beyond one."""
    return wp.asin(wp.clamp(TWO * (q[3] * q[1] - q[2] * q[0]), -ONE, ONE))


@wp.func
def euler_angles(q: quat):
    """Roll, pitch, yaw (ZYX) of q_NB [rad]."""
    two = TWO
    roll = wp.atan2(two * (q[3] * q[0] + q[1] * q[2]), ONE - two * (q[0] * q[0] + q[1] * q[1]))
    return vec3(roll, nose_up(q), forward_azimuth(q))


def to_warp_quaternion(q_wxyz: np.ndarray) -> np.ndarray:
    """Quaternions w x y z, shape (..., 4), in Warp's order x y z w."""
    return np.roll(np.asarray(q_wxyz), -1, axis=-1)


def from_warp_quaternion(q_xyzw: np.ndarray) -> np.ndarray:
    """Quaternions in Warp's order x y z w, shape (..., 4), as w x y z."""
    return np.roll(np.asarray(q_xyzw), 1, axis=-1)
