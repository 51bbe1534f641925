"""Commands by a timetable: each row holds from its time to that of the next one."""

from dataclasses import dataclass

import numpy as np

from seatrial.control.observation import Observation, Remembered
from seatrial.dynamics.actuators import Slots
from seatrial.dynamics.scalar import real, wp
from seatrial.dynamics.vehicle import Vehicle
from seatrial.errors import InputError, check_number

MEMORY = 1
"""The number of the row that holds."""


@dataclass(frozen=True)
class Schedule:
    """A timetable of commands."""

    times: tuple[float, ...] = (0.0,)
    """When each row begins to hold [s since the start of the run], ascending; before the first one nothing changes."""
    commands: tuple[tuple[float, ...], ...] = ((),)
    """A row for each time: one command for each actuator in its own unit, in their order; those not named are zero."""

    def __post_init__(self) -> None:
        """Check every number once."""
        if not self.times or len(self.times) != len(self.commands):
            raise InputError(
                f"schedule: {len(self.times)} times and {len(self.commands)} rows: must be as many, 1 or more"
            )
        for time in self.times:
            check_number("schedule time", time, "s", 0.0, 1e9)
        if any(b <= a for a, b in zip(self.times, self.times[1:], strict=False)):
            raise InputError(f"schedule times = {list(self.times)} s: must ascend")
        for row in self.commands:
            for k, command in enumerate(row):
                check_number(f"schedule command {k}", command, "", -1e9, 1e9)


@wp.struct
class Record:
    """`Schedule` as the kernel reads it."""

    times: wp.array(dtype=real)
    commands: wp.array2d(dtype=real)


def record(controller: Schedule, vehicle: Vehicle) -> Record:
    """The kernel's record."""
    width = max(1, *(len(row) for row in controller.commands))
    table = np.zeros((len(controller.times), width))
    for k, row in enumerate(controller.commands):
        table[k, : len(row)] = row
    r = Record()
    r.times = wp.array(np.array(controller.times, np.float64), dtype=real, device="cpu")
    r.commands = wp.array(table, dtype=real, device="cpu")
    return r


@wp.func
def act(r: Record, seen: Observation, slots: Slots, memory: Remembered, step: real):
    """Set the commands of the row that holds."""
    row = int(memory.values[memory.first])
    # Times are whole ticks; a millionth of a second keeps their rounding from costing a tick.
    now = seen.time + real(1.0e-6)
    while row + 1 < r.times.shape[0] and r.times[row + 1] <= now:
        row += 1
    memory.values[memory.first] = real(row)
    if r.times[row] <= now:
        for k in range(slots.count):
            command = real(0.0)
            if k < r.commands.shape[1]:
                command = r.commands[row, k]
            slots.command[slots.first + k] = command
