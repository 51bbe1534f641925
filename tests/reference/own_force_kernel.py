"""A force of one's own: a constant push in body axes."""

from seatrial.dynamics.flow import Flow
from seatrial.dynamics.scalar import join, vec3, wp


@wp.struct
class Record:
    """Push at the body origin [N]."""

    force: vec3


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    return join(r.force, vec3())
