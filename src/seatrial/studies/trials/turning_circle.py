"""Turning circle: full ahead steady, then the helm over and held (ITTC 7.5-04-02-01)."""

from seatrial.studies.trials import indices
from seatrial.studies.trials.helm import Helm
from seatrial.studies.trials.indices import Indices
from seatrial.studies.trials.options import Options, Result
from seatrial.studies.trials.sea import Trial
from seatrial.studies.trials.trace import Trace

DURATION, HELM = 300.0, 0.5


def measure(trace: Trace, options: Options) -> Indices:
    """Indices of a trace."""
    return indices.turning_circle(trace)


def run(trial: Trial, helm: Helm, options: Options) -> Result:
    """Helm over after the approach."""
    ahead = helm.throttle(options.throttle, options.rpm)
    over = helm.over("helm", ahead, options.helm, options.rudder_deg, HELM)
    trace = trial.executed(ahead, ahead + over, trial.lasts(DURATION))
    return Result(trace, measure(trace, options))
