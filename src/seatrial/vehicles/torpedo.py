"""Parametric torpedo AUV: every number scales from 1.0 m, 0.10 m radius and 25 kg (swordfish 5.3).

Source: swordfish, section 5.3, with the thrust floor of its program. The source leaves the added-mass Coriolis force
out; here it is part of the equation of motion, and `added_coriolis=0` restores the source.
"""

import math
from enum import StrEnum

import numpy as np

from seatrial.dynamics.battery import Battery
from seatrial.dynamics.forces.thruster import Thruster
from seatrial.dynamics.vehicle import SEA_WATER_DENSITY, Vehicle
from seatrial.errors import check_number

KIND = "AUV"
REFERENCE_RADIUS = 0.10
LINEAR_DAMPING = 800.0
"""Linear damping per projected area [N s/m3]."""
QUADRATIC_DAMPING = 600.0
"""Quadratic damping per projected area [N s2/m4]."""
BUOYANCY_MARGIN = 1.002
"""Displaced mass over hull volume or dry mass, at least 0.2 % afloat."""
LENGTH_RANGE, RADIUS_RANGE, MASS_RANGE = (0.2, 6.0), (0.03, 0.5), (2.0, 800.0)


class Ballast(StrEnum):
    """How the torpedo is trimmed."""

    NONE = "none"
    """As the source gives it: a light hull floats."""
    NEUTRAL = "neutral"
    """Ballast spread like the hull makes the weight equal to the buoyancy."""


def torpedo(
    length: float = 1.0,
    radius: float = 0.10,
    mass: float = 25.0,
    ballast: Ballast | str = Ballast.NONE,
    battery: Battery | None = None,
    thruster_time_constant: float = 0.0,
    added_coriolis: float = 1.0,
) -> Vehicle:
    """Torpedo of `length` [m], `radius` [m] and dry `mass` [kg].

    Numbers outside 0.2..6 m, 0.03..0.5 m and 2..800 kg are clamped to these ranges, as in the source. With neutral
    ballast the mass that inertia follows is the displaced mass; added mass and damping do not change with ballast.
    """
    length = float(np.clip(check_number("vehicle length", length, "m", 1e-6, 1e6), *LENGTH_RANGE))
    radius = float(np.clip(check_number("vehicle radius", radius, "m", 1e-6, 1e6), *RADIUS_RANGE))
    mass = float(np.clip(check_number("vehicle mass", mass, "kg", 1e-6, 1e9), *MASS_RANGE))
    front, side = math.pi * radius**2, 2.0 * radius * length
    volume = max(front * length, mass / SEA_WATER_DENSITY) * BUOYANCY_MARGIN
    displaced = SEA_WATER_DENSITY * volume
    total = displaced if Ballast(ballast) is Ballast.NEUTRAL else mass
    roll, pitch = 0.5 * total * radius**2, total * (length**2 / 12.0 + radius**2 / 4.0)
    shape = np.array([front, side, side, 0.1 * front * radius**2, 0.4 * side * length**2, 0.4 * side * length**2])
    scale = max(0.4, (radius / REFERENCE_RADIUS) ** 2)
    return Vehicle(
        name="torpedo",
        mass=total,
        volume=volume,
        hull_height=2.0 * radius,
        inertia=np.diag([roll, pitch, pitch]),
        added_mass=displaced * np.diag([0.10, 1.0, 1.0, 0.02 * radius**2, 0.20 * length**2, 0.20 * length**2]),
        linear_damping=LINEAR_DAMPING * shape,
        quadratic_damping=QUADRATIC_DAMPING * shape,
        thrusters=(
            Thruster("main_aft", (-0.50 * length, 0.0, 0.0), (1.0, 0.0, 0.0), 35.0 * scale, thruster_time_constant),
            Thruster("bow_vertical", (0.35 * length, 0.0, 0.0), (0.0, 0.0, 1.0), 15.0 * scale, thruster_time_constant),
            Thruster(
                "stern_vertical", (-0.40 * length, 0.0, 0.0), (0.0, 0.0, 1.0), 15.0 * scale, thruster_time_constant
            ),
            Thruster(
                "stern_lateral", (-0.45 * length, 0.0, 0.0), (0.0, 1.0, 0.0), 12.0 * scale, thruster_time_constant
            ),
        ),
        center_of_buoyancy=(0.0, 0.0, -0.25 * radius),
        added_coriolis=added_coriolis,
        battery=battery or Battery(),
        sources=("swordfish, section 5.3",),
    )
