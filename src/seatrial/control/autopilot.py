"""Waypoint autopilot: heading, depth, speed and pitch loops towards one waypoint, giving channel commands.

Source of all but pitch: swordfish, section 7.1.

Channels are shares of what the vehicle can do in surge, heave, pitch and yaw; the vehicle's allocation maps them to
thrusters.
"""

from dataclasses import dataclass, field

from seatrial.control.depth import (
    DepthGains,
    DepthRecord,
    depth_command,
    depth_integral,
    depth_record,
    wanted_depth_rate,
)
from seatrial.control.filter import smoothed
from seatrial.control.heading import (
    HeadingGains,
    HeadingRecord,
    heading_command,
    heading_error,
    heading_record,
    heading_reference,
)
from seatrial.control.los import los_course
from seatrial.control.pitch import PitchGains, PitchRecord, heave_left, pitch_command, pitch_record
from seatrial.control.speed import SpeedGains, SpeedRecord, speed_command, speed_integral, speed_record
from seatrial.dynamics.scalar import ONE, ZERO, real, vec3, wp, wrap_pi
from seatrial.errors import check_number


@dataclass(frozen=True)
class Autopilot:
    """Gains of the loops and the distances at which waypoint following changes its mind."""

    heading: HeadingGains = field(default_factory=HeadingGains)
    depth: DepthGains = field(default_factory=DepthGains)
    speed: SpeedGains = field(default_factory=SpeedGains)
    pitch: PitchGains = field(default_factory=PitchGains)
    filter_time: float = 0.08
    """Time constant of the derivative filters [s]."""
    lookahead: float = 0.0
    """Line-of-sight distance along the leg [m]; 0 steers at the waypoint itself."""
    hold_heading_within: float = 1.0
    """Heading error counts as zero this near to the waypoint [m]."""
    stop_within: float = 2.0
    """No surge is wanted this near to the waypoint [m]."""
    slow_down_within: float = 10.0
    """The wanted speed falls linearly to zero over this distance from the last waypoint [m]."""
    radius: float = 10.0
    """Horizontal distance at which a waypoint counts as reached [m]."""
    depth_tolerance: float = 4.0
    """Vertical distance at which a waypoint counts as reached [m]."""
    final_radius: float = 6.0
    """Radius of the last waypoint [m]."""
    final_depth_tolerance: float = 3.0
    """Vertical distance at which the last waypoint counts as reached [m]."""
    reset_at_waypoints: bool = True
    """Whether the integrators go to zero at each waypoint; without it speed holds through closely spaced waypoints."""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number("autopilot filter_time", self.filter_time, "s", 0.0, 60.0)
        check_number("autopilot lookahead", self.lookahead, "m", 0.0, 1e5)
        for name in ("hold_heading_within", "stop_within"):
            check_number(f"autopilot {name}", getattr(self, name), "m", 0.0, 1e4)
        for name in ("slow_down_within", "radius", "depth_tolerance", "final_radius", "final_depth_tolerance"):
            check_number(f"autopilot {name}", getattr(self, name), "m", 1e-3, 1e5)


@wp.struct
class AutopilotRecord:
    """`Autopilot` as the kernel reads it."""

    heading: HeadingRecord
    depth: DepthRecord
    speed: SpeedRecord
    pitch: PitchRecord
    filter_time: real
    lookahead: real
    hold_heading_within: real
    stop_within: real
    slow_down_within: real
    radius: real
    depth_tolerance: real
    final_radius: real
    final_depth_tolerance: real
    reset_at_waypoints: int


@wp.struct
class Memory:
    """What the autopilot remembers between control ticks, and the commands that it gave last."""

    primed: int
    """0 before the first tick, when there is no measurement before."""
    heading: real
    yaw_rate: real
    depth_rate: real
    depth_acceleration: real
    forward_speed: real
    acceleration: real
    depth_integral: real
    speed_integral: real
    reference: real
    """Filtered heading reference [rad]."""
    surge: real
    heave: real
    pitch: real
    yaw: real


@wp.struct
class Sight:
    """What the autopilot sees: its own motion and the waypoint, in the member's local plane."""

    heading: real
    """Grid azimuth of the body x axis [rad]."""
    depth: real
    depth_rate: real
    forward_speed: real
    """u over ground [m/s]."""
    pitch: real
    """Nose up positive [rad]."""
    pitch_rate: real
    """q [rad/s]."""
    to_waypoint: vec3
    """North, east and down from the vehicle to the waypoint [m]."""
    leg: vec3
    """North and east of the leg that ends at the waypoint; zero where it has no length."""
    speed: real
    """Speed of the waypoint [m/s]."""
    last: int
    """1 for the last waypoint."""


