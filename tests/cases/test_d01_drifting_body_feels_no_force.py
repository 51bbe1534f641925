"""D01: added-mass Coriolis from the velocity through the water, not over ground (cybergalactic/MSS#17)."""

import numpy as np

from tests.reference.checks_closed import check_drift
from tests.reference.checks_hull import components
from tests.reference.engine import Engine
from tests.reference.wrenches import kernel_wrench


def test_d01_drifting_body_feels_no_force():
    check_drift(Engine)


def test_d01_no_force_of_the_hull_either():
    for component in components():
        np.testing.assert_array_equal(kernel_wrench(component, np.zeros((1, 6)), 1025.0, 0.5), 0.0)
