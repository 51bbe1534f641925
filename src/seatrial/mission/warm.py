"""Compile every kernel that a first mission needs; Warp keeps them on disk."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from seatrial.errors import InputError

PARTS = {
    "planner": "routes",
    "plain": "engine for shipped data and other even grids at one time",
    "general": "engine for files with times, uneven or blended grids, vertical velocity, layers, density by place",
}
"""What can be compiled, and what it is for."""
DEPTH = 500.0
"""Depth of the sea that the kernels are tried in [m]."""


def warm(parts: tuple[str, ...] = tuple(PARTS), done: Callable[[str, float], None] | None = None) -> dict[str, float]:
    """Compile planner and engine in the order of `parts`, names of `PARTS`; the seconds that each took, by name.

    `done` is called after each, with its name and seconds. InputError for a name that is none.
    """
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        raise InputError(f"part {unknown[0]!r}: must be one of {', '.join(PARTS)}")
    seconds = {}
    for part in parts:
        began = time.perf_counter()
        _plan() if part == "planner" else _step(part == "general")
        seconds[part] = time.perf_counter() - began
        if done is not None:
            done(part, seconds[part])
    return seconds


def _plan() -> None:
    from seatrial.planning.request import RouteRequest
    from seatrial.planning.route import plan_route

    plan_route(RouteRequest(start=(0.0, 0.0), goal=(0.0, 0.05)), _ocean(False))


def _step(general: bool) -> None:
    """A few steps of the engine."""
    from seatrial.simulation.simulation import Simulation, Start, Waypoints
    from seatrial.vehicles.torpedo import torpedo

    there = Waypoints(*(np.array(v) for v in ([0.0, 0.0], [0.0, 0.01], [0.0, 10.0], [0.5, 0.5])))
    simulation = Simulation([Start(torpedo(ballast="neutral"), 0.0, 0.0, waypoints=there)], _ocean(general))
    if simulation.windows.general is not general:
        raise RuntimeError("another kernel than the one that was meant")
    simulation.advance(10)


def _ocean(general: bool) -> Any:
    """An ocean with an island in the way; where the general kernel is wanted, its sea floor is an uneven grid."""
    from seatrial.ocean.bathymetry import GridBathymetry
    from seatrial.ocean.composite import Composite
    from seatrial.ocean.land import Land
    from seatrial.ocean.ocean import Ocean
    from seatrial.ocean.table import GridTable
    from seatrial.ocean.uniform import UniformCurrents, UniformDepth

    island = [(0.02, -0.02), (0.03, -0.02), (0.03, 0.02), (0.02, 0.02)]
    nodes, flat = np.array([-1.0, 0.25, 1.0]), np.full((1, 1, 1, 3, 3), -DEPTH, np.float32)
    uneven = GridBathymetry("uneven grid", GridTable.from_nodes(nodes, nodes, flat))
    floor = Composite([uneven] if general else [UniformDepth(DEPTH)])
    return Ocean(Land.from_polygons([island]), floor, Composite([UniformCurrents(0.0, 0.0)]))
