"""How the state of an actuator follows its command: a rate limit, then a first-order lag, in closed form.

With the lag T and the greatest rate s the state x follows x' = clamp((x_cmd - x) / T, -s, s). While the command is
farther away than s T it moves at the rate s; the rest is an exponential. The command is held over a step, so both parts
are exact at every instant of it.
"""

import math

from seatrial.dynamics.actuators import Slots
from seatrial.dynamics.flow import BETWEEN
from seatrial.dynamics.scalar import ONE, ZERO, real, wp


@wp.struct
class ServoRecord:
    """Lag and rate limit of one unit."""

    lag: real
    """Time constant [s], 0 for none."""
    decay: real
    """What remains of a departure from the command after half a step without rate limit."""
    slew: real
    """Greatest rate [unit of the state / s], 0 for none."""
    step: real
    """[s]"""
    slot: int


def servo_record(time_constant: float, max_rate: float, step: float, slot: int) -> ServoRecord:
    """The kernel's record; an infinite `max_rate` sets no limit."""
    record = ServoRecord()
    record.lag, record.step, record.slot = time_constant, step, slot
    record.slew = max_rate if math.isfinite(max_rate) else 0.0
    record.decay = math.exp(-0.5 * step / time_constant) if time_constant > 0.0 else 0.0
    return record


@wp.func
def ramped(before: real, target: real, slew: real, time: real):
    """State `time` [s] after it was `before`, moving towards `target` at the rate `slew`; it stops there."""
    way = target - before
    most = slew * time
    if wp.abs(way) <= most:
        return target
    return before + wp.sign(way) * most


@wp.func
def servo_at(servo: ServoRecord, before: real, target: real, stage: int, since: real):
    """State `since` [s], that is `stage` half steps, after it was `before` and `target` was commanded."""
    way = target - before
    if servo.slew > ZERO:
        if servo.lag == ZERO:
            return ramped(before, target, servo.slew, since)
        near = servo.slew * servo.lag
        if wp.abs(way) > near:
            ramp = (wp.abs(way) - near) / servo.slew
            if since <= ramp:
                return before + wp.sign(way) * servo.slew * since
            return target - wp.sign(way) * near * wp.exp((ramp - since) / servo.lag)
    if servo.lag == ZERO:
        return target
    left = ONE
    if stage == BETWEEN:
        left = wp.exp(-since / servo.lag)
    elif stage >= 1:
        left = servo.decay
        if stage == 2:
            left = left * servo.decay
    return target - way * left


@wp.func
def state_of(servo: ServoRecord, slots: Slots, lowest: real, highest: real, stage: int, since: real):
    """State of the unit of a slot at an instant of the step, under its command cut off at its limits."""
    before = slots.response[servo.slot]
    if slots.stuck[servo.slot] > ZERO:
        return before
    return servo_at(servo, before, wp.clamp(slots.command[servo.slot], lowest, highest), stage, since)


@wp.func
def settle_unit(servo: ServoRecord, slots: Slots, lowest: real, highest: real):
    """Carry the state of a slot over to the end of the step."""
    slots.response[servo.slot] = state_of(servo, slots, lowest, highest, 2, servo.step)