def autopilot_record(autopilot: Autopilot) -> AutopilotRecord:
    """The kernel's record."""
    r = AutopilotRecord()
    for name in Autopilot.__dataclass_fields__.keys() - {"heading", "depth", "speed", "pitch", "reset_at_waypoints"}:
        setattr(r, name, getattr(autopilot, name))
    r.reset_at_waypoints = int(autopilot.reset_at_waypoints)
    r.heading = heading_record(autopilot.heading)
    r.depth = depth_record(autopilot.depth)
    r.speed = speed_record(autopilot.speed)
    r.pitch = pitch_record(autopilot.pitch)
    return r


@wp.func
def observe(g: AutopilotRecord, m: Memory, s: Sight, step: real):
    """Memory with the filtered derivatives of heading, depth rate and forward speed one tick on."""
    if m.primed == 0:
        m.primed = 1
        m.heading = s.heading
        m.depth_rate = s.depth_rate
        m.forward_speed = s.forward_speed
        m.reference = s.heading
    m.yaw_rate = smoothed(m.yaw_rate, wrap_pi(s.heading - m.heading) / step, step, g.filter_time)
    m.depth_acceleration = smoothed(m.depth_acceleration, (s.depth_rate - m.depth_rate) / step, step, g.filter_time)
    m.acceleration = smoothed(m.acceleration, (s.forward_speed - m.forward_speed) / step, step, g.filter_time)
    m.heading = s.heading
    m.depth_rate = s.depth_rate
    m.forward_speed = s.forward_speed
    return m


@wp.func
def wanted_course(g: AutopilotRecord, s: Sight):
    """Course to steer [rad]: at the waypoint, or along the leg where a lookahead is set and the leg has a length."""
    length = wp.sqrt(s.leg[0] * s.leg[0] + s.leg[1] * s.leg[1])
    if g.lookahead > ZERO and length > ONE:
        azimuth = wp.atan2(s.leg[1], s.leg[0])
        # The vehicle lies off the leg by minus the part of the way to the waypoint that points to starboard.
        cross = (s.leg[1] * s.to_waypoint[0] - s.leg[0] * s.to_waypoint[1]) / length
        return los_course(azimuth, cross, g.lookahead)
    return wp.atan2(s.to_waypoint[1], s.to_waypoint[0])


@wp.func
def steer(g: AutopilotRecord, before: Memory, s: Sight, step: real):
    """Memory one control tick on, with the channel commands surge 0..1, heave, pitch and yaw -1..1 in it."""
    m = observe(g, before, s, step)
    distance = wp.sqrt(s.to_waypoint[0] * s.to_waypoint[0] + s.to_waypoint[1] * s.to_waypoint[1])

    error = ZERO
    if distance >= g.hold_heading_within:
        m.reference = heading_reference(m.reference, wanted_course(g, s), step, g.heading.reference_time)
        error = heading_error(m.reference, s.heading)
    m.yaw = heading_command(g.heading, error, m.yaw_rate)

    rate_error = wanted_depth_rate(g.depth, s.to_waypoint[2], s.speed) - s.depth_rate
    m.depth_integral = depth_integral(g.depth, m.depth_integral, rate_error, m.heave, ONE - wp.abs(m.pitch), step)
    m.pitch = pitch_command(g.pitch, s.pitch, s.pitch_rate)
    m.heave = heave_left(depth_command(g.depth, rate_error, m.depth_integral, m.depth_acceleration), m.pitch)

    wanted = s.speed * wp.max(ZERO, wp.cos(error))
    if s.last == 1:
        wanted = wanted * wp.clamp(distance / g.slow_down_within, ZERO, ONE)
    if distance < g.stop_within:
        wanted = ZERO
    speed_error = wanted - s.forward_speed
    m.speed_integral = speed_integral(g.speed, m.speed_integral, speed_error, m.surge, step)
    m.surge = speed_command(g.speed, wanted, speed_error, m.speed_integral, m.acceleration)
    return m


@wp.func
def reached(g: AutopilotRecord, to_waypoint: vec3, last: int):
    """Whether the waypoint, north, east and down of the vehicle [m], counts as reached (1 or 0)."""
    radius = g.radius
    tolerance = g.depth_tolerance
    if last == 1:
        radius = g.final_radius
        tolerance = g.final_depth_tolerance
    north = to_waypoint[0]
    east = to_waypoint[1]
    if north * north + east * east < radius * radius and wp.abs(to_waypoint[2]) < tolerance:
        return 1
    return 0


@wp.func
def next_leg(g: AutopilotRecord, m: Memory):
    """Memory after a waypoint was reached: integrators at zero, measurements kept, for they are continuous."""
    if g.reset_at_waypoints == 1:
        m.depth_integral = ZERO
        m.speed_integral = ZERO
    return m


@wp.func
def turn_frame(m: Memory, turn: real):
    """Memory in a plane whose north lies `turn` [rad] clockwise of the one before."""
    m.heading = wrap_pi(m.heading - turn)
    m.reference = wrap_pi(m.reference - turn)
    return m
