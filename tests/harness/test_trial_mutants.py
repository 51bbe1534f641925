"""Faulty indices of sea trials that the checks must reject."""

import math
from dataclasses import replace

import numpy as np
import pytest

from seatrial.studies.trials import indices
from tests.reference import checks_trials as checks
from tests.reference.checks_trials import Functions


def north_for_along(trace):
    return indices.turning_circle(replace(trace, heading=trace.heading - trace.heading[0]))


def port_is_negative(trace):
    found = indices.turning_circle(trace)
    return found | {"transfer_m": found["transfer_m"] * np.sign(trace.r[-1])}


def overshoot_of_the_first_side(trace, heading):
    return indices.zigzag(replace(trace, heading=trace.heading[0] + np.abs(trace.heading - trace.heading[0])), heading)


def twice_the_time(trace, angle):
    return indices.free_decay(replace(trace, t=2.0 * trace.t), angle)


def decrement_of_a_whole_period(trace, angle):
    found = indices.free_decay(trace, angle)
    z = found["damping_ratio"] or 0.0
    half = math.pi * z / math.sqrt(1.0 - z * z)
    return found | {"damping_ratio": half / math.hypot(2.0 * math.pi, half)}


def no_way_back(angles, rates):
    return indices.spiral(angles, np.concatenate([rates[:5], rates[:4][::-1]]))


def rest_at_zero(trace):
    return indices.stopping(trace) | {"stopping_time_s": float(np.interp(0.0, -trace.u, trace.t))}


MUTANTS = [
    (checks.check_circle, Functions(turning_circle=north_for_along)),
    (checks.check_circle, Functions(turning_circle=port_is_negative)),
    (checks.check_zigzag, Functions(zigzag=overshoot_of_the_first_side)),
    (checks.check_decay, Functions(free_decay=twice_the_time)),
    (checks.check_decay, Functions(free_decay=decrement_of_a_whole_period)),
    (checks.check_spiral, Functions(spiral=no_way_back)),
    (checks.check_stopping, Functions(stopping=rest_at_zero)),
]


@pytest.mark.parametrize("check, functions", MUTANTS)
def test_mutants_are_rejected(check, functions):
    check(Functions())
    with pytest.raises((AssertionError, TypeError)):
        check(functions)
