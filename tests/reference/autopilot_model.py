"""The waypoint autopilot and the mission loop around one torpedo, in plain Python: reference of the compiled mission.

Written from the description of the loops (swordfish 7.1; pitch and anti-windup as documented in `seatrial.control`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import asin, atan2, cos, hypot, pi

import numpy as np

from seatrial.control.autopilot import Autopilot
from tests.reference.matrix_model import Array, Inputs, MatrixModel, States, rotation

TORPEDO_CHANNELS = np.array([
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, -1.0, 0.0],
    [0.0, 0.875, 1.0, 0.0],
    [0.0, 0.0, 0.0, -1.0],
])  # fmt: skip
"""Aft, bow vertical, stern vertical, stern lateral by surge, heave, pitch and yaw; bow and stern arms: 0.35, 0.40."""


def clamp(value: float, low: float, high: float) -> float:
    """The value within its bounds."""
    return min(max(value, low), high)


def short_way(angle: float) -> float:
    """The same turn within half a turn."""
    return (angle + pi) % (2.0 * pi) - pi


@dataclass
class Pilot:
    """The loops with their memory; `tick` gives surge, heave, pitch and yaw."""

    gains: Autopilot
    step: float
    before: dict[str, float] | None = None
    slope: dict[str, float] = field(default_factory=lambda: {"heading": 0.0, "rate": 0.0, "speed": 0.0})
    depth_sum: float = 0.0
    speed_sum: float = 0.0
    channels: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)

    def observe(self, now: dict[str, float]) -> None:
        """Filtered derivatives of the measurements: share step / (step + 0.08 s) of each new difference quotient."""
        before = self.before or now
        share = self.step / (self.step + self.gains.filter_time)
        for name in self.slope:
            change = now[name] - before[name]
            raw = (short_way(change) if name == "heading" else change) / self.step
            self.slope[name] += share * (raw - self.slope[name])
        self.before = now

    def tick(
        self, now: dict[str, float], pitch: float, pitch_rate: float, way: Array, speed: float, last: bool
    ) -> None:
        """Commands from the measurements and the way to the waypoint (north, east, down)."""
        g, (surge_was, heave_was, pitch_was, _) = self.gains, self.channels
        self.observe(now)
        distance = hypot(way[0], way[1])
        error = short_way(atan2(way[1], way[0]) - now["heading"]) if distance >= g.hold_heading_within else 0.0
        yaw = clamp(g.heading.proportional * error - g.heading.derivative * self.slope["heading"], -1.0, 1.0)

        rate_error = clamp(g.depth.rate_per_error * way[2], -speed, speed) - now["rate"]
        limit = 1.0 - abs(pitch_was)
        stuck = (heave_was >= limit and rate_error > 0.0) or (heave_was <= -limit and rate_error < 0.0)
        if not stuck:
            bound = g.depth.integral_limit
            self.depth_sum = clamp(self.depth_sum + rate_error * self.step, -bound, bound)
        level = clamp(-g.pitch.proportional * pitch - g.pitch.derivative * pitch_rate, -1.0, 1.0)
        heave = g.depth.proportional * rate_error + g.depth.integral * self.depth_sum
        heave = clamp(heave - g.depth.derivative * self.slope["rate"], -1.0, 1.0)
        heave = clamp(heave, abs(level) - 1.0, 1.0 - abs(level))

        wanted = speed * max(0.0, cos(error)) * (clamp(distance / g.slow_down_within, 0.0, 1.0) if last else 1.0)
        wanted = 0.0 if distance < g.stop_within else wanted
        off = wanted - now["speed"]
        if not ((surge_was >= 1.0 and off > 0.0) or (surge_was <= 0.0 and off < 0.0)):
            low, high = g.speed.integral_low, g.speed.integral_high
            self.speed_sum = clamp(self.speed_sum + off * self.step, low, high)
        ahead = clamp(g.speed.feedforward * wanted**2, 0.0, g.speed.feedforward_limit)
        surge = g.speed.proportional * off + g.speed.integral * self.speed_sum
        surge = clamp(surge - g.speed.derivative * self.slope["speed"] + ahead, 0.0, 1.0)
        self.channels = (surge, heave, level, yaw)

    def next_leg(self) -> None:
        """Integrators at zero after a waypoint."""
        self.depth_sum = self.speed_sum = 0.0


@dataclass(frozen=True)
class Leg:
    """A waypoint in the plane: north, east, depth [m], speed [m/s]."""

    place: tuple[float, float, float]
    speed: float


def fly(
    model: MatrixModel, gains: Autopilot, s: States, current: Array, legs: Sequence[Leg], steps: int
) -> tuple[list[States], list[tuple[int, int]]]:
    """States at the beginning of each step, and (step, waypoint) of each waypoint reached; ends at the last one."""
    pilot, k, history, events = Pilot(gains, model.step), 0, [s], []
    for n in range(1, steps + 1):
        r, last = rotation(s.q)[0], k == len(legs) - 1
        now = {"heading": atan2(r[1, 0], r[0, 0]), "rate": float(r[2] @ s.nu[0, :3]), "speed": float(s.nu[0, 0])}
        pitch = asin(clamp(-r[2, 0], -1.0, 1.0))
        pilot.tick(now, pitch, float(s.nu[0, 4]), np.array(legs[k].place) - s.p[0], legs[k].speed, last)
        command = np.clip(TORPEDO_CHANNELS @ pilot.channels, -1.0, 1.0)
        s = model.next_state(s, Inputs(current[None], command[None]))
        history.append(s)
        way = np.array(legs[k].place) - s.p[0]
        radius, tolerance = (
            (gains.final_radius, gains.final_depth_tolerance) if last else (gains.radius, gains.depth_tolerance)
        )
        if hypot(way[0], way[1]) < radius and abs(way[2]) < tolerance:
            events.append((n, k))
            pilot.next_leg()
            if last:
                break
            k += 1
    return history, events


def stacked(history: Sequence[States]) -> States:
    """One member's states over time."""
    names = States.__dataclass_fields__
    return replace(history[0], **{n: np.concatenate([getattr(s, n) for s in history]) for n in names})
