"""All measurements in one object."""

import json
import platform
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from seatrial.ocean.ocean import Ocean
from seatrial.studies.bench import engine, lookups, planning
from seatrial.studies.bench.result import Result, cores, process_seconds, valid

POINTS = 1_000_000
HOUR = """
name = "one hour"
[start]
lat = 36.78
lon = -121.95
[goal]
lat = 36.745
lon = -122.005
[vehicle]
ballast = "neutral"
[mission]
cruise_depth_m = 30.0
cruise_speed_m_s = 0.8
descent_rate_m_s = 0.15
[simulation]
max_duration_s = 3600.0
"""


def _land(ocean: Ocean) -> list[Result]:
    rng = np.random.default_rng(1)
    lat, lon = np.degrees(np.arcsin(rng.uniform(-1, 1, POINTS))), rng.uniform(-180, 180, POINTS)
    began = time.perf_counter()
    share = float(ocean.land.contains(lat, lon).mean())
    seconds = time.perf_counter() - began
    # Land with Antarctica but without its ice shelves is 28.9 to 29.2 % of the globe.
    valid(0.28 < share < 0.30, f"{100 * share:.1f} % of the globe is land")
    ready, all_ready = (
        min(float(process_seconds(["-m", "seatrial.studies.bench", part], 1)[1]) for _ in range(3))
        for part in ("land", "fields")
    )
    return [
        Result("land_ready_s", ready, "s", "Natural Earth 1:10m, fresh process, imports not counted"),
        Result(
            "fields_ready_s", all_ready, "s", "all shipped fields and tide stations, fresh process, imports not counted"
        ),
        Result("land_points_per_s", POINTS / seconds, "1/s", "random points on the globe"),
    ]


def _processes() -> list[Result]:
    help_s, _ = process_seconds(["-m", "seatrial.cli", "--help"], 5)
    with tempfile.TemporaryDirectory() as folder:
        scenario, run_file = Path(folder) / "hour.toml", Path(folder) / "hour.nc"
        scenario.write_text(HOUR, encoding="utf-8")
        arguments = ["-m", "seatrial.cli", "run", str(scenario), "-o", str(run_file), "--json"]
        with_picture, _ = process_seconds(arguments)
        seconds, output = process_seconds([*arguments, "--no-picture"])
        valid(json.loads(output)["steps"] == 720_000 and run_file.exists(), "the hour was not simulated")
    memory = float(process_seconds(["-m", "seatrial.studies.bench", "memory"], 1)[1])
    return [
        Result("help_s", help_s, "s", "seatrial --help, whole process"),
        Result("warm_mission_s", seconds, "s", "one-hour mission from process start to saved file"),
        Result("warm_mission_picture_s", with_picture, "s", "the same with its picture"),
        Result("peak_rss_mb", memory, "MB", "whole process that plans 2,400 km round Iberia"),
    ]


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    model = ""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = [line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        model = lines[0].split(":", 1)[1].strip() if lines else ""
    return {
        "processor": model or platform.processor() or platform.machine(),
        "cores": cores(),
        "system": platform.system(),
        "python": platform.python_version(),
        "warp": version("warp-lang"),
        "seatrial": version("seatrial"),
    }


def bench(report: Callable[[str, float, float], None]) -> dict[str, Any]:
    """Every measurement: machine and results of name, value, unit and note. Kernels are compiled first."""
    from seatrial.mission.warm import warm

    report("compiling the engine, once", 0.0, 0.0)
    warm(("planner", "plain"))
    ocean = Ocean.shipped()
    parts: list[tuple[str, Callable[[], list[Result]]]] = [
        ("engine", lambda: engine.measure(ocean)),
        ("lookups", lookups.measure),
        ("land", lambda: _land(ocean)),
        ("planner", lambda: planning.measure(ocean)),
        ("processes", _processes),
    ]
    results: list[Result] = []
    for k, (name, part) in enumerate(parts):
        report(f"measuring the {name}", 0.0, k / len(parts))
        results += part()
    return {"machine": machine(), "results": [asdict(result) for result in results]}
