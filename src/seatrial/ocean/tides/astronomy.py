"""Mean longitudes of Moon and Sun, and the Moon's orbit as tides see it.

Longitudes are the polynomials of Meeus, Astronomical Algorithms (1998), chapters 22, 25 and 47. Time is taken as UTC,
as tide tables do: 70 s less than dynamical time move the Moon by 0.01 deg. Orbit: Schureman, Manual of Harmonic
Analysis and Prediction of Tides (1958), paragraphs 20 to 28, with his constants.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

J2000 = 946_728_000.0
"""2000-01-01T12:00:00 UTC [s since 1970]."""
CENTURY = 36_525.0 * 86_400.0
"""Julian century [s]."""

POLYNOMIALS = {
    "s": (218.3164477, 481267.88123421, -0.0015786),
    "h": (280.46646, 36000.76983, 0.0003032),
    "p": (83.3532465, 4069.0137287, -0.0103200),
    "N": (125.04452, -1934.136261, 0.0020708),
    "ps": (282.93735, 1.71946, 0.00046),
}
"""Coefficients in degrees and centuries since J2000: mean longitude of the Moon, of the Sun, of the Moon's perigee, of
its ascending node, of the Sun's perigee.
"""

OBLIQUITY, INCLINATION = np.radians(23.452), np.radians(5.145)
"""Of the ecliptic (1900) and of the Moon's orbit on it: omega and i of Schureman [rad]."""


def longitudes(time: ArrayLike) -> NDArray[np.float64]:
    """Hour angle T of the mean Sun (0 at midnight), then s, h, p, N, ps [deg], shape (6, ...), at `time` [s since
    1970].
    """
    seconds = np.asarray(time, np.float64)
    t = (seconds - J2000) / CENTURY
    rest = [a + t * (b + t * c) for a, b, c in POLYNOMIALS.values()]
    return np.stack([seconds % 86_400.0 / 240.0, *rest])


def rates() -> NDArray[np.float64]:
    """Speeds of the six longitudes at J2000 [deg/h], shape (6,)."""
    return np.array([15.0, *(b / (CENTURY / 3600.0) for _, b, _ in POLYNOMIALS.values())])


@dataclass(frozen=True, eq=False)
class Orbit:
    """The Moon's orbit referred to the equator; all [rad], shape of the time asked for."""

    inclination: NDArray[np.float64]
    """I: to the equator, 0.32 to 0.50 rad over 18.6 years."""
    xi: NDArray[np.float64]
    """Longitude in the Moon's orbit of its intersection with the equator."""
    nu: NDArray[np.float64]
    """Right ascension of that intersection."""
    nu_k1: NDArray[np.float64]
    """nu' of Schureman: the same for the lunisolar K1."""
    nu_k2: NDArray[np.float64]
    """2 nu'' of Schureman: for the lunisolar K2."""
    perigee: NDArray[np.float64]
    """P = p - xi: mean longitude of the perigee from the intersection."""


def orbit(time: ArrayLike) -> Orbit:
    """Orbit at `time` [s since 1970]; Schureman, formulas 137 (nu, xi), 224 (nu') and 232 (2 nu'')."""
    _, _, _, p, node, _ = np.radians(longitudes(time))
    w, i = OBLIQUITY, INCLINATION
    inclination = np.arccos(np.cos(i) * np.cos(w) - np.sin(i) * np.sin(w) * np.cos(node))
    half = np.arctan2(np.sin(node / 2), np.cos(node / 2))
    plus = np.arctan(np.cos((w - i) / 2) / np.cos((w + i) / 2) * np.tan(half))
    minus = np.arctan(np.sin((w - i) / 2) / np.sin((w + i) / 2) * np.tan(half))
    nu = _near_zero(plus - minus)
    xi = _near_zero(node - (plus + minus))
    double, squared = np.sin(2 * inclination), np.sin(inclination) ** 2
    return Orbit(
        inclination=inclination,
        xi=xi,
        nu=nu,
        nu_k1=np.arctan2(double * np.sin(nu), double * np.cos(nu) + 0.3347),
        nu_k2=np.arctan2(squared * np.sin(2 * nu), squared * np.cos(2 * nu) + 0.0727),
        perigee=p - xi,
    )


def _near_zero(angle: NDArray[np.float64]) -> NDArray[np.float64]:
    """The angle, known up to half turns, that lies within a quarter turn of zero, as nu and xi do (14 deg at most)."""
    return angle - np.pi * np.round(angle / np.pi)
