"""Where a member is on the Earth, and its waypoint in its local plane."""

from functools import lru_cache
from typing import Any

from seatrial.control.autopilot import turn_frame
from seatrial.dynamics.fields import Seas, make_current_at, make_density_at, make_sea_floor_depth
from seatrial.dynamics.frame import DEGREE, frame_at, to_local, to_place
from seatrial.dynamics.rate import Water
from seatrial.dynamics.scalar import RADIAN_LIMIT, ZERO, real, vec3, wp, yaw_quaternion
from seatrial.simulation.member import Anchor, Conditions, Member, Route

TICKS_PER_SECOND = wp.constant(real(1200.0))
ANCHOR_TICKS = wp.constant(wp.int64(120))
"""Ticks between two exact positions, 0.1 s."""


@wp.struct
class Surroundings:
    """The water and the sea floor where a member is."""

    lat: real
    lon: real
    water: Water
    current_east: real
    current_north: real
    current_up: real
    sea_floor_depth: real
    known: int
    """0 where a field does not answer."""
    waiting: int
    """The stream whose window must move before the fields can answer, 0 for none."""


@wp.func
def move_frame(m: Member, lat: real, lon: real, turn: real):
    """The same member in a plane with its origin at `lat`, `lon`, whose north lies `turn` [rad] off the one before."""
    m.frame = frame_at(lat, lon)
    m.state.p = vec3(ZERO, ZERO, m.state.p[2])
    m.state.q = yaw_quaternion(-turn) * m.state.q
    m.memory = turn_frame(m.memory, turn)
    m.located = 0
    return m


@wp.func
def anchor_here(before: Member, c: Conditions):
    """Member with its anchor at its position; beyond the frame radius the plane moves along first."""
    m = before
    north = m.state.p[0]
    east = m.state.p[1]
    place = to_place(m.frame, north, east)
    turn = place.convergence
    if north * north + east * east > c.frame_radius * c.frame_radius:
        m = move_frame(m, place.lat, place.lon, turn)
        turn = ZERO
    a = Anchor()
    a.north = m.state.p[0]
    a.east = m.state.p[1]
    a.lat = place.lat
    a.lon = place.lon
    a.cos_convergence = wp.cos(turn)
    a.sin_convergence = wp.sin(turn)
    a.lat_per_north = DEGREE / place.meridian
    # At the pole itself longitude has no rate; a finite stand-in keeps the lookup finite over the metres around it.
    a.lon_per_east = DEGREE / (place.prime * wp.max(wp.cos(place.lat / DEGREE), RADIAN_LIMIT))
    m.anchor = a
    m.anchored = m.tick
    return m


@wp.func
def in_plane(a: Anchor, east: real, north: real, up: real):
    """Vector towards true east, north and up in the axes of the member's plane."""
    return vec3(
        north * a.cos_convergence - east * a.sin_convergence,
        north * a.sin_convergence + east * a.cos_convergence,
        -up,
    )


@lru_cache(maxsize=2)
def make_surroundings(general: bool) -> Any:
    """Warp function (member, conditions, seas, tick) -> water and sea floor at the member's position, at `tick`."""
    sea_floor_depth, current_at = make_sea_floor_depth(general), make_current_at(general)
    density_at = make_density_at(general)

    @wp.func
    def surroundings(m: Member, c: Conditions, seas: Seas, tick: wp.int64):
        a = m.anchor
        north = m.state.p[0] - a.north
        east = m.state.p[1] - a.east
        depth = m.state.p[2]
        time = real(tick) / TICKS_PER_SECOND
        s = Surroundings()
        s.lat = a.lat + (north * a.cos_convergence + east * a.sin_convergence) * a.lat_per_north
        s.lon = a.lon + (east * a.cos_convergence - north * a.sin_convergence) * a.lon_per_east
        bottom = sea_floor_depth(seas.floor, s.lat, s.lon)
        drift = current_at(seas.currents, s.lat, s.lon, depth, time)
        density = density_at(seas.density, s.lat, s.lon, depth, time)
        s.known = bottom.known * drift.known * density.known
        s.waiting = wp.max(bottom.waiting, wp.max(drift.waiting, density.waiting))
        s.sea_floor_depth = bottom.first
        s.current_east = drift.first
        s.current_north = drift.second
        s.current_up = drift.third
        s.water.current = in_plane(a, drift.first, drift.second, drift.third)
        s.water.acceleration = in_plane(a, drift.rate[0], drift.rate[1], drift.rate[2])
        if wp.length_sq(drift.rate) > ZERO:
            s.water.accelerates = 1
        s.water.density = density.first
        s.water.sea_floor_depth = bottom.first
        s.water.gravity = c.gravity
        s.water.temperature = c.water_temperature
        return s

    return surroundings


@wp.func
def locate_waypoint(before: Member, route: Route):
    """Member with the waypoint ahead, and the one behind it, placed in its plane."""
    m = before
    k = route.first + m.waypoint
    target = to_local(m.frame, route.lat[k], route.lon[k])
    start = target
    if m.waypoint > 0:
        start = to_local(m.frame, route.lat[k - 1], route.lon[k - 1])
    m.target_north = target[0]
    m.target_east = target[1]
    m.from_north = start[0]
    m.from_east = start[1]
    m.located = 1
    return m
