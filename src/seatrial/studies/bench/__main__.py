"""`python -m seatrial.studies.bench PART`: one part alone in a process of its own; prints a number."""

import sys
import time

from seatrial.studies.bench.result import peak_rss_mb, valid


def land_ready() -> float:
    """Seconds to have the shipped land, imports not counted."""
    import shapely  # noqa: F401  the library is not what is timed

    from seatrial.ocean.land import Land

    began = time.perf_counter()
    land = Land.shipped()
    seconds = time.perf_counter() - began
    valid(bool(land.contains(36.65, -121.7)) and not land.contains(36.7, -122.1), "Monterey Bay is misplaced")
    return seconds


def fields_ready() -> float:
    """Seconds to have land, sea floor, currents, water, wind and tide stations, imports not counted."""
    import gsw  # noqa: F401
    import netCDF4  # noqa: F401
    import scipy.ndimage
    import scipy.spatial  # noqa: F401
    import shapely  # noqa: F401

    from seatrial.ocean.ocean import Ocean

    began = time.perf_counter()
    ocean = Ocean.shipped()
    place = ocean.describe(36.7, -122.1, 10.0, 1.7e9)
    extended = ocean.field("SeaTemperature").sample(-82.0, -170.0, 10.0, 0.0)
    seconds = time.perf_counter() - began
    valid(place["tide"] is not None and place["wind"] is not None and bool(extended.valid), "a field does not answer")
    return seconds


def planning_memory() -> float:
    """Peak resident memory [MB] of a process that plans 2,400 km round Iberia."""
    from seatrial.ocean.ocean import Ocean
    from seatrial.planning.request import RouteRequest
    from seatrial.planning.route import plan_route

    plan = plan_route(RouteRequest((44.5, -3.0), (40.0, 2.0), cruise_depth=50.0), Ocean.shipped())
    valid(plan.method == "search", "Iberia needed no search")
    return peak_rss_mb()


if __name__ == "__main__":
    sys.stdout.write(f"{({'land': land_ready, 'fields': fields_ready, 'memory': planning_memory}[sys.argv[1]])()}\n")
