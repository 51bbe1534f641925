"""Stopping: from steady ahead to full astern (throttle of the same size the other way)."""

from seatrial.studies.trials import indices
from seatrial.studies.trials.helm import Helm
from seatrial.studies.trials.indices import Indices
from seatrial.studies.trials.options import Options, Result
from seatrial.studies.trials.sea import Trial
from seatrial.studies.trials.trace import Trace

DURATION = 120.0


def measure(trace: Trace, options: Options) -> Indices:
    """Indices of a trace."""
    return indices.stopping(trace)


def run(trial: Trial, helm: Helm, options: Options) -> Result:
    """Astern after the approach; where the propulsion has no thrust astern, it simply stops."""
    ahead = helm.throttle(options.throttle, options.rpm)
    trace = trial.executed(ahead, -ahead, trial.lasts(DURATION))
    return Result(trace, measure(trace, options))
