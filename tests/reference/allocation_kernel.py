"""Test kernel over the allocation of wrenches."""

from seatrial.control.wrench_allocation import AllocatorRecord, command_wrench
from seatrial.dynamics.actuators import Slots
from seatrial.dynamics.scalar import vec6, wp


@wp.kernel
def allocate(
    allocators: wp.array(dtype=AllocatorRecord),
    slots: wp.array(dtype=Slots),
    demands: wp.array(dtype=vec6),
    achieved: wp.array(dtype=vec6),
):
    i = wp.tid()
    achieved[i] = command_wrench(allocators[i], slots[i], demands[i])
