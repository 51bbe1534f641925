"""Constant commands: fixed thrusts, deflections, shaft speeds; none at all is the passive vehicle."""

from dataclasses import dataclass

import numpy as np

from seatrial.control.observation import Observation, Remembered
from seatrial.dynamics.actuators import Slots
from seatrial.dynamics.scalar import ZERO, real, wp
from seatrial.dynamics.vehicle import Vehicle
from seatrial.errors import check_number

MEMORY = 0


@dataclass(frozen=True)
class Constant:
    """The same commands from beginning to end."""

    commands: tuple[float, ...] = ()
    """One for each actuator in its own unit, in the order of the vehicle's actuators; those not named are zero."""

    def __post_init__(self) -> None:
        """Check every number once."""
        for k, command in enumerate(self.commands):
            check_number(f"command {k}", command, "", -1e9, 1e9)


@wp.struct
class Record:
    """`Constant` as the kernel reads it."""

    count: int
    commands: wp.array(dtype=real)


def record(controller: Constant, vehicle: Vehicle) -> Record:
    """The kernel's record."""
    r = Record()
    r.count = len(controller.commands)
    r.commands = wp.array(np.asarray(controller.commands, np.float64), dtype=real, device="cpu")
    return r


@wp.func
def act(r: Record, seen: Observation, slots: Slots, memory: Remembered, step: real):
    """Set the commands."""
    for k in range(slots.count):
        command = ZERO
        if k < r.count:
            command = r.commands[k]
        slots.command[slots.first + k] = command
