"""Line-of-sight guidance along a leg (Fossen 2021, eq. 12.78)."""

from seatrial.dynamics.scalar import real, wp, wrap_pi


@wp.func
def los_course(leg_azimuth: real, cross_track: real, lookahead: real):
    """Course [rad] to a point `lookahead` [m] ahead on the leg; `cross_track` [m] is positive to starboard of it."""
    return wrap_pi(leg_azimuth - wp.atan2(cross_track, lookahead))
