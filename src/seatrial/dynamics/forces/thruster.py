"""Thrusters: a force along a fixed axis that follows its command with a first-order lag.

The command is held over a step, so the response at each stage is the exact exponential and no integrator error enters.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seatrial.dynamics.flow import Flow
from seatrial.dynamics.motor import MotorRecord, electric_power
from seatrial.dynamics.scalar import ONE, ZERO, join, linear, real, real_numpy, vec3, wp
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
class Record:
    """Thrusters of one member: a slice of the fleet's flat tables."""

    first: int
    count: int
    axis: wp.array(dtype=vec3)
    arm: wp.array(dtype=vec3)
    """Position x axis [m]."""
    max_thrust: wp.array(dtype=real)
    lowest: wp.array(dtype=real)
    """Least command, -1 or 0."""
    held: wp.array(dtype=real)
    """1 where the response lags, 0 where the command passes through at once."""
    decay: wp.array(dtype=real)
    """What remains of a departure from the command after half a step."""
    command: wp.array(dtype=real)
    """Command held over the step, -1..1."""
    response: wp.array(dtype=real)
    """Response at the beginning of the step, -1..1."""


def records(fleet: Sequence[Sequence[Thruster]], step: float) -> list[Record]:
    """Records of all members over shared flat tables, for steps of `step` [s]."""
    flat = [t for thrusters in fleet for t in thrusters]
    axis = np.array([t.axis for t in flat], dtype=real_numpy).reshape(-1, 3)
    arm = np.cross(np.array([t.position for t in flat], dtype=real_numpy).reshape(-1, 3), axis)
    decay = [np.exp(-0.5 * step / t.time_constant) if t.time_constant > 0.0 else 0.0 for t in flat]
    shared = {
        "axis": wp.array(axis, dtype=vec3, device="cpu"),
        "arm": wp.array(arm, dtype=vec3, device="cpu"),
        "max_thrust": wp.array([t.max_thrust for t in flat], dtype=real, device="cpu"),
        "lowest": wp.array([-1.0 if t.reversible else 0.0 for t in flat], dtype=real, device="cpu"),
        "held": wp.array([float(t.time_constant > 0.0) for t in flat], dtype=real, device="cpu"),
        "decay": wp.array(decay, dtype=real, device="cpu"),
        "command": wp.zeros(len(flat), dtype=real, device="cpu"),
        "response": wp.zeros(len(flat), dtype=real, device="cpu"),
    }
    result, first = [], 0
    for thrusters in fleet:
        r = Record()
        r.first, r.count = first, len(thrusters)
        for name, table in shared.items():
            setattr(r, name, table)
        result.append(r)
        first += len(thrusters)
    return result


@wp.func
def response_at(r: Record, j: int, stage: int):
    """Response of thruster j, -1..1, after `stage` half steps under the held command."""
    command = wp.clamp(r.command[j], r.lowest[j], ONE)
    left = r.held[j]
    if stage >= 1:
        left = r.decay[j]
    if stage == 2:
        left = left * r.decay[j]
    return command + (r.response[j] - command) * left


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    force = vec3()
    moment = vec3()
    for j in range(r.first, r.first + r.count):
        thrust = r.max_thrust[j] * response_at(r, j, flow.stage)
        force += thrust * r.axis[j]
        moment += thrust * r.arm[j]
    return join(force, moment)


@wp.func
def power(r: Record, motor: MotorRecord, flow: Flow):
    """Electric power of all thrusters [W]: shaft power |T| (|V_a| + induced speed) through the motor's efficiency."""
    total = ZERO
    inflow = linear(flow.nu_r)
    for j in range(r.first, r.first + r.count):
        load = wp.abs(response_at(r, j, flow.stage))
        shaft = r.max_thrust[j] * load * (wp.abs(wp.dot(r.axis[j], inflow)) + motor.induced_speed)
        total += electric_power(motor, shaft, load)
    return total


@wp.func
def settle(r: Record):
    """Carry the responses over to the end of the step."""
    for j in range(r.first, r.first + r.count):
        r.response[j] = response_at(r, j, 2)
