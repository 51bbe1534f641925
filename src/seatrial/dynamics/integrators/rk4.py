"""Classical Runge-Kutta step (Kutta 1901): four rates, fourth order."""

from functools import lru_cache
from typing import Any

from seatrial.dynamics.integrators.stepped import stepped
from seatrial.dynamics.model import Model
from seatrial.dynamics.rate import Plant, Water, make_rate
from seatrial.dynamics.scalar import HALF, TWO, ZERO, real, wp
from seatrial.dynamics.state import State, ahead

ORDER = 4
EVALUATIONS = wp.constant(4)
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
        sixth = h / real(6.0)
        half = HALF * h
        # The sum grows stage by stage, so that only one rate has to be kept at a time.
        k = rate(s, plant, links, member, water, 0, ZERO)
        end = ahead(s, k, sixth)
        k = rate(ahead(s, k, half), plant, links, member, water, 1, half)
        end = ahead(end, k, TWO * sixth)
        k = rate(ahead(s, k, half), plant, links, member, water, 1, half)
        end = ahead(end, k, TWO * sixth)
        k = rate(ahead(s, k, h), plant, links, member, water, 2, h)
        end = ahead(end, k, sixth)
        end.q = wp.normalize(end.q)
        return stepped(end, guess, EVALUATIONS)

    return step
