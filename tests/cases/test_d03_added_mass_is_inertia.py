"""D03: added mass above the dry mass is inertia on the left, not a reaction force (gazebosim/gz-sim#1923)."""

from tests.reference.checks_closed import check_added_mass_is_inertia
from tests.reference.engine import Engine


def test_d03_added_mass_is_inertia():
    check_added_mass_is_inertia(Engine)
