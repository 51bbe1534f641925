"""Trajectory tracking: follows a moving reference along a polyline (line, piecewise, lawnmower) or a circle.

The reference moves at constant speed, and the vehicle is held to its place, velocity and course by the law of
`control.pose`. A polyline is left at its end and held there; a circle is run for ever.
"""

import math
from dataclasses import dataclass, field

import numpy as np

from seatrial.control.observation import Observation, Remembered
from seatrial.control.pose import PoseGains, PoseRecord, hold, pose_gains, turn_to
from seatrial.dynamics.actuators import Slots
from seatrial.dynamics.scalar import ONE, ZERO, angular, join, linear, real, vec3, wp
from seatrial.dynamics.vehicle import Vehicle
from seatrial.errors import InputError, check_number

MEMORY = 7
"""When it began [s], plus 1; six integrals."""
Point = tuple[float, float, float]


@dataclass(frozen=True)
class Tracking:
    """A path and the speed along it; see `line`, `lawnmower` and `circle` for the usual ones."""

    points: tuple[Point, ...] = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    """North, east and depth of the corners in the member's plane, whose origin is its start [m]; of a circle the
    centre alone.
    """
    speed: float = 1.0
    """Of the reference [m/s]."""
    radius: float = 0.0
    """Of a circle about the first point, which begins north of it [m]; 0 for a polyline."""
    to_starboard: bool = True
    """Which way round a circle is run."""
    gains: PoseGains = field(default_factory=PoseGains)

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number("tracking speed", self.speed, "m/s", 1e-3, 50.0)
        check_number("tracking radius", self.radius, "m", 0.0, 5e4)
        for point in self.points:
            for name, value, high in zip(("north", "east", "depth"), point, (5e4, 5e4, 12e3), strict=True):
                check_number(f"tracking {name}", value, "m", -high, high)
        if len(self.points) < (1 if self.radius > 0.0 else 2):
            raise InputError(f"tracking: {len(self.points)} points: must be two or more, or one and a radius")
        if self.radius == 0.0 and np.any(np.linalg.norm(np.diff(np.array(self.points), axis=0), axis=1) < 1e-6):
            raise InputError("tracking: two points after one another are the same")


def line(start: Point, end: Point, speed: float) -> Tracking:
    """From one point to another."""
    return Tracking((start, end), speed)


def circle(centre: Point, radius: float, speed: float, to_starboard: bool = True) -> Tracking:
    """Round and round, beginning north of the centre."""
    return Tracking((centre,), speed, check_number("tracking radius", radius, "m", 1e-3, 5e4), to_starboard)


def lawnmower(start: Point, length: float, spacing: float, legs: int, speed: float, heading: float = 0.0) -> Tracking:
    """`legs` legs of `length` [m], `spacing` [m] apart, the first at `heading` [rad], the next to starboard."""
    check_number("lawnmower length", length, "m", 1e-3, 5e4)
    check_number("lawnmower spacing", spacing, "m", 1e-3, 5e4)
    check_number("lawnmower legs", legs, "", 1, 10_000)
    along, across = np.array([math.cos(heading), math.sin(heading)]), np.array([-math.sin(heading), math.cos(heading)])
    corners: list[Point] = []
    for leg in range(legs):
        ends = (0.0, length) if leg % 2 == 0 else (length, 0.0)
        for way in ends:
            north, east = np.array(start[:2]) + way * along + leg * spacing * across
            corners.append((float(north), float(east), start[2]))
    return Tracking(tuple(corners), speed)


@wp.struct
class Record:
    """`Tracking` as the kernel reads it."""

    pose: PoseRecord
    points: wp.array(dtype=vec3)
    way: wp.array(dtype=real)
    """Length of the path up to each point [m]."""
    speed: real
    radius: real
    side: real
    """1 to starboard, -1 to port."""


@wp.struct
class Reference:
    """Where the vehicle should be at one instant."""

    p: vec3
    v: vec3
    """Velocity in N [m/s]."""
    heading: real
    turn: real
    """Rate of turn [rad/s]."""


def record(controller: Tracking, vehicle: Vehicle) -> Record:
    """The kernel's record."""
    points = np.array(controller.points, np.float64)
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    r = Record()
    r.pose = pose_gains(controller.gains, vehicle)
    r.points = wp.array(points, dtype=vec3, device="cpu")
    r.way = wp.array(np.append(0.0, np.cumsum(steps)), dtype=real, device="cpu")
    r.speed, r.radius, r.side = controller.speed, controller.radius, 1.0 if controller.to_starboard else -1.0
    return r


@wp.func
def on_circle(r: Record, time: real):
    """The reference on a circle."""
    turn = r.side * r.speed / r.radius
    angle = turn * time
    cos = wp.cos(angle)
    sin = wp.sin(angle)
    f = Reference()
    f.p = r.points[0] + r.radius * vec3(cos, sin, ZERO)
    f.v = r.radius * turn * vec3(-sin, cos, ZERO)
    f.heading = wp.atan2(f.v[1], f.v[0])
    f.turn = turn
    return f


@wp.func
def on_path(r: Record, time: real):
    """The reference on a polyline."""
    k = int(0)
    last = r.points.shape[0] - 1
    way = r.speed * time
    while k < last - 1 and r.way[k + 1] <= way:
        k += 1
    leg = r.points[k + 1] - r.points[k]
    length = r.way[k + 1] - r.way[k]
    f = Reference()
    share = (way - r.way[k]) / length
    f.v = r.speed / length * leg
    if share >= ONE:
        share = ONE
        f.v = vec3()
    f.p = r.points[k] + share * leg
    f.heading = wp.atan2(leg[1], leg[0])
    return f


@wp.func
def act(r: Record, seen: Observation, slots: Slots, memory: Remembered, step: real):
    """Push and turn to where the reference is."""
    k = memory.first
    if memory.values[k] == ZERO:
        memory.values[k] = seen.time + ONE
    time = seen.time - (memory.values[k] - ONE)
    f = Reference()
    if r.radius > ZERO:
        f = on_circle(r, time)
    else:
        f = on_path(r, time)
    error = join(wp.quat_rotate_inv(seen.q, f.p - seen.p), turn_to(seen.q, f.heading))
    slower = wp.quat_rotate_inv(seen.q, f.v) - linear(seen.nu)
    spin = wp.quat_rotate_inv(seen.q, vec3(ZERO, ZERO, f.turn)) - angular(seen.nu)
    hold(r.pose, error, join(slower, spin), memory.values, k + 1, slots, step)
