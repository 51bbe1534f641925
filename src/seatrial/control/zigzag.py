"""The zigzag manoeuvre (Kempf 1932; ITTC 7.5-04-02-01): helm over until the heading has changed enough, then back."""

from dataclasses import dataclass

import numpy as np

from seatrial.control.observation import Observation, Remembered
from seatrial.dynamics.actuators import Slots
from seatrial.dynamics.scalar import ONE, ZERO, real, wp, wrap_pi
from seatrial.dynamics.vehicle import Vehicle
from seatrial.errors import check_number

MEMORY = 3
"""Side of the helm (1 starboard, -1 port, 0 before), heading of the approach [rad], number of executes."""


@dataclass(frozen=True)
class Zigzag:
    """A zigzag that begins at a time."""

    ahead: tuple[float, ...] = ()
    """Commands with the helm amidships, one for each actuator in its own unit; those not named are zero."""
    helm: tuple[float, ...] = ()
    """What full helm to starboard adds to them; to port it is taken off."""
    heading: float = 0.17453292519943295
    """Change of heading at which the helm is put over to the other side [rad]."""
    begin: float = 0.0
    """When the helm is first put over, to starboard [s since the start of the run]."""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number("zigzag heading", self.heading, "rad", 1e-4, 3.0)
        check_number("zigzag begin", self.begin, "s", 0.0, 1e9)
        for k, command in enumerate((*self.ahead, *self.helm)):
            check_number(f"zigzag command {k}", command, "", -1e9, 1e9)


@wp.struct
class Record:
    """`Zigzag` as the kernel reads it."""

    ahead: wp.array(dtype=real)
    helm: wp.array(dtype=real)
    heading: real
    begin: real


def record(controller: Zigzag, vehicle: Vehicle) -> Record:
    """The kernel's record."""
    width = max(len(controller.ahead), len(controller.helm), 1)
    r = Record()
    for name in ("ahead", "helm"):
        table = np.zeros(width)
        table[: len(getattr(controller, name))] = getattr(controller, name)
        setattr(r, name, wp.array(table, dtype=real, device="cpu"))
    r.heading, r.begin = controller.heading, controller.begin
    return r


@wp.func
def act(r: Record, seen: Observation, slots: Slots, memory: Remembered, step: real):
    """Put the helm over where the heading has changed enough."""
    k = memory.first
    side = memory.values[k]
    if side == ZERO and seen.time + real(1.0e-6) >= r.begin:
        side = ONE
        memory.values[k + 1] = seen.heading
        memory.values[k + 2] = ONE
    elif side != ZERO and side * wrap_pi(seen.heading - memory.values[k + 1]) >= r.heading:
        side = -side
        memory.values[k + 2] = memory.values[k + 2] + ONE
    memory.values[k] = side
    for j in range(slots.count):
        command = ZERO
        if j < r.ahead.shape[0]:
            command = r.ahead[j] + side * r.helm[j]
        slots.command[slots.first + j] = command
