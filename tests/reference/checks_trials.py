"""Checks of the indices of sea trials on tracks whose indices are known exactly; each takes the functions it checks."""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from seatrial.studies.trials import indices
from seatrial.studies.trials.trace import Trace


def still(t: np.ndarray, **columns: Any) -> Trace:
    """A trace at rest but for `columns`."""
    names = ("north", "east", "depth", "roll", "pitch", "heading", "u", "v", "w", "p", "q", "r")
    return Trace(t=t, **({name: np.zeros_like(t) for name in names} | columns))


@dataclass(frozen=True)
class Functions:
    """What is checked; a faulty one takes the place of one of these."""

    turning_circle: Any = indices.turning_circle
    zigzag: Any = indices.zigzag
    free_decay: Any = indices.free_decay
    spiral: Any = indices.spiral
    stopping: Any = indices.stopping


def circle(speed: float, rate: float, course: float, seconds: float = 60.0) -> Trace:
    """A circle from its first moment on, to the side of the sign of `rate` [rad/s]."""
    t = np.arange(0.0, seconds, 0.1)
    radius, psi = speed / rate, course + rate * t
    return still(
        t,
        north=7.0 + radius * (np.sin(psi) - math.sin(course)),
        east=-3.0 - radius * (np.cos(psi) - math.cos(course)),
        heading=psi,
        u=np.full_like(t, speed),
        r=np.full_like(t, rate),
    )


def check_circle(f: Functions) -> None:
    """Advance = transfer = R, tactical diameter = 2 R, on any course and side; rows 0.1 s apart cost (r dt)^2 / 8."""
    for rate, course in ((0.2, 0.0), (-0.2, 1.0), (0.1, -2.5)):
        found = f.turning_circle(circle(1.5, rate, course))
        radius, error = 1.5 / abs(rate), (rate * 0.1) ** 2
        np.testing.assert_allclose(found["advance_m"], radius, rtol=error)
        np.testing.assert_allclose(found["transfer_m"], radius, rtol=error)
        np.testing.assert_allclose(found["tactical_diameter_m"], 2.0 * radius, rtol=error)
        np.testing.assert_allclose(found["steady_radius_m"], radius, rtol=1e-12)
        np.testing.assert_allclose(found["time_90_deg_s"], 0.5 * math.pi / abs(rate), rtol=1e-12)


def check_zigzag(f: Functions) -> None:
    """Heading 15 sin(w t) deg with the helm over at 10: overshoots of 5 deg, a period of 2 pi / w."""
    t, w = np.arange(0.0, 120.0, 0.01), 0.2
    psi = math.radians(15.0) * np.sin(w * t)
    found = f.zigzag(still(t, heading=0.3 + psi), math.radians(10.0))
    first = math.asin(2.0 / 3.0) / w
    np.testing.assert_allclose(found["initial_turning_time_s"], first, rtol=1e-5)
    np.testing.assert_allclose(found["period_s"], 2.0 * math.pi / w, rtol=1e-5)
    for name in ("first", "second", "third"):
        np.testing.assert_allclose(found[f"{name}_overshoot_rad"], math.radians(5.0), rtol=1e-5)
    mirror = f.zigzag(still(t, heading=psi + math.radians(2.0) * (psi < 0.0)), math.radians(10.0))
    assert mirror["second_overshoot_rad"] < mirror["first_overshoot_rad"]


def check_decay(f: Functions) -> None:
    """exp(-z w t) cos(wd t): the period is 2 pi / wd and the ratio of damping z."""
    t = np.arange(0.0, 200.0, 0.005)
    for z, w in ((0.02, 1.0), (0.1, 2.0), (0.2, 0.7)):
        wd = w * math.sqrt(1.0 - z * z)
        swing = 0.1 * np.exp(-z * w * t) * np.cos(wd * t) + 0.02
        found = f.free_decay(still(t), swing)
        np.testing.assert_allclose(found["period_s"], 2.0 * math.pi / wd, rtol=2e-3)
        np.testing.assert_allclose(found["damping_ratio"], z, rtol=5e-3)


def check_spiral(f: Functions) -> None:
    """A straight line has its slope and no loop; a relay with hysteresis has a loop of its height."""
    angles = np.array([0.2, 0.1, 0.0, -0.1, -0.2, -0.1, 0.0, 0.1, 0.2])
    found = f.spiral(angles, 0.5 * angles)
    np.testing.assert_allclose([found["gain_per_s"], found["loop_height_rad_s"]], [0.5, 0.0], atol=1e-12)
    relay = np.array([1.0, 1.0, 1.0, -1.0, -1.0, -1.0, -1.0, 1.0, 1.0])
    np.testing.assert_allclose(f.spiral(angles, 0.1 * relay)["loop_height_rad_s"], 0.2, atol=1e-12)


def check_stopping(f: Functions) -> None:
    """u = 2 - 0.1 t stops (1 %) after 19.8 s; the way is 39.6 - 19.602 m, on any course."""
    t, course = np.arange(0.0, 30.0, 0.01), 2.0
    way = 2.0 * t - 0.05 * t * t
    trace = still(t, north=way * math.cos(course), east=way * math.sin(course), u=2.0 - 0.1 * t)
    found = f.stopping(replace(trace, heading=np.full_like(t, course)))
    np.testing.assert_allclose(found["stopping_time_s"], 19.8, rtol=1e-9)
    np.testing.assert_allclose([found["head_reach_m"], found["track_reach_m"]], 19.998, rtol=1e-6)


CHECKS = (check_circle, check_zigzag, check_decay, check_spiral, check_stopping)
