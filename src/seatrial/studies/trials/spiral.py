"""Dieudonne's spiral: the steady rate of turn at one helm after another, from starboard to port and back."""

import math
from itertools import pairwise

import numpy as np

from seatrial.control.schedule import Schedule
from seatrial.studies.trials import indices
from seatrial.studies.trials.helm import Helm
from seatrial.studies.trials.indices import Indices
from seatrial.studies.trials.options import Options, Result
from seatrial.studies.trials.sea import Trial
from seatrial.studies.trials.trace import Trace

DURATION, HELM = 60.0, 0.5
"""Of each helm [s], and the share of the greatest helm from which the spiral begins."""
SHARES = (1.0, 0.75, 0.5, 0.25, 0.0, -0.25, -0.5, -0.75, -1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0)


def measure(trace: Trace, options: Options) -> Indices:
    """Indices of a trace of equal parts, one for each helm; helm as a share of the first where no angle was given."""
    first = HELM if options.helm is None else options.helm
    if options.rudder_deg is not None:
        first = math.radians(options.rudder_deg)
    edges = np.linspace(trace.t[0], trace.t[-1], len(SHARES) + 1)
    last = [(trace.t >= b - 0.2 * (b - a)) & (trace.t <= b) for a, b in pairwise(edges)]
    found = indices.spiral(first * np.array(SHARES), np.array([trace.r[k].mean() for k in last]))
    # A rate per share of the helm is no rate per angle.
    return found if options.rudder_deg is not None else found | {"gain_per_s": None}


def run(trial: Trial, helm: Helm, options: Options) -> Result:
    """One helm after another."""
    ahead = helm.throttle(options.throttle, options.rpm)
    over = helm.over("helm", ahead, options.helm, options.rudder_deg, HELM)
    each, wait = trial.lasts(DURATION), trial.approach_time(ahead)
    times = [wait + k * each for k in range(len(SHARES))]
    rows = [ahead + share * over for share in SHARES]
    if wait > 0.0:
        times, rows = [0.0, *times], [ahead, *rows]
    controller = Schedule(tuple(times), tuple(tuple(row.tolist()) for row in rows))
    trace = trial.simulate(controller, wait + each * len(SHARES)).after(wait)
    return Result(trace, measure(trace, options))
