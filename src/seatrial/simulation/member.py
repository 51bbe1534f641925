"""Everything that the kernel keeps of one member between two launches."""

from seatrial.control.autopilot import Memory
from seatrial.dynamics.frame import Frame
from seatrial.dynamics.scalar import real, wp
from seatrial.dynamics.state import State


@wp.struct
class Anchor:
    """Geodetic position of a point of the plane and the map around it, refreshed every `ANCHOR_TICKS`.

    A vehicle moves metres in that time, over which the linear map is exact to nanometres.
    """

    north: real
    east: real
    lat: real
    lon: real
    cos_convergence: real
    sin_convergence: real
    lat_per_north: real
    """Degrees of latitude per metre towards true north."""
    lon_per_east: real
    """Degrees of longitude per metre towards true east."""


@wp.struct
class Member:
    """One vehicle under way."""

    state: State
    frame: Frame
    anchor: Anchor
    memory: Memory
    tick: wp.int64
    status: int
    waypoint: int
    """Number of the waypoint ahead, from 0."""
    target_north: real
    target_east: real
    """The waypoint ahead in the member's plane [m]."""
    from_north: real
    from_east: real
    """The waypoint before it, where the leg begins [m]."""
    recorded: wp.int64
    """Tick of the last history row, -1 before the first."""
    anchored: wp.int64
    """Tick at which the anchor was last set, -1 before."""
    waiting: int
    """Number of the stream whose window must move before the member can go on, 0 for none."""
    guess: real
    """Length of the next inner step of an adaptive integrator [s]."""
    evaluations: wp.int64
    """Rates that were computed so far."""
    located: int
    """0 until the waypoint ahead has been placed in the plane."""


@wp.struct
class Route:
    """Waypoints of a member: a slice of the fleet's flat tables."""

    first: int
    count: int
    lat: wp.array(dtype=real)
    lon: wp.array(dtype=real)
    depth: wp.array(dtype=real)
    speed: wp.array(dtype=real)


@wp.struct
class Conditions:
    """What all members share in a run."""

    step: real
    """[s]"""
    step_ticks: int
    control_ticks: int
    record_ticks: int
    frame_radius: real
    """Distance from the origin at which the local plane moves along [m]."""
    gravity: real
    water_temperature: real
    tolerance: real
    """Error that an adaptive integrator allows per inner step."""
