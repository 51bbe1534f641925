"""D20: heading error and line-of-sight course across +-180 deg (cybergalactic/MSS#58, ArduPilot/ardupilot#20080)."""

import numpy as np

from seatrial.control.autopilot import Autopilot
from seatrial.control.heading import HeadingGains
from seatrial.frames.geodesy import interpolate
from seatrial.simulation.columns import INDEX
from seatrial.simulation.settings import Settings
from seatrial.simulation.simulation import Simulation, Start, Waypoints
from seatrial.vehicles.torpedo import torpedo
from tests.reference import probe
from tests.reference.checks_heading import check_heading_error
from tests.reference.seas import still_sea

STEP = 0.1
ONE_DEGREE = np.radians(1.0)


def test_d20_error_is_the_short_way():
    check_heading_error(probe.heading_error)


def test_d20_proportional_action_turns_to_starboard():
    pilot = Autopilot(heading=HeadingGains(proportional=1.5))
    course = np.radians(-179.0)
    sight = probe.sights(1, heading=np.radians(179.0), to_waypoint=[100 * np.cos(course), 100 * np.sin(course), 0.0])
    memory, _ = probe.steer(pilot, sight)
    np.testing.assert_allclose(memory["yaw"], 1.5 * 2.0 * ONE_DEGREE, rtol=1e-12)


def test_d20_noise_across_south_does_not_swing_the_rudder():
    # The course flips between 179.9 and -179.9 deg every tick; the hull heads south all the time.
    course = np.radians(np.where(np.arange(200) % 2, 179.9, -179.9))
    aim = np.stack([100.0 * np.cos(course), 100.0 * np.sin(course), 0.0 * course], -1)
    leg = np.tile([-1000.0, 0.0, 0.0], (200, 1))
    cross = 20.0 * np.tan(np.pi - np.abs(course)) * np.sign(course)
    off_leg = np.stack([-500.0 + 0.0 * cross, cross, 0.0 * cross], -1)
    for pilot, to_waypoint in (
        (Autopilot(), aim),
        (Autopilot(heading=HeadingGains(reference_time=2.0)), aim),
        (Autopilot(lookahead=20.0, heading=HeadingGains(reference_time=2.0)), off_leg),
    ):
        sight = probe.sights(200, heading=np.pi, to_waypoint=to_waypoint, leg=leg)
        memory, _ = probe.steer(pilot, sight, STEP)
        assert np.abs(np.diff(memory["yaw"])).max() <= 1.5 * 0.2 * ONE_DEGREE * (1.0 + 1e-12)
        assert np.abs(memory["yaw"]).max() <= 1.5 * 0.2 * ONE_DEGREE


def test_d20_line_of_sight_course_wraps():
    cross = np.array([-0.0349, 0.0349])
    course = probe.los_course(np.pi, cross, 20.0)
    turn = np.angle(np.exp(1j * (course - np.pi)))
    np.testing.assert_allclose(turn, -np.arctan2(cross, 20.0), atol=1e-14)
    assert np.all(np.abs(course) <= np.pi)


def test_d20_filtered_reference_turns_two_degrees_in_all():
    # From 179 deg towards -179 deg: 1 - exp(-10) of the way after ten time constants, all of it to starboard.
    n, time = 200, 2.0
    course = np.radians(-179.0)
    sight = probe.sights(n, heading=np.radians(179.0), to_waypoint=[100 * np.cos(course), 100 * np.sin(course), 0.0])
    memory, _ = probe.steer(Autopilot(heading=HeadingGains(reference_time=time)), sight, STEP)
    path = np.concatenate([[np.radians(179.0)], memory["reference"]])
    turns = np.angle(np.exp(1j * np.diff(path)))
    assert np.all(turns > 0.0)
    np.testing.assert_allclose(turns.sum(), 2.0 * ONE_DEGREE * -np.expm1(-n * STEP / time), rtol=1e-10)


def test_d20_southbound_kilometre_is_straight():
    lat, lon = interpolate(10.0, 20.0, 10.0 - 1000.0 / 110_610.0, 20.0, 100.0)
    n = len(lat)
    route = Waypoints(lat[1:], lon[1:], np.full(n - 1, 20.0), np.full(n - 1, 0.8))
    start = Start(torpedo(ballast="neutral"), 10.0, 20.0, 20.0, (0.0, 0.0, np.pi), waypoints=route)
    chunk = Simulation([start], still_sea(), Settings(step=0.05)).advance(30_000)
    heading = np.unwrap(chunk.rows[0][:, INDEX["heading"]])
    assert len(chunk.events[0]) == n - 1
    assert np.abs(np.diff(heading)).sum() < ONE_DEGREE
