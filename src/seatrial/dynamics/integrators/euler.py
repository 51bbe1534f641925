"""Semi-implicit Euler step: first order; velocity first, then the pose with the velocity that was reached.

It keeps the energy of an oscillation bounded where the explicit form lets it grow (symplectic for a separable system).
"""

from functools import lru_cache
from typing import Any

from seatrial.dynamics.integrators.stepped import stepped
from seatrial.dynamics.model import Model
from seatrial.dynamics.rate import Plant, Water, make_rate
from seatrial.dynamics.scalar import ZERO, angular, linear, quaternion_rate, real, wp
from seatrial.dynamics.state import State, ahead

ORDER = 1
EVALUATIONS = wp.constant(1)
"""Rates that a step takes."""


@lru_cache(maxsize=64)
def make_step(model: Model) -> Any:
    """Warp function (state, plant, links, member, water, step, guess, tolerance) -> `Stepped`, for one model."""
    rate = make_rate(model)
    links_type = model.links

    @wp.func
    def step(
        s: State, plant: Plant, links: links_type, member: int, water: Water, h: real, guess: real, tolerance: real
    ):  # fmt: skip
        end = ahead(s, rate(s, plant, links, member, water, 0, ZERO), h)
        end.p = s.p + h * wp.quat_rotate(s.q, linear(end.nu))
        end.q = wp.normalize(s.q + quaternion_rate(s.q, angular(end.nu)) * h)
        end.distance = s.distance + h * wp.length(linear(end.nu))
        return stepped(end, guess, EVALUATIONS)

    return step
