"""What a controller sees of its vehicle at a control tick, and the numbers that it remembers until the next one."""

from seatrial.dynamics.scalar import quat, real, vec3, vec6, wp


@wp.struct
class Observation:
    """State of a member, truth unless an estimator stands between."""

    time: real
    """Since the start of the run [s]."""
    p: vec3
    """North, east and down in the member's plane, whose origin is its start until it is 50 km away [m]."""
    q: quat
    """Attitude q_NB in the plane."""
    nu: vec6
    """Velocity over ground, in B [m/s, rad/s]."""
    nu_r: vec6
    """Velocity through the water, in B [m/s, rad/s]."""
    roll: real
    """[rad]"""
    pitch: real
    """Nose up positive [rad]."""
    heading: real
    """Angle of the bow from the plane's north, clockwise [rad]."""
    course: real
    """Angle of the way over ground from the plane's north, clockwise [rad]."""
    depth_rate: real
    """Down positive [m/s]."""
    altitude: real
    """Height above the sea floor [m]."""
    to_waypoint: vec3
    """North, east and down to the waypoint ahead [m]; zero without one."""
    leg: vec3
    """North and east of the leg that ends there [m]."""
    speed: real
    """Speed of the waypoint [m/s]."""
    last: int
    """1 for the last waypoint."""


@wp.struct
class Remembered:
    """The numbers of one controller: a slice of the fleet's flat table."""

    first: int
    values: wp.array(dtype=real)


@wp.struct
class NoController:
    """Record where commands stay as they are."""

    unused: int
