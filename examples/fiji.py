"""Over the 180th meridian east of Taveuni in Fiji: longitude jumps, nothing else does."""

import numpy as np
from common import check_safe_arrival, main, rehearse

import seatrial


def check(run: seatrial.Run) -> None:
    """The track crosses the meridian once; position, current and sea floor go on smoothly over it."""
    check_safe_arrival(run)
    h = run.history
    lon = h["lon"].values
    assert np.all((lon >= -180.0) & (lon < 180.0))
    assert np.count_nonzero(np.abs(np.diff(lon)) > 180.0) == 1
    assert run.plan.distance_m < 9_000.0
    for name, step in (("current_east", 1e-4), ("current_north", 1e-4), ("sea_floor_depth", 0.1)):
        assert np.abs(np.diff(h[name].values)).max() < step, name


if __name__ == "__main__":
    example = rehearse("fiji")
    check(example)
    main(example)
