"""Each integrator keeps the order that it states, and the adaptive one the tolerance that it was given."""

from dataclasses import replace
from functools import partial
from types import ModuleType

import numpy as np
import pytest

from seatrial.dynamics.integrators import euler, rk4
from seatrial.errors import InputError
from seatrial.simulation.settings import Integrator, Settings
from tests.reference.bodies import DEEP, drifter, driven
from tests.reference.checks_closed import observed_order
from tests.reference.checks_integrators import TOLERANCES, check_tolerance, motion, spinning
from tests.reference.engine import Engine
from tests.reference.matrix_model import Inputs, at_rest, still

LAG = 0.02


@pytest.mark.parametrize("module, first", [(rk4, 0.1), (euler, 0.001)], ids=["rk4", "euler"])
def test_order(module: ModuleType, first: float):
    name = module.__name__.rpartition(".")[2]
    assert abs(observed_order(partial(Engine, integrator=name), 1.0, first) - module.ORDER) < 0.2


def test_adaptive_keeps_its_tolerance_and_has_order_five():
    check_tolerance()


def test_a_stiff_lag_costs_no_accuracy():
    """A lag of 0.02 s within a step of 1 s: the response is exact, and so is the speed in tolerance."""
    for tolerance in TOLERANCES[:3]:
        engine = Engine([driven(drifter(), 40.0, LAG)], 1.0, "adaptive", tolerance)
        end = engine.march(at_rest(1, 1, DEEP), Inputs(np.zeros((1, 3)), np.array([[0.8]])), 2)
        exact = 0.8 * 40.0 / 25.0 * (2.0 - LAG)
        assert abs(end.nu[0, 0] - exact) < 10.0 * tolerance
        np.testing.assert_allclose(end.response, 0.8, rtol=1e-12)


def test_adaptive_takes_fewer_rates_than_runge_kutta_at_equal_error():
    hull, start = spinning()
    exact = motion(Engine([hull], 0.0005).march(start, still(1, 0), 4000))
    fixed = Engine([hull], 0.02)
    error = np.abs(motion(fixed.march(start, still(1, 0), 100)) - exact).max()
    engine = Engine([hull], 2.0, "adaptive", error / 10.0)
    assert np.abs(motion(engine.march(start, still(1, 0), 1)) - exact).max() <= error
    assert engine.evaluations[0] < fixed.evaluations[0]


def test_semi_implicit_steps_keep_the_energy_of_a_swing():
    """Pitching about a righting moment for 200 periods: the explicit form would double the amplitude in a few.

    The amplitude of the symplectic form swings within 1 +- omega h / 2 of the true one (Hairer, Lubich and Wanner 2006,
    I.1.3); omega = sqrt(W z_b / I_y) = 1.75 rad/s and h = 0.02 s give 1.8 %.
    """
    hull = drifter(inertia=(2.0, 2.0, 2.0), center_of_buoyancy=(0.0, 0.0, -0.025))
    omega = np.sqrt(25.0 * 9.81 * 0.025 / 2.0)
    engine, s = Engine([hull], 0.02, "euler"), at_rest(1, 0, DEEP)
    s = replace(s, nu=np.array([[0.0, 0.0, 0.0, 0.0, 0.1, 0.0]]))
    energy = []
    for _ in range(200):
        s = engine.march(s, still(1, 0), 180)
        pitch = 2.0 * np.arcsin(s.q[0, 2])
        energy.append(0.5 * s.nu[0, 4] ** 2 + omega**2 * (1.0 - np.cos(pitch)))
    ratio = np.array(energy) / (0.5 * 0.1**2)
    assert np.all(np.abs(ratio - 1.0) < 1.1 * omega * 0.02)


def test_adaptive_rows_come_at_steps_only():
    with pytest.raises(InputError, match=r"record_period = 0.1 s: must be a whole number of steps of 0.5 s"):
        Settings(step=0.5, integrator=Integrator.ADAPTIVE)
    assert Settings(step=0.1, integrator=Integrator.ADAPTIVE).tolerance == 1e-6
