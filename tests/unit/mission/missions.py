"""Short missions off Monterey for the tests: some hundred metres, 20 steps a second."""

from functools import lru_cache
from typing import Any

import numpy as np

from seatrial.mission.run import run
from seatrial.mission.scenario import Scenario
from seatrial.ocean.composite import Composite
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.uniform import UniformCurrents, UniformDepth
from seatrial.simulation.settings import Settings
from seatrial.simulation.simulation import Simulation, Start, Waypoints
from seatrial.vehicles.torpedo import torpedo


def short(**changes: Any) -> dict[str, Any]:
    """Values of a scenario of 150 m that arrives; `section__key=value` changes one, None takes it out."""
    values: dict[str, Any] = {
        "name": "Short",
        "start": {"lat": 36.70, "lon": -122.10},
        "goal": {"lat": 36.70, "lon": -122.0985},
        "vehicle": {"ballast": "neutral"},
        "mission": {"cruise_depth_m": 5.0, "cruise_speed_m_s": 0.8, "descent_rate_m_s": 0.15},
        "ocean": {"uniform_depth_m": 200.0, "currents": {"east_m_s": 0.0, "north_m_s": 0.05}, "land": False},
        "simulation": {"step_s": 0.05},
    }
    for name, value in changes.items():
        *sections, key = name.split("__")
        table = values
        for section in sections:
            table = table.setdefault(section, {})
        table.pop(key, None)
        if value is not None:
            table[key] = value
    return values


def scenario(**changes: Any) -> Scenario:
    return Scenario.from_dict(short(**changes))


@lru_cache(maxsize=1)
def arrived():
    """The short mission as it goes, once for all tests: do not change it."""
    return run(scenario())


def calm(depth: float = 200.0, land: Land | None = None, east: float = 0.0) -> Ocean:
    """Uniform water."""
    return Ocean(land or Land.none(), Composite([UniformDepth(depth)]), Composite([UniformCurrents(east, 0.0)]))


def simulation(
    ocean: Ocean, depth: float = 5.0, step: float = 0.05, record: float = 0.1, lon: float = 0.1
) -> Simulation:
    """A torpedo at 0 N 0 E that is sent east along the equator at `depth` [m], past every planner."""
    there = Waypoints(*(np.array(v, float) for v in ([0.0, 0.0], [0.0, lon], [depth, depth], [0.8, 0.8])))
    start = Start(torpedo(ballast="neutral"), 0.0, 0.0, 1.0, (0.0, 0.0, np.pi / 2), waypoints=there)
    return Simulation([start], ocean, Settings(step=step, record_period=record))
