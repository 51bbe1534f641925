"""Tracking: the paths are what they should be, and the vehicle is on them."""

from dataclasses import replace

import numpy as np
import pytest

from seatrial.control.constant_wrench import ConstantWrench
from seatrial.control.pose import PoseGains
from seatrial.control.tracking import Tracking, circle, lawnmower, line
from seatrial.errors import InputError
from seatrial.simulation.settings import Settings
from seatrial.simulation.simulation import Simulation, Start
from seatrial.simulation.status import Status
from tests.unit.control.test_station_keeping import rov, still_water


def simulation(controller: object, **start: object) -> Simulation:
    begin = Start(rov(thrust=50.0, drag=20.0), 0.0, 0.0, 100.0, controller=controller, **start)  # type: ignore[arg-type]
    return Simulation([begin], still_water(), Settings(step=0.02))


def test_lawnmower_goes_back_and_forth():
    corners = np.array(lawnmower((1.0, 2.0, 30.0), 100.0, 10.0, 3, 1.0).points)
    np.testing.assert_allclose(
        corners, [[1, 2, 30], [101, 2, 30], [101, 12, 30], [1, 12, 30], [1, 22, 30], [101, 22, 30]], atol=1e-12
    )
    turned = np.array(lawnmower((0.0, 0.0, 0.0), 100.0, 10.0, 2, 1.0, np.pi / 2.0).points)
    np.testing.assert_allclose(turned, [[0, 0, 0], [0, 100, 0], [-10, 100, 0], [-10, 0, 0]], atol=1e-12)


def test_a_circle_is_run_with_the_bow_ahead():
    """The integral, with a time constant of 1 / (0.1 w) = 25 s, has taken out what the drag leaves after 300 s."""
    radius, speed = 20.0, 0.5
    # The Munk moment of 10 kg times (0.5 m/s)^2 wants more than the 1.4 N m/rad that 0.8 rad/s give.
    gains = PoseGains(attitude_frequency=2.0)
    s = simulation(replace(circle((-radius, 0.0, 100.0), radius, speed), gains=gains))
    s.advance(15_000)
    assert s.status[0] is Status.RUNNING
    for _ in range(10):
        s.advance(250)
        t, state = float(s.time[0]), s.states()
        angle = speed / radius * t
        here = radius * np.array([np.cos(angle) - 1.0, np.sin(angle)])
        assert np.linalg.norm(state["p"][0, :2] - here) < 0.1
        yaw = 2.0 * np.arctan2(state["q"][0, 3], state["q"][0, 0])
        assert np.cos(yaw - (angle + np.pi / 2.0)) > 0.999


def test_a_line_is_held_at_its_end():
    s = simulation(line((0.0, 0.0, 100.0), (10.0, 10.0, 105.0), 0.5))
    s.advance(8000)
    np.testing.assert_allclose(s.states()["p"][0], [10.0, 10.0, 105.0], atol=0.01)


def test_a_constant_wrench_gives_its_acceleration():
    s = Simulation(
        [Start(rov(), 0.0, 0.0, 100.0, controller=ConstantWrench((3.0, 0.0, 0.0, 0.0, 0.0, 0.0)))],
        still_water(),
        Settings(step=0.02),
    )
    s.advance(50)
    assert s.states()["nu"][0, 0] == pytest.approx(3.0 / (25.0 + 5.0), rel=1e-6)


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: Tracking(((0.0, 0.0, 0.0),)), "1 points: must be two or more"),
        (lambda: line((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 1.0), "are the same"),
        (lambda: line((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 0.0), "tracking speed = 0 m/s"),
        (lambda: circle((0.0, 0.0, 0.0), 0.0, 1.0), "tracking radius = 0 m"),
        (lambda: lawnmower((0.0, 0.0, 0.0), 10.0, -1.0, 2, 1.0), "lawnmower spacing = -1 m"),
        (lambda: ConstantWrench((float("nan"), 0.0, 0.0, 0.0, 0.0, 0.0)), "wrench X = nan"),
    ],
)
def test_what_cannot_be_is_said(make, words: str):
    with pytest.raises(InputError, match=words):
        make()
