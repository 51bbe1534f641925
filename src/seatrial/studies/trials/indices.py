"""Indices of the standard manoeuvres, by ITTC 7.5-04-02-01 (2021) and IMO MSC.137(76), from a trace.

Every trace begins at the execute: time zero is when the helm (or the engine) is put over. Lengths are in metres along
and across the course at the execute. An index that a trace does not reach is None.
"""

import math
from itertools import pairwise

import numpy as np

from seatrial.studies.trials.trace import Array, Trace, crossing

Indices = dict[str, float | None]

QUARTER, HALF = math.pi / 2.0, math.pi


def along_and_across(trace: Trace) -> tuple[Array, Array]:
    """Way along the course at the execute, and to starboard of it [m]."""
    north, east, course = trace.north - trace.north[0], trace.east - trace.east[0], trace.heading[0]
    return north * math.cos(course) + east * math.sin(course), east * math.cos(course) - north * math.sin(course)


def turned(trace: Trace) -> Array:
    """Change of heading towards the side that the vehicle ends up turning to [rad]."""
    change = trace.heading - trace.heading[0]
    return -change if change[-1] < 0.0 else change


def turning_circle(trace: Trace) -> Indices:
    """Advance and transfer at a change of heading of 90 degrees, tactical diameter at 180, and the steady turn."""
    along, across = along_and_across(trace)
    change, side = turned(trace), 1.0 if trace.heading[-1] >= trace.heading[0] else -1.0
    quarter, half = crossing(trace.t, change, QUARTER), crossing(trace.t, change, HALF)
    speed, rate = trace.steady(trace.speed), trace.steady(trace.r)
    return {
        "advance_m": None if quarter is None else float(np.interp(quarter, trace.t, along)),
        "transfer_m": None if quarter is None else side * float(np.interp(quarter, trace.t, across)),
        "tactical_diameter_m": None if half is None else side * float(np.interp(half, trace.t, across)),
        "time_90_deg_s": quarter,
        "time_180_deg_s": half,
        "steady_speed_m_s": speed,
        "steady_turn_rate_rad_s": rate,
        "steady_radius_m": speed / abs(rate) if abs(rate) > 1e-9 else None,
        "steady_drift_angle_rad": -trace.steady(np.arctan2(trace.v, trace.u)),
        "speed_loss": 1.0 - speed / float(trace.speed[0]) if trace.speed[0] > 1e-6 else None,
    }


def zigzag(trace: Trace, heading: float) -> Indices:
    """Overshoots, initial turning and period of a zigzag that changes the helm at `heading` [rad], first to starboard.

    An overshoot is the greatest change of heading beyond `heading` after the helm was put over to the other side.
    """
    change = trace.heading - trace.heading[0]
    over = _executes(trace.t, change, heading)
    peaks = []
    for k, (first, last) in enumerate(pairwise(over)):
        here = (trace.t >= first) & (trace.t <= last)
        peaks.append(float(((-1.0) ** k * change[here]).max()) if here.any() else heading)
    along, _ = along_and_across(trace)
    result: Indices = {
        "initial_turning_time_s": over[0] if over else None,
        "initial_turning_distance_m": float(np.interp(over[0], trace.t, along)) if over else None,
        "period_s": over[2] - over[0] if len(over) > 2 else None,
        "executes": float(len(over) + 1),
    }
    for name, k in (("first", 0), ("second", 1), ("third", 2)):
        result[f"{name}_overshoot_rad"] = peaks[k] - heading if len(peaks) > k else None
    return result


def _executes(t: Array, change: Array, heading: float) -> list[float]:
    """Times at which the helm goes over to the other side."""
    found: list[float] = []
    side = 1.0
    while True:
        later = t >= (found[-1] if found else t[0])
        values = side * change[later]
        time = crossing(t[later], values, heading) if values.size > 1 and values[0] < heading else None
        if time is None:
            return found
        found.append(time)
        side = -side


def straight(trace: Trace) -> Indices:
    """Acceleration along a straight course: the steady speed, and the times to 63, 90 and 95 % of the change."""
    final, first = trace.steady(trace.speed), float(trace.speed[0])
    along, across = along_and_across(trace)
    result: Indices = {"steady_speed_m_s": final}
    for percent in (63, 90, 95):
        level = first + 0.01 * percent * (final - first)
        result[f"time_{percent}_percent_s"] = crossing(trace.t, trace.speed, level)
    return {
        **result,
        "distance_m": float(along[-1]),
        "lateral_deviation_m": float(across[-1]),
        "heading_change_rad": float(trace.heading[-1] - trace.heading[0]),
        "steady_pitch_rad": trace.steady(trace.pitch),
        "depth_change_m": float(trace.depth[-1] - trace.depth[0]),
    }


