"""D40: event streams behind proxies and with many tabs."""

import asyncio
import json
import time

import httpx2
import numpy as np

from seatrial.mission.run import run
from seatrial.mission.scenario import Scenario
from seatrial.server.compute import finished_computation
from seatrial.server.playback import sample
from seatrial.server.sessions import Sessions
from seatrial.server.settings import Limits
from seatrial.server.stream import HEADERS, HEARTBEAT_S, IDLE_S, Hub
from seatrial.server.table import KEPT, Table
from seatrial.simulation.columns import COLUMNS
from tests.reference.http_server import calm_ocean, computed, make_app, serving, until


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


def test_an_event_of_a_track_of_100000_points_is_as_small_as_one_of_none():
    async def sizes() -> list[int]:
        sessions = Sessions(Limits())
        session, hub = sessions.get("long"), Hub(sessions, Limits())
        found = [len(await hub.open(session, False, "").take())]
        ends = {"start": {"lat": 36.7, "lon": -122.1}, "goal": {"lat": 36.701, "lon": -122.1}}
        short = run(Scenario.from_dict({**ends, "simulation": {"max_duration_s": 1.0}}), ocean=calm_ocean())
        session.load(short.plan, b"{}", finished_computation(short, "abcdefghijkl"))
        assert session.computation is not None
        session.computation.table = long_table()
        session.set_cursor(9999.0)
        event = await hub.open(session, False, "").take()
        assert json.loads(event.rpartition(b"data: ")[2])["rows"] == 100_000
        return [*found, len(event)]

    before, after = asyncio.run(sizes())
    assert after < before + 200 < 1500


def test_a_proxy_that_holds_back_4_kib_still_shows_a_vehicle_that_moves():
    """Events of a run that plays fill its buffer several times a second."""

    async def states(port: int) -> list[float]:
        forwarding: list[asyncio.Task[None] | None] = []

        async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            forwarding.append(asyncio.current_task())
            from_server, to_server = await asyncio.open_connection("127.0.0.1", port)
            try:
                to_server.write(await reader.readuntil(b"\r\n\r\n"))
                while True:
                    writer.write(await from_server.readexactly(4096))
                    await writer.drain()
            finally:
                to_server.close()
                writer.close()

        found: list[float] = []
        async with asyncio.timeout(20.0), await asyncio.start_server(forward, "127.0.0.1", 0) as proxy:
            reader, writer = await asyncio.open_connection(*proxy.sockets[0].getsockname()[:2], limit=2**20)
            writer.write(b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            while len(found) < 30:
                line = await reader.readline()
                assert line, "the stream ended"
                if line.startswith(b"data: {"):
                    found.append(json.loads(line[6:])["t"])
            (task,) = forwarding
            assert task is not None
            task.cancel()
            await asyncio.wait([task])
            writer.close()
            await writer.wait_closed()
        return found

    with serving(make_app()) as address, httpx2.Client(base_url=address, timeout=20.0) as client:
        computed(client)
        client.post("/api/control", json={"action": "play"})
        began = time.monotonic()
        seen = asyncio.run(states(int(address.rpartition(":")[2])))
        assert seen == sorted(seen) and seen[-1] > seen[0]
        assert time.monotonic() - began < 10.0, "thirty events are one second of play"


def long_table() -> Table:
    """A history of 100,000 rows at 10 Hz."""
    table, rows = Table(), np.zeros((100_000, len(COLUMNS)))
    rows[:, 0] = 0.1 * np.arange(100_000)
    for k in range(0, 100_000, 5000):
        table.append(rows[k : k + 5000])
    return table


def test_scrubbing_a_track_of_100000_points():
    table = long_table()
    assert table.columns.shape == (len(KEPT), 100_000)
    began = time.process_time()
    for t in np.linspace(0.0, 9999.0, 200):
        assert sample(table.columns, float(t))[0] == t
    assert (time.process_time() - began) / 200 < 0.05, "a linear search would take as long"
