"""Checks of the allocation of wrenches; they take the real one, the kernel or a mutant."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from seatrial.control.wrench_allocation import Allocated, AllocatorRecord, allocator, allocator_records
from seatrial.dynamics.actuators import Slots, slots, tables
from seatrial.dynamics.forces.thruster import Thruster
from seatrial.dynamics.scalar import vec6, wp
from tests.reference.allocation_kernel import allocate
from tests.reference.random_vehicles import random_thruster

Allocate = Callable[[Sequence[Thruster], Sequence[float] | None, Sequence[float]], Allocated]


def in_numpy(thrusters: Sequence[Thruster], health: Sequence[float] | None, demand: Sequence[float]) -> Allocated:
    """Set up and allocate in NumPy."""
    return allocator(thrusters, health).allocate(demand)


def in_kernel(thrusters: Sequence[Thruster], health: Sequence[float] | None, demand: Sequence[float]) -> Allocated:
    """Allocate in the kernel, as member 1 of two."""
    one = allocator(thrusters, health)
    n = len(thrusters)
    shared = tables(2 * n)
    records = allocator_records([one, one])
    found: Any = wp.zeros(2, dtype=vec6, device="cpu")
    rows = wp.array(np.array([np.zeros(6), np.asarray(demand, np.float64)]), dtype=vec6, device="cpu")
    kept = slots(shared, [n, n])
    inputs = [
        wp.array(records, dtype=AllocatorRecord, device="cpu"),
        wp.array(kept, dtype=Slots, device="cpu"),
    ]
    wp.launch(allocate, dim=2, inputs=[*inputs, rows, found], device="cpu")
    share = shared.command.numpy()[n:]
    assert np.all(shared.command.numpy()[:n] == 0.0)
    force = share * np.where(share < 0.0, -one.lower, one.upper)
    return Allocated(force, found.numpy()[1], float("nan"))


def twins(reverse: float) -> list[Thruster]:
    """Two screws, port and starboard, 100 N ahead."""
    return [Thruster(f"t{y}", (0.0, y, 0.0), (1.0, 0.0, 0.0), 100.0, max_reverse_thrust=reverse) for y in (-0.5, 0.5)]


def check_d08(give: Allocate) -> None:
    """Case D08: A, 135/15 N scaled to 100/11.11 N, ratio 2.5 kept; B, +-50 N without surge. The wrench is reported."""
    a = give(twins(100.0), None, (150.0, 0, 0, 0, 0, 60.0))
    np.testing.assert_allclose(a.force, [100.0, 100.0 / 9.0], rtol=1e-14)
    np.testing.assert_allclose(a.wrench, [1000.0 / 9.0, 0, 0, 0, 0, 400.0 / 9.0], rtol=1e-14, atol=1e-13)
    b = give(twins(50.0), None, (0.0, 0, 0, 0, 0, 80.0))
    np.testing.assert_allclose(b.force, [50.0, -50.0], rtol=1e-14)
    assert b.wrench[0] == 0.0
    np.testing.assert_allclose(b.wrench[5], 50.0, rtol=1e-14)


def check_limits(give: Allocate) -> None:
    """Eight thrusters that reach everything: small demands met, large ones bent in size alone, no limit passed."""
    rng = np.random.default_rng(91)
    thrusters = [random_thruster(rng, j) for j in range(8)]
    thrusters = [replace(t, reversible=True, max_reverse_thrust=0.3 * t.max_thrust) for t in thrusters]
    low, high = np.array([-t.reverse_thrust for t in thrusters]), np.array([t.max_thrust for t in thrusters])
    for size in (0.01, 0.1, 10.0, 300.0):
        for _ in range(10):
            tau = rng.normal(size=6) * size
            found = give(thrusters, None, tau.tolist())
            assert np.all((found.force >= low) & (found.force <= high))
            share = float(found.wrench @ tau / (tau @ tau))
            assert size > 1.0 or abs(share - 1.0) < 1e-9
            assert 0.0 < share < 1.0 + 1e-9
            np.testing.assert_allclose(
                found.wrench, share * tau, rtol=0.0, atol=1e-9 * float(np.linalg.norm(share * tau))
            )


def check_out_of_reach(give: Allocate) -> None:
    """What a vehicle cannot do changes nothing else: twin screws asked for heave, sway and roll too."""
    plain = give(twins(80.0), None, (30.0, 0, 0, 0, 0, -12.0))
    asked = give(twins(80.0), None, (30.0, 7.0, -400.0, 25.0, 0, -12.0))
    np.testing.assert_allclose(asked.force, plain.force, rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(plain.force, [3.0, 27.0], rtol=1e-13)


def check_failures(give: Allocate) -> None:
    """A unit of effectiveness 0 is as if it were not there, bit by bit; a weak one is asked for more, and gives it."""
    rng = np.random.default_rng(92)
    thrusters = [random_thruster(rng, j) for j in range(7)]
    for gone in range(7):
        tau = rng.normal(size=6) * 20.0
        found = give(thrusters, [float(k != gone) for k in range(7)], tau.tolist())
        without = give(thrusters[:gone] + thrusters[gone + 1 :], None, tau.tolist())
        assert found.force[gone] == 0.0
        np.testing.assert_array_equal(np.delete(found.force, gone), without.force)
        np.testing.assert_allclose(found.wrench, without.wrench, rtol=0.0, atol=1e-12)
    weak = give(twins(100.0), (0.5, 1.0), (40.0, 0, 0, 0, 0, 0))
    np.testing.assert_allclose(weak.force, [40.0, 20.0], rtol=1e-13)
    np.testing.assert_allclose(weak.wrench, [40.0, 0, 0, 0, 0, 0], rtol=1e-13, atol=1e-12)


def check_one_way(give: Allocate) -> None:
    """A screw that cannot reverse gives nothing astern, and does not hold back the other axes."""
    screw = Thruster("main", (-0.5, 0.0, 0.0), (1.0, 0.0, 0.0), 30.0, reversible=False)
    lift = Thruster("lift", (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 20.0)
    found = give([screw, lift], None, (-10.0, 0, 5.0, 0, 0, 0))
    np.testing.assert_allclose(found.wrench, [0, 0, 5.0, 0, 0, 0], rtol=1e-13, atol=1e-13)


CHECKS: dict[str, Callable[[Allocate], None]] = {
    "d08": check_d08,
    "limits": check_limits,
    "out of reach": check_out_of_reach,
    "failures": check_failures,
    "one way": check_one_way,
}
