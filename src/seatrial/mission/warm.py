"""Compile every kernel that a first mission needs; Warp keeps them on disk."""

import time

import numpy as np


def warm() -> float:
    """Compile the engine and the planner; returns the seconds it took."""
    began = time.perf_counter()
    from seatrial.ocean.composite import Composite
    from seatrial.ocean.land import Land
    from seatrial.ocean.ocean import Ocean
    from seatrial.ocean.uniform import UniformCurrents, UniformDepth
    from seatrial.planning.request import RouteRequest
    from seatrial.planning.route import plan_route
    from seatrial.simulation.simulation import Simulation, Start, Waypoints
    from seatrial.vehicles.torpedo import torpedo

    island = [(0.02, -0.02), (0.03, -0.02), (0.03, 0.02), (0.02, 0.02)]
    ocean = Ocean(
        Land.from_polygons([island]), Composite([UniformDepth(500.0)]), Composite([UniformCurrents(0.0, 0.0)])
    )
    plan_route(RouteRequest(start=(0.0, 0.0), goal=(0.0, 0.05)), ocean)
    there = Waypoints(*(np.array(v) for v in ([0.0, 0.0], [0.0, 0.01], [0.0, 10.0], [0.5, 0.5])))
    Simulation([Start(torpedo(ballast="neutral"), 0.0, 0.0, waypoints=there)], ocean).advance(10)
    return time.perf_counter() - began
