"""Second-order hydrodynamic derivatives as identified models list them (SNAME 1950; Prestero 2001, tables C.1 to C.10).

A term is named by the force and the two velocities that it multiplies, the second in bars where its size counts:

    Y_uv: Y = Y_uv u v        N_r|r|: N = N_r|r| r |r|        X_wq: X = X_wq w q

Lift of hull and fins (Y_uv, Z_uw, M_uw, N_uv, Y_ur, Z_uq, M_uq, N_ur), cross-flow drag (Y_v|v|, Y_r|r|, M_w|w| ...) and
roll damping (K_p|p|) are of this form. Whether they take energy out depends on the numbers, so the module declares no
dissipation; u v terms act astern as they stand, where a hull's lift would change sign. Products that come from added
mass (X_wq, X_qq, X_vr, X_rr, Y_wp, Y_pq, Z_vp, Z_rp, M_vp, M_rp, N_wp, N_pq and the added-mass part of Y_ur, Z_uq,
M_uq, N_ur, M_uw, N_uv) are in C_A nu_r already: leave them out, or set the vehicle's `added_coriolis` to 0. Numbers are
those of the source's water; they do not follow the density.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from seatrial.dynamics.flow import Flow
from seatrial.dynamics.scalar import real, vec6, wp
from seatrial.errors import InputError, check_number

FORCES, VELOCITIES = "XYZKMN", "uvwpqr"
NAME = re.compile(r"([XYZKMN])_([uvwpqr])(?:([uvwpqr])|\|([uvwpqr])\|)")


def indices(name: str) -> tuple[int, int, int, bool]:
    """Axis of the force, of both velocities, and whether the second one counts by its size; `InputError` if unknown."""
    found = NAME.fullmatch(name)
    if not found:
        raise InputError(f"derivative {name!r}: must be named like Y_uv or N_r|r|")
    force, first, plain, size = found.groups()
    return FORCES.index(force), VELOCITIES.index(first), VELOCITIES.index(plain or size), size is not None


@dataclass(frozen=True)
class Derivatives:
    """Forces proportional to products of two velocities through the water."""

    terms: tuple[tuple[str, float], ...]
    """Name and value of each term [N or N m, over m2/s2, m/s2 or 1/s2]."""

    def __post_init__(self) -> None:
        """Check every term once."""
        object.__setattr__(self, "terms", tuple((name, value) for name, value in self.terms))  # hashed for its table
        names = [name for name, _ in self.terms]
        for name, value in self.terms:
            indices(str(name))
            check_number(f"derivative {name}", value, "", -1e12, 1e12)
            if names.count(name) > 1:
                raise InputError(f"derivative {name}: given {names.count(name)} times: must be given once")


def from_values(values: Mapping[str, float]) -> Derivatives:
    """Derivatives by name, as a vehicle file has them: one number for each."""
    return Derivatives(tuple(values.items()))


def quadratic_axes(force: Derivatives) -> tuple[int, ...]:
    """Axes on which a velocity times its own size gives a force; terms between two velocities are no such drag."""
    rows = [indices(name) for name, value in force.terms if value != 0.0]
    return tuple(sorted({row for row, first, second, size in rows if size and first == second == row}))


def examples(rng: np.random.Generator) -> Derivatives:
    """Prestero's kinds of terms with random numbers."""
    names = (
        "X_u|u| X_wq Y_v|v| Y_r|r| Y_uv Y_ur Y_wp Z_w|w| Z_q|q| Z_uw Z_uq K_p|p| M_w|w| M_uw M_uq N_v|v| N_uv N_ur N_pq"
    )
    return Derivatives(tuple((name, float(rng.normal())) for name in names.split()))


@wp.struct
class Product:
    """One term."""

    row: int
    first: int
    second: int
    size: int
    value: real


@wp.struct
class Record:
    """`Derivatives` as the kernel reads it."""

    products: wp.array(dtype=Product)
    count: int


@lru_cache(maxsize=256)
def _table(force: Derivatives) -> Any:
    """The terms; vehicles of one kind share them."""
    table: Any = np.zeros(len(force.terms), Product.numpy_dtype())
    for k, (name, value) in enumerate(force.terms):
        table["row"][k], table["first"][k], table["second"][k], table["size"][k] = indices(name)
        table["value"][k] = value
    return wp.array(table, dtype=Product, device="cpu")


def record(force: Derivatives) -> Record:
    """The kernel's record."""
    r = Record()
    r.products, r.count = _table(force), len(force.terms)
    return r


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    tau = vec6()
    for k in range(r.count):
        term = r.products[k]
        second = flow.nu_r[term.second]
        if term.size == 1:
            second = wp.abs(second)
        tau[term.row] += term.value * flow.nu_r[term.first] * second
    return tau
