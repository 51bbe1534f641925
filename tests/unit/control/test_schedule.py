"""Timetables and the zigzag: the helm goes over when it should."""

import numpy as np
import pytest

from seatrial.control.schedule import Schedule
from seatrial.control.zigzag import Zigzag
from seatrial.errors import InputError
from seatrial.simulation.columns import INDEX
from seatrial.simulation.settings import Settings
from seatrial.simulation.simulation import Simulation, Start
from seatrial.vehicles.torpedo import torpedo
from tests.reference.http_server import calm_ocean

TORPEDO = torpedo(ballast="neutral")
YAW = 3
"""Slot of the lateral thruster at the stern, which pushes to starboard and turns to port."""


def simulation(controller: object, **options: float) -> Simulation:
    start = Start(TORPEDO, 36.8, -122.4, 50.0, controller=controller)
    return Simulation([start], calm_ocean(), Settings(step=0.02, **options))  # type: ignore[arg-type]


def test_rows_hold_from_their_times():
    s = simulation(Schedule((0.1, 0.3, 0.34), ((0.5,), (0.2, 0.1), ())))
    seen = []
    for _ in range(20):
        s.advance(1)
        seen.append(s.responses()[0][:2].tolist())
    # Step k runs from 0.02 k: the row of 0.1 s acts from step 5, that of 0.3 s from 15, that of 0.34 s from 17.
    assert seen == [[0.0, 0.0]] * 5 + [[0.5, 0.0]] * 10 + [[0.2, 0.1]] * 2 + [[0.0, 0.0]] * 3


@pytest.mark.parametrize(
    "times, commands, words",
    [
        ((), (), "0 times and 0 rows"),
        ((0.0, 1.0), ((1.0,),), "2 times and 1 rows"),
        ((1.0, 1.0), ((), ()), "must ascend"),
        ((-1.0,), ((),), "schedule time = -1 s"),
        ((0.0,), ((float("nan"),),), "schedule command 0"),
    ],
)
def test_bad_timetables_are_refused(times: tuple, commands: tuple, words: str):
    with pytest.raises(InputError, match=words):
        Schedule(times, commands)


def test_zigzag_puts_the_helm_over_at_its_heading():
    heading, begin = np.radians(10.0), 5.0
    s = simulation(Zigzag((0.5,), (0.0, 0.0, 0.0, -0.4), heading, begin), record_period=0.02)
    rows = s.advance(4000).rows[0]
    helm = np.diff(np.sign(rows[:, INDEX["r"]]))
    psi = np.unwrap(rows[:, INDEX["heading"]])
    psi = psi - psi[0]
    assert np.abs(psi[rows[:, 0] < begin]).max() < 1e-3  # the current turns it a little
    turned = psi[np.flatnonzero(helm)]
    turned = turned[np.abs(turned) > 0.1 * heading]
    assert len(turned) >= 4 and np.all(np.abs(turned) >= heading - 1e-3), "the yaw turns back beyond the heading alone"
    assert np.all(np.sign(turned[:-1]) == -np.sign(turned[1:]))
    assert s.responses()[0][YAW] in (-0.4, 0.4)
