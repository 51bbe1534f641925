"""Where a member is on the Earth: the plane that moves along, the poles and the antimeridian."""

from dataclasses import replace

import numpy as np
import pytest

from seatrial.dynamics.battery import Battery
from seatrial.frames.geodesy import azimuth, destination, distance
from seatrial.frames.local import LocalFrame
from seatrial.simulation.columns import INDEX
from seatrial.simulation.settings import Settings
from seatrial.simulation.simulation import Simulation, Start
from tests.reference.bodies import drifter, driven
from tests.reference.seas import still_sea, uniform_sea

ENDLESS = Battery(resistance=1e-6, capacity=float("inf"))
FAST = replace(driven(drifter(), 500.0, linear=(50.0, 50.0, 50.0, 1.0, 1.0, 1.0)), battery=ENDLESS)
"""Runs at some 10 m/s in a straight line of the plane."""


def run(lat: float, lon: float, heading: float, seconds: float, radius: float = 50_000.0, **sea: float) -> np.ndarray:
    start = Start(FAST, lat, lon, 50.0, (0.0, 0.0, heading), (10.0, 0, 0, 0, 0, 0), commands=(1.0,))
    settings = Settings(step=0.5, record_period=10.0, frame_radius=radius)
    ocean = uniform_sea(sea["east"], sea["north"]) if sea else still_sea()
    return Simulation([start], ocean, settings).advance(round(seconds / 0.5)).rows[0]


def column(rows: np.ndarray, name: str) -> np.ndarray:
    return rows[:, INDEX[name]]


PLACES = [(0.0, 0.0, 0.7), (36.6, -122.0, -1.2), (-20.0, 179.9, 1.4), (80.0, 15.0, 0.9), (-75.0, -179.9, -1.7)]


@pytest.mark.parametrize("lat, lon, heading", PLACES)
def test_straight_run_is_a_geodesic(lat: float, lon: float, heading: float):
    # A straight line through the plane's origin is a geodesic; the kernel's closed form is good to 2 cm at 50 km.
    rows = run(lat, lon, heading, 4500.0)
    far = column(rows, "distance")
    expected = destination(lat, lon, heading, far)
    assert distance(column(rows, "lat"), column(rows, "lon"), *expected).max() < 0.02
    assert far[-1] > 44_000.0
    # Heading shown is true heading: the geodesic's azimuth there.
    frame = LocalFrame(lat, lon)
    turn = frame.convergence(column(rows, "lat")[1:], column(rows, "lon")[1:])
    shown = column(rows, "heading")[1:]
    assert np.abs(np.angle(np.exp(1j * (shown - heading - turn)))).max() < 5e-6


@pytest.mark.parametrize("lat, lon, heading", PLACES)
def test_plane_that_moves_along_gives_the_same_track(lat: float, lon: float, heading: float):
    # The vehicle holds its heading in the plane, so a straight run stays the geodesic wherever planes begin. Each of 24
    # moves takes over position (1e-8 m) and direction; the closed form of the direction errs by e^2 s / R / 2, 1e-6 rad
    # at 2 km: 24 moves over 48 km give at most 48 km * 1e-6 * sqrt(24) = 0.25 m.
    wide, narrow = run(lat, lon, heading, 4800.0), run(lat, lon, heading, 4800.0, radius=2000.0)
    apart = distance(column(wide, "lat"), column(wide, "lon"), column(narrow, "lat"), column(narrow, "lon"))
    assert apart.max() < 0.25
    np.testing.assert_allclose(column(narrow, "distance"), column(wide, "distance"), rtol=1e-9)


def test_attitude_is_carried_over_when_the_plane_moves():
    # The true heading in the history is continuous over a move: it turns with the meridian, s sin(psi) tan(lat) / R.
    rows = run(80.0, 15.0, 1.2, 2000.0, radius=2000.0)
    jumps = np.abs(np.diff(column(rows, "heading")))
    east = np.diff(column(rows, "distance")) * np.sin(column(rows, "heading")[:-1])
    turn = east / 6.395e6 * np.tan(np.radians(column(rows, "lat")[:-1]))
    np.testing.assert_allclose(jumps, turn, rtol=0.005)


def test_over_the_pole():
    rows = run(89.9, 30.0, 0.0, 2500.0, radius=5000.0)
    assert np.all(np.isfinite(rows))
    assert column(rows, "lat").max() > 89.99
    # 25 km straight over the pole: on the opposite meridian at the end, within the 1e-6 rad of each of five moves.
    expected = destination(89.9, 30.0, 0.0, column(rows, "distance")[-1])
    assert distance(column(rows, "lat")[-1], column(rows, "lon")[-1], *expected) < 0.1
    np.testing.assert_allclose(np.cos(column(rows, "heading")[-1]), -1.0, atol=1e-6)


def test_longitude_stays_in_one_turn_over_the_antimeridian():
    rows = run(-17.0, 179.95, np.pi / 2, 2000.0)
    lon = column(rows, "lon")
    assert np.all((lon >= -180.0) & (lon <= 180.0))
    assert lon[0] > 0.0 > lon[-1]


def test_current_is_true_east_and_north_anywhere_in_the_plane():
    # 40 km east of the origin at 70 N the meridian has turned by 1 deg; what drifts there still drifts east, along its
    # parallel. Held in the plane's axes instead, the current would carry it 350 m off.
    drifting = driven(drifter(), linear=(25.0, 25.0, 25.0, 0.1, 0.1, 0.1))
    settings = Settings(step=0.5, record_period=100.0)
    start = Start(drifting, 70.0, 0.0, 50.0, nu=(0.0, 8.0, 0.0, 0.0, 0.0, 0.0))
    rows = Simulation([start], uniform_sea(8.0, 0.0), settings).advance(10_000).rows[0]
    lat, lon = column(rows, "lat"), column(rows, "lon")
    assert distance(70.0, 0.0, lat[-1], lon[-1]) > 38_000.0
    # It lags the turning water by M v omega / D, here 8 m/s tan(lat) / R times one second: 8e-6 of 8 m/s, 0.3 m.
    assert np.abs(lat - 70.0).max() * 111_600.0 < 1.0
    assert np.abs(azimuth(lat[-2], lon[-2], lat[-1], lon[-1]) - np.pi / 2) < 1e-3
