"""Speed of the planner, kernels warm."""

import time

from seatrial.ocean.ocean import Ocean
from seatrial.planning.plan import Plan
from seatrial.planning.request import RouteRequest
from seatrial.planning.route import plan_route
from seatrial.studies.bench.result import Result, valid

ROUTES = {
    "plan_20km_s": ((36.125, -5.39), (36.22, -5.23), 40.0, (1.5e4, 2.5e4), "round the Rock of Gibraltar"),
    "plan_100km_s": ((36.85, -8.60), (37.60, -9.10), 40.0, (1.0e5, 1.2e5), "round Cape St Vincent"),
    "plan_200km_s": ((36.60, -6.80), (36.45, -4.90), 15.0, (1.9e5, 2.3e5), "through the Strait of Gibraltar"),
    "plan_1000km_s": (
        (44.50, -3.00),
        (39.00, -10.20),
        50.0,
        (9.5e5, 1.1e6),
        "Bay of Biscay round Finisterre",
    ),
}
"""Start, goal, cruise depth [m], the least and greatest length [m] of a right route, and where it goes."""


def _best(request: RouteRequest, ocean: Ocean, repeats: int) -> tuple[float, Plan]:
    plan = plan_route(request, ocean)  # loads the kernels
    best = float("inf")
    for _ in range(repeats):
        began = time.perf_counter()
        plan = plan_route(request, ocean)
        best = min(best, time.perf_counter() - began)
    return best, plan


def measure(ocean: Ocean) -> list[Result]:
    """Least time of a plan of each length, after one that loads the kernels."""
    results = []
    for name, (start, goal, depth, (least, most), where) in ROUTES.items():
        request = RouteRequest(start, goal, cruise_depth=depth, spacing=30.0)
        seconds, plan = _best(request, ocean, 3)
        valid(plan.method == "search", f"{where}: needed no search")
        valid(least < plan.distance_m < most, f"{where}: {plan.distance_m / 1000:.0f} km")
        legs = ocean.land.crosses(plan.route_lat[:-1], plan.route_lon[:-1], plan.route_lat[1:], plan.route_lon[1:])
        valid(not legs.any(), f"{where}: a leg touches land")
        results.append(Result(name, seconds, "s", f"{where}, {plan.distance_m / 1000:.0f} km"))
    return results
