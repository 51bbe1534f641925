"""D07: pitch of +-90 deg, as an initial attitude and from a quaternion that is slightly too long."""

import numpy as np

from seatrial.frames.rotation import from_euler, rotate, to_euler, to_matrix


def test_b_initial_attitude_straight_up():
    q_NB = from_euler(0.0, np.pi / 2, -np.pi / 4)
    np.testing.assert_allclose(rotate(q_NB, [0.0, 0.0, 1.0]), [0.70711, -0.70711, 0.0], atol=5e-6)
    np.testing.assert_allclose(to_matrix(from_euler(*to_euler(q_NB))), to_matrix(q_NB), atol=1e-12)


def test_c_quaternion_longer_than_one():
    q_NB = np.array([0.70710678, 0.0, 0.7071068, 0.0])
    roll, pitch, yaw = to_euler(q_NB)
    assert np.all(np.isfinite([roll, pitch, yaw]))
    # the two components differ by 2e-8, which is 2.8e-8 rad of pitch
    np.testing.assert_allclose(np.degrees(pitch), 90.0, atol=2e-6)
    np.testing.assert_allclose(to_matrix(from_euler(roll, pitch, yaw)), to_matrix(q_NB), atol=1e-12)
