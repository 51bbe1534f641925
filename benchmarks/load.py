"""Load on the server: streams at 30 Hz and requests beside them; how far streams fall behind, and memory.

    python benchmarks/load.py --seconds 60

The server runs in a process of its own; a mission plays at the speed of the clock, so that mission time less wall time
says how far a stream is behind. Nothing is printed before every stream has shown that it plays.
"""

import argparse
import asyncio
import json
import re
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

MISSION = {"start_lat": -45.0, "start_lon": -175.0, "goal_lat": -45.0, "goal_lon": -174.9, "cruise_depth_m": 40}
PATHS = (
    "/api/snapshot",
    "/api/bathymetry?lat_min=36.5&lon_min=-122.2&lat_max=36.9&lon_max=-121.8&width=80&height=56",
    "/api/snapshot",
    "/api/currents?lat_min=36.5&lon_min=-122.2&lat_max=36.9&lon_max=-121.8&width=14&height=10&depth_m=40",
    "/api/history?since=1000000",
    "/api/track?since=0&every=100",
)


@dataclass
class Measured:
    """What was seen."""

    lags: list[float] = field(default_factory=list)
    """How far each event is behind the most punctual one of its stream [s]."""
    latencies: list[float] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)
    """Resident memory of the server [bytes], every second."""
    events: int = 0


def started(folder: str) -> tuple[subprocess.Popen[str], int]:
    """A server on a free port."""
    command = [Path(sys.executable).with_name("seatrial"), "serve", "--port", "0", "--data", folder]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    line = server.stdout.readline()
    found = re.search(r":(\d+)", line.partition("//")[2])
    assert found, f"no address in {line!r}"
    return server, int(found[1])


async def exchange_whole(port: int, method: str, path: str, body: bytes = b"") -> tuple[bytes, bytes]:
    """One request on a connection of its own; head and body of the answer, which must be 200."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + body)
    answer = await reader.read()
    writer.close()
    status, _, content = answer.partition(b"\r\n\r\n")
    assert b" 200 " in status.split(b"\r\n")[0], answer[:300]
    return status, content


async def exchange(port: int, method: str, path: str, body: object = None) -> bytes:
    """One request on a connection of its own; the body of the answer."""
    text = b"" if body is None else json.dumps(body).encode()
    return (await exchange_whole(port, method, path, text))[1]


async def watch(port: int, until: float, found: Measured) -> None:
    """One stream to the end; its lags."""
    # Short buffers: what waits in them is old. Without, a client that gets no processor holds minutes of its stream.
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**14)
    connection.connect(("127.0.0.1", port))
    reader, writer = await asyncio.open_connection(sock=connection, limit=2**13)
    writer.write(b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    offsets = []
    while (now := time.monotonic()) < until:
        line = await asyncio.wait_for(reader.readline(), 5.0)
        if line.startswith(b"data: {"):
            offsets.append(time.monotonic() - json.loads(line[6:])["t"])
        assert line, f"stream ended after {now} s"
    writer.close()
    assert len(offsets) > 10, "a stream brought next to nothing"
    first = min(offsets)
    found.lags += [offset - first for offset in offsets]
    found.events += len(offsets)


async def ask(port: int, until: float, rate: float, found: Measured) -> None:
    """Requests at a rate, one after the other was due."""
    due, k = time.monotonic(), 0
    pending: set[asyncio.Task[None]] = set()

    async def one(path: str) -> None:
        began = time.perf_counter()
        await exchange(port, "GET", path)
        found.latencies.append(time.perf_counter() - began)

    while due < until:
        task = asyncio.create_task(one(PATHS[k % len(PATHS)]))
        pending.add(task)
        task.add_done_callback(pending.discard)
        due, k = due + 1.0 / rate, k + 1
        await asyncio.sleep(max(due - time.monotonic(), 0.0))
    await asyncio.gather(*pending)


def resident_memory(pid: int) -> int:
    """Resident memory of a process [bytes], 0 when there is none."""
    status = Path(f"/proc/{pid}/status")
    resident = re.search(r"VmRSS:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return int(resident[1]) * 1024 if resident else 0


async def settle(pid: int) -> None:
    """Wait until the memory of a server has stood still for some seconds, at most 40.

    After its start it makes what the map's tiles are cut from, which is no load of anybody's.
    """
    seen: list[int] = []
    for _ in range(40):
        seen = [*seen[-3:], resident_memory(pid)]
        if len(seen) == 4 and max(seen) - min(seen) < 2e6:
            return
        await asyncio.sleep(1.0)


async def weigh(pid: int, until: float, found: Measured) -> None:
    """Memory of the server, every second."""
    while time.monotonic() < until and (memory := resident_memory(pid)):
        found.memory.append(memory)
        await asyncio.sleep(1.0)


async def load(port: int, pid: int, seconds: float, streams: int, rate: float) -> Measured:
    """Plan, compute, play, and watch for a while."""
    await exchange(port, "POST", "/api/vehicle", {"ballast": "neutral"})
    await exchange(port, "POST", "/api/mission", MISSION | {"max_duration_s": seconds + 60.0})
    while json.loads(await exchange(port, "GET", "/api/snapshot"))["run"] is None:
        await asyncio.sleep(0.2)
    await settle(pid)
    await exchange(port, "POST", "/api/control", {"action": "play"})
    found, until = Measured(), time.monotonic() + seconds
    await asyncio.gather(
        *(watch(port, until, found) for _ in range(streams)), ask(port, until, rate, found), weigh(pid, until, found)
    )
    return found


def at(share: float, values: list[float]) -> float:
    """The value below which a share of the values lies."""
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def measure(seconds: float, streams: int = 50, rate: float = 20.0) -> dict[str, float]:
    """Start a server, load it, stop it; the figures."""
    with tempfile.TemporaryDirectory() as folder:
        server, port = started(folder)
        try:
            found = asyncio.run(load(port, server.pid, seconds, streams, rate))
        finally:
            server.terminate()
            code = server.wait(10)
            if server.stdout is not None:
                server.stdout.close()
    settled = found.memory[len(found.memory) // 4 :] or [0]
    return {
        "streams": streams,
        "seconds": seconds,
        "events_per_stream_and_s": found.events / streams / seconds,
        "lag_p99_s": at(0.99, found.lags),
        "lag_max_s": max(found.lags),
        "requests": len(found.latencies),
        "latency_p50_ms": 1e3 * at(0.5, found.latencies),
        "latency_p99_ms": 1e3 * at(0.99, found.latencies),
        "memory_MB": settled[-1] / 1e6,
        "memory_growth_MB": (max(settled) - settled[0]) / 1e6,
        "exit_code": code,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--streams", type=int, default=50)
    parser.add_argument("--rate", type=float, default=20.0, help="requests a second")
    given = parser.parse_args()
    print(json.dumps(measure(given.seconds, given.streams, given.rate), indent=2))


if __name__ == "__main__":
    main()
