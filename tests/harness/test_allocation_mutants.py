"""Faulty allocations that the checks must reject."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from seatrial.control.wrench_allocation import Allocated, allocator
from seatrial.dynamics.forces.thruster import Thruster
from tests.reference.checks_allocation import CHECKS, Allocate


def clamped_alone(thrusters: Sequence[Thruster], health: Sequence[float] | None, demand: Sequence[float]) -> Allocated:
    """Each thruster cut off for itself."""
    a = allocator(thrusters, health)
    force = np.clip(a.inverse @ np.asarray(demand), a.lower, a.upper)
    return Allocated(force, a.columns @ force, 1.0)


def reverse_as_ahead(
    thrusters: Sequence[Thruster], health: Sequence[float] | None, demand: Sequence[float]
) -> Allocated:
    """The limit astern taken for that ahead."""
    return allocator([replace(t, max_reverse_thrust=None) for t in thrusters], health).allocate(demand)


def failure_unknown(
    thrusters: Sequence[Thruster], health: Sequence[float] | None, demand: Sequence[float]
) -> Allocated:
    """The failed unit is asked like a healthy one."""
    return allocator(thrusters).allocate(demand)


def axes_by_transpose(
    thrusters: Sequence[Thruster], health: Sequence[float] | None, demand: Sequence[float]
) -> Allocated:
    """The transpose for the pseudoinverse."""
    a = allocator(thrusters, health)
    force = a.columns.T @ np.asarray(demand)
    return Allocated(force, a.columns @ force, 1.0)


def held_back(thrusters: Sequence[Thruster], health: Sequence[float] | None, demand: Sequence[float]) -> Allocated:
    """A unit with nothing to give in a direction scales everything to nothing."""
    a = allocator(thrusters, health)
    found = a.allocate(demand)
    stopped = np.any((a.inverse @ np.asarray(demand) < -1e-9) & (a.lower == 0.0))
    return Allocated(0.0 * found.force, 0.0 * found.wrench, 0.0) if stopped else found


MUTANTS: list[tuple[Allocate, tuple[str, ...]]] = [
    (clamped_alone, ("d08", "limits")),
    (reverse_as_ahead, ("d08", "limits")),
    (failure_unknown, ("failures",)),
    (axes_by_transpose, ("out of reach", "d08")),
    (held_back, ("one way",)),
]


@pytest.mark.parametrize("mutant, names", MUTANTS, ids=[m.__name__ for m, _ in MUTANTS])
def test_mutant_is_rejected(mutant: Allocate, names: tuple[str, ...]):
    for name in names:
        with pytest.raises(AssertionError):
            CHECKS[name](mutant)


def test_every_check_rejects_something():
    assert {name for _, names in MUTANTS for name in names} == set(CHECKS)
