"""Dive: from steady ahead on an even keel the planes go over and are held."""

from seatrial.errors import InputError
from seatrial.studies.trials import indices
from seatrial.studies.trials.helm import Helm
from seatrial.studies.trials.indices import Indices
from seatrial.studies.trials.options import Options, Result
from seatrial.studies.trials.sea import Trial
from seatrial.studies.trials.trace import Trace

DURATION, PLANES = 60.0, 0.25


def measure(trace: Trace, options: Options) -> Indices:
    """Indices of a trace."""
    return indices.dive(trace)


def run(trial: Trial, helm: Helm, options: Options) -> Result:
    """Planes over after the approach; InputError for a surface vessel."""
    if trial.surface:
        raise InputError(f"{helm.name} is a surface vessel: it cannot dive")
    ahead = helm.throttle(options.throttle, options.rpm)
    over = helm.over("planes", ahead, options.planes, options.plane_deg, PLANES)
    trace = trial.executed(ahead, ahead + over, trial.lasts(DURATION))
    return Result(trace, measure(trace, options))
