from collections.abc import Callable

import numpy as np

from seatrial.frames import axes
from seatrial.frames.rotation import from_euler, normalize, rotate, to_euler

RNG = np.random.default_rng(3)


def check_attitude(to_enu_flu: Callable) -> None:
    """A vector fixed in the body comes out the same whether world and body axes are exchanged before or after."""
    q_NB, v_B = normalize(RNG.normal(size=(200, 4))), RNG.normal(size=(200, 3))
    there = rotate(to_enu_flu(q_NB), axes.frd_to_flu(v_B))
    np.testing.assert_allclose(there, axes.ned_to_enu(rotate(q_NB, v_B)), atol=1e-14)


def check_yaw(to_enu_yaw: Callable) -> None:
    """The heading's direction vector, with its axes exchanged, has the yaw from east."""
    heading = np.linspace(-4.0, 4.0, 81)
    north_east = np.stack([np.cos(heading), np.sin(heading), 0 * heading], axis=-1)
    east, north, _ = np.moveaxis(axes.ned_to_enu(north_east), -1, 0)
    yaw = to_enu_yaw(heading)
    assert np.all((yaw >= -np.pi) & (yaw < np.pi))
    np.testing.assert_allclose(np.exp(1j * yaw), east + 1j * north, atol=1e-14)


def test_vectors():
    np.testing.assert_array_equal(axes.ned_to_enu([1, 2, 3]), [2, 1, -3])
    np.testing.assert_array_equal(axes.frd_to_flu([1, 2, 3]), [1, -2, -3])
    v = RNG.normal(size=(4, 5, 3))
    np.testing.assert_array_equal(axes.enu_to_ned(axes.ned_to_enu(v)), v)
    np.testing.assert_array_equal(axes.flu_to_frd(axes.frd_to_flu(v)), v)


def test_attitude():
    check_attitude(axes.attitude_to_enu_flu)
    q_NB = normalize(RNG.normal(size=(3, 5, 4)))
    np.testing.assert_allclose(axes.attitude_to_ned_frd(axes.attitude_to_enu_flu(q_NB)), q_NB, atol=1e-15)


def test_level_vehicle_heading_north_has_yaw_90_in_enu():
    q_EF = axes.attitude_to_enu_flu([1.0, 0.0, 0.0, 0.0])
    assert q_EF[0] > 0.0
    np.testing.assert_allclose(np.degrees(to_euler(q_EF)), [0.0, 0.0, 90.0], atol=1e-12)


def test_pitch_changes_its_sign_and_roll_does_not():
    roll, pitch, yaw = to_euler(axes.attitude_to_enu_flu(from_euler(0.1, 0.2, 0.3)))
    np.testing.assert_allclose([roll, pitch, yaw], [0.1, -0.2, np.pi / 2 - 0.3], atol=1e-14)


def test_yaw():
    check_yaw(axes.compass_to_enu_yaw)
    heading = np.linspace(-3.1, 3.1, 63)
    np.testing.assert_allclose(axes.enu_yaw_to_compass(axes.compass_to_enu_yaw(heading)), heading, atol=1e-14)
