"""What autopilot and controllers see of a member."""

from seatrial.control.autopilot import Sight
from seatrial.control.observation import Observation
from seatrial.dynamics.rate import flow_of
from seatrial.dynamics.scalar import ZERO, euler_angles, forward_azimuth, linear, nose_up, real, vec3, wp
from seatrial.simulation.member import Member, Route
from seatrial.simulation.navigation import TICKS_PER_SECOND, Surroundings


@wp.func
def to_waypoint(m: Member, route: Route):
    """North, east and down from the member to the waypoint ahead [m]."""
    down = route.depth[route.first + m.waypoint] - m.state.p[2]
    return vec3(m.target_north - m.state.p[0], m.target_east - m.state.p[1], down)


@wp.func
def is_last(m: Member, route: Route):
    """Whether the waypoint ahead is the last one (1 or 0)."""
    if m.waypoint == route.count - 1:
        return 1
    return 0


@wp.func
def sight_of(m: Member, route: Route):
    """What the autopilot sees from the member's state."""
    s = Sight()
    s.heading = forward_azimuth(m.state.q)
    s.depth = m.state.p[2]
    s.depth_rate = wp.quat_rotate(m.state.q, linear(m.state.nu))[2]
    s.forward_speed = m.state.nu[0]
    s.pitch = nose_up(m.state.q)
    s.pitch_rate = m.state.nu[4]
    s.to_waypoint = to_waypoint(m, route)
    s.leg = vec3(m.target_north - m.from_north, m.target_east - m.from_east, real(0.0))
    s.speed = route.speed[route.first + m.waypoint]
    s.last = is_last(m, route)
    return s


@wp.func
def observed(m: Member, route: Route, around: Surroundings):
    """What a controller sees."""
    o = Observation()
    o.time = real(m.tick) / TICKS_PER_SECOND
    o.p = m.state.p
    o.q = m.state.q
    o.nu = m.state.nu
    flow = flow_of(m.state, around.water, 0, ZERO)
    o.nu_r = flow.nu_r
    angles = euler_angles(m.state.q)
    o.roll = angles[0]
    o.pitch = angles[1]
    o.heading = angles[2]
    way = wp.quat_rotate(m.state.q, linear(m.state.nu))
    o.course = wp.atan2(way[1], way[0])
    o.depth_rate = way[2]
    o.altitude = around.sea_floor_depth - m.state.p[2]
    if route.count > 0:
        o.to_waypoint = to_waypoint(m, route)
        o.leg = vec3(m.target_north - m.from_north, m.target_east - m.from_east, ZERO)
        o.speed = route.speed[route.first + m.waypoint]
        o.last = is_last(m, route)
    return o
