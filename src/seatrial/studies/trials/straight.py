"""Acceleration along a straight course, from the initial speed (at rest by default)."""

from dataclasses import replace

from seatrial.studies.trials import indices
from seatrial.studies.trials.helm import Helm
from seatrial.studies.trials.indices import Indices
from seatrial.studies.trials.options import Options, Result
from seatrial.studies.trials.sea import Trial
from seatrial.studies.trials.trace import Trace

DURATION = 120.0


def measure(trace: Trace, options: Options) -> Indices:
    """Indices of a trace."""
    return indices.straight(trace)


def run(trial: Trial, helm: Helm, options: Options) -> Result:
    """Throttle from the first moment on."""
    ahead = helm.throttle(options.throttle, options.rpm)
    still = replace(trial, speed=trial.speed or 0.0)
    trace = still.executed(0.0 * ahead, ahead, trial.lasts(DURATION))
    return Result(trace, measure(trace, options))
