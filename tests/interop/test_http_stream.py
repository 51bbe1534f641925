"""The stream of a real server, and what it answers while it computes."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn

from seatrial.server.listener import config_of
from tests.reference.http_server import MISSION, computed, make_app, serving, until


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(make_app(tmp_path_factory.mktemp("data"))) as address:
        yield address


def events(answer: httpx2.Response) -> Iterator[dict[str, Any]]:
    """Events of a stream: id, name of the event, data."""
    found: dict[str, Any] = {}
    for line in answer.iter_lines():
        if not line:
            if found:
                yield found
            found = {}
        elif not line.startswith(":"):
            key, _, value = line.partition(": ")
            found[key] = json.loads(value) if key == "data" else value


def test_headers_ids_and_the_rate_of_30_hz(address: str):
    with httpx2.Client(base_url=address, timeout=20.0) as client:
        computed(client, session="rate")
        client.post("/api/control?session=rate", json={"action": "play"})
        with client.stream("GET", "/api/stream?session=rate") as answer:
            assert answer.headers["content-type"] == "text/event-stream"
            assert answer.headers["cache-control"] == "no-cache" and answer.headers["x-accel-buffering"] == "no"
            stream = events(answer)
            first = next(stream)
            taken = [next(stream) for _ in range(45)]
        serials, counts = zip(*(event["id"].split(".") for event in taken), strict=True)
        assert len(set(serials)) == 1 and list(counts) == sorted(counts, key=int)
        played = taken[-1]["data"]["t"] - first["data"]["t"]
        # 45 events in 1.5 s of the clock that the cursor follows; fewer come when the machine is busy
        assert 1.4 < played < 4.0 and first["data"]["running"]


def test_last_event_id_of_this_run_goes_on_of_another_starts_over(address: str):
    with httpx2.Client(base_url=address, timeout=20.0) as client:
        computed(client, session="resume")

        def first(last_id: str) -> list[dict[str, Any]]:
            with client.stream("GET", "/api/stream?session=resume", headers={"Last-Event-ID": last_id}) as answer:
                stream = events(answer)
                return [next(stream), next(stream)]

        here = first("")[0]["id"]
        assert all("event" not in event for event in first(here))
        over = first("ffffffff.12")
        assert over[0]["event"] == "restart" and "event" not in over[1]


def test_a_mission_that_is_replaced_starts_the_stream_over(address: str):
    with httpx2.Client(base_url=address, timeout=20.0) as client:
        computed(client, session="again")
        with client.stream("GET", "/api/stream?session=again") as answer:
            stream = events(answer)
            before = next(stream)["id"].split(".")[0]
            client.post("/api/mission?session=again", json=MISSION)
            names = []
            for event in stream:
                names.append(event.get("event"))
                if "id" in event and event["id"].split(".")[0] != before:
                    break
        assert names.count("restart") == 1


def test_requests_are_answered_while_a_run_computes(address: str):
    """No timing is asserted beyond what a stalled loop would break; `benchmarks/load.py` has the figures."""
    long = {**MISSION, "goal_lat": 37.5, "max_duration_s": 400_000}
    with httpx2.Client(base_url=address, timeout=20.0) as client:
        client.post("/api/vehicle?session=busy", json={"ballast": "neutral", "battery": "unlimited"})
        began = time.monotonic()
        assert client.post("/api/mission?session=busy", json=long).status_code == 200
        until(lambda: client.get("/api/snapshot?session=busy").json()["rows"] > 0)
        rows, latencies = [], []
        while time.monotonic() < began + 2.0:
            asked = time.perf_counter()
            rows.append(client.get("/api/snapshot?session=busy").json()["rows"])
            latencies.append(time.perf_counter() - asked)
        assert rows[-1] > rows[0] and rows == sorted(rows), "the history grows while it is read"
        assert sorted(latencies)[len(latencies) // 2] < 0.1
        client.post("/api/vehicle?session=busy", json={"ballast": "neutral"})
        computed(client, session="busy")


def check_slow_client() -> None:
    """Who does not read for 5,000 events finds some tens of them, and then the newest."""

    async def found() -> list[float]:
        app = make_app()
        hub, session = app.state.seatrial.hub, app.state.seatrial.sessions.get("default")
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        server = uvicorn.Server(config_of(app))
        served = asyncio.create_task(server.serve([listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        loop, client = asyncio.get_running_loop(), socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16 * 1024)
        client.connect(listening.getsockname())
        client.setblocking(False)
        await loop.sock_sendall(client, b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        while not len(hub):
            await asyncio.sleep(0.01)
        for k in range(1, 5001):
            session.set_speed(1.0 + k / 1000.0)
            hub.tick()
            await asyncio.sleep(0)
        text, last = b"", b'"playback_speed":6.0,'
        async with asyncio.timeout(10.0):
            while last not in text.rpartition(b"\n")[0]:
                text += await loop.sock_recv(client, 2**16)
        client.close()
        hub.close()
        server.should_exit = True
        await served
        return [
            json.loads(line[6:])["playback_speed"] for line in text.split(b"\n")[:-1] if line.startswith(b"data: {")
        ]

    speeds = asyncio.run(found())
    assert speeds == sorted(speeds) and speeds[-1] == 6.0
    assert len(speeds) < 150, "what is no longer true does not wait"


def test_a_client_that_reads_slowly_finds_the_newest_state_soon():
    check_slow_client()


def test_streams_that_close_are_freed(tmp_path: Path):
    app = make_app()
    hub = app.state.seatrial.hub
    with serving(app) as address, httpx2.Client(base_url=address, timeout=20.0) as client:
        for _ in range(3):
            with client.stream("GET", "/api/stream") as answer:
                stream = events(answer)
                next(stream)
                assert len(hub) == 1
            until(lambda: len(hub) == 0)


def test_a_server_that_stops_ends_its_streams():
    with serving(make_app()) as address:
        client = httpx2.Client(base_url=address, timeout=20.0)
        answer = client.send(client.build_request("GET", "/api/stream"), stream=True)
        assert answer.status_code == 200
    assert answer.read() is not None
    client.close()
