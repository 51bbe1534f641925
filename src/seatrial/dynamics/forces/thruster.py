"""Thrusters: a force along a fixed axis that follows its command with a first-order lag.

The command is held over a step, so the response at each stage is the exact exponential and no integrator error enters.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seatrial.dynamics.actuators import Build
from seatrial.dynamics.flow import BETWEEN, Flow
from seatrial.dynamics.motor import MotorRecord, electric_power, motor_record
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
    rate: real
    """Reciprocal of the time constant [1/s]."""
    slot: int


@wp.struct
class Record:
    """Thrusters of one member: a slice of the fleet's flat tables. Commands and responses are shares of full thrust."""

    first: int
    count: int
    units: wp.array(dtype=Unit)
    motor: MotorRecord
    command: wp.array(dtype=real)
    response: wp.array(dtype=real)
    effectiveness: wp.array(dtype=real)


def _unit(thruster: Thruster, step: float, slot: int) -> Unit:
    unit = Unit()
    unit.slot = slot
    unit.axis = vec3(*thruster.axis)
    unit.arm = vec3(*np.cross(thruster.position, thruster.axis).tolist())
    unit.max_thrust, unit.lowest = thruster.max_thrust, -1.0 if thruster.reversible else 0.0
    if thruster.time_constant > 0.0:
        unit.held, unit.rate = 1.0, 1.0 / thruster.time_constant
        unit.decay = float(np.exp(-0.5 * step / thruster.time_constant))
    return unit


def records(fleet: Sequence[Sequence[Thruster]], build: Build) -> list[Record]:
    """Records of all members over shared flat tables."""
    members = zip(fleet, build.slots, strict=True)
    pairs = [pair for thrusters, slots in members for pair in zip(thrusters, slots, strict=True)]
    units = wp.array([_unit(t, build.step, slot) for t, slot in pairs], dtype=Unit, device="cpu")
    result, first = [], 0
    for thrusters, motor in zip(fleet, build.motors, strict=True):
        r = Record()
        r.first, r.count, r.units, r.motor = first, len(thrusters), units, motor_record(motor)
        tables = build.tables
        r.command, r.response, r.effectiveness = tables.command, tables.response, tables.effectiveness
        result.append(r)
        first += len(thrusters)
    return result


@wp.func
def response_at(unit: Unit, asked: real, before: real, stage: int, since: real):
    """Response, -1..1, `since` [s] or `stage` half steps after it was `before`, under the held command `asked`."""
    command = wp.clamp(asked, unit.lowest, ONE)
    left = unit.held
    if stage == BETWEEN:
        left = left * wp.exp(-since * unit.rate)
    elif stage >= 1:
        left = unit.decay
        if stage == 2:
            left = left * unit.decay
    return command + (before - command) * left


@wp.func
def response_of(r: Record, unit: Unit, flow: Flow):
    """Response of a thruster at an instant of the step, -1..1."""
    return response_at(unit, r.command[unit.slot], r.response[unit.slot], flow.stage, flow.since)


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    force = vec3()
    moment = vec3()
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        thrust = unit.max_thrust * r.effectiveness[unit.slot] * response_of(r, unit, flow)
        force += thrust * unit.axis
        moment += thrust * unit.arm
    return join(force, moment)


@wp.func
def power(r: Record, flow: Flow):
    """Electric power of all thrusters [W]: shaft power |T| (|V_a| + induced speed) through the motor's efficiency."""
    total = ZERO
    inflow = linear(flow.nu_r)
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        load = wp.abs(response_of(r, unit, flow))
        shaft = unit.max_thrust * load * (wp.abs(wp.dot(unit.axis, inflow)) + r.motor.induced_speed)
        total += electric_power(r.motor, shaft, load)
    return total


@wp.func
def settle(r: Record):
    """Carry the responses over to the end of the step."""
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        k = unit.slot
        r.response[k] = response_at(unit, r.command[k], r.response[k], 2, ZERO)
