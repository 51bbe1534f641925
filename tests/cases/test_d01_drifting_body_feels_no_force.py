"""D01: added-mass Coriolis from the velocity through the water, not over ground (cybergalactic/MSS#17)."""

from tests.reference.checks_closed import check_drift
from tests.reference.engine import Engine


def test_d01_drifting_body_feels_no_force():
    check_drift(Engine)
