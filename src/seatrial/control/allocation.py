"""From channels to thrusters by geometry: which thrusters, and how much of each, make surge, heave, pitch and yaw."""

from collections.abc import Sequence

import numpy as np

from seatrial.dynamics.forces.thruster import Thruster

SURGE, SWAY, HEAVE, ROLL, PITCH, YAW = range(6)
CHANNELS = {"surge": SURGE, "heave": HEAVE, "pitch": PITCH, "yaw": YAW}


def effectiveness(thrusters: Sequence[Thruster]) -> np.ndarray:
    """Wrench per full command of each thruster about the body origin [N, N m], shape (6, thrusters)."""
    columns = [np.concatenate([t.axis, np.cross(t.position, t.axis)]) * t.max_thrust for t in thrusters]
    return np.array(columns).T if columns else np.zeros((6, 0))


def channel_matrix(thrusters: Sequence[Thruster]) -> np.ndarray:
    """Thruster commands per channel, shape (thrusters, 4) for surge, heave, pitch and yaw.

    A full channel saturates a thruster.

    Each column is the least-squares command for its axis with moments in units of the vehicle's size, so that equal
    numbers of newtons weigh alike; a heave without pitching moment follows. Directions that no thruster
    reaches are dropped: their column is zero.
    """
    matrix = np.zeros((len(thrusters), len(CHANNELS)))
    if not thrusters:
        return matrix
    b = effectiveness(thrusters)
    size = max(float(np.max([np.linalg.norm(t.position) for t in thrusters])), 1e-9)
    b = b / np.array([1.0, 1.0, 1.0, size, size, size])[:, None]
    inverse = np.linalg.pinv(b, rcond=1e-6)
    for column, axis in enumerate(CHANNELS.values()):
        command = inverse[:, axis]
        command = np.where(np.abs(command) < 1e-9 * max(np.abs(command).max(), 1e-300), 0.0, command)
        # A direction counts as reached when its own axis gets a part of the unit that was asked for.
        if (b @ command)[axis] > 1e-6:
            matrix[:, column] = command / np.abs(command).max()
    return matrix


def full_wrench(thrusters: Sequence[Thruster]) -> np.ndarray:
    """Wrench of each full channel [N, N m], shape (6, 4)."""
    return effectiveness(thrusters) @ channel_matrix(thrusters)
