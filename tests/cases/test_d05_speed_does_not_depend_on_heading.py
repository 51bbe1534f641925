"""D05: top speed and track are the same on every heading (patrykcieslak/stonefish#63)."""

import numpy as np

from seatrial.simulation.columns import INDEX
from seatrial.simulation.settings import Settings
from seatrial.simulation.simulation import Simulation, Start
from tests.reference.bodies import drifter, driven
from tests.reference.checks_conserved import check_heading_covariance, check_top_speed
from tests.reference.engine import Engine
from tests.reference.seas import still_sea

HEADINGS = np.radians([0.0, 30.0, 45.0, 90.0, 137.0, 180.0, 270.0])


def test_d05_top_speed_and_track_turn_with_the_heading():
    check_top_speed(Engine)


def test_d05_whole_motion_turns_with_heading_and_current():
    check_heading_covariance(Engine)


def test_d05_speed_over_ground_from_the_whole_simulation():
    drag = 0.5 * 1025.0 * 0.8 * 0.12
    vehicle = driven(drifter(), 40.0, quadratic=(drag, 10.0, 10.0, 1.0, 1.0, 1.0))
    starts = [Start(vehicle, 45.0, -30.0, 50.0, (0.0, 0.0, float(psi)), commands=(1.0,)) for psi in HEADINGS]
    sim = Simulation(starts, still_sea(), Settings(step=0.05))
    rows = np.array(sim.advance(1200).rows)
    speed = rows[:, -1, INDEX["speed"]]
    assert np.ptp(speed) < 1e-6
    np.testing.assert_allclose(speed, 0.9017, atol=5e-5)
    # The heading that is shown is the one that was steered; 50 m on, convergence turns it by up to 1e-5 rad.
    shown = rows[:, :, INDEX["heading"]]
    turn = np.angle(np.exp(1j * (shown - HEADINGS[:, None])))
    assert np.all((shown >= 0.0) & (shown < 2.0 * np.pi))
    assert np.abs(turn).max() < 1e-5
