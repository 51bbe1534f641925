"""The law behind station keeping and tracking: PID on position and attitude in body axes, turned into thrusts.

Gains by pole placement (Fossen 2021, algorithm 15.2): with m_i the diagonal of M_RB + M_A, frequency w_i and damping
ratio z_i of each axis,

    K_p = m w^2,  K_d = 2 z w m,  K_i = K_p w / 10,

so that a vehicle without damping of its own answers a step like a second-order system of that frequency and damping.
A hull whose added mass differs along its axes turns broadside to the flow (Munk moment): under way with U [m/s] its
attitude is held only where m w^2 of the attitude exceeds that difference times U^2.
"""

from dataclasses import dataclass

import numpy as np

from seatrial.control.wrench_allocation import AllocatorRecord, allocator, allocator_records, command_wrench
from seatrial.dynamics.actuators import Slots
from seatrial.dynamics.scalar import ZERO, quat, real, vec3, vec6, wp, yaw_quaternion
from seatrial.dynamics.vehicle import Vehicle
from seatrial.errors import InputError, check_number

INTEGRAL_SHARE = 0.1
"""K_i over K_p and frequency."""


@dataclass(frozen=True)
class PoseGains:
    """How quickly and how firmly a pose is held, the same for every vehicle."""

    position_frequency: float = 0.4
    """Natural frequency of surge, sway and heave [rad/s]."""
    attitude_frequency: float = 0.8
    """Natural frequency of roll, pitch and yaw [rad/s]."""
    damping: float = 1.0
    """Damping ratio of all axes [1]."""
    integral: bool = True
    """Whether a steady push, of a current say, is taken out."""
    level: bool = True
    """Whether roll and pitch are held at zero as far as the thrusters can; else they are left to themselves."""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number("position_frequency", self.position_frequency, "rad/s", 1e-4, 100.0)
        check_number("attitude_frequency", self.attitude_frequency, "rad/s", 1e-4, 100.0)
        check_number("damping", self.damping, "", 0.0, 20.0)


@wp.struct
class PoseRecord:
    """`PoseGains` for one vehicle as the kernel reads it."""

    proportional: vec6
    integral: vec6
    derivative: vec6
    allocator: AllocatorRecord


def pose_gains(gains: PoseGains, vehicle: Vehicle) -> PoseRecord:
    """The kernel's record for a vehicle; `InputError` for one without thrusters."""
    if not vehicle.thrusters:
        raise InputError(f"vehicle {vehicle.name}: has no thrusters to hold a pose with")
    mass = np.diag(vehicle.inertia_matrix)
    frequency = np.repeat([gains.position_frequency, gains.attitude_frequency], 3)
    used = np.array([1.0, 1.0, 1.0, gains.level, gains.level, 1.0])
    proportional = used * mass * frequency**2
    r = PoseRecord()
    r.proportional = vec6(*proportional.tolist())
    r.integral = vec6(*(gains.integral * INTEGRAL_SHARE * proportional * frequency).tolist())
    r.derivative = vec6(*(used * 2.0 * gains.damping * frequency * mass).tolist())
    r.allocator = allocator_records([allocator(vehicle.thrusters)])[0]
    return r


@wp.func
def turn_to(q: quat, heading: real):
    """Rotation from the attitude `q` to a level one with the bow at `heading` [rad], in B: axis times 2 sin(angle / 2).

    By the short way from any attitude, upside down too, where roll and pitch angles would lead astray.
    """
    e = wp.quat_inverse(q) * yaw_quaternion(heading)
    side = real(2.0)
    if e[3] < ZERO:
        side = real(-2.0)
    return side * vec3(e[0], e[1], e[2])


@wp.func
def hold(
    r: PoseRecord, error: vec6, rate_error: vec6, integrals: wp.array(dtype=real), first: int, slots: Slots, step: real
):  # fmt: skip
    """Command the wrench that takes out `error` [m, rad] and `rate_error` [m/s, rad/s], both in B.

    Six integrals [m s, rad s] lie in `integrals` from `first` on. Each stands still while the thrusters do not give
    what it adds to. Gives back the wrench that comes of it.
    """
    demand = wp.cw_mul(r.proportional, error) + wp.cw_mul(r.derivative, rate_error)
    for k in range(6):
        demand[k] = demand[k] + r.integral[k] * integrals[first + k]
    achieved = command_wrench(r.allocator, slots, demand)
    for k in range(6):
        missing = demand[k] - achieved[k]
        if wp.abs(missing) <= real(1.0e-3) * wp.abs(demand[k]) or missing * error[k] < ZERO:
            integrals[first + k] = integrals[first + k] + step * error[k]
    return achieved
