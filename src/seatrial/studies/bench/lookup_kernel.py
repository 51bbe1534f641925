"""Lookups of the current one after the other, as the stepping kernel makes them."""

from seatrial.dynamics.fields import CurrentField, make_current_at
from seatrial.dynamics.scalar import real, wp

current_at = make_current_at(True)


@wp.kernel(enable_backward=False)
def look_up(
    field: CurrentField,
    lat: wp.array(dtype=real),
    lon: wp.array(dtype=real),
    depth: wp.array(dtype=real),
    time: wp.array(dtype=real),
    out: wp.array2d(dtype=real),
):
    """East, north and up at each point, with their rates of change; one thread per point."""
    i = wp.tid()
    answer = current_at(field, lat[i], lon[i], depth[i], time[i])
    out[i, 0] = answer.first
    out[i, 1] = answer.second
    out[i, 2] = answer.third
    out[i, 3] = answer.rate[0] + answer.rate[1] + answer.rate[2]
