"""Linear damping on the six body axes, tau = -D nu_r (Fossen 2021, eq. 6.65)."""

from dataclasses import dataclass

import numpy as np

from seatrial.dynamics.flow import Flow
from seatrial.dynamics.scalar import real, vec6, wp
from seatrial.errors import InputError

dissipative = True
"""nu_r . tau <= 0."""


@dataclass(frozen=True)
class LinearDamping:
    """Damping proportional to the velocity through the water."""

    diagonal: np.ndarray
    """D [N s/m, N m s], shape (6,), each at least 0."""

    def __post_init__(self) -> None:
        """Check every number once."""
        d = np.asarray(self.diagonal, dtype=np.float64)
        if d.shape != (6,) or not np.all(np.isfinite(d)) or d.min() < 0.0:
            raise InputError(f"linear damping = {d.tolist()}: must be six numbers of at least 0 (N s/m, N m s)")


@wp.struct
class Record:
    """`LinearDamping` as the kernel reads it."""

    diagonal: vec6


def record(force: LinearDamping) -> Record:
    """The kernel's record."""
    r = Record()
    r.diagonal = vec6(*(float(d) for d in force.diagonal))
    return r


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    return real(-1.0) * wp.cw_mul(r.diagonal, flow.nu_r)
