from collections.abc import Callable

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from seatrial.errors import InputError
from seatrial.frames import rotation

RNG = np.random.default_rng(7)
ANGLES = RNG.uniform([-np.pi, -np.pi / 2, -np.pi], [np.pi, np.pi / 2, np.pi], (500, 3))
# straight up and down, a hair away from it, half turns
EXTREMES = np.array(
    [(roll, sign * (np.pi / 2 - off), yaw) for roll in (0.0, 3.0, np.pi) for sign in (1, -1)
     for off in (0.0, 1e-15, 1e-11, 1e-8, 1e-4) for yaw in (0.0, -np.pi / 4, np.pi)]
)  # fmt: skip


def check_euler_is_yaw_pitch_roll(from_euler: Callable) -> None:
    """Against the product of the three elementary matrices."""
    for roll, pitch, yaw in np.concatenate([ANGLES[:50], EXTREMES]):
        cr, sr, cp, sp, cy, sy = np.cos(roll), np.sin(roll), np.cos(pitch), np.sin(pitch), np.cos(yaw), np.sin(yaw)
        about_z = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
        about_y = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
        about_x = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
        np.testing.assert_allclose(
            rotation.to_matrix(from_euler(roll, pitch, yaw)), about_z @ about_y @ about_x, atol=1e-15
        )


def check_euler_round_trip(to_euler: Callable) -> None:
    """Through any attitude, the vertical too, and for quaternions of any norm; the rotations are compared."""
    angles = np.concatenate([ANGLES, EXTREMES])
    q = rotation.from_euler(*angles.T)
    for scale in (1.0, -1.0, 1.0 + 1e-7, 1e-3):
        roll, pitch, yaw = to_euler(scale * q)
        assert np.all(np.abs(pitch) <= np.pi / 2)
        assert np.all(np.abs(np.stack([roll, yaw])) <= np.pi)
        back = rotation.from_euler(roll, pitch, yaw)
        np.testing.assert_allclose(rotation.to_matrix(back), rotation.to_matrix(q), atol=1e-11)


def check_product(multiply: Callable) -> None:
    """Turning by a product is turning twice, and agrees with another implementation."""
    p, q = RNG.normal(size=(2, 100, 4))
    p, q = rotation.normalize(p), rotation.normalize(q)
    v = RNG.normal(size=(100, 3))
    product = multiply(p, q)
    np.testing.assert_allclose(rotation.rotate(product, v), rotation.rotate(p, rotation.rotate(q, v)), atol=1e-14)
    theirs = Rotation.from_quat(p, scalar_first=True) * Rotation.from_quat(q, scalar_first=True)
    np.testing.assert_allclose(rotation.to_matrix(product), theirs.as_matrix(), atol=1e-14)


def test_from_euler():
    check_euler_is_yaw_pitch_roll(rotation.from_euler)


def test_to_euler():
    check_euler_round_trip(rotation.to_euler)
    roll, pitch, yaw = rotation.to_euler(rotation.from_euler(*ANGLES.T))
    np.testing.assert_allclose(np.stack([roll, pitch, yaw], axis=-1), ANGLES, atol=1e-13)


def test_vertical_has_no_roll():
    roll, pitch, yaw = rotation.to_euler(rotation.from_euler(0.3, [np.pi / 2, -np.pi / 2], 0.5))
    np.testing.assert_allclose([roll, pitch, yaw], [[0, 0], [np.pi / 2, -np.pi / 2], [0.2, 0.8]], atol=1e-12)


def test_product():
    check_product(rotation.multiply)


def test_rotate_agrees_with_matrix_and_inverse():
    q, v = 1.3 * RNG.normal(size=(5, 1, 4)), RNG.normal(size=(7, 3))
    turned = rotation.rotate(q, v)
    assert turned.shape == (5, 7, 3)
    np.testing.assert_allclose(turned, np.einsum("...ij,...j->...i", rotation.to_matrix(q), v), atol=1e-14)
    np.testing.assert_allclose(
        rotation.rotate(rotation.conjugate(q), turned), np.broadcast_to(v, (5, 7, 3)), atol=1e-14
    )


def test_matrix_round_trip_with_every_largest_component():
    q = rotation.normalize(np.concatenate([np.eye(4), RNG.normal(size=(100, 4)), [[1e-9, 1, 0, 0], [0, 1, 1, 0]]]))
    back = rotation.from_matrix(rotation.to_matrix(q))
    assert np.all(back[:, 0] >= 0.0)
    np.testing.assert_allclose(np.abs(np.sum(q * back, axis=-1)), 1.0, atol=1e-14)
    np.testing.assert_allclose(rotation.to_matrix(back), rotation.to_matrix(q), atol=1e-14)


@pytest.mark.parametrize("q", [[0, 0, 0, 0], [np.nan, 0, 0, 1], [np.inf, 0, 0, 0]])
def test_no_rotation(q):
    with pytest.raises(InputError, match="quaternion"):
        rotation.normalize(q)
