"""Servers for tests: an ocean that is quick to plan in, a client in the same process, a real server on a free port."""

import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import uvicorn
from starlette.applications import Starlette
from starlette.testclient import TestClient

from seatrial.ocean.composite import Composite
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.uniform import UniformCurrents, UniformDepth
from seatrial.server.app import create_app
from seatrial.server.listener import config_of
from seatrial.server.settings import Limits, Settings

MISSION = {
    "start_lat": 36.7, "start_lon": -122.1, "goal_lat": 36.7015, "goal_lon": -122.0985, "cruise_depth_m": 20,
    "cruise_speed_m_s": 0.8, "descent_rate_m_s": 0.15,
}  # fmt: skip
"""The mission of the recorded exchanges, at speeds that a neutral torpedo can keep."""
ISLAND = [(37.0, -120.1), (37.0, -119.8), (36.9, -119.8), (36.9, -120.1)]
HEADERS = {"host": "127.0.0.1"}


def calm_ocean(depth: float = 500.0) -> Ocean:
    """Water of one depth, an island at 37 N 120 W, and a weak current."""
    island = [(lon, lat) for lat, lon in ISLAND]
    return Ocean(
        Land.from_polygons([island]), Composite([UniformDepth(depth)]), Composite([UniformCurrents(0.02, 0.01)])
    )


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self, now: float = 1000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def make_app(
    data: Path | None = None,
    limits: Limits | None = None,
    token: str = "",
    cors: str = "",
    host: str = "127.0.0.1",
    clock: Callable[[], float] = time.monotonic,
    allowed: tuple[str, ...] = (),
) -> Starlette:
    """An application in the calm ocean."""
    limits = limits or Limits()
    settings = Settings(host=host, data=data, limits=limits, token=token, cors=cors, workers=2, allowed=allowed)
    return create_app(settings, calm_ocean(), clock=clock)


@contextmanager
def client_of(app: Starlette) -> Iterator[TestClient]:
    """A client in the same process; the application starts and stops with it."""
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=True) as client:
        yield client


def until(condition: Callable[[], bool], seconds: float = 30.0) -> None:
    """Wait until something holds; looks often, gives up after a while."""
    give_up = time.monotonic() + seconds
    waiting = threading.Event()
    while not condition():
        assert time.monotonic() < give_up, "it never came true"
        waiting.wait(0.01)


def computed(client: TestClient | httpx2.Client, mission: dict[str, object] | None = None, session: str = "") -> dict:
    """Plan a mission with a vehicle that can dive, wait for the run; the last snapshot."""
    query = f"?session={session}" if session else ""
    assert client.post(f"/api/vehicle{query}", json={"ballast": "neutral"}).status_code == 200
    answer = client.post(f"/api/mission{query}", json=mission or MISSION)
    assert answer.status_code == 200, answer.text
    until(lambda: not client.get(f"/api/snapshot{query}").json()["computing"])
    return client.get(f"/api/snapshot{query}").json()


@contextmanager
def serving(app: Starlette) -> Iterator[str]:
    """A real server on a free port of this machine; its address."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = uvicorn.Server(config_of(app))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])), daemon=True)
    thread.start()
    until(lambda: server.started)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        app.state.seatrial.hub.close()
        server.should_exit = True
        thread.join(15.0)
        assert not thread.is_alive(), "the server did not stop"


def main() -> None:
    """A server of its own process, with its runs in the folder that is named, until its input ends."""
    with serving(make_app(Path(sys.argv[1]), limits=Limits(sessions=2000))) as address:
        print(address, flush=True)
        sys.stdin.read()


@contextmanager
def serving_apart(folder: Path) -> Iterator[str]:
    """A server in a process of its own; its address."""
    command = [sys.executable, "-m", "tests.reference.http_server", str(folder)]
    root = Path(__file__).parents[2]
    environment = os.environ | {"PYTHONFAULTHANDLER": "1"}
    with (
        tempfile.TemporaryFile("w+") as words,
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=words, text=True, cwd=root, env=environment
        ) as server,
    ):
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        ended = server.poll()
        if ended is None:
            server.communicate("", timeout=30)
        words.seek(0)
        assert ended is None, f"the server had ended with {ended}:\n{words.read()}"


if __name__ == "__main__":
    main()
