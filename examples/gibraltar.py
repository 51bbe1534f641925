"""Round the Rock of Gibraltar: the straight way is land, so the route goes south of Europa Point."""

from common import check_safe_arrival, main, rehearse

import seatrial

EUROPA_POINT_LAT = 36.109
"""Latitude of the lighthouse on the southern tip (Admiralty List of Lights), to 100 m."""


def check(run: seatrial.Run) -> None:
    """The straight line is land, the route is searched for and passes south of the point, and detours are short."""
    check_safe_arrival(run)
    land = seatrial.Ocean.shipped().land
    assert land.crosses(run.plan.lat[0], run.plan.lon[0], run.plan.lat[-1], run.plan.lon[-1])
    assert run.plan.method == "search"
    assert run.history["lat"].values.min() < EUROPA_POINT_LAT
    assert run.plan.distance_m < 12_000.0


if __name__ == "__main__":
    example = rehearse("gibraltar")
    check(example)
    main(example)
