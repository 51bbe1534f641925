"""What a vehicle is: numbers with units, no equations."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from seatrial.dynamics.battery import Battery
from seatrial.dynamics.forces.thruster import Thruster
from seatrial.dynamics.model import Force
from seatrial.dynamics.motor import Motor
from seatrial.dynamics.parts import check_parts
from seatrial.dynamics.power import PowerModel, check_span
from seatrial.errors import InputError, check_number

SEA_WATER_DENSITY = 1025.0
"""Density of sea water [kg/m3]."""
GRAVITY = 9.81
"""Acceleration of gravity [m/s2]."""


@dataclass(frozen=True)
class Vehicle:
    """A rigid vehicle with thrusters in body axes FRD about the body origin; nothing here moves."""

    name: str
    mass: float
    """Dry mass with ballast [kg]."""
    volume: float
    """Displaced volume when fully submerged [m3]."""
    hull_height: float
    """Vertical extent over which buoyancy is lost at the surface [m]."""
    inertia: np.ndarray
    """Inertia about the body origin [kg m2], shape (3, 3)."""
    added_mass: np.ndarray
    """Added mass M_A, positive [kg, kg m, kg m2], shape (6, 6)."""
    linear_damping: np.ndarray
    """Diagonal D of tau = -D nu_r [N s/m, N m s], shape (6,)."""
    quadratic_damping: np.ndarray
    """Diagonal D of tau = -D |nu_r| nu_r [N s2/m2, N m s2], shape (6,)."""
    thrusters: tuple[Thruster, ...] = ()
    center_of_gravity: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Centre of gravity in B [m]."""
    center_of_buoyancy: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Centre of buoyancy in B [m]."""
    added_coriolis: float = 1.0
    """Share of the added-mass Coriolis force that is used, 0..1; 0 only where the source of a vehicle leaves it out."""
    components: tuple[Any, ...] = ()
    """Further parts, each a dataclass of a module of `dynamics.forces` or of one that offers the same (see there)."""
    forces: tuple[Force, ...] = ()
    """Forces of one's own with their records, after all others."""
    hotel_power: float = 0.0
    """Electric power of all that is no actuator, always drawn [W]."""
    motor: Motor | PowerModel = field(default_factory=Motor)
    """How the electric power of the thrusters follows: the motor's parabola, an actuator disk or a table."""
    battery: Battery = field(default_factory=Battery)
    sources: tuple[str, ...] = ()
    """Where the numbers come from."""

    def __post_init__(self) -> None:
        """Check every number once, and that no drag counts twice."""
        check_number("mass", self.mass, "kg", 1e-3, 1e8)
        check_number("volume", self.volume, "m3", 1e-6, 1e5)
        check_number("hull_height", self.hull_height, "m", 1e-3, 100.0)
        check_number("added_coriolis", self.added_coriolis, "", 0.0, 1.0)
        check_number("hotel_power", self.hotel_power, "W", 0.0, 1e6)
        for t in self.thrusters:
            check_span(self.motor, t.name, t.reverse_thrust, t.max_thrust)
        shapes = {"inertia": (3, 3), "added_mass": (6, 6), "linear_damping": (6,), "quadratic_damping": (6,)}
        for name, shape in shapes.items():
            value = np.array(getattr(self, name), dtype=np.float64)
            if value.shape != shape or not np.all(np.isfinite(value)):
                raise InputError(f"{name}: must be finite numbers of shape {shape}, not shape {value.shape}")
            value.flags.writeable = False
            object.__setattr__(self, name, value)
        for name in ("linear_damping", "quadratic_damping"):
            if np.any(getattr(self, name) < 0.0):
                raise InputError(f"{name} = {getattr(self, name).min():g}: must be at least 0 on every axis")
        check_parts(self.components, self.quadratic_damping)
        if np.linalg.eigvalsh((self.inertia_matrix + self.inertia_matrix.T) / 2).min() <= 0.0:
            raise InputError("mass matrix: rigid-body plus added mass must be positive definite")

    @cached_property
    def rigid_body_mass(self) -> np.ndarray:
        """M_RB about the body origin (Fossen 2021, eq. 3.49), shape (6, 6)."""
        x, y, z = self.center_of_gravity
        skew = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
        matrix = np.zeros((6, 6))
        matrix[:3, :3] = self.mass * np.eye(3)
        matrix[:3, 3:] = -self.mass * skew
        matrix[3:, :3] = self.mass * skew
        matrix[3:, 3:] = self.inertia
        return matrix

    @cached_property
    def inertia_matrix(self) -> np.ndarray:
        """M_RB + M_A, shape (6, 6)."""
        return self.rigid_body_mass + self.added_mass

    def weight(self, gravity: float = GRAVITY) -> float:
        """Weight [N]."""
        return self.mass * gravity

    def buoyancy(self, density: float = SEA_WATER_DENSITY, gravity: float = GRAVITY) -> float:
        """Buoyancy of the submerged vehicle [N]."""
        return density * gravity * self.volume
