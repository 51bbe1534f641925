"""Quadratic damping with coupled axes, tau_i = -sum_j D_ij |nu_r_j| nu_r_j (Fossen 2021, sect. 6.4, column by column).

Such a matrix takes energy out of every motion only if it is near a diagonal one, so the module does not declare it;
`takes_energy` says what a sufficient condition says about a component.
"""

from dataclasses import dataclass

import numpy as np

from seatrial.dynamics.flow import Flow
from seatrial.dynamics.parts import nonzero_axes, numbers
from seatrial.dynamics.scalar import mat66, real, wp
from seatrial.errors import InputError


@dataclass(frozen=True)
class MatrixQuadraticDamping:
    """Damping by the squares of the velocities through the water, for sources that give coupled coefficients."""

    matrix: np.ndarray
    """D [N s2/m2, N s2/m, N m s2], shape (6, 6), diagonal at least 0; D_ij = -X_j|j| of force i."""

    def __post_init__(self) -> None:
        """Check every number once."""
        d = numbers("quadratic damping matrix", self.matrix, (6, 6))
        if np.diag(d).min() < 0.0:
            raise InputError(f"quadratic damping matrix: {np.diag(d).min():g} on its diagonal: must be at least 0")

    def takes_energy(self) -> bool:
        """Whether nu_r . tau <= 0 is certain for every motion.

        |a| b^2 <= |a|^3 / 3 + 2 |b|^3 / 3 (Young's inequality) bounds each coupling by the diagonal of its row and of
        its column: certain if D_kk >= sum over j of |D_kj| / 3 + 2 |D_jk| / 3, in units in which all velocities count
        alike. Necessary it is not.
        """
        off = np.abs(np.asarray(self.matrix, dtype=np.float64))
        diagonal = np.diag(off).copy()
        np.fill_diagonal(off, 0.0)
        return bool(np.all(diagonal >= off.sum(1) / 3.0 + 2.0 * off.sum(0) / 3.0))


def quadratic_axes(force: MatrixQuadraticDamping) -> tuple[int, ...]:
    """Every axis on which a force comes out."""
    return nonzero_axes(force.matrix)


@wp.struct
class Record:
    """`MatrixQuadraticDamping` as the kernel reads it."""

    matrix: mat66


def record(force: MatrixQuadraticDamping) -> Record:
    """The kernel's record."""
    r = Record()
    r.matrix = mat66(*np.asarray(force.matrix, dtype=np.float64).ravel().tolist())
    return r


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    return real(-1.0) * (r.matrix * wp.cw_mul(flow.nu_r, wp.abs(flow.nu_r)))
