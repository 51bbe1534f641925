"""Linear damping with coupled axes, tau = -D nu_r with a full 6x6 matrix (Fossen 2021, eq. 6.65)."""

from dataclasses import dataclass

import numpy as np

from seatrial.dynamics.flow import Flow
from seatrial.dynamics.parts import numbers
from seatrial.dynamics.scalar import mat66, real, wp
from seatrial.errors import InputError

dissipative = True
"""nu_r . tau <= 0, since the symmetric part of D is positive semi-definite."""


@dataclass(frozen=True)
class MatrixDamping:
    """Damping proportional to the velocity through the water, for sources that give coupled coefficients."""

    matrix: np.ndarray
    """D [N s/m, N s, N m s], shape (6, 6); D_ij = -X_j of the derivative of force i by velocity j."""

    def __post_init__(self) -> None:
        """Check every number once."""
        d = numbers("linear damping matrix", self.matrix, (6, 6))
        least = float(np.linalg.eigvalsh((d + d.T) / 2).min())
        # Eigenvalues of a matrix that is singular on purpose round to a few parts in 1e15 of its size.
        if least < -1e-12 * np.abs(d).max():
            raise InputError(
                f"linear damping matrix: its symmetric part has the eigenvalue {least:g}: must be at least 0, "
                "or the damping would drive the vehicle"
            )


@wp.struct
class Record:
    """`MatrixDamping` as the kernel reads it."""

    matrix: mat66


def record(force: MatrixDamping) -> Record:
    """The kernel's record."""
    r = Record()
    r.matrix = mat66(*np.asarray(force.matrix, dtype=np.float64).ravel().tolist())
    return r


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    return real(-1.0) * (r.matrix * flow.nu_r)
