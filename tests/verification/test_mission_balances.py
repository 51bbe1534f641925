"""Balances that any recorded mission keeps, whatever the vehicle did."""

import numpy as np
import pytest

from seatrial.frames.geodesy import distance
from seatrial.mission.run import run
from tests.unit.mission.missions import arrived, scenario


def test_over_ground_is_through_water_plus_current():
    """In body axes nu = nu_r + R^T v_c; lengths obey the triangle inequality both ways."""
    h = run(scenario(ocean__currents={"east_m_s": 0.2, "north_m_s": -0.1})).history
    current = np.hypot(h["current_east"].values, h["current_north"].values)
    over, through = h["speed"].values, h["speed_through_water"].values
    assert np.allclose(current, np.hypot(0.2, 0.1), rtol=0, atol=1e-15)
    assert (over <= through + current + 1e-12).all() and (over >= np.abs(through - current) - 1e-12).all()


def test_positions_are_as_far_apart_as_the_distance_says():
    """Chords of the horizontal track are never longer than the way travelled, and fall short of it by little.

    Rows are 0.1 s apart, in which a path that turns by a radian per second is longer than its chord by
    1 - sin(0.05) / 0.05 = 4e-4; the dive adds depth, so it is taken as the third side.
    """
    h = arrived().history
    lat, lon, depth, way = (h[name].values for name in ("lat", "lon", "depth", "distance"))
    chords = np.hypot(distance(lat[:-1], lon[:-1], lat[1:], lon[1:]), np.diff(depth))
    assert (chords <= np.diff(way) + 1e-6).all()
    assert chords.sum() == pytest.approx(way[-1], rel=1e-3)


def test_half_the_step_changes_little():
    """With a controller that is sampled at the same times, the integrator's step matters little."""
    coarse = run(scenario(simulation__control_period_s=0.1)).history
    fine = run(scenario(simulation__control_period_s=0.1, simulation__step_s=0.025)).history
    rows = min(coarse.sizes["time"], fine.sizes["time"]) // 2
    for name, within in (("depth", 1e-3), ("speed", 1e-3), ("energy", 1.0)):
        assert np.abs(coarse[name].values[:rows] - fine[name].values[:rows]).max() < within, name
