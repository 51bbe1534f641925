"""Factors f and angles u by which the 18.6-year turn of the Moon's node changes a constituent.

Formulas and their numbers in parentheses: Schureman (1958), table 2 and paragraphs 65 to 79; I, xi, nu, nu', 2 nu'' and
P are those of `astronomy.Orbit`.
"""

from collections.abc import Callable

import numpy as np
from numpy import arctan2, cos, sin, sqrt, tan
from numpy.typing import NDArray

from seatrial.ocean.tides.astronomy import Orbit

Factor = tuple[NDArray[np.float64], NDArray[np.float64]]
"""f, and u [rad]."""


def solar(o: Orbit) -> Factor:
    """The Sun knows no node."""
    return np.ones_like(o.nu), np.zeros_like(o.nu)


def mm(o: Orbit) -> Factor:
    """Lunar monthly (73)."""
    return (2.0 / 3.0 - sin(o.inclination) ** 2) / 0.5021, np.zeros_like(o.nu)


def mf(o: Orbit) -> Factor:
    """Lunar fortnightly (74)."""
    return sin(o.inclination) ** 2 / 0.1578, -2 * o.xi


def o1(o: Orbit) -> Factor:
    """Lunar diurnal (75)."""
    return sin(o.inclination) * cos(o.inclination / 2) ** 2 / 0.3800, 2 * o.xi - o.nu


def j1(o: Orbit) -> Factor:
    """Small lunar diurnal (76)."""
    return sin(2 * o.inclination) / 0.7214, -o.nu


def oo1(o: Orbit) -> Factor:
    """Lunar diurnal of the second order (77)."""
    return sin(o.inclination) * sin(o.inclination / 2) ** 2 / 0.0164, -2 * o.xi - o.nu


def m2(o: Orbit) -> Factor:
    """Lunar semidiurnal (78)."""
    return cos(o.inclination / 2) ** 4 / 0.9154, 2 * o.xi - 2 * o.nu


def m3(o: Orbit) -> Factor:
    """Lunar terdiurnal (149)."""
    return cos(o.inclination / 2) ** 6 / 0.8758, 3 * o.xi - 3 * o.nu


def eta2(o: Orbit) -> Factor:
    """Lunar semidiurnal from the declination (79)."""
    return sin(o.inclination) ** 2 / 0.1565, -2 * o.nu


def k1(o: Orbit) -> Factor:
    """Lunisolar diurnal (227)."""
    double = sin(2 * o.inclination)
    return sqrt(0.8965 * double**2 + 0.6001 * double * cos(o.nu) + 0.1006), -o.nu_k1


def k2(o: Orbit) -> Factor:
    """Lunisolar semidiurnal (235)."""
    squared = sin(o.inclination) ** 2
    return sqrt(19.0444 * squared**2 + 2.7702 * squared * cos(2 * o.nu) + 0.0981), -o.nu_k2


def l2(o: Orbit) -> Factor:
    """Smaller lunar elliptic semidiurnal (213 to 215)."""
    squared = tan(o.inclination / 2) ** 2
    inverse = sqrt(1 - 12 * squared * cos(2 * o.perigee) + 36 * squared**2)
    shift = arctan2(sin(2 * o.perigee), 1 / (6 * squared) - cos(2 * o.perigee))
    f, u = m2(o)
    return f * inverse, u - shift


def m1(o: Orbit) -> Factor:
    """Smaller lunar elliptic diurnal (197, 203 to 206); its argument holds p, so u turns back by P."""
    tilt = cos(o.inclination) / cos(o.inclination / 2) ** 2
    inverse = sqrt(0.25 + 1.5 * tilt * cos(2 * o.perigee) + 2.25 * tilt**2)
    f, _ = o1(o)
    level = 5 * cos(o.inclination) - 1, 7 * cos(o.inclination) + 1
    q = arctan2(level[0] * sin(o.perigee), level[1] * cos(o.perigee))
    return f * inverse, -o.nu + q - o.perigee


FACTORS: dict[str, Callable[[Orbit], Factor]] = {
    f.__name__: f for f in (solar, mm, mf, o1, j1, oo1, m2, m3, eta2, k1, k2, l2, m1)
}
"""By the name that `constituents` uses."""
