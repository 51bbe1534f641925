"""Wrenches to thrusters: damped least squares, limits that keep the direction of the demand, thrusters that failed.

With the column [d; r x d] of each thruster in B and its effectiveness e on the diagonal of E, the forces asked for are

    f = V (S / (S^2 + lambda^2)) U^T tau,   U S V^T = B E,

moments in units of the vehicle's size so that they weigh like forces (Fossen 2021, section 11.2; Nakamura and Hanafusa
1986 for the damping). Directions whose singular value is next to nothing are dropped, so that a demand there changes
nothing else. Where a thruster would pass its limit all forces shrink alike: the wrench keeps its direction. A thruster
that has no thrust at all in the direction asked for gives none. A thruster of effectiveness 0 is left out before
anything is computed: the result is, bit by bit, that of a vehicle built without it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seatrial.dynamics.actuators import Slots
from seatrial.dynamics.forces.thruster import Thruster
from seatrial.dynamics.scalar import ONE, ZERO, real, real_numpy, vec6, wp
from seatrial.errors import InputError, check_number

DAMPING = 1e-8
"""lambda over the greatest singular value: far below what changes a direction that counts as reached."""
REACHED = 1e-6
"""Singular value over the greatest one below which a direction counts as out of reach."""

KEPT_BITS = 44
"""Bits of the greatest entry of a pseudoinverse that are kept: 6e-14 of it."""


@dataclass(frozen=True)
class Allocated:
    """Forces for a demand, and what they give."""

    force: np.ndarray
    """Force asked of each thruster along its axis, within its limits [N], shape (n,)."""
    wrench: np.ndarray
    """Wrench that comes of it [N, N m], shape (6,)."""
    scale: float
    """What the forces were multiplied by to stay within the limits, 0..1."""


@dataclass(frozen=True)
class Allocator:
    """Everything that allocation needs, computed once for a vehicle and its failures."""

    columns: np.ndarray
    """Wrench per newton asked of each thruster, its effectiveness included, shape (6, n)."""
    inverse: np.ndarray
    """Forces per unit of wrench, shape (n, 6)."""
    lower: np.ndarray
    """Least force of each [N], at most 0, shape (n,)."""
    upper: np.ndarray
    """Greatest force of each [N], above 0, shape (n,)."""

    def allocate(self, demand: Sequence[float] | np.ndarray) -> Allocated:
        """Forces for the wrench `demand` [N, N m], shape (6,); `InputError` when that is not six finite numbers."""
        tau = np.asarray(demand, np.float64)
        if tau.shape != (6,) or not np.all(np.isfinite(tau)):
            raise InputError(f"demanded wrench = {tau.tolist()}: must be six finite numbers (N, N m)")
        force = self.inverse @ tau
        force[(force < 0.0) & (self.lower == 0.0)] = 0.0
        limit = np.where(force < 0.0, self.lower, self.upper)
        # Over what it may be; at most 1 leaves everything as it is.
        worst = float(np.max(force / limit, initial=1.0))
        force = np.clip(force / worst, self.lower, self.upper)
        return Allocated(force, self.columns @ force, 1.0 / worst)


def allocator(
    thrusters: Sequence[Thruster], effectiveness: Sequence[float] | None = None, damping: float = DAMPING
) -> Allocator:
    """The allocator of `thrusters` with an `effectiveness` in 0..1 each (None: all healthy)."""
    health = np.ones(len(thrusters)) if effectiveness is None else np.asarray(effectiveness, np.float64)
    if health.shape != (len(thrusters),):
        raise InputError(f"effectiveness = {health.tolist()}: must be {len(thrusters)} numbers, one for each thruster")
    for thruster, share in zip(thrusters, health, strict=True):
        check_number(f"thruster {thruster.name} effectiveness", share, "", 0.0, 1.0)
    check_number("allocation damping", damping, "", 0.0, 1.0)
    kept = np.flatnonzero(health > 0.0)
    columns, inverse = np.zeros((6, len(thrusters))), np.zeros((len(thrusters), 6))
    if len(kept):
        some = [thrusters[int(k)] for k in kept]
        b = np.array([np.concatenate([t.axis, np.cross(t.position, t.axis)]) for t in some]).T * health[kept]
        columns[:, kept] = b
        inverse[kept] = _inverse(b, some, damping)
    lower, upper = np.array([-t.reverse_thrust for t in thrusters]), np.array([t.max_thrust for t in thrusters])
    return Allocator(columns, inverse, lower, upper)


def _inverse(b: np.ndarray, thrusters: Sequence[Thruster], damping: float) -> np.ndarray:
    """Damped pseudoinverse of the columns `b`, shape (6, n); directions out of reach dropped."""
    size = max(float(np.max([np.linalg.norm(t.position) for t in thrusters])), 1e-9)
    scale = np.array([1.0, 1.0, 1.0, size, size, size])
    u, s, vt = np.linalg.svd(b / scale[:, None], full_matrices=False)
    kept = s > REACHED * s[0]
    gain = np.where(kept, s / (s * s + (damping * s[0]) ** 2), 0.0)
    inverse = (vt.T * gain) @ u.T / scale
    # Rounded to what the decomposition is good for, so that symmetric thrusters get equal forces, to the last bit.
    grain = 2.0 ** (np.ceil(np.log2(np.abs(inverse).max())) - KEPT_BITS)
    return np.round(inverse / grain) * grain


@wp.struct
class AllocatorRecord:
    """Allocators of a fleet as the kernel reads them: one member's slice of flat tables."""

    first: int
    count: int
    inverse: wp.array(dtype=vec6)
    columns: wp.array(dtype=vec6)
    lower: wp.array(dtype=real)
    upper: wp.array(dtype=real)


