"""Station keeping: the closed form of its poles, no error left in a current, limits without windup."""

from dataclasses import replace

import numpy as np
import pytest

from seatrial.control.pose import PoseGains
from seatrial.control.station_keeping import StationKeeping
from seatrial.dynamics.forces.thruster import Thruster
from seatrial.dynamics.vehicle import Vehicle
from seatrial.errors import InputError
from seatrial.ocean.composite import Composite
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.uniform import UniformCurrents, UniformDepth
from seatrial.simulation.settings import Settings
from seatrial.simulation.simulation import Simulation, Start
from tests.reference.bodies import drifter

STEP = 0.02


def rov(thrust: float = 1e4, drag: float = 0.0) -> Vehicle:
    """A box with a pair of thrusters each way along all axes, which reaches all six directions."""
    places = {"x": (0.0, 0.3, 0.2), "y": (0.3, 0.0, 0.2), "z": (0.3, 0.2, 0.0)}
    thrusters = []
    for axis, place in enumerate(places.values()):
        for sign in (1.0, -1.0):
            direction = np.eye(3)[axis]
            thrusters.append(Thruster(f"{axis}{sign}", tuple(sign * np.array(place)), tuple(direction), thrust))
    return replace(
        drifter(added=(5.0, 10.0, 15.0, 0.1, 0.2, 0.3)),
        thrusters=tuple(thrusters),
        quadratic_damping=drag * np.array([1.0, 1.0, 1.0, 0.05, 0.05, 0.05]),
        linear_damping=np.full(6, 1e-12),
    )


def still_water(east: float = 0.0) -> Ocean:
    """Deep water that moves to the east, or not."""
    return Ocean(Land.none(), Composite([UniformDepth(500.0)]), Composite([UniformCurrents(east, 0.0)]))


def simulation(vehicle: Vehicle, controller: StationKeeping, east: float = 0.0, **start: object) -> Simulation:
    water = still_water(east)
    begin = Start(vehicle, 0.0, 0.0, 100.0, controller=controller, **start)  # type: ignore[arg-type]
    return Simulation([begin], water, Settings(step=STEP))


@pytest.mark.parametrize("damping", [1.0, 0.5])
def test_a_step_is_answered_as_its_poles_say(damping: float):
    """Without drag and integral a vehicle in one axis is x'' = w^2 (r - x) - 2 z w x'.

    The command is held over a step of 0.02 s: a delay of half a step, that is w h = 0.8 % of the step in w t.
    """
    frequency = 0.4
    gains = PoseGains(frequency, 0.8, damping, integral=False)
    s = simulation(rov(), StationKeeping(north=1.0, east=0.0, depth=100.0, heading=0.0, gains=gains))
    time, north = [], []
    for _ in range(20):
        s.advance(50)
        time.append(float(s.time[0]))
        north.append(float(s.states()["p"][0, 0]))
    t, w, z = np.array(time), frequency, damping
    if z == 1.0:
        exact = 1.0 - np.exp(-w * t) * (1.0 + w * t)
    else:
        wd = w * np.sqrt(1.0 - z * z)
        exact = 1.0 - np.exp(-z * w * t) * (np.cos(wd * t) + z * w / wd * np.sin(wd * t))
    np.testing.assert_allclose(north, exact, atol=0.008)
    np.testing.assert_allclose(s.states()["p"][0, 1:], [0.0, 100.0], atol=1e-6)


def test_a_current_leaves_no_error():
    s = simulation(rov(drag=50.0), StationKeeping(heading=1.0), east=0.3)
    s.advance(10_000)
    state = s.states()
    np.testing.assert_allclose(state["p"][0], [0.0, 0.0, 100.0], atol=2e-3)
    yaw = 2.0 * np.arctan2(state["q"][0, 3], state["q"][0, 0])
    assert yaw == pytest.approx(1.0, abs=1e-4)


def test_without_the_integral_the_push_over_the_stiffness_is_left():
    """0.3 m/s through 50 N s2/m2 is 4.5 N; over K_p = (25 + 10) 0.4^2 N/m (sway; the bow points north) 0.80 m."""
    s = simulation(rov(drag=50.0), StationKeeping(heading=0.0, gains=PoseGains(integral=False)), east=0.3)
    s.advance(10_000)
    assert s.states()["p"][0, 1] == pytest.approx(50.0 * 0.3**2 / (35.0 * 0.4**2), rel=2e-3)


def test_levelling_is_by_choice():
    for level, rolled in ((True, 0.0), (False, 0.3)):
        gains = PoseGains(level=level)
        s = simulation(rov(), StationKeeping(gains=gains), roll_pitch_yaw=(0.3, 0.0, 0.0))
        s.advance(3000)
        w, x, y, z = s.states()["q"][0]
        assert np.arctan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)) == pytest.approx(rolled, abs=1e-3)


def test_weak_thrusters_do_not_wind_up():
    """10 N against K_p = 4.8 N/m times 20 m: it arrives with no more overshoot than its integral makes anyway (4 %)."""
    s = simulation(rov(thrust=5.0, drag=50.0), StationKeeping(north=20.0, east=0.0, depth=100.0, heading=0.0))
    furthest = 0.0
    for _ in range(100):
        s.advance(200)
        furthest = max(furthest, float(s.states()["p"][0, 0]))
    assert furthest < 21.2 and s.states()["p"][0, 0] == pytest.approx(20.0, abs=0.02)


def test_what_cannot_be_is_said():
    with pytest.raises(InputError, match="station depth = -200 m"):
        StationKeeping(depth=-200.0)
    with pytest.raises(InputError, match="position_frequency = 0 rad/s"):
        PoseGains(0.0)
    with pytest.raises(InputError, match="has no thrusters to hold a pose with"):
        simulation(drifter(), StationKeeping())
