"""Constant commands, the plainest controller: what the kernel does with any controller shows in it."""

import numpy as np
import pytest

from seatrial.control.constant import Constant
from seatrial.errors import InputError
from seatrial.simulation.settings import Settings
from seatrial.simulation.simulation import Simulation, Start
from seatrial.vehicles.torpedo import torpedo
from tests.reference.http_server import calm_ocean

TORPEDO = torpedo(ballast="neutral")
SETTINGS = Settings(step=0.02, control_period=0.1)


def simulation(**options: object) -> Simulation:
    return Simulation([Start(TORPEDO, 36.8, -122.4, 50.0, **options)], calm_ocean(), SETTINGS)  # type: ignore[arg-type]


def test_constant_commands_are_those_that_were_never_changed():
    controlled, left = simulation(controller=Constant((0.5, 0.1))), simulation(commands=(0.5, 0.1))
    for s in (controlled, left):
        s.advance(500)
    for name, value in controlled.states().items():
        np.testing.assert_array_equal(value, left.states()[name], err_msg=name)
    np.testing.assert_array_equal(controlled.responses()[0], [0.5, 0.1, 0.0, 0.0])


def test_none_is_the_passive_vehicle():
    s = simulation(controller=Constant(), commands=(1.0, 1.0))
    s.advance(100)
    np.testing.assert_array_equal(s.responses()[0], 0.0)
    flow = np.hypot(0.02, 0.01)  # what the water carries it along with, at most
    assert np.hypot(*s.states()["nu"][0, :2]) < flow


def test_commands_from_python_hold_until_they_are_set_again():
    s = simulation()
    s.command([(1.0,)])
    s.advance(10)
    assert s.responses()[0][0] == 1.0
    s.advance(10)
    assert s.responses()[0][0] == 1.0
    s.command([()])
    s.advance(10)
    assert s.responses()[0][0] == 0.0
    with pytest.raises(InputError, match="commands of member 0: 5 for 4 actuators"):
        s.command([(0.0,) * 5])


def test_kinds_of_controllers_do_not_mix():
    starts = [Start(TORPEDO, 36.8, -122.4, 50.0, controller=c) for c in (Constant(), None)]
    with pytest.raises(InputError, match="must all be of one kind, not Constant, NoneType"):
        Simulation(starts, calm_ocean(), SETTINGS)


def test_bad_commands_are_named():
    with pytest.raises(InputError, match="command 1 = nan"):
        Constant((0.0, float("nan")))
