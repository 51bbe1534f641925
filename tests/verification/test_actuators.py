"""Every kind of actuator in the engine: agreement with the reference, closed forms, published numbers."""

import pytest

from tests.reference.actuator_bench import ActuatorBench
from tests.reference.checks_actuators import CHECKS


@pytest.mark.parametrize("name", CHECKS)
def test_actuators(name: str):
    CHECKS[name](ActuatorBench())
