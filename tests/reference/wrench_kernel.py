"""Test kernel over the forces of one model."""

from functools import lru_cache
from typing import Any

from seatrial.dynamics.flow import Flow
from seatrial.dynamics.model import Model
from seatrial.dynamics.scalar import vec6, wp


@lru_cache(maxsize=32)
def make_wrench(model: Model) -> Any:
    """Kernel (links, flows, out): the sum of the model's forces, member by member."""
    total, links_type = model.total, model.links

    @wp.kernel(module="unique", enable_backward=False)
    def wrench(links: links_type, flows: wp.array(dtype=Flow), out: wp.array(dtype=vec6)):
        i = wp.tid()
        out[i] = total(links, i, flows[i])

    return wrench
