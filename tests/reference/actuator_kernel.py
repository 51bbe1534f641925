"""Test kernel over wrench, power and settling of one model."""

from functools import lru_cache
from typing import Any

from seatrial.dynamics.flow import Flow
from seatrial.dynamics.model import Model
from seatrial.dynamics.scalar import real, vec6, wp


@lru_cache(maxsize=4)
def make_look(model: Model) -> Any:
    """Kernel (links, flows, wrench, power): both at an instant, then the responses at the end of the step."""
    total, demand, settle, links_type = model.total, model.demand, model.settle, model.links

    @wp.kernel(module="unique", enable_backward=False)
    def look(links: links_type, flows: wp.array(dtype=Flow), wrench: wp.array(dtype=vec6), power: wp.array(dtype=real)):
        i = wp.tid()
        wrench[i] = total(links, i, flows[i])
        power[i] = demand(links, i, flows[i])
        settle(links, i)

    return look
