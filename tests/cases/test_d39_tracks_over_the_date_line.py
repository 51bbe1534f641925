"""D39: a track that crosses 180 degrees is drawn without a jump; positions in the API stay in [-180, 180)."""

import numpy as np
import pytest

from seatrial.planning.plan import continuous_longitudes
from seatrial.server.playback import sample
from seatrial.server.snapshot import fields
from seatrial.server.table import KEPT, PLACE
from tests.reference.http_server import client_of, computed, make_app

CROSSING = {
    "start_lat": 0.0, "start_lon": 179.999, "goal_lat": 0.0, "goal_lon": -179.999, "cruise_depth_m": 5,
    "cruise_speed_m_s": 0.8, "descent_rate_m_s": 0.15,
}  # fmt: skip


def test_line_of_the_case():
    lon = continuous_longitudes(np.array([179.0, -172.0]))
    assert lon.tolist() == [179.0, 188.0] and np.ptp(lon) == 9.0


def test_half_way_of_the_case():
    columns = np.zeros((len(KEPT), 2))
    columns[PLACE["time"]], columns[PLACE["lon"]] = [0.0, 10.0], [179.5, -179.5]
    there = fields(sample(columns, 5.0)[:, None])
    assert abs(float(there["lon"][0])) == 180.0 and float(there["lat"][0]) == 0.0
    for t in np.linspace(0.0, 10.0, 101):
        lon = float(fields(sample(columns, float(t))[:, None])["lon"][0])
        assert -180.0 <= lon < 180.0 and abs(lon) >= 179.5


def test_plan_history_and_cursor_over_the_date_line():
    with client_of(make_app()) as client:
        computed(client, CROSSING)
        plan = client.get("/api/plan").json()
        for line in (plan["drawn_lon"], [lon for _, lon in plan["route"]]):
            assert np.abs(np.diff(line)).max() < 1.0 and np.ptp(line) == pytest.approx(0.002, abs=1e-6)
        assert all(-180.0 <= point["lon"] < 180.0 for point in plan["waypoints"])
        lon = np.array(client.get("/api/track").json()["lon"])
        assert lon.min() < -179.9 and lon.max() > 179.9 and (lon >= -180.0).all() and (lon < 180.0).all()
        k = int(np.flatnonzero(np.diff(lon) < -180.0)[0])
        client.post("/api/control", json={"action": "set_cursor", "value": 0.1 * k + 0.05})
        found = client.get("/api/snapshot").json()["lon"]
        assert abs(found) > 179.9999 and -180.0 <= found < 180.0
