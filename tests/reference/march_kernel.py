"""Test kernel over the engine's rate of change and its Runge-Kutta step, in a flat frame."""

from functools import lru_cache
from typing import Any

from seatrial.dynamics.integrators import rk4 as rk4_module
from seatrial.dynamics.model import Model
from seatrial.dynamics.rate import Plant, Water, make_rate
from seatrial.dynamics.scalar import HALF, ZERO, real, wp
from seatrial.dynamics.state import State


@lru_cache(maxsize=16)
def make_march(model: Model) -> Any:
    """Kernel that advances members by `steps` steps and gives their rates there, `stage` half steps into the next."""
    rate = make_rate(model)
    rk4 = rk4_module.make_step(model)
    settle, links_type = model.settle, model.links

    @wp.kernel(module="unique", enable_backward=False)
    def march(
        states: wp.array(dtype=State),
        plants: wp.array(dtype=Plant),
        links: links_type,
        waters: wp.array(dtype=Water),
        steps: int,
        h: real,
        stage: int,
        rates: wp.array(dtype=State),
    ):
        i = wp.tid()
        plant = plants[i]
        s = states[i]
        for _ in range(steps):
            s = rk4(s, plant, links, i, waters[i], h, ZERO, ZERO).state
            settle(links, i)
        states[i] = s
        rates[i] = rate(s, plant, links, i, waters[i], stage, HALF * real(stage) * h)

    return march
