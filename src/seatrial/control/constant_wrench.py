"""A constant wrench in body axes, as far as the thrusters give it."""

from dataclasses import dataclass

from seatrial.control.observation import Observation, Remembered
from seatrial.control.wrench_allocation import AllocatorRecord, allocator, allocator_records, command_wrench
from seatrial.dynamics.actuators import Slots
from seatrial.dynamics.scalar import real, vec6, wp
from seatrial.dynamics.vehicle import Vehicle
from seatrial.errors import InputError, check_number

MEMORY = 0


@dataclass(frozen=True)
class ConstantWrench:
    """The same wrench from beginning to end."""

    wrench: tuple[float, float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    """X Y Z K M N about the body origin [N, N m]."""

    def __post_init__(self) -> None:
        """Check every number once."""
        for name, value in zip("XYZKMN", self.wrench, strict=True):
            check_number(f"wrench {name}", value, "N" if name in "XYZ" else "N m", -1e9, 1e9)


@wp.struct
class Record:
    """`ConstantWrench` as the kernel reads it."""

    wrench: vec6
    allocator: AllocatorRecord


def record(controller: ConstantWrench, vehicle: Vehicle) -> Record:
    """The kernel's record."""
    if not vehicle.thrusters:
        raise InputError(f"vehicle {vehicle.name}: has no thrusters to give a wrench with")
    r = Record()
    r.wrench = vec6(*controller.wrench)
    r.allocator = allocator_records([allocator(vehicle.thrusters)])[0]
    return r


@wp.func
def act(r: Record, seen: Observation, slots: Slots, memory: Remembered, step: real):
    """Command it."""
    command_wrench(r.allocator, slots, r.wrench)
