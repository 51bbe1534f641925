"""Zigzag: helm over until the heading has changed by the size, then to the other side (Kempf 1932)."""

import math

from seatrial.control.zigzag import Zigzag
from seatrial.errors import check_number
from seatrial.studies.trials import indices
from seatrial.studies.trials.helm import Helm
from seatrial.studies.trials.indices import Indices
from seatrial.studies.trials.options import Options, Result
from seatrial.studies.trials.sea import Trial
from seatrial.studies.trials.trace import Trace

DURATION, HELM, SIZE = 300.0, 0.5, 10.0


def heading(options: Options) -> float:
    """Change of heading at which the helm goes over [rad]."""
    return math.radians(check_number("--size", SIZE if options.size is None else options.size, "deg", 0.1, 90.0))


def measure(trace: Trace, options: Options) -> Indices:
    """Indices of a trace."""
    return indices.zigzag(trace, heading(options))


def run(trial: Trial, helm: Helm, options: Options) -> Result:
    """Zigzag after the approach."""
    ahead = helm.throttle(options.throttle, options.rpm)
    over = helm.over("helm", ahead, options.helm, options.rudder_deg, HELM)
    change = heading(options)
    wait = trial.approach_time(ahead)
    controller = Zigzag(tuple(ahead.tolist()), tuple(over.tolist()), change, wait)
    trace = trial.simulate(controller, wait + trial.lasts(DURATION)).after(wait)
    return Result(trace, measure(trace, options))
