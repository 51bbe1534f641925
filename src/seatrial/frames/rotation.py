"""Unit quaternions (w, x, y, z), rotation matrices and Euler angles (roll, pitch, yaw; ZYX).

`q_AB` and `R_AB` take a vector expressed in B and express it in A: `v_A = R_AB v_B`. An attitude is `q_NB`, from the
body (FRD) to the world (NED). Arrays of any leading shape broadcast; the last axis holds the 4 or 3 components.

Sources: Fossen (2021), Handbook of Marine Craft Hydrodynamics and Motion Control, section 2.2 (conventions and
matrices); Bernardes and Viollet (2022), PLoS ONE 17(11) (Euler angles from a quaternion without a matrix).
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.errors import InputError

Array = NDArray[np.float64]

# below this ratio roll and yaw are one rotation (pitch +-90 deg to 1e-12 rad) and only their combination is defined
_GIMBAL_LOCK = 1e-12


def normalize(q: ArrayLike) -> Array:
    """`q` scaled to unit norm, shape (..., 4). `InputError` for a zero or not finite quaternion."""
    q = np.asarray(q, float)
    norm = np.linalg.norm(q, axis=-1, keepdims=True)
    if not np.all(np.isfinite(norm) & (norm > 0.0)):
        raise InputError("quaternion: must have four finite components that are not all zero")
    return q / norm


def multiply(p: ArrayLike, q: ArrayLike) -> Array:
    """`q_AC` of `q_AB` and `q_BC`: the Hamilton product `p q`, shape (..., 4)."""
    p, q = np.broadcast_arrays(np.asarray(p, float), np.asarray(q, float))
    pw, px, py, pz = np.moveaxis(p, -1, 0)
    qw, qx, qy, qz = np.moveaxis(q, -1, 0)
    return np.stack(
        [
            pw * qw - px * qx - py * qy - pz * qz,
            pw * qx + px * qw + py * qz - pz * qy,
            pw * qy - px * qz + py * qw + pz * qx,
            pw * qz + px * qy - py * qx + pz * qw,
        ],
        axis=-1,
    )


def conjugate(q: ArrayLike) -> Array:
    """`q_BA` of a unit quaternion `q_AB`, shape (..., 4)."""
    return np.asarray(q, float) * np.array([1.0, -1.0, -1.0, -1.0])


def rotate(q: ArrayLike, v: ArrayLike) -> Array:
    """`v_A` from `q_AB` (..., 4) and `v_B` (..., 3), shape (..., 3); `q` need not be exactly of unit norm."""
    q, v = normalize(q), np.asarray(v, float)
    w, u = q[..., :1], q[..., 1:]
    t = 2.0 * np.cross(u, v)
    return v + w * t + np.cross(u, t)


def from_euler(roll: ArrayLike, pitch: ArrayLike, yaw: ArrayLike) -> Array:
    """`q_NB`, shape (..., 4), of Euler angles [rad] (broadcast): yaw about z, then pitch about y, then roll about x."""
    roll, pitch, yaw = np.broadcast_arrays(*(0.5 * np.asarray(a, float) for a in (roll, pitch, yaw)))
    cr, sr, cp, sp, cy, sy = np.cos(roll), np.sin(roll), np.cos(pitch), np.sin(pitch), np.cos(yaw), np.sin(yaw)
    return np.stack(
        [
            cr * cp * cy + sr * sp * sy,
            sr * cp * cy - cr * sp * sy,
            cr * sp * cy + sr * cp * sy,
            cr * cp * sy - sr * sp * cy,
        ],
        axis=-1,
    )


def to_euler(q: ArrayLike) -> tuple[Array, Array, Array]:
    """Roll [-pi, pi], pitch [-pi/2, pi/2] and yaw [-pi, pi] in rad of `q_NB` (..., 4), each of shape (...).

    Finite for every quaternion but zero and blind to its norm. At pitch +-90 deg, where only yaw -+ roll is defined,
    roll is 0.

    With half angles, w + y and x - z are (cos p + sin p) times cosine and sine of (roll - yaw)/2, and w - y and x + z
    are (cos p - sin p) times those of (roll + yaw)/2. No asin occurs whose argument could pass 1.
    """
    w, x, y, z = np.moveaxis(np.asarray(q, float), -1, 0)
    up, level = np.hypot(w + y, x - z), np.hypot(w - y, x + z)
    half_difference = np.arctan2(x - z, w + y)
    half_sum = np.arctan2(x + z, w - y)
    half_sum = np.where(level <= _GIMBAL_LOCK * up, -half_difference, half_sum)
    half_difference = np.where(up <= _GIMBAL_LOCK * level, -half_sum, half_difference)
    pitch = 2.0 * np.arctan2(up, level) - 0.5 * np.pi
    return _turn(half_sum + half_difference), pitch, _turn(half_sum - half_difference)


def to_matrix(q: ArrayLike) -> Array:
    """`R_AB`, shape (..., 3, 3), of `q_AB` (..., 4); `q` need not be exactly of unit norm."""
    w, x, y, z = np.moveaxis(normalize(q), -1, 0)
    rows = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def from_matrix(matrix: ArrayLike) -> Array:
    """`q_AB` with w >= 0, shape (..., 4), of a rotation matrix `R_AB` (..., 3, 3).

    Shepperd (1978), J. Guidance and Control 1(3): of the four rows of 4 q q^T the one with the largest diagonal is
    used, so nothing is divided by a small number.
    """
    m = np.asarray(matrix, float)
    xx, yy, zz = m[..., 0, 0], m[..., 1, 1], m[..., 2, 2]
    wx, wy, wz = m[..., 2, 1] - m[..., 1, 2], m[..., 0, 2] - m[..., 2, 0], m[..., 1, 0] - m[..., 0, 1]
    xy, xz, yz = m[..., 0, 1] + m[..., 1, 0], m[..., 0, 2] + m[..., 2, 0], m[..., 1, 2] + m[..., 2, 1]
    ww, qx, qy, qz = 1.0 + xx + yy + zz, 1.0 + xx - yy - zz, 1.0 - xx + yy - zz, 1.0 - xx - yy + zz
    rows = [[ww, wx, wy, wz], [wx, qx, xy, xz], [wy, xy, qy, yz], [wz, xz, yz, qz]]
    outer = np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
    largest = np.argmax(np.stack([ww, qx, qy, qz], axis=-1), axis=-1)
    q = normalize(np.take_along_axis(outer, largest[..., None, None], axis=-2)[..., 0, :])
    return np.where(q[..., :1] < 0.0, -q, q)


def _turn(angle: Array) -> Array:
    # sums of two half angles lie within +-2 pi; +-pi itself is kept as it came, so that zero noise makes no jump
    return np.where(angle > np.pi, angle - 2.0 * np.pi, np.where(angle < -np.pi, angle + 2.0 * np.pi, angle))
