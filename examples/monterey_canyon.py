"""A dive into the Monterey Canyon: the hull holds 100 m over a floor that is 300 m and more below it."""

import numpy as np
from common import check_safe_arrival, main, rehearse

import seatrial


def check(run: seatrial.Run) -> None:
    """The cruise is at 100 m within a metre, over deep water, at the speed that was asked for."""
    check_safe_arrival(run)
    time, depth = run.history["time"].values, run.history["depth"].values
    cruise = (time > 900.0) & (time < time[-1] - 900.0)
    assert np.abs(depth[cruise] - 100.0).max() < 1.0
    assert run.history["sea_floor_depth"].values.min() > 300.0
    assert abs(run.history["speed"].values[cruise].mean() - 0.8) < 0.01


if __name__ == "__main__":
    example = rehearse("monterey_canyon")
    check(example)
    main(example)
