"""Thrusters: a force along a fixed axis that follows its command with a first-order lag.

The command is held over a step, so the response at each stage is the exact exponential and no integrator error enters.
The response is the thrust as a share of the greatest thrust ahead; a command below 0 is a share of the greatest thrust
astern. A thruster of effectiveness e gives e times its thrust and draws e times its shaft power; a stuck one goes on as
it was.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seatrial.dynamics.actuators import Build
from seatrial.dynamics.flow import BETWEEN, Flow
from seatrial.dynamics.motor import Motor, MotorRecord, electric_power, motor_record
from seatrial.dynamics.power import PARABOLA, PowerRecord, power_of_thrust, power_record
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
    max_reverse_thrust: float | None = None
    """Greatest thrust against the axis [N]; None is as great as ahead."""

    def __post_init__(self) -> None:
        """Check every number once."""
        if self.max_reverse_thrust is not None:
            check_number(f"thruster {self.name} max_reverse_thrust", self.max_reverse_thrust, "N", 1e-6, 1e7)
        check_number(f"thruster {self.name} max_thrust", self.max_thrust, "N", 1e-6, 1e7)
        check_number(f"thruster {self.name} time_constant", self.time_constant, "s", 0.0, 60.0)
        if abs(float(np.linalg.norm(self.axis)) - 1.0) > 1e-9:
            raise InputError(f"thruster {self.name} axis = {self.axis}: must be a unit vector")

    @property
    def reverse_thrust(self) -> float:
        """Greatest thrust against the axis [N], 0 where it cannot reverse."""
        if not self.reversible:
            return 0.0
        return self.max_thrust if self.max_reverse_thrust is None else self.max_reverse_thrust


def examples(rng: np.random.Generator) -> Thruster:
    """A thruster with random numbers."""
    axis = rng.normal(size=3)
    return Thruster(
        "example",
        tuple(rng.normal(size=3).tolist()),
        tuple((axis / np.linalg.norm(axis)).tolist()),
        rng.uniform(1.0, 20.0),
        rng.uniform(0.1, 2.0),
        bool(rng.random() < 0.7),
        rng.uniform(1.0, 20.0),
    )


@wp.struct
class Unit:
    """`Thruster` as the kernel reads it."""

    axis: vec3
    arm: vec3
    """Position x axis [m]."""
    max_thrust: real
    reverse: real
    """Greatest thrust astern over that ahead."""
    load_of_reverse: real
    """Its reciprocal, 0 where there is none."""
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
    supply: PowerRecord
    command: wp.array(dtype=real)
    response: wp.array(dtype=real)
    effectiveness: wp.array(dtype=real)
    stuck: wp.array(dtype=real)


def unit_of(thruster: Thruster, step: float, slot: int) -> Unit:
    """The kernel's record of one thruster."""
    unit = Unit()
    unit.slot = slot
    unit.axis = vec3(*thruster.axis)
    unit.arm = vec3(*np.cross(thruster.position, thruster.axis).tolist())
    unit.max_thrust, unit.reverse = thruster.max_thrust, thruster.reverse_thrust / thruster.max_thrust
    unit.load_of_reverse = 1.0 / unit.reverse if thruster.reversible else 0.0
    if thruster.time_constant > 0.0:
        unit.held, unit.rate = 1.0, 1.0 / thruster.time_constant
        unit.decay = float(np.exp(-0.5 * step / thruster.time_constant))
    return unit


def records(fleet: Sequence[Sequence[Thruster]], build: Build) -> list[Record]:
    """Records of all members over shared flat tables."""
    members = zip(fleet, build.slots, strict=True)
    pairs = [pair for thrusters, slots in members for pair in zip(thrusters, slots, strict=True)]
    units = wp.array([unit_of(t, build.step, slot) for t, slot in pairs], dtype=Unit, device="cpu")
    result, first = [], 0
    for thrusters, motor in zip(fleet, build.motors, strict=True):
        r = Record()
        r.first, r.count, r.units, r.supply = first, len(thrusters), units, power_record(motor)
        if isinstance(motor, Motor):
            r.motor = motor_record(motor)
        tables = build.tables
        r.command, r.response = tables.command, tables.response
        r.effectiveness, r.stuck = tables.effectiveness, tables.stuck
        result.append(r)
        first += len(thrusters)
    return result


@wp.func
def target_of(unit: Unit, command: real):
    """What a command asks for, a share of the greatest thrust ahead."""
    target = wp.clamp(command, -ONE, ONE)
    if target < ZERO:
        target = target * unit.reverse
    return target


@wp.func
def lagging(unit: Unit, target: real, before: real, stage: int, since: real):
    """First-order response `since` [s], that is `stage` half steps, after it was `before`."""
    left = unit.held
    if stage == BETWEEN:
        left = left * wp.exp(-since * unit.rate)
    elif stage >= 1:
        left = unit.decay
        if stage == 2:
            left = left * unit.decay
    return target + (before - target) * left


@wp.func
def response_of(r: Record, unit: Unit, stage: int, since: real):
    """Response of a first-order thruster at an instant of the step, -reverse..1."""
    before = r.response[unit.slot]
    if r.stuck[unit.slot] > ZERO:
        return before
    return lagging(unit, target_of(unit, r.command[unit.slot]), before, stage, since)


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    force = vec3()
    moment = vec3()
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        thrust = unit.max_thrust * r.effectiveness[unit.slot] * response_of(r, unit, flow.stage, flow.since)
        force += thrust * unit.axis
        moment += thrust * unit.arm
    return join(force, moment)


@wp.func
def drawn(r: Record, unit: Unit, share: real, speed: real, density: real):
    """Electric power of one thruster that moves along its axis at `speed` [m/s]; [W].

    Shaft power |T| (|V_a| + induced speed) through the motor's efficiency, or by its thrust where the vehicle has
    another power model than the motor's parabola.
    """
    if r.supply.kind == PARABOLA:
        shaft = unit.max_thrust * wp.abs(share) * (wp.abs(speed) + r.motor.induced_speed)
        load = share
        if share < ZERO:
            load = -share * unit.load_of_reverse
        return electric_power(r.motor, r.effectiveness[unit.slot] * shaft, load)
    thrust = unit.max_thrust * r.effectiveness[unit.slot] * share
    return power_of_thrust(r.supply, thrust, speed, density)


@wp.func
def power(r: Record, flow: Flow):
    """Electric power of all thrusters [W]."""
    total = ZERO
    inflow = linear(flow.nu_r)
    for j in range(r.first, r.first + r.count):
        unit = r.units[j]
        share = response_of(r, unit, flow.stage, flow.since)
        total += drawn(r, unit, share, wp.dot(unit.axis, inflow), flow.density)
    return total


@wp.func
def settle(r: Record):
    """Carry the responses over to the end of the step."""
    for j in range(r.first, r.first + r.count):
        r.response[r.units[j].slot] = response_of(r, r.units[j], 2, ZERO)
