"""What the adaptive integrator must do, as checks that also serve mutants."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from seatrial.dynamics.integrators import adaptive
from seatrial.dynamics.vehicle import Vehicle
from tests.reference.bodies import DEEP, drifter
from tests.reference.engine import Engine
from tests.reference.matrix_model import States, at_rest, still

TOLERANCES = (1e-4, 1e-6, 1e-8, 1e-10)

MakeAdaptive = Callable[[Sequence[Vehicle], float, float], Engine]
"""(vehicles, step, tolerance) -> engine."""


def engine(vehicles: Sequence[Vehicle], step: float, tolerance: float) -> Engine:
    """The adaptive engine."""
    return Engine(vehicles, step, "adaptive", tolerance)


def spinning() -> tuple[Vehicle, States]:
    """A free asymmetric body that tumbles with full added mass: a smooth motion with a scale of its own."""
    hull = drifter(added=(5.0, 30.0, 40.0, 0.1, 2.0, 3.0), center_of_buoyancy=(0.0, 0.0, -0.05))
    return hull, replace(at_rest(1, 0, DEEP), nu=np.array([[1.0, 0.2, -0.3, 0.8, 1.1, -0.9]]))


def motion(s: States) -> np.ndarray:
    """Position, attitude and velocity side by side."""
    return np.concatenate([s.p, s.q, s.nu], axis=-1)


def check_tolerance(make: MakeAdaptive = engine) -> None:
    """The tolerance is kept, and the order is five.

    Errors accumulate over some 50 inner steps of a stable motion; ten times the tolerance bounds them here.

    A method of order p takes a number of steps that grows like tolerance^(-1/p).
    """
    hull, start = spinning()
    exact = motion(Engine([hull], 0.0005).march(start, still(1, 0), 4000))
    taken = []
    for tolerance in TOLERANCES:
        tried = make([hull], 0.5, tolerance)
        error = np.abs(motion(tried.march(start, still(1, 0), 4)) - exact).max()
        assert error < 10.0 * tolerance + 1e-12
        taken.append(int(tried.evaluations[0]))
    growth = [np.log(b / a) / np.log(100.0) for a, b in pairwise(taken)]
    assert abs(np.mean(growth[1:]) - 1.0 / adaptive.ORDER) < 0.04
