"""Simple vehicles for closed forms.

`drifter` has weight and buoyancy only, `driven` every built-in force: two model signatures serve all checks, since each
one takes seconds to compile.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from seatrial.dynamics.forces.thruster import Thruster
from seatrial.dynamics.vehicle import Vehicle
from tests.reference.matrix_model import Array

DENSITY, GRAVITY = 1025.0, 9.81
DEEP = 500.0
"""Depth [m] at which the surface plays no part."""


def drifter(
    mass: float = 25.0,
    inertia: Sequence[float] = (0.5, 2.0, 2.5),
    added: Sequence[float] | Array = (0.0,) * 6,
    center_of_gravity: tuple[float, float, float] = (0.0, 0.0, 0.0),
    center_of_buoyancy: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> Vehicle:
    """Neutrally buoyant body without damping; `added` is M_A or its diagonal, `inertia` about the body origin."""
    added = np.asarray(added, np.float64)
    return Vehicle(
        name="drifter",
        mass=mass,
        volume=mass / DENSITY,
        hull_height=0.2,
        inertia=np.diag(np.asarray(inertia, np.float64)),
        added_mass=np.diag(added) if added.ndim == 1 else added,
        linear_damping=np.zeros(6),
        quadratic_damping=np.zeros(6),
        center_of_gravity=center_of_gravity,
        center_of_buoyancy=center_of_buoyancy,
    )


def driven(
    hull: Vehicle,
    thrust: float = 40.0,
    time_constant: float = 0.0,
    linear: Sequence[float] | Array = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0),
    quadratic: Sequence[float] | Array = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0),
) -> Vehicle:
    """The hull with one thruster ahead and damping, by default in roll alone, where the closed forms stand still."""
    return replace(
        hull,
        name="driven",
        linear_damping=np.asarray(linear, np.float64),
        quadratic_damping=np.asarray(quadratic, np.float64),
        thrusters=(Thruster("main", (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), thrust, time_constant),),
    )
