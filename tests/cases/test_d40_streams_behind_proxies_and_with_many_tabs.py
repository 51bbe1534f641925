"""D40: event streams behind proxies and with many tabs."""

import json
import time

import httpx2
import numpy as np

from seatrial.server.playback import sample
from seatrial.server.stream import HEADERS, HEARTBEAT_S, IDLE_S
from seatrial.server.table import KEPT, Table
from seatrial.simulation.columns import COLUMNS
from tests.reference.http_server import computed, make_app, serving, until


def test_six_streams_of_one_browser_do_not_starve_the_rest():
    """A browser has six connections to a host; the seventh is another client's, and is answered at once."""
    app = make_app()
    with serving(app) as address:
        browser = httpx2.Client(base_url=address, timeout=20.0, limits=httpx2.Limits(max_connections=6))
        streams = [browser.send(browser.build_request("GET", "/api/stream"), stream=True) for _ in range(6)]
        assert len(app.state.seatrial.hub) == 6
        with httpx2.Client(base_url=address, timeout=5.0) as other:
            assert other.get("/api/health").json() == {"ok": True}
        for stream in streams:
            stream.close()
        until(lambda: len(app.state.seatrial.hub) == 0)
        browser.close()


def test_the_first_event_comes_at_once_and_something_comes_often_enough_for_proxies():
    assert HEARTBEAT_S <= 15.0 and IDLE_S <= 15.0
    assert dict(HEADERS) == {
        b"content-type": b"text/event-stream",
        b"cache-control": b"no-cache",
        b"x-accel-buffering": b"no",
    }
    with serving(make_app()) as address, httpx2.Client(base_url=address, timeout=5.0) as client:
        with client.stream("GET", "/api/stream") as answer:
            assert next(answer.iter_lines()).startswith("id: ")


def test_an_update_is_as_small_at_the_end_of_a_long_track_as_at_its_beginning():
    with serving(make_app()) as address, httpx2.Client(base_url=address, timeout=20.0) as client:
        early = len(client.get("/api/snapshot").content)
        last = computed(client)
        client.post("/api/control", json={"action": "set_cursor", "value": 1e9})
        late = client.get("/api/snapshot").content
        assert len(late) < early + 200 < 1500 and json.loads(late)["t"] == last["computed_s"]
        tail = client.get(f"/api/history?since={last['rows'] - 1}").content
        assert len(tail) < 1000


def test_scrubbing_a_track_of_100000_points():
    table, rows = Table(), np.zeros((100_000, len(COLUMNS)))
    rows[:, 0] = 0.1 * np.arange(100_000)
    for k in range(0, 100_000, 5000):
        table.append(rows[k : k + 5000])
    assert table.columns.shape == (len(KEPT), 100_000)
    began = time.process_time()
    for t in np.linspace(0.0, 9999.0, 200):
        assert sample(table.columns, float(t))[0] == t
    assert (time.process_time() - began) / 200 < 0.05, "a linear search would take as long"
