"""Time of a lookup of a four-dimensional current in the general kernel, on one core."""

import time
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seatrial.dynamics.scalar import real, wp
from seatrial.dynamics.tables import current_record
from seatrial.ocean.composite import Composite
from seatrial.ocean.table import GridTable, Samples
from seatrial.studies.bench.lookup_kernel import look_up
from seatrial.studies.bench.result import Result, valid

POINTS, REPEATS = 200_000, 12
HOURS = 24
LEVELS = (0, 2, 4, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 100, 125, 150, 200, 250, 300, 350, 400,
          500, 600, 700, 800, 900, 1000, 1250, 1500, 2000, 2500, 3000, 4000, 5000)  # fmt: skip
"""Depths of HYCOM's standard levels [m]."""

Points = tuple[NDArray[Any], ...]


class _Model:
    """Currents of three components as a model gives them: Mercator rows, 40 levels, hours."""

    name = "model"

    def __init__(self, side: int) -> None:
        rng = np.random.default_rng(7)
        mercator = np.radians(30.0) + np.radians(0.08) * np.arange(side)
        lat = np.degrees(np.arctan(np.sinh(mercator)))
        values = rng.normal(0.0, 0.3, (HOURS, len(LEVELS), side, side, 3)).astype(np.float32)
        table = GridTable.from_nodes(
            lat, -30.0 + 0.08 * np.arange(side), np.moveaxis(values, -1, 0), LEVELS, 3600.0 * np.arange(HOURS)
        )
        # components lie together, as in a window on a file
        self.grid = replace(table, values=np.moveaxis(values.reshape(-1, side, side, 3), -1, 0))

    def sample(self, lat: float, lon: float, depth: float = 0.0, time: float = 0.0) -> Samples:
        return self.grid.sample(lat, lon, depth, time)

    def table(self) -> GridTable:
        return self.grid


def _anywhere(grid: GridTable) -> Points:
    rng = np.random.default_rng(8)
    nodes = grid.lat_nodes
    valid(nodes is not None, "the rows are even")
    north, east = float(np.asarray(nodes)[-1]), grid.lon0 + (grid.columns - 1) * grid.dlon
    ends = ((grid.lat0, north), (grid.lon0, east), (0.0, 5000.0), (0.0, 3600.0 * (HOURS - 1)))
    return tuple(rng.uniform(*end, POINTS) for end in ends)


def _underway(grid: GridTable) -> Points:
    """One vehicle at 1 m/s and steps of 5 ms, going up and down."""
    step = np.arange(POINTS) * 0.005
    lat = float(np.asarray(grid.lat_nodes)[grid.rows // 2]) + step * 6e-6
    lon = grid.lon0 + 0.5 * grid.columns * grid.dlon + step * 7e-6
    return lat, lon, 33.0 + 10.0 * np.sin(0.01 * step), 5000.0 + step


def nanoseconds(source: _Model, points: Points) -> float:
    """Least processor time of a lookup [ns]; the answers are compared with NumPy's."""
    record = current_record(Composite([source]))
    inputs = [wp.array(p, dtype=real, device="cpu") for p in points]
    out = wp.zeros((POINTS, 4), dtype=real, device="cpu")
    best = float("inf")
    for _ in range(REPEATS):
        began = time.thread_time()
        wp.launch(look_up, dim=POINTS, inputs=[record, *inputs, out], device="cpu")
        best = min(best, time.thread_time() - began)
    few = slice(None, None, 97)
    expected, known = source.grid.sample(*(p[few] for p in points))
    valid(bool(known.all()), "a point lies outside")
    valid(float(np.abs(out.numpy()[few, :3] - expected).max()) < 1e-6, "the kernel and NumPy differ")
    return 1e9 * best / POINTS


def measure() -> list[Result]:
    """As a vehicle meets them, and anywhere in a window of 5 MB and in a table of 100 MB."""
    window, large = _Model(21), _Model(93)
    about = "3 components with rates of change, 16 corners, uneven rows, 40 levels, hours; per CPU second of one core"
    return [
        Result("current_4d_ns", nanoseconds(large, _underway(large.grid)), "ns", f"along a track; {about}"),
        Result("current_4d_window_ns", nanoseconds(window, _anywhere(window.grid)), "ns", "anywhere in a 5 MB window"),
        Result("current_4d_random_ns", nanoseconds(large, _anywhere(large.grid)), "ns", "anywhere in 100 MB"),
    ]
