"""Across the Kuroshio: the vehicle points up into the current all the way."""

import numpy as np
from common import check_safe_arrival, main, rehearse

import seatrial


def check(run: seatrial.Run) -> None:
    """The current is real, sets to the east, and the vehicle crabs by the angle that the triangle of speeds gives."""
    check_safe_arrival(run)
    h, time = run.history, run.history["time"].values
    cruise = (time > 900.0) & (time < time[-1] - 900.0)
    east, north = h["current_east"].values[cruise].mean(), h["current_north"].values[cruise].mean()
    assert east > 0.2
    assert run.provenance["currents"][0] == "climatology"
    # The track runs due north, so the speed through the water towards the west cancels the current towards the east.
    heading = np.angle(np.exp(1j * h["heading"].values[cruise])).mean()
    through_water = h["speed_through_water"].values[cruise].mean()
    ground = h["speed"].values[cruise].mean()
    assert abs(through_water * np.sin(-heading) - east) < 0.05
    assert abs(through_water * np.cos(heading) + north - ground) < 0.05
    assert heading < np.radians(-15.0)


if __name__ == "__main__":
    example = rehearse("kuroshio")
    check(example)
    main(example)
