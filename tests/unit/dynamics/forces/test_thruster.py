"""Thrusters: allowed commands, wrench about the origin, power with inflow, pass-through without lag."""

from dataclasses import replace

import numpy as np
import pytest

from seatrial.dynamics.forces.thruster import Thruster
from seatrial.errors import InputError
from tests.reference.bodies import DEEP, drifter, driven
from tests.reference.engine import Engine
from tests.reference.matrix_model import Inputs, States, at_rest

HULL = driven(drifter())


def one_step(thruster: Thruster, command: float, nu: tuple[float, ...] = (0.0,) * 6) -> tuple[States, States]:
    """Rates at the beginning of a step and state at its end."""
    system = Engine([replace(HULL, thrusters=(thruster,))], 0.1)
    s, inputs = replace(at_rest(1, 1, DEEP), nu=np.array([nu])), Inputs(np.zeros((1, 3)), np.array([[command]]))
    return system.rates(s, inputs), system.march(s, inputs, 1)


@pytest.mark.parametrize("command, thrust", [(0.5, 10.0), (1.7, 20.0), (-0.5, -10.0), (-3.0, -20.0)])
def test_command_is_cut_off_at_full_thrust(command: float, thrust: float):
    rate, end = one_step(Thruster("t", (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 20.0), command)
    np.testing.assert_allclose(rate.nu[0, 0], thrust / 25.0, rtol=1e-14)
    np.testing.assert_allclose(end.response, thrust / 20.0)


def test_no_thrust_astern_where_it_cannot_reverse():
    rate, end = one_step(Thruster("t", (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 20.0, reversible=False), -0.5)
    assert rate.nu[0, 0] == 0.0
    assert end.response == 0.0


def test_moment_is_arm_times_force():
    # Up-thrust of 10 N at 0.4 m ahead and 0.2 m to starboard: r x F = (-2, 4, 0), nose and starboard up.
    rate, _ = one_step(Thruster("t", (0.4, 0.2, 0.1), (0.0, 0.0, -1.0), 10.0), 1.0)
    np.testing.assert_allclose(rate.nu[0], [0.0, 0.0, -0.4, -2.0 / 0.5, 4.0 / 2.0, 0.0], atol=1e-14)


def test_lag_begins_at_the_state_and_none_passes_at_once():
    lagged, _ = one_step(Thruster("t", (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 20.0, 0.4), 1.0)
    assert lagged.nu[0, 0] == 0.0
    direct, _ = one_step(Thruster("t", (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 20.0), 1.0)
    assert direct.nu[0, 0] == 20.0 / 25.0


def test_power_is_thrust_times_inflow_and_induced_speed():
    # At the motor's peak: 2 W + 15 N (|0.6| + 1) m/s / 0.85; inflow across the axis does not count.
    thruster = Thruster("t", (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 20.0)
    for u in (0.6, -0.6):
        rate, _ = one_step(thruster, 0.75, (u, 5.0, -3.0, 0.0, 0.0, 0.0))
        np.testing.assert_allclose(rate.energy, 2.0 + 15.0 * 1.6 / 0.85, rtol=1e-13)


@pytest.mark.parametrize(
    "change, words",
    [
        ({"max_thrust": 0.0}, "thruster t max_thrust"),
        ({"time_constant": -1.0}, "thruster t time_constant"),
        ({"axis": (1.0, 1.0, 0.0)}, "thruster t axis"),
    ],
)
def test_bad_thrusters_are_named(change: dict, words: str):
    with pytest.raises(InputError, match=words):
        replace(Thruster("t", (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 20.0), **change)
