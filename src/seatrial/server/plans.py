"""A plan as the API shows it."""

from typing import Any

import numpy as np

from seatrial.errors import GoalOnLand, NoRoute, PlanningError, StartOnLand
from seatrial.planning.plan import Plan, continuous_longitudes
from seatrial.planning.route import SEARCH

NO_ROUTE = "no land-free route found between start and goal"
EMPTY: dict[str, Any] = {
    "distance_m": 0,
    "duration_s": 0,
    "energy_J": 0,
    "routed_around_land": False,
    "waypoints": [],
}
"""The plan when there is none."""


def plan_fields(plan: Plan, cruise_depth: float) -> dict[str, Any]:
    """The keys of the swordfish API, and ours."""
    names = ("lat", "lon", "depth_m", "speed_m_s")
    columns = (np.round(plan.lat, 8), np.round(plan.lon, 8), np.round(plan.depth, 3), np.round(plan.speed, 6))
    rows = zip(*(column.tolist() for column in columns), strict=True)
    route_lon = continuous_longitudes(plan.route_lon)
    return {
        "distance_m": round(plan.distance_m, 4),
        "duration_s": round(plan.duration_s, 4),
        "energy_J": round(plan.energy_J, 2),
        "routed_around_land": plan.method == SEARCH,
        "waypoints": [dict(zip(names, row, strict=True)) for row in rows],
        "warnings": list(plan.warnings),
        "method": plan.method,
        "start_moved_m": plan.start_moved_m,
        "goal_moved_m": plan.goal_moved_m,
        "cruise_depth_m": cruise_depth,
        "route": np.round(np.stack([plan.route_lat, route_lon], axis=1), 8).tolist(),
        "drawn_lon": np.round(plan.drawn_longitudes(), 8).tolist(),
    }


def refusal_fields(error: PlanningError) -> dict[str, Any]:
    """What a mission that cannot be planned is answered with: the empty plan and why, `detail` with the place."""
    text = str(error)
    if isinstance(error, StartOnLand | GoalOnLand):
        text = text.partition(":")[0]
    elif isinstance(error, NoRoute):
        text = NO_ROUTE
    return {**EMPTY, "error": text, "detail": str(error)}
