"""Pull-out: out of a steady turn the helm is put amidships (ITTC 7.5-04-02-01)."""

from seatrial.control.schedule import Schedule
from seatrial.studies.trials import indices
from seatrial.studies.trials.helm import Helm
from seatrial.studies.trials.indices import Indices
from seatrial.studies.trials.options import Options, Result
from seatrial.studies.trials.sea import Trial
from seatrial.studies.trials.trace import Trace

DURATION, TURN, HELM = 120.0, 120.0, 0.5


def measure(trace: Trace, options: Options) -> Indices:
    """Indices of a trace."""
    return indices.pull_out(trace)


def run(trial: Trial, helm: Helm, options: Options) -> Result:
    """Approach, turn, helm amidships."""
    ahead = helm.throttle(options.throttle, options.rpm)
    over = ahead + helm.over("helm", ahead, options.helm, options.rudder_deg, HELM)
    wait = trial.approach_time(ahead)
    times = (0.0, wait, wait + TURN) if wait > 0.0 else (0.0, TURN)
    rows = [tuple(row.tolist()) for row in (ahead, over, ahead)][-len(times) :]
    trace = trial.simulate(Schedule(times, tuple(rows)), times[-1] + trial.lasts(DURATION)).after(times[-1])
    return Result(trace, measure(trace, options))