def allocator_records(allocators: Sequence[Allocator]) -> list[AllocatorRecord]:
    """Records of all members over shared flat tables."""
    rows = [
        np.concatenate([getattr(a, n) for a in allocators]).astype(real_numpy) for n in ("inverse", "lower", "upper")
    ]
    columns = np.concatenate([a.columns.T for a in allocators]).astype(real_numpy)
    inverse, columns = (wp.array(np.ascontiguousarray(x), dtype=vec6, device="cpu") for x in (rows[0], columns))
    lower, upper = (wp.array(x, dtype=real, device="cpu") for x in rows[1:])
    result, first = [], 0
    for one in allocators:
        r = AllocatorRecord()
        r.first, r.count, r.inverse, r.columns, r.lower, r.upper = first, len(one.lower), inverse, columns, lower, upper
        result.append(r)
        first += len(one.lower)
    return result


@wp.func
def asked_of(r: AllocatorRecord, k: int, demand: vec6):
    """Force of thruster `k` before limits [N]; none where it has none in that direction."""
    force = wp.dot(r.inverse[r.first + k], demand)
    if force < ZERO and r.lower[r.first + k] == ZERO:
        return ZERO
    return force


@wp.func
def share_of_limit(r: AllocatorRecord, k: int, force: real):
    """Force over the limit on its side, at least 0."""
    if force < ZERO:
        return force / r.lower[r.first + k]
    return force / r.upper[r.first + k]


@wp.func
def command_wrench(r: AllocatorRecord, slots: Slots, demand: vec6):
    """Set the commands of a member's thrusters, which have its first slots, for the wrench `demand` [N, N m].

    Gives back the wrench that comes of it once the thrusters have followed.
    """
    worst = ONE
    for k in range(r.count):
        worst = wp.max(worst, share_of_limit(r, k, asked_of(r, k, demand)))
    achieved = vec6()
    for k in range(r.count):
        force = asked_of(r, k, demand) / worst
        share = wp.min(share_of_limit(r, k, force), ONE)
        if force < ZERO:
            slots.command[slots.first + k] = -share
            achieved += share * r.lower[r.first + k] * r.columns[r.first + k]
        else:
            slots.command[slots.first + k] = share
            achieved += share * r.upper[r.first + k] * r.columns[r.first + k]
    return achieved
