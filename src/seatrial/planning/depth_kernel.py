"""Looks up the sea floor at the cells of a lattice, and compares it with the depth that is wanted."""

import warp as wp

from seatrial.dynamics.scalar import PI, TWO, real, single, vec3

POLAR = wp.constant(real(80.0))
"""Latitude [deg] beyond which meridians converge too fast to interpolate longitude."""


@wp.func
def direction(lat: real, lon: real):
    """Unit vector of a position [deg]."""
    p = lat * PI / real(180.0)
    q = lon * PI / real(180.0)
    return vec3(wp.cos(p) * wp.cos(q), wp.cos(p) * wp.sin(q), wp.sin(p))


@wp.func
def beside(lon: real, other: real):
    """The turn of a longitude [deg] that is nearest to another one."""
    return lon - real(360.0) * wp.floor((lon - other) / real(360.0) + real(0.5))


@wp.func
def between(a: real, b: real, c: real, d: real, wy: real, wx: real):
    """Bilinear interpolation: a b below, c d above."""
    one = real(1.0)
    return (one - wy) * ((one - wx) * a + wx * b) + wy * ((one - wx) * c + wx * d)


@wp.func
def add(weight: real, value: single, total: wp.types.vector(2, real)):
    """Adds a corner of a cell of the table, unless it has no data."""
    if wp.isnan(value):
        return total
    return total + wp.types.vector(2, real)(weight, weight * real(value))
