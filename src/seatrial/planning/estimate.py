"""Distance, duration and energy of a plan before it is simulated."""

from typing import NamedTuple

POWER_PER_SPEED_CUBED = 25.0
"""Hydrodynamic power over speed cubed [W s3/m3]."""
IDLE_POWER = 8.0
"""Power that is drawn at any speed [W]."""
EFFICIENCY = 0.7


class Estimate(NamedTuple):
    """Distance [m], duration [s] and energy [J]."""

    distance_m: float
    duration_s: float
    energy_J: float


def power(speed: float) -> float:
    """Electrical power at a steady speed [W]: (k v^3 + idle) / efficiency."""
    return (POWER_PER_SPEED_CUBED * speed**3 + IDLE_POWER) / EFFICIENCY


def estimate(length: float, depth: float, cruise_speed: float, descent_rate: float) -> Estimate:
    """A route of `length` [m] with one dive to `depth` [m] and one surfacing, in steady state.

    Independent of any vehicle and of the current: it informs, the simulation tells. The vertical legs count with the
    descent rate as their speed. Left out are the drag of a hull, propeller slip, the thrust that dives, steers and
    holds the depth, and currents: the mission of examples/monterey_canyon.toml uses 2.9 times as much.
    """
    cruise = length / cruise_speed
    vertical = 2.0 * depth / descent_rate
    return Estimate(
        distance_m=length + 2.0 * depth,
        duration_s=cruise + vertical,
        energy_J=power(cruise_speed) * cruise + power(descent_rate) * vertical,
    )
