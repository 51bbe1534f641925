"""Round the Rock of Gibraltar: the straight way is land, so the route goes south of Europa Point."""

from common import check_safe_arrival, main, rehearse

import seatrial


def check(run: seatrial.Run) -> None:
    """The straight line is land, the route passes south of Europa Point, and the detour is short."""
    check_safe_arrival(run)
    land = seatrial.Ocean.shipped().land
    assert land.crosses(run.plan.lat[0], run.plan.lon[0], run.plan.lat[-1], run.plan.lon[-1])
    assert run.plan.method == "search"
    rock = land.coast_near(36.10, 36.14, -5.37, -5.335)
    tip = min(rock[:, 1].min(), rock[:, 3].min())
    assert 36.105 < tip < 36.115, "the Rock is where the Admiralty's list has its lighthouse, 36.109 N"
    assert run.history["lat"].values.min() < tip - 50.0 / 111_000.0
    assert run.plan.distance_m < 9_000.0


if __name__ == "__main__":
    example = rehearse("gibraltar")
    check(example)
    main(example)
