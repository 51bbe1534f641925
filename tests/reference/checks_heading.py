"""Checks of angles across south (case D20); they take the engine's functions or wrong ones."""

from collections.abc import Callable

import numpy as np

HeadingError = Callable[[float, float], float]
"""(wanted, heading) -> turn [rad]."""


def check_heading_error(error: HeadingError) -> None:
    """From 179 to -179 deg is +2 deg, to starboard; everywhere the short way, and never more than half a turn."""
    # Turns of whole degrees in radians round to some 1e-15.
    assert abs(error(np.radians(-179.0), np.radians(179.0)) - np.radians(2.0)) < 1e-14
    assert abs(error(np.radians(179.0), np.radians(-179.0)) + np.radians(2.0)) < 1e-14
    for wanted in np.radians(np.arange(-180.0, 181.0, 15.0)):
        for turn in np.radians([-179.0, -90.0, -1.0, 0.0, 0.5, 90.0, 179.0]):
            heading = np.arctan2(np.sin(wanted - turn), np.cos(wanted - turn))
            assert abs(error(float(wanted), float(heading)) - turn) < 1e-14
