"""Out of Isfjorden at 78 degrees north: meridians converge, distances still hold."""

from common import check_safe_arrival, main, rehearse

import seatrial
from seatrial.frames.geodesy import distance, path_length


def check(run: seatrial.Run) -> None:
    """The track is as long as the geodesic between its ends, and its length is what the vehicle counted."""
    check_safe_arrival(run)
    h = run.history
    straight = float(distance(run.plan.lat[0], run.plan.lon[0], run.plan.lat[-1], run.plan.lon[-1]))
    # Horizontal way; dive and surfacing add 2 x 80 m to what the vehicle counted.
    horizontal = float(path_length(h["lat"].values, h["lon"].values))
    assert abs(horizontal - straight) < 0.01 * straight
    assert abs(run.last("distance") - horizontal - 157.0) < 30.0
    assert h["lat"].values.min() > 78.0


if __name__ == "__main__":
    example = rehearse("svalbard")
    check(example)
    main(example)
