"""Thrusters: a force along a fixed axis that follows its command with a first-order lag.

The command is held over a step, so the response at each stage is the exact exponential and no integrator error enters.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seatrial.dynamics.flow import Flow
from seatrial.dynamics.motor import MotorRecord, electric_power
from seatrial.dynamics.scalar import ONE, ZERO, join, linear, real, vec3, wp
from seatrial.errors import InputError, check_number


@dataclass(frozen=True)
class Thruster:
    """One thruster; a command of 1 asks for the greatest thrust along the axis, -1 against it."""

    name: str
    position: tuple[float, float, float]
    """In B [m]."""
    axis: tuple[float, float, float]
    """Unit vector of positive thrust, in B."""
    max_thrust: float
    """[N]"""
    time_constant: float = 0.0
    """Lag of the thrust behind its command [s]; 0 passes the command through."""
    reversible: bool = True
    """Whether commands below 0 give thrust."""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number(f"thruster {self.name} max_thrust", self.max_thrust, "N", 1e-6, 1e7)
        check_number(f"thruster {self.name} time_constant", self.time_constant, "s", 0.0, 60.0)
        if abs(float(np.linalg.norm(self.axis)) - 1.0) > 1e-9:
            raise InputError(f"thruster {self.name} axis = {self.axis}: must be a unit vector")


@wp.struct
class Unit:
    """`Thruster` as the kernel reads it."""

    axis: vec3
    arm: vec3
    """Position x axis [m]."""
    max_thrust: real
    lowest: real
    """Least command, -1 or 0."""
    held: real
    """1 where the response lags, 0 where the command passes through at once."""
    decay: real
    """What remains of a departure from the command after half a step."""


@wp.struct
class Record:
    """Thrusters of one member: a slice of the fleet's flat tables."""

    first: int
    count: int
    units: wp.array(dtype=Unit)
    command: wp.array(dtype=real)
    """Command held over the step, -1..1."""
    response: wp.array(dtype=real)
    """Response at the beginning of the step, -1..1."""


def _unit(thruster: Thruster, step: float) -> Unit:
    unit = Unit()
    unit.axis = vec3(*thruster.axis)
    unit.arm = vec3(*np.cross(thruster.position, thruster.axis).tolist())
    unit.max_thrust, unit.lowest = thruster.max_thrust, -1.0 if thruster.reversible else 0.0
    if thruster.time_constant > 0.0:
        unit.held, unit.decay = 1.0, float(np.exp(-0.5 * step / thruster.time_constant))
    return unit


def records(fleet: Sequence[Sequence[Thruster]], step: float) -> list[Record]:
    """Records of all members over shared flat tables, for steps of `step` [s]."""
    flat = [_unit(t, step) for thrusters in fleet for t in thrusters]
    units = wp.array(flat, dtype=Unit, device="cpu")
    command = wp.zeros(len(flat), dtype=real, device="cpu")
    response = wp.zeros(len(flat), dtype=real, device="cpu")
    result, first = [], 0
    for thrusters in fleet:
        r = Record()
        r.first, r.count = first, len(thrusters)
        r.units, r.command, r.response = units, command, response
        result.append(r)
        first += len(thrusters)
    return result


@wp.func
def response_at(unit: Unit, asked: real, before: real, stage: int):
    """Response, -1..1, `stage` half steps after it was `before`, under the held command `asked`."""
    command = wp.clamp(asked, unit.lowest, ONE)
    left = unit.held
    if stage >= 1:
        left = unit.decay
    if stage == 2:
        left = left * unit.decay
    return command + (before - command) * left


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    force = vec3()
    moment = vec3()
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        thrust = unit.max_thrust * response_at(unit, r.command[j], r.response[j], flow.stage)
        force += thrust * unit.axis
        moment += thrust * unit.arm
    return join(force, moment)


@wp.func
def power(r: Record, motor: MotorRecord, flow: Flow):
    """Electric power of all thrusters [W]: shaft power |T| (|V_a| + induced speed) through the motor's efficiency."""
    total = ZERO
    inflow = linear(flow.nu_r)
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        load = wp.abs(response_at(unit, r.command[j], r.response[j], flow.stage))
        shaft = unit.max_thrust * load * (wp.abs(wp.dot(unit.axis, inflow)) + motor.induced_speed)
        total += electric_power(motor, shaft, load)
    return total


@wp.func
def settle(r: Record):
    """Carry the responses over to the end of the step."""
    for j in range(r.first, r.first + r.count):
        r.response[j] = response_at(r.units[j], r.command[j], r.response[j], 2)
