"""Checks of vehicles with every force of the hull between them. They take the engine, the reference or a mutant."""

from dataclasses import replace

import numpy as np

from tests.reference.bodies import DEEP
from tests.reference.checks_conserved import galilean_error, kinetic_energy, moving, neutral, potential_energy
from tests.reference.engine import MakeSystem
from tests.reference.hull_model import HullModel, hulls
from tests.reference.matrix_model import still
from tests.reference.random_vehicles import random_inputs, random_states


def hull_trajectory_error(make: MakeSystem, duration: float = 12.0, step: float = 0.05) -> float:
    """Greatest departure from the matrix form in position, attitude and velocity, in SI units."""
    rng = np.random.default_rng(41)
    fleet = hulls(rng)
    s, inputs = random_states(rng, 5, (5.0, 20.0)), replace(random_inputs(rng, 5), sea_floor_depth=14.0)
    ours, theirs = (f(fleet, step).march(s, inputs, round(duration / step)) for f in (make, HullModel))
    return max(float(np.abs(getattr(ours, n) - getattr(theirs, n)).max()) for n in ("p", "q", "nu"))


def check_hull_trajectory(make: MakeSystem, duration: float = 12.0) -> None:
    """To 1e-9 in m, rad, m/s, rad/s, as the first vehicles."""
    error = hull_trajectory_error(make, duration)
    assert error <= 1e-9, f"departure {error:.2e}"


def check_hull_galilean(make: MakeSystem, duration: float = 600.0, step: float = 0.005) -> None:
    """A steady uniform current is still water seen from a moving frame, with every force of the hull, to 1e-6."""
    error = galilean_error(make, duration, step, hulls(np.random.default_rng(42)))
    assert error <= 1e-6, f"frames differ by {error:.2e}"


def check_hull_passive(make: MakeSystem, duration: float = 30.0, step: float = 0.02) -> None:
    """Bodies left to themselves near the sea floor lose energy every second by the forces of the hull alone.

    The steps of 0.02 s err by less than 1e-6 of the energy; what is lost is more, until the body is nearly at rest.
    """
    rng = np.random.default_rng(43)
    fleet = [replace(neutral(v), linear_damping=1e-6 * v.linear_damping) for v in hulls(rng)]
    fleet[4] = replace(fleet[4], components=fleet[4].components[:1])  # its derivatives of u v make no promise
    s, water = moving(rng, 5, 4), replace(still(5, 4), sea_floor_depth=DEEP + 1.0)
    s = replace(s, response=np.zeros((5, 4)))
    system = make(fleet, step)
    before = start = kinetic_energy(fleet, s.nu) + potential_energy(fleet, s)
    lowest = start - kinetic_energy(fleet, s.nu)
    for _ in range(round(duration)):
        s = system.march(s, water, round(1.0 / step))
        now = kinetic_energy(fleet, s.nu) + potential_energy(fleet, s)
        assert np.all(now <= before + 1e-6 * np.abs(start - lowest)), f"energy grows by {(now - before).max():.2e} J"
        before = now
    assert np.all(before < start - 0.1 * np.abs(start - lowest)), "nothing was lost"
