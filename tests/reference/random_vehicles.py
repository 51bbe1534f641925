"""Random vehicles, states and inputs; always the same for the same seed."""

import numpy as np

from seatrial.dynamics.battery import Battery
from seatrial.dynamics.forces.thruster import Thruster
from seatrial.dynamics.motor import Motor
from seatrial.dynamics.vehicle import Vehicle
from tests.reference.matrix_model import Array, Inputs, States

THRUSTERS = 4


def unit(rng: np.random.Generator, *shape: int) -> Array:
    """Random unit vectors on the last axis."""
    a = rng.normal(size=shape)
    return a / np.linalg.norm(a, axis=-1, keepdims=True)


def positive_definite(rng: np.random.Generator, scale: Array) -> Array:
    """Full symmetric positive definite matrix with diagonal of about scale^2 and strong off-diagonals.

    The correlation matrix has eigenvalues of at least about 0.1, so that solving with it costs two digits at most.
    """
    n = len(scale)
    a = rng.normal(size=(n, n))
    correlation = 0.9 * a @ a.T / n + 0.1 * np.eye(n)
    matrix = scale[:, None] * correlation * scale[None, :]
    return 0.5 * (matrix + matrix.T)


def random_thruster(rng: np.random.Generator, j: int) -> Thruster:
    """Thruster anywhere, pointing anywhere, with or without lag, with or without reverse, which may be weaker."""
    lag = float(rng.choice([0.0, rng.uniform(0.02, 1.0)]))
    position, axis = rng.uniform(-0.6, 0.6, 3).tolist(), unit(rng, 3).tolist()
    thrust, reversible = float(rng.uniform(2.0, 40.0)), bool(rng.random() < 0.7)
    reverse = thrust * (0.5 + 0.5 * abs(axis[0]))
    return Thruster(f"t{j}", tuple(position), tuple(axis), thrust, lag, reversible, reverse)


def random_vehicle(rng: np.random.Generator) -> Vehicle:
    """A vehicle with nothing zero: full added mass, offset centres, damping on every axis, four thrusters."""
    mass = float(np.exp(rng.uniform(np.log(5.0), np.log(200.0))))
    size = mass ** (1.0 / 3.0) / 5.0
    r_g = rng.uniform(-0.2, 0.2, 3) * size
    spread = positive_definite(rng, np.full(3, size * np.sqrt(mass)))
    inertia = spread + mass * (r_g @ r_g * np.eye(3) - np.outer(r_g, r_g))
    scale = np.sqrt(mass) * np.array([0.5, 1.0, 1.0, 0.5 * size, size, size])
    return Vehicle(
        name="random",
        mass=mass,
        volume=mass / 1025.0 * float(rng.uniform(0.95, 1.05)),
        hull_height=float(rng.uniform(0.1, 0.8)),
        inertia=inertia,
        added_mass=positive_definite(rng, scale),
        linear_damping=rng.uniform(0.0, 1.0, 6) * mass * np.array([1.0, 2.0, 2.0, size**2, size**2, size**2]),
        quadratic_damping=rng.uniform(0.0, 2.0, 6) * mass * np.array([1.0, 2.0, 2.0, size**2, size**2, size**2]),
        thrusters=tuple(random_thruster(rng, j) for j in range(THRUSTERS)),
        center_of_gravity=tuple(r_g.tolist()),
        center_of_buoyancy=tuple((rng.uniform(-0.2, 0.2, 3) * size).tolist()),
        added_coriolis=float(rng.choice([1.0, 1.0, 0.0, rng.uniform()])),
        motor=Motor(efficiency=float(rng.uniform(0.5, 0.95)), load_peak=float(rng.uniform(0.3, 1.0))),
        battery=Battery(resistance=float(rng.uniform(0.01, 0.1)), reference_current=float(rng.uniform(0.5, 10.0))),
    )


def random_states(rng: np.random.Generator, n: int, depth: tuple[float, float] = (-0.3, 20.0)) -> States:
    """States anywhere, from above the surface down, turning and moving every way."""
    return States(
        p=np.column_stack([rng.uniform(-100.0, 100.0, (n, 2)), rng.uniform(*depth, n)]),
        q=unit(rng, n, 4),
        nu=rng.normal(size=(n, 6)),
        charge=rng.uniform(0.05, 1.0, n),
        temperature=rng.uniform(275.0, 310.0, n),
        energy=rng.uniform(0.0, 1e5, n),
        distance=rng.uniform(0.0, 1e4, n),
        response=rng.uniform(-1.0, 1.0, (n, THRUSTERS)),
    )


def random_inputs(rng: np.random.Generator, n: int) -> Inputs:
    """Currents every way, accelerating too, and commands that sometimes ask for too much."""
    current, command = rng.normal(scale=0.5, size=(n, 3)), rng.uniform(-1.2, 1.2, (n, THRUSTERS))
    return Inputs(current, command, acceleration=rng.normal(scale=0.2, size=(n, 3)))
