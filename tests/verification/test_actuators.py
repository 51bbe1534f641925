"""Every kind of actuator in the engine: agreement with the reference, closed forms, published numbers."""

from dataclasses import replace

import numpy as np
import pytest

from seatrial.dynamics.forces.fin import Fin
from seatrial.dynamics.forces.quadratic_propeller import QuadraticPropeller
from seatrial.dynamics.forces.tether import Tether
from tests.reference.actuator_bench import ActuatorBench
from tests.reference.bodies import drifter
from tests.reference.checks_actuators import CHECKS
from tests.reference.engine import Engine
from tests.reference.matrix_model import at_rest, still


@pytest.mark.parametrize("name", CHECKS)
def test_actuators(name: str):
    CHECKS[name](ActuatorBench())


def test_actuators_move_a_vehicle():
    """In the whole engine: a tether swings a body like a spring, a lagging screw speeds one up.

    From a stretch s the speed after a quarter of the period is s sqrt(k/m), with no stretch left (RK4: (h w)^4 = 4e-8).
    k n^2 with n = n_c (1 - exp(-t/T)) gives the speed k n_c^2 / m (t - 2 T (1 - E) + T/2 (1 - E^2)), E = exp(-t/T); by
    Simpson's rule to h^4 / (2880 T^3) times some ten.
    """
    steps, stiffness, lag = 200, 100.0, 0.5
    time = 0.5 * np.pi * np.sqrt(25.0 / stiffness)
    tied = replace(drifter(), components=(Tether((0.0, 0.0, 0.0), 90.0, stiffness),))
    screw = QuadraticPropeller("p", (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 10.0, 0.01, 0.005, time_constant=lag)
    driven = replace(drifter(), components=(screw, Fin("f", (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.01, 3.0)))
    engine = Engine([tied, driven], time / steps)
    engine.fleet.actuators.command.assign(np.array([8.0, 0.0]))
    s = at_rest(2, 0)
    s.p[:, 2] = 90.4
    end = engine.march(s, still(2, 0), steps)
    np.testing.assert_allclose(end.nu[0, 2], -0.4 * np.sqrt(stiffness / 25.0), rtol=1e-6)
    np.testing.assert_allclose(end.p[0, 2], 90.0, atol=1e-6)
    left = np.exp(-time / lag)
    run = time - 2.0 * lag * (1.0 - left) + 0.5 * lag * (1.0 - left**2)
    np.testing.assert_allclose(end.nu[1, 0], 0.01 * (2.0 * np.pi * 8.0) ** 2 / 25.0 * run, rtol=1e-9)
    np.testing.assert_allclose(engine.fleet.actuators.response.numpy()[0], 8.0 * (1.0 - left), rtol=1e-12)
