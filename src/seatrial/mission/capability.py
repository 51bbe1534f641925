"""What a vehicle cannot do, found from a balance of forces before anything is simulated."""

import math

import numpy as np

from seatrial.control.allocation import full_wrench
from seatrial.dynamics.vehicle import GRAVITY, SEA_WATER_DENSITY, Vehicle

SURGE_AXIS, HEAVE_AXIS = 0, 2
SURGE_CHANNEL, HEAVE_CHANNEL = 0, 1


def terminal_speed(force: float, linear: float, quadratic: float) -> float:
    """Speed [m/s] at which linear speed + quadratic speed^2 balances `force` [N]; infinite without damping."""
    if force <= 0.0:
        return 0.0
    if quadratic == 0.0:
        return math.inf if linear == 0.0 else force / linear
    return (-linear + math.sqrt(linear * linear + 4.0 * quadratic * force)) / (2.0 * quadratic)


def _reach(vehicle: Vehicle, axis: int, force: float) -> float:
    return terminal_speed(force, float(vehicle.linear_damping[axis]), float(vehicle.quadratic_damping[axis]))


def net_buoyancy(vehicle: Vehicle, density: float = SEA_WATER_DENSITY, gravity: float = GRAVITY) -> float:
    """Buoyancy less weight of the submerged vehicle [N]; positive floats."""
    return vehicle.buoyancy(density, gravity) - vehicle.weight(gravity)


def top_speed(vehicle: Vehicle) -> float:
    """Greatest speed ahead through the water [m/s]."""
    return _reach(vehicle, SURGE_AXIS, float(full_wrench(vehicle.thrusters)[SURGE_AXIS, SURGE_CHANNEL]))


def top_descent(vehicle: Vehicle) -> float:
    """Greatest vertical speed down with level hull [m/s]; 0 when it cannot dive."""
    thrust = float(full_wrench(vehicle.thrusters)[HEAVE_AXIS, HEAVE_CHANNEL])
    return _reach(vehicle, HEAVE_AXIS, thrust - net_buoyancy(vehicle))


def top_ascent(vehicle: Vehicle) -> float:
    """Greatest vertical speed up with level hull [m/s]; 0 when it cannot rise."""
    thrust = float(full_wrench(vehicle.thrusters)[HEAVE_AXIS, HEAVE_CHANNEL])
    return _reach(vehicle, HEAVE_AXIS, thrust + net_buoyancy(vehicle))


def shortfalls(vehicle: Vehicle, cruise_depth: float, cruise_speed: float, descent_rate: float) -> tuple[str, ...]:
    """One line for each thing that the mission asks [m, m/s] and the vehicle cannot do, with the reason."""
    lines = []
    wrench = np.asarray(full_wrench(vehicle.thrusters))
    thrust_ahead, thrust_down = float(wrench[SURGE_AXIS, SURGE_CHANNEL]), float(wrench[HEAVE_AXIS, HEAVE_CHANNEL])
    fastest = top_speed(vehicle)
    if fastest < cruise_speed:
        lines.append(
            f"{vehicle.name} cannot reach the cruise speed of {cruise_speed:g} m/s: "
            f"its {thrust_ahead:.3g} N of thrust balance the drag at {fastest:.3f} m/s"
        )
    if cruise_depth <= 0.0:
        return tuple(lines)
    lift, down, up = net_buoyancy(vehicle), top_descent(vehicle), top_ascent(vehicle)
    if down == 0.0:
        lines.append(
            f"{vehicle.name} cannot dive: it floats with {lift:.3g} N and its thrusters push down with {thrust_down:.3g} N; "
            'ballast = "neutral" would trim it'
        )
    elif down < descent_rate:
        lines.append(
            f"{vehicle.name} cannot descend at {descent_rate:g} m/s: {thrust_down:.3g} N down against {lift:.3g} N of net "
            f"buoyancy balance the drag at {down:.3f} m/s"
        )
    if up == 0.0:
        lines.append(
            f"{vehicle.name} cannot surface: it sinks with {-lift:.3g} N and its thrusters push up with {thrust_down:.3g} N"
        )
    return tuple(lines)
