"""Vehicles with every force of the hull: the matrix form, the moving frame, the loss of energy; one kernel for all."""

import numpy as np

from tests.reference.checks_hull import components
from tests.reference.checks_hull_motion import check_hull_galilean, check_hull_passive, check_hull_trajectory
from tests.reference.engine import Engine
from tests.reference.hull_model import hulls


def test_trajectory():
    check_hull_trajectory(Engine)


def test_galilean_invariance():
    check_hull_galilean(Engine)


def test_energy_is_lost():
    check_hull_passive(Engine)


def test_every_force_takes_part():
    kinds = {type(c).__name__ for v in hulls(np.random.default_rng(1)) for c in v.components}
    assert kinds == {type(c).__name__ for c in components()}
