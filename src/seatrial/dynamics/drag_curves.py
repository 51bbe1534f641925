"""Drag coefficients of two-dimensional sections across the flow, constant or over Reynolds number."""

from bisect import bisect_right
from dataclasses import dataclass

import numpy as np

from seatrial.errors import InputError, check_number

WATER_VISCOSITY = 1.0e-6
"""Kinematic viscosity that the cylinder's Reynolds number is made with [m2/s], water at 20 deg C."""


@dataclass(frozen=True)
class DragCurve:
    """C_D over Reynolds number, linear between knots and constant beyond them; one knot is a constant.

    Two knots at one number make a step, of which the later one counts from there on.
    """

    coefficients: tuple[float, ...]
    """C_D at the knots, at least 0."""
    reynolds: tuple[float, ...] = (0.0,)
    """The knots, from small to large."""
    length: float = 1.0
    """Length that the Reynolds number is made with [m]."""
    viscosity: float = WATER_VISCOSITY
    """Kinematic [m2/s]."""

    def __post_init__(self) -> None:
        """Check every number once."""
        if not self.coefficients or len(self.coefficients) != len(self.reynolds):
            raise InputError(
                f"drag curve: {len(self.coefficients)} coefficients at {len(self.reynolds)} Reynolds numbers: "
                "must be equally many, at least 1"
            )
        for value in self.coefficients:
            check_number("drag coefficient", value, "", 0.0, 100.0)
        for value in self.reynolds:
            check_number("drag curve Reynolds number", value, "", 0.0, 1e12)
        if any(a > b for a, b in zip(self.reynolds, self.reynolds[1:], strict=False)):
            raise InputError("drag curve: Reynolds numbers must not fall from one knot to the next")
        check_number("drag curve length", self.length, "m", 1e-6, 1e4)
        check_number("drag curve viscosity", self.viscosity, "m2/s", 1e-9, 1.0)

    def at(self, speed: float) -> float:
        """C_D at a speed across the section [m/s]."""
        number = speed * self.length / self.viscosity
        k = bisect_right(self.reynolds, number)
        if k in (0, len(self.reynolds)):
            return self.coefficients[max(k - 1, 0)]
        x0, x1 = self.reynolds[k - 1], self.reynolds[k]
        share = (number - x0) / (x1 - x0)
        return self.coefficients[k - 1] + share * (self.coefficients[k] - self.coefficients[k - 1])


HOERNER = (
    (0.0108623, 1.96608), (0.176606, 1.96573), (0.353025, 1.89756), (0.451863, 1.78718), (0.472838, 1.58374),
    (0.492877, 1.27862), (0.493252, 1.21082), (0.558473, 1.08356), (0.646401, 0.998631), (0.833589, 0.87959),
    (0.988002, 0.828415), (1.30807, 0.759941), (1.63918, 0.691442), (1.85998, 0.657076), (2.31288, 0.630693),
    (2.59998, 0.596186), (3.00877, 0.586846), (3.45075, 0.585909), (3.7379, 0.559877), (4.00309, 0.559315),
)  # fmt: skip
"""(B / 2T, C_D) of ship sections: Hoerner (1965), read off by Leite et al. (1998), numbers as in Hoerner.m of MSS."""

CYLINDER = (
    (10211.0405, 1.20769), (15543.5423, 1.20369), (24434.8682, 1.20823), (35719.8807, 1.2106), (60880.7508, 1.21093),
    (86174.7436, 1.20901), (118086.432, 1.21134), (149262.256, 1.21148), (214708.877, 1.21171), (230940.446, 1.20109),
    (271581.386, 1.16918), (297098.186, 1.11163), (325252.018, 1.00926), (361942.849, 0.89411), (409798.156, 0.70855),
    (475302.392, 0.53155), (524734.96, 0.40785), (578921.928, 0.32683), (638292.88, 0.28422), (744046.366, 0.29711),
    (853237.629, 0.3228), (1068685.7, 0.38909), (1393381.37, 0.47033), (1831850.38, 0.53878), (2258395.5, 0.58372),
    (2899011.91, 0.62868), (3663279.03, 0.64803), (4937305.5, 0.67808),
)  # fmt: skip
"""(Re, C_D) of a smooth endless cylinder: DNV-RP-C205 (2025), read off by Seidl (2025) for cylinderDrag.m of MSS."""

SLENDERNESS = (2.0, 5.0, 10.0, 20.0, 40.0, 50.0, 100.0)
"""Length over diameter at which the factors below are given."""
SUBCRITICAL = (0.58, 0.62, 0.68, 0.74, 0.82, 0.87, 0.98)
"""Share of the endless cylinder's drag that a cylinder of finite length has below the critical Reynolds number."""
SUPERCRITICAL = (0.80, 0.80, 0.82, 0.90, 0.98, 0.99, 1.00)
"""The same from there on (both DNV-RP-C205, table 6-2, as in cylinderDrag.m of MSS)."""
CRITICAL = 2e5
"""Reynolds number at which MSS changes from one to the other."""


def hoerner(beam: float, draft: float) -> DragCurve:
    """C_D of a ship section of that `beam` and `draft` [m]; beyond 0.011 <= B / 2T <= 4.0 that of the nearest end."""
    check_number("beam", beam, "m", 1e-6, 1e4)
    check_number("draft", draft, "m", 1e-6, 1e4)
    x, y = zip(*HOERNER, strict=True)
    return DragCurve((float(np.interp(beam / (2.0 * draft), x, y)),))


def cylinder(length: float, diameter: float, reynolds_length: float | None = None) -> DragCurve:
    """C_D of a smooth cylinder of finite length [m] over Reynolds number, made with the diameter.

    `reynolds_length` [m] makes it with another one: MSS before its issue 81 took the hull's length. The step at 2e5 is
    that of the two slenderness factors.
    """
    check_number("cylinder length", length, "m", 1e-6, 1e4)
    check_number("cylinder diameter", diameter, "m", 1e-6, 1e4)
    below, above = (float(np.interp(length / diameter, SLENDERNESS, k)) for k in (SUBCRITICAL, SUPERCRITICAL))
    x, y = (np.array(column) for column in zip(*CYLINDER, strict=True))
    between = float(np.interp(CRITICAL, x, y))
    low = x < CRITICAL
    coefficients = [*(y[low] * below), between * below, between * above, *(y[~low] * above)]
    knots = [*x[low], CRITICAL, CRITICAL, *x[~low]]
    return DragCurve(tuple(float(c) for c in coefficients), tuple(float(k) for k in knots), reynolds_length or diameter)
