"""What every force sees: the motion of the body and of the water around it at one instant."""

from seatrial.dynamics.scalar import quat, real, vec3, vec6, wp


@wp.struct
class Flow:
    """Instant of a member, in body axes at the body origin."""

    nu: vec6
    """Velocity over ground, (u v w p q r) [m/s, rad/s]."""
    nu_r: vec6
    """Velocity through the water [m/s, rad/s]."""
    water_acceleration: vec3
    """Acceleration of the water at a fixed place [m/s2]."""
    down: vec3
    """Unit vector down."""
    depth: real
    """Depth of the body origin [m]."""
    sea_floor_depth: real
    """Depth of the sea floor below [m], held over the step."""
    p: vec3
    """Position p_NB in the member's local plane, north east down [m]."""
    q: quat
    """Attitude q_NB."""
    density: real
    """Density of the water [kg/m3]."""
    gravity: real
    """Acceleration of gravity [m/s2]."""
    stage: int
    """Half steps since the commands were last set: 0, 1 or 2; `BETWEEN` for any other time."""
    since: real
    """Time since the commands were last set [s]."""


BETWEEN = wp.constant(3)
