"""Free decay: let go from a roll, a pitch or a depth (or with a rate of yaw), nothing commanded, at rest ahead."""

import math
from dataclasses import replace

import numpy as np

from seatrial.control.schedule import Schedule
from seatrial.errors import InputError, check_number
from seatrial.studies.trials import indices
from seatrial.studies.trials.helm import Helm
from seatrial.studies.trials.indices import Indices
from seatrial.studies.trials.options import Options, Result
from seatrial.studies.trials.sea import Trial
from seatrial.studies.trials.trace import Trace, crossing

DURATION = 60.0
AXES = ("roll", "pitch", "heave", "yaw")
SIZES = {"roll": 10.0, "pitch": 10.0, "heave": 0.05, "yaw": 10.0}
"""First roll, pitch [deg], rise or sink [m], rate of yaw [deg/s]."""


def measure(trace: Trace, options: Options) -> Indices:
    """Period and damping; of yaw, which nothing restores, the time to a tenth of the rate."""
    if options.axis == "yaw":
        return {
            "time_10_percent_s": crossing(trace.t, np.abs(trace.r), 0.1 * abs(float(trace.r[0]))),
            "turned_rad": float(trace.heading[-1] - trace.heading[0]),
        }
    values = {"roll": trace.roll, "pitch": trace.pitch, "heave": trace.depth}[options.axis]
    return indices.free_decay(trace, values)


def run(trial: Trial, helm: Helm, options: Options) -> Result:
    """Let go at time zero."""
    if options.axis not in AXES:
        raise InputError(f"--axis = {options.axis!r}: must be one of {', '.join(AXES)}")
    if options.axis == "heave" and not trial.surface:
        raise InputError(f"{helm.name} is submerged: nothing restores its heave; --axis roll or pitch")
    size = SIZES[options.axis] if options.size is None else options.size
    unit = {"heave": "m", "yaw": "deg/s"}.get(options.axis, "deg")
    check_number("--size", size, unit, -60.0, 60.0)
    angle, nu = math.radians(size), (trial.speed or 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    if options.axis == "yaw":
        nu = (*nu[:5], angle)
    attitude = {"roll": (angle, 0.0), "pitch": (0.0, angle)}.get(options.axis, (0.0, 0.0))
    let_go = replace(trial, attitude=attitude, depth_offset=size if options.axis == "heave" else 0.0)
    trace = let_go.simulate(Schedule((0.0,), ((),)), trial.lasts(DURATION), nu)
    return Result(trace, measure(trace, options))
