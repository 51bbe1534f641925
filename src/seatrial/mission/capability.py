"""What a vehicle cannot do, found from a balance of forces before anything is simulated."""

import math

import numpy as np

from seatrial.control.allocation import full_wrench
from seatrial.dynamics.vehicle import GRAVITY, SEA_WATER_DENSITY, Vehicle

SURGE_AXIS, HEAVE_AXIS = 0, 2
RK4_STABLE = 2.785
"""Where the stability region of Runge-Kutta's method of fourth order ends on the negative real axis."""
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
    """Buoyancy less weight of the submerged vehicle [N]; positive floats, 0 where they differ by rounding only."""
    net = vehicle.buoyancy(density, gravity) - vehicle.weight(gravity)
    return net if abs(net) > 1e-9 * vehicle.weight(gravity) else 0.0


def top_speed(vehicle: Vehicle) -> float:
    """Greatest speed ahead through the water [m/s]."""
    return _reach(vehicle, SURGE_AXIS, float(full_wrench(vehicle.thrusters)[SURGE_AXIS, SURGE_CHANNEL]))


def top_descent(vehicle: Vehicle, density: float = SEA_WATER_DENSITY) -> float:
    """Greatest vertical speed down with level hull in water of `density` [kg/m3]; 0 when it cannot dive [m/s]."""
    thrust = float(full_wrench(vehicle.thrusters)[HEAVE_AXIS, HEAVE_CHANNEL])
    return _reach(vehicle, HEAVE_AXIS, thrust - net_buoyancy(vehicle, density))


def top_ascent(vehicle: Vehicle, density: float = SEA_WATER_DENSITY) -> float:
    """Greatest vertical speed up with level hull in water of `density` [kg/m3]; 0 when it cannot rise [m/s]."""
    thrust = float(full_wrench(vehicle.thrusters)[HEAVE_AXIS, HEAVE_CHANNEL])
    return _reach(vehicle, HEAVE_AXIS, thrust + net_buoyancy(vehicle, density))


def longest_step(vehicle: Vehicle, speed: float) -> float:
    """Longest step [s] for which Runge-Kutta's method of fourth order is stable with the damping at `speed` [m/s].

    Along each axis the rate of decay is (linear + 2 quadratic |nu|) / mass with the added mass, and the method is
    stable up to 2.785 times its inverse; axes that turn are taken at rest.
    """
    mass = np.concatenate([np.full(3, vehicle.mass), np.diag(vehicle.inertia)]) + np.diag(vehicle.added_mass)
    rate = (vehicle.linear_damping + 2.0 * vehicle.quadratic_damping * np.array([speed, 0, 0, 0, 0, 0])) / mass
    fastest = float(rate.max())
    return RK4_STABLE / fastest if fastest > 0.0 else math.inf


def shortfalls(
    vehicle: Vehicle,
    cruise_depth: float,
    cruise_speed: float,
    descent_rate: float,
    density: float = SEA_WATER_DENSITY,
) -> tuple[str, ...]:
    """One line for each thing that a mission asks [m, m/s] and the vehicle cannot do in water of `density`."""
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
    lift = net_buoyancy(vehicle, density)
    down, up = top_descent(vehicle, density), top_ascent(vehicle, density)
    if down == 0.0:
        lines.append(
            f"{vehicle.name} cannot dive: it floats with {lift:.3g} N and its thrusters push down with "
            f'{thrust_down:.3g} N; ballast = "neutral" would trim it'
        )
    elif down < descent_rate:
        lines.append(
            f"{vehicle.name} cannot descend at {descent_rate:g} m/s: {thrust_down:.3g} N down against {lift:.3g} N of "
            f"net buoyancy balance the drag at {down:.3f} m/s"
        )
    if up == 0.0:
        lines.append(
            f"{vehicle.name} cannot surface: it sinks with {-lift:.3g} N and its thrusters push up with "
            f"{thrust_down:.3g} N"
        )
    return tuple(lines)
