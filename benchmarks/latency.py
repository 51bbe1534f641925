"""How long each kind of request takes while a run computes, on a server in a process of its own.

    python -m benchmarks.latency --times 200

A long run computes all the while; every endpoint is asked in turn, each time on a connection of its own. What a
mission's planner takes is in the answer (`Server-Timing`) and is shown apart. "cpu" is the median processor time of all
threads of the server but the busiest, which computes the run: it does not depend on what else the machine does.
"""

import argparse
import asyncio
import json
import re
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from benchmarks.load import MISSION, at, exchange_whole, started

LONG = {
    "start_lat": -45.0, "start_lon": -175.0, "goal_lat": -45.0, "goal_lon": -169.0, "cruise_depth_m": 5,
    "max_duration_s": 400_000.0, "sample_spacing_m": 1000.0,
}  # fmt: skip
"""So long that it takes more than a minute to compute."""
COAST = "lat_min=36.5&lon_min=-122.2&lat_max=36.9&lon_max=-121.8"


@dataclass(frozen=True)
class Kind:
    """One kind of request; `{n}` in a path or a body becomes another number each time."""

    name: str
    path: str
    method: str = "GET"
    body: str = ""


PLANNER = "the planner in it"
KINDS = (
    Kind("health", "/api/health"),
    Kind("snapshot", "/api/snapshot?session=run"),
    Kind("plan", "/api/plan?session=run"),
    Kind("session", "/api/session?session=run"),
    Kind("vehicle", "/api/vehicle?session=run"),
    Kind("events", "/api/events?session=run"),
    Kind("history, its end", "/api/history?session=run&since=100000000"),
    Kind("history, a page", "/api/history?session=run&since=0"),
    Kind("track, a page", "/api/track?session=run&since=0&every=1"),
    Kind("track, thinned", "/api/track?session=run&since=0&every=50"),
    Kind("bathymetry 80 x 56", f"/api/bathymetry?{COAST}&width=80&height=56"),
    Kind("bathymetry 192 x 192", f"/api/bathymetry?{COAST}&width=192&height=192"),
    Kind("currents 14 x 10", f"/api/currents?{COAST}&width=14&height=10&depth_m=40"),
    Kind("currents 192 x 192", f"/api/currents?{COAST}&width=192&height=192&depth_m=40"),
    Kind("point", "/api/point?lat=36.7&lon=-122.1&depth_m=40"),
    Kind("runs", "/api/runs"),
    Kind("docs", "/api/docs"),
    Kind("sources", "/api/sources"),
    Kind("control", "/api/control?session=other", "POST", '{"action":"set_cursor","value":{n}}'),
    Kind("vehicle, without a plan", "/api/vehicle?session=bare", "POST", '{"length_m":1.{n},"ballast":"neutral"}'),
    Kind("vehicle, with a plan", "/api/vehicle?session=other", "POST", '{"length_m":1.{n},"ballast":"neutral"}'),
    Kind("mission", "/api/mission?session=other", "POST", json.dumps(MISSION | {"name": "N{n}"})),
    Kind("open a session", "/api/snapshot?session=new{n}"),
)


async def computing(port: int) -> None:
    """See to it that the long run computes."""
    state = json.loads((await exchange_whole(port, "GET", "/api/snapshot?session=run"))[1])
    if not state["computing"]:
        await exchange_whole(port, "POST", "/api/mission?session=run", json.dumps(LONG).encode())
        while json.loads((await exchange_whole(port, "GET", "/api/snapshot?session=run"))[1])["rows"] < 11_000:
            await asyncio.sleep(0.1)


def spent(pid: int) -> dict[str, float]:
    """Processor time [s] of each thread of a process."""
    return {
        task.name: int((task / "schedstat").read_text().split()[0]) * 1e-9
        for task in Path(f"/proc/{pid}/task").iterdir()
    }


def spent_between(before: dict[str, float], after: dict[str, float]) -> float:
    """Processor time [s] of all threads but the busiest."""
    shares = [after[name] - before.get(name, 0.0) for name in after]
    return sum(shares) - max(shares)


async def ask(port: int, pid: int, times: int) -> dict[str, list[tuple[float, float]]]:
    """Wall and processor time [s] of each request by kind; the planner is a kind of its own."""
    free = json.dumps({"ballast": "neutral", "battery": "unlimited"}).encode()
    for session in ("run", "other", "bare"):
        await exchange_whole(port, "POST", f"/api/vehicle?session={session}", free)
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    number = count(100)
    for k in range(times + 1):
        await computing(port)
        for kind in KINDS:
            n = str(next(number))
            path, body = kind.path.replace("{n}", n), kind.body.replace("{n}", n).encode()
            before, began = spent(pid), time.perf_counter()
            head, _ = await exchange_whole(port, kind.method, path, body)
            took = time.perf_counter() - began
            worked = spent_between(before, spent(pid))
            if k == 0:
                continue  # the first of each kind loads what the rest find loaded
            planner = re.search(rb"server-timing: plan;dur=([0-9.]+)", head, re.I)
            apart = float(planner[1]) / 1e3 if planner else 0.0
            found[f"{kind.method} {kind.name}"].append((took - apart, worked))
            if planner:
                found[PLANNER].append((apart, 0.0))
            await asyncio.sleep(0.002)
    return found


def measure(times: int) -> dict[str, dict[str, float]]:
    """Start a server, ask it, stop it: the figures of each kind of request and of all together."""
    with tempfile.TemporaryDirectory() as folder:
        server, port = started(folder)
        try:
            found = asyncio.run(ask(port, server.pid, times))
        finally:
            server.terminate()
            server.wait(10)
            if server.stdout is not None:
                server.stdout.close()
    everything = [value for name, values in found.items() if name != PLANNER for value in values]
    return {name: figures_of(values) for name, values in (*found.items(), ("all", everything))}


def figures_of(values: list[tuple[float, float]]) -> dict[str, float]:
    """Wall time at the median, the 99th percentile and the longest, processor time at the median [ms]."""
    wall, cpu = ([1e3 * value for value in column] for column in zip(*values, strict=True))
    return {"p50": at(0.5, wall), "p99": at(0.99, wall), "max": max(wall), "cpu": at(0.5, cpu)}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=200, help="requests of each kind")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    figures = measure(given.times)
    if given.json:
        print(json.dumps(figures, indent=2))
        return
    columns = ("p50", "p99", "max", "cpu")
    print(f"{'':32}" + "".join(f"{column:>9}" for column in columns) + "  ms")
    for name, values in figures.items():
        print(f"{name:32}" + "".join(f"{values[column]:9.1f}" for column in columns))


if __name__ == "__main__":
    main()
