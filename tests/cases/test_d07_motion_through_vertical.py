"""D07, input A: pitching through the vertical (gazebosim/gazebo-classic#2023)."""

import numpy as np

from seatrial.simulation.columns import INDEX
from seatrial.simulation.settings import Settings
from seatrial.simulation.simulation import Simulation, Start
from tests.reference.bodies import drifter, driven
from tests.reference.checks_closed import check_through_vertical
from tests.reference.engine import Engine
from tests.reference.seas import still_sea


def test_d07_attitude_through_vertical():
    check_through_vertical(Engine)


def test_d07_angles_in_the_history_through_vertical():
    # Damping in surge alone, where nothing moves; the angles of a row are those of case D07: 80, +-180, +-180 deg.
    ball = driven(drifter(inertia=(1.0, 1.0, 1.0)), linear=(1.0, 0, 0, 0, 0, 0), quadratic=(1.0, 0, 0, 0, 0, 0))
    nu = (0.0, 0.0, 0.0, 0.0, np.radians(10.0), 0.0)
    start = Start(ball, 10.0, 20.0, 100.0, (0.0, np.radians(80.0), 0.0), nu)
    chunk = Simulation([start], still_sea(), Settings(step=0.01)).advance(201)
    row = chunk.rows[0][-1]
    assert np.all(np.isfinite(chunk.rows[0]))
    assert row[INDEX["time"]] == 2.0
    # asin near 80 deg loses one digit; atan2 at 180 deg none.
    np.testing.assert_allclose(row[INDEX["pitch"]], np.radians(80.0), atol=1e-11)
    for name in ("roll", "heading"):
        np.testing.assert_allclose(np.cos(row[INDEX[name]]), -1.0, atol=1e-12)
    pitch = chunk.rows[0][:, INDEX["pitch"]]
    time = chunk.rows[0][:, INDEX["time"]]
    np.testing.assert_allclose(np.sin(pitch), np.sin(np.radians(80.0 + 10.0 * time)), atol=1e-12)
