"""Channels to thrusters by geometry."""

import numpy as np

from seatrial.control.allocation import channel_matrix, effectiveness, full_wrench
from seatrial.dynamics.forces.thruster import Thruster


def thruster(position: tuple[float, float, float], axis: tuple[float, float, float], thrust: float = 10.0) -> Thruster:
    return Thruster("t", position, axis, thrust)


def test_effectiveness_is_force_and_moment():
    b = effectiveness([thruster((1.0, 2.0, 3.0), (0.0, 1.0, 0.0), 5.0)])
    np.testing.assert_allclose(b[:, 0], [0.0, 5.0, 0.0, -15.0, 0.0, 5.0])


def test_nothing_to_allocate():
    assert channel_matrix([]).shape == (0, 4)
    assert effectiveness([]).shape == (6, 0)


def test_twin_screws_surge_together_and_yaw_against_each_other():
    twins = [thruster((-0.5, y, 0.0), (1.0, 0.0, 0.0)) for y in (-0.4, 0.4)]
    matrix = channel_matrix(twins)
    np.testing.assert_allclose(matrix[:, 0], [1.0, 1.0], atol=1e-12)
    # Port pushes ahead, starboard astern: bow to starboard. Heave and pitch are out of reach.
    np.testing.assert_allclose(matrix[:, 3], [1.0, -1.0], atol=1e-12)
    np.testing.assert_array_equal(matrix[:, 1:3], 0.0)


def test_full_channels_are_pure_where_thrusters_allow():
    # Eight thrusters reach all six axes: every channel moves its own axis and no other, to round-off.
    corners = [(x, y) for x in (-0.3, 0.3) for y in (-0.2, 0.2)]
    flat = [thruster((x, y, 0.05), (np.sqrt(0.5), -np.sign(x * y) * np.sqrt(0.5), 0.0)) for x, y in corners]
    tall = [thruster((x, y, 0.0), (0.0, 0.0, 1.0)) for x, y in corners]
    wrench = full_wrench(flat + tall)
    for column, axis in enumerate((0, 2, 4, 5)):
        assert wrench[axis, column] > 0.0
        others = np.delete(wrench[:, column], axis)
        np.testing.assert_allclose(others, 0.0, atol=1e-9 * wrench[axis, column])
    assert np.abs(channel_matrix(flat + tall)).max() <= 1.0 + 1e-12
