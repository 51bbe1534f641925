"""A whole mission, autopilot and waypoints and power and all, against plain Python."""

import numpy as np

from seatrial.control.autopilot import Autopilot
from seatrial.frames.local import LocalFrame
from seatrial.simulation.columns import INDEX
from seatrial.simulation.settings import Settings
from seatrial.simulation.simulation import Simulation, Start, Waypoints
from seatrial.simulation.status import Status
from seatrial.vehicles.torpedo import torpedo
from tests.reference.autopilot_model import Leg, fly, stacked
from tests.reference.matrix_model import MatrixModel, at_rest
from tests.reference.seas import uniform_sea

STEP = 0.05
LEGS = [
    Leg((12.0, 3.0, 4.0), 0.4),
    Leg((30.0, 6.0, 6.0), 0.8),
    Leg((34.0, -9.0, 9.0), 0.8),
    Leg((24.0, -20.0, 3.0), 0.5),
]


def test_mission_follows_the_reference_to_its_end():
    # 1e-6 m, rad, m/s: rounding of 1e-15 a step through loops of gain 1 that saturate; the plane's closed form is exact
    # to 1e-10 m over 40 m, and the current turns with the meridian by 1e-11.
    vehicle = torpedo(ballast="neutral", thruster_time_constant=0.3)
    origin = (0.001, -179.9999)
    places = np.array([leg.place for leg in LEGS])
    lat, lon = LocalFrame(*origin).to_geodetic(places[:, 0], places[:, 1])
    route = Waypoints(lat, lon, places[:, 2], np.array([leg.speed for leg in LEGS]))
    sim = Simulation([Start(vehicle, *origin, 2.0, waypoints=route)], uniform_sea(0.1, -0.05), Settings(step=STEP))
    chunk = sim.advance(3000)
    assert sim.status == (Status.ARRIVED,)

    model, current = MatrixModel([vehicle], STEP), np.array([-0.05, 0.1, 0.0])
    history, events = fly(model, Autopilot(), at_rest(1, 4, 2.0), current, LEGS, 3000)
    ticks = round(1200 * STEP)
    np.testing.assert_array_equal(chunk.events[0], [(n * ticks, k) for n, k in events])
    assert len(events) == len(LEGS)

    expected, end = stacked(history), sim.states()
    for name in ("p", "q", "nu", "charge", "temperature"):
        np.testing.assert_allclose(end[name][0], getattr(expected, name)[-1], rtol=0.0, atol=1e-6, err_msg=name)
    for name in ("energy", "distance"):
        np.testing.assert_allclose(end[name][0], getattr(expected, name)[-1], rtol=1e-8, err_msg=name)
    rows = chunk.rows[0][:-1]
    every = expected.p[: 2 * len(rows) : 2]
    assert len(every) == len(rows)
    lat, lon = LocalFrame(*origin).to_geodetic(every[:, 0], every[:, 1])
    np.testing.assert_allclose(rows[:, INDEX["depth"]], every[:, 2], rtol=0.0, atol=1e-6)
    np.testing.assert_allclose(rows[:, INDEX["lat"]], lat, rtol=0.0, atol=1e-11)
    np.testing.assert_allclose(np.cos(np.radians(rows[:, INDEX["lon"]] - lon)), 1.0, rtol=0.0, atol=1e-15)
