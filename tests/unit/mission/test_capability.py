"""What a vehicle cannot do, against hand calculation."""

import math

import numpy as np
import pytest

from seatrial.mission.capability import (
    longest_step,
    net_buoyancy,
    shortfalls,
    terminal_speed,
    top_ascent,
    top_descent,
    top_speed,
)
from seatrial.vehicles.torpedo import torpedo


@pytest.mark.parametrize(("force", "linear", "quadratic"), [(35.0, 25.1, 18.8), (1.0, 0.0, 3.0), (2.0, 5.0, 0.0)])
def test_terminal_speed_balances_the_force(force: float, linear: float, quadratic: float):
    v = terminal_speed(force, linear, quadratic)
    assert linear * v + quadratic * v * v == pytest.approx(force, rel=1e-12)


def test_terminal_speed_at_the_edges():
    assert terminal_speed(0.0, 1.0, 1.0) == 0.0 and terminal_speed(-1.0, 1.0, 1.0) == 0.0
    assert terminal_speed(1.0, 0.0, 0.0) == math.inf


def test_the_torpedo_as_given():
    """Volume pi r^2 L * 1.002 = 0.031479 m3; 1025 * 9.81 * volume - 25 * 9.81 = 71.28 N; thrust down 28.1 N."""
    v = torpedo()
    volume = math.pi * 0.01 * 1.002
    assert net_buoyancy(v) == pytest.approx(1025 * 9.81 * volume - 25 * 9.81, rel=1e-12)
    assert round(net_buoyancy(v)) == 71 and round(top_speed(v), 3) == 0.850 and top_descent(v) == 0.0
    lines = shortfalls(v, 50.0, 1.2, 0.4)
    assert len(lines) == 2 and "1.2 m/s" in lines[0] and "cannot dive" in lines[1]


def test_at_the_surface_it_need_not_dive():
    assert shortfalls(torpedo(), 0.0, 0.8, 0.4) == ()


def test_neutral_ballast():
    v = torpedo(ballast="neutral")
    assert abs(net_buoyancy(v)) < 1e-9 and top_descent(v) == pytest.approx(top_ascent(v))
    assert shortfalls(v, 50.0, 0.8, 0.9 * top_descent(v)) == ()
    assert "cannot descend at 0.4 m/s" in shortfalls(v, 50.0, 0.8, 0.4)[0]


def test_light_water_makes_it_sink():
    lines = shortfalls(torpedo(ballast="neutral"), 50.0, 0.8, 0.1, density=900.0)
    assert len(lines) == 1 and "cannot surface: it sinks with" in lines[0]


def test_longest_step_is_where_runge_kutta_loses_hold():
    """y' = -rate y: the amplification 1 - z + z^2/2 - z^3/6 + z^4/24 leaves the unit circle at the longest step."""
    v = torpedo(ballast="neutral")
    mass = np.array([v.mass] * 3 + list(np.diag(v.inertia))) + np.diag(v.added_mass)
    rate = (v.linear_damping + 2 * v.quadratic_damping * np.array([0.8, 0, 0, 0, 0, 0])) / mass
    z = longest_step(v, 0.8) * rate.max()

    def grows(x: float) -> bool:
        return abs(1 - x + x**2 / 2 - x**3 / 6 + x**4 / 24) > 1.0

    assert grows(1.001 * z) and not grows(0.999 * z)
