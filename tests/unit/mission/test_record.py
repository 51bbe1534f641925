import json

import numpy as np
import pytest

from seatrial.mission.record import history_dataset
from seatrial.simulation.columns import COLUMNS
from tests.unit.mission.missions import arrived


def test_summary_has_what_scripts_read():
    s = arrived().summary()
    for key in (
        "status",
        "distance_m",
        "duration_s",
        "energy_J",
        "planned",
        "steps",
        "wall_s",
        "rows",
        "warnings",
        "charge",
    ):
        assert key in s
    assert {"distance_m", "duration_s", "energy_J", "waypoints", "method"} <= set(s["planned"])
    assert json.loads(json.dumps(s, allow_nan=False)) == s


def test_estimate_and_simulation_agree():
    r = arrived()
    assert r.last("distance") == pytest.approx(r.plan.distance_m, rel=0.1)
    assert r.duration_s == pytest.approx(r.plan.duration_s, rel=0.5)


def test_history_has_units_and_coordinates():
    data = history_dataset(np.zeros((3, len(COLUMNS))), "2000-01-01T00:00:00+00:00")
    assert set(data.coords) == {"time", "lat", "lon", "depth"}
    assert len(data.variables) == len(COLUMNS) and all(v.attrs["units"] for v in data.variables.values())
