"""Test kernel over the engine's rate of change and its Runge-Kutta step, in a flat frame."""

from functools import lru_cache
from importlib import import_module
from typing import Any

from seatrial.dynamics.model import Model
from seatrial.dynamics.rate import Plant, Water, make_rate
from seatrial.dynamics.scalar import HALF, real, wp
from seatrial.dynamics.state import State


@lru_cache(maxsize=16)
def make_march(model: Model, integrator: str) -> Any:
    """Kernel that advances members by `steps` steps and gives their rates there, `stage` half steps into the next."""
    rate = make_rate(model)
    step = import_module(f"seatrial.dynamics.integrators.{integrator}").make_step(model)
    settle, links_type = model.settle, model.links

    @wp.kernel(module="unique", enable_backward=False)
    def march(
        states: wp.array(dtype=State),
        plants: wp.array(dtype=Plant),
        links: links_type,
        waters: wp.array(dtype=Water),
        steps: int,
        h: real,
        tolerance: real,
        stage: int,
        rates: wp.array(dtype=State),
        evaluations: wp.array(dtype=int),
    ):
        i = wp.tid()
        plant = plants[i]
        s = states[i]
        guess = real(0.0)
        for _ in range(steps):
            done = step(s, plant, links, i, waters[i], h, guess, tolerance)
            s = done.state
            guess = done.guess
            evaluations[i] = evaluations[i] + done.evaluations
            settle(links, i)
        states[i] = s
        rates[i] = rate(s, plant, links, i, waters[i], stage, HALF * real(stage) * h)

    return march