def stopping(trace: Trace) -> Indices:
    """Way of the vehicle until it is dead in the water: its surge through zero, or under 1 % of the first speed."""
    first = float(trace.u[0])
    stop = crossing(trace.t, trace.u, 0.01 * first)
    along, across = along_and_across(trace)
    steps = np.sqrt(np.diff(trace.north) ** 2 + np.diff(trace.east) ** 2 + np.diff(trace.depth) ** 2)
    track = np.append(0.0, np.cumsum(steps))
    return {
        "approach_speed_m_s": first,
        "stopping_time_s": stop,
        "head_reach_m": None if stop is None else float(np.interp(stop, trace.t, along)),
        "track_reach_m": None if stop is None else float(np.interp(stop, trace.t, track)),
        "lateral_deviation_m": None if stop is None else float(np.interp(stop, trace.t, across)),
    }


def pull_out(trace: Trace) -> Indices:
    """Rate of turn that is left after the helm was put amidships out of a turn; zero for a vehicle stable on course."""
    first, left = float(trace.r[0]), trace.steady(trace.r)
    return {
        "turn_rate_before_rad_s": first,
        "residual_turn_rate_rad_s": left,
        "residual_share": left / first if abs(first) > 1e-9 else None,
        "time_10_percent_s": crossing(trace.t, np.abs(trace.r), 0.1 * abs(first)),
    }


def spiral(angles: Array, rates: Array) -> Indices:
    """Dieudonne's spiral from the steady rate of turn [rad/s] at each helm angle [rad], in the order they were set.

    The loop is the difference between the rates at the same helm, once reached from either side; a vehicle that is
    stable on course has none.
    """
    half = len(angles) // 2
    down, back = slice(0, half + 1), slice(half, None)
    common = np.sort(angles[down])
    one = np.interp(common, np.sort(angles[down]), rates[down][np.argsort(angles[down])])
    other = np.interp(common, np.sort(angles[back]), rates[back][np.argsort(angles[back])])
    slope = np.polyfit(common, one, 1)[0] if len(common) > 2 else math.nan
    return {
        "loop_height_rad_s": float(np.abs(one - other).max()),
        "turn_rate_at_zero_helm_rad_s": float(np.interp(0.0, common, one)),
        "gain_per_s": float(slope),
    }


def dive(trace: Trace) -> Indices:
    """Steady dive with the planes over: pitch, path and depth rate, and the depth at the end."""
    rate = np.gradient(trace.depth, trace.t)
    pitch, down = trace.steady(trace.pitch), trace.steady(rate)
    speed = trace.steady(trace.speed)
    return {
        "steady_pitch_rad": pitch,
        "steady_pitch_deg": math.degrees(pitch),
        "steady_depth_rate_m_s": down,
        "steady_path_angle_rad": -math.asin(max(-1.0, min(1.0, down / speed))) if speed > 1e-6 else None,
        "steady_speed_m_s": speed,
        "depth_change_m": float(trace.depth[-1] - trace.depth[0]),
        "overshoot_rad": float(max(0.0, (math.copysign(1.0, pitch) * (trace.pitch - pitch)).max())),
    }


def free_decay(trace: Trace, angle: Array) -> Indices:
    """Period and damping of an oscillation about its mean position from its extrema (logarithmic decrement)."""
    swing = angle - trace.steady(angle)
    turns = np.flatnonzero(np.sign(swing[1:-1] - swing[:-2]) * np.sign(swing[2:] - swing[1:-1]) < 0) + 1
    sizes, times = np.abs(swing[turns]), trace.t[turns]
    kept = sizes > 0.02 * max(abs(float(swing[0])), 1e-12)
    sizes, times = sizes[kept], times[kept]
    if len(times) < 3:
        return {"period_s": None, "damping_ratio": None, "half_swings": float(len(times))}
    decrement = float(np.mean(np.log(sizes[:-1] / sizes[1:])))
    return {
        "period_s": 2.0 * float(np.mean(np.diff(times))),
        "damping_ratio": decrement / math.hypot(math.pi, decrement),
        "half_swings": float(len(times)),
    }


def step_response(t: Array, values: Array, target: float, band: float = 0.05) -> Indices:
    """Rise from 10 to 90 %, overshoot, time after which it stays within `band`, and what is missing at the end."""
    span = target - float(values[0])
    share = (values - values[0]) / span
    low, high = crossing(t, share, 0.1), crossing(t, share, 0.9)
    outside = np.flatnonzero(np.abs(share - 1.0) > band)
    settled = float(t[0]) if not outside.size else None if outside[-1] + 1 >= len(t) else float(t[outside[-1] + 1])
    return {
        "rise_time_s": None if low is None or high is None else high - low,
        "overshoot_share": max(0.0, float(share.max()) - 1.0),
        "settling_time_s": settled,
        "final_error": float(target - values[-1]),
    }
