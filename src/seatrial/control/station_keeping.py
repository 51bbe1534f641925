"""Station keeping: holds position, depth and heading, and if wanted a level attitude (see `control.pose`)."""

from dataclasses import dataclass, field

from seatrial.control.observation import Observation, Remembered
from seatrial.control.pose import PoseGains, PoseRecord, hold, pose_gains, turn_to
from seatrial.dynamics.actuators import Slots
from seatrial.dynamics.scalar import ONE, ZERO, join, real, vec3, wp
from seatrial.dynamics.vehicle import Vehicle
from seatrial.errors import check_number

MEMORY = 11
"""Whether it has begun, north, east, depth and heading to hold, six integrals."""


@dataclass(frozen=True)
class StationKeeping:
    """Where to stay; what is None is held as it is when the controller begins."""

    north: float | None = None
    """In the member's plane, whose origin is its start [m]."""
    east: float | None = None
    """[m]"""
    depth: float | None = None
    """[m]"""
    heading: float | None = None
    """From north, clockwise [rad]."""
    gains: PoseGains = field(default_factory=PoseGains)

    def __post_init__(self) -> None:
        """Check every number once."""
        for name, unit, low, high in (
            ("north", "m", -5e4, 5e4),
            ("east", "m", -5e4, 5e4),
            ("depth", "m", -100.0, 12_000.0),
            ("heading", "rad", -100.0, 100.0),
        ):
            value = getattr(self, name)
            if value is not None:
                check_number(f"station {name}", value, unit, low, high)


@wp.struct
class Record:
    """`StationKeeping` as the kernel reads it."""

    pose: PoseRecord
    north: real
    east: real
    depth: real
    heading: real
    has_position: int
    has_depth: int
    has_heading: int


def record(controller: StationKeeping, vehicle: Vehicle) -> Record:
    """The kernel's record."""
    r = Record()
    r.pose = pose_gains(controller.gains, vehicle)
    for name in ("north", "east", "depth", "heading"):
        setattr(r, name, getattr(controller, name) or 0.0)
    r.has_position = int(controller.north is not None or controller.east is not None)
    r.has_depth, r.has_heading = int(controller.depth is not None), int(controller.heading is not None)
    return r


@wp.func
def begin(r: Record, seen: Observation, memory: Remembered):
    """Remember what to hold."""
    k = memory.first
    memory.values[k] = ONE
    memory.values[k + 1] = seen.p[0]
    memory.values[k + 2] = seen.p[1]
    memory.values[k + 3] = seen.p[2]
    memory.values[k + 4] = seen.heading
    if r.has_position == 1:
        memory.values[k + 1] = r.north
        memory.values[k + 2] = r.east
    if r.has_depth == 1:
        memory.values[k + 3] = r.depth
    if r.has_heading == 1:
        memory.values[k + 4] = r.heading


@wp.func
def act(r: Record, seen: Observation, slots: Slots, memory: Remembered, step: real):
    """Push and turn back to where it should be."""
    k = memory.first
    if memory.values[k] == ZERO:
        begin(r, seen, memory)
    away = vec3(memory.values[k + 1], memory.values[k + 2], memory.values[k + 3]) - seen.p
    error = join(wp.quat_rotate_inv(seen.q, away), turn_to(seen.q, memory.values[k + 4]))
    hold(r.pose, error, real(-1.0) * seen.nu, memory.values, k + 5, slots, step)
