"""Estimates of added mass for bodies that have no measured one: prolate spheroids exactly, slender bodies by strips.

Matrices are M_A as a `Vehicle` takes it: 6x6, positive, in body axes. A body of revolution has its axis along x.
Strip theory takes every cross-section for a part of an endless cylinder; it has no axial added mass and errs by the
ends, a few per cent on hulls ten times as long as thick (it gives a spheroid of 6:1 some 9 % too much in sway).
"""

from typing import NamedTuple

import numpy as np

from seatrial.errors import InputError, check_number

SERIES_BELOW = 0.2
"""Eccentricity below which the logarithms cancel; there six terms of the series are good to 1e-12."""


class LambFactors(NamedTuple):
    """Added mass over displaced mass and inertia of a prolate spheroid."""

    axial: float
    """k1, along the axis, of the displaced mass."""
    lateral: float
    """k2, across it."""
    rotational: float
    """k', about a diameter, of the displaced water's moment of inertia."""


def lamb_factors(slenderness: float) -> LambFactors:
    """Lamb's k-factors of a prolate spheroid `slenderness` >= 1 times as long as thick (Lamb 1932, art. 114-115).

    alpha_0 = 2 (1 - e^2)(artanh e - e) / e^3 and beta_0 = 1 - alpha_0 / 2, e the eccentricity; k1 = alpha_0 / (2 -
    alpha_0), k2 = beta_0 / (2 - beta_0), k' = e^4 d / ((2 - e^2)(2 e^2 - (2 - e^2) d)) with d = beta_0 - alpha_0 (as in
    Imlay 1961 and Fossen 2021, sect. 8.4.2).
    """
    check_number("slenderness", slenderness, "", 1.0, 1e6)
    e2 = 1.0 - 1.0 / slenderness**2
    e = float(np.sqrt(e2))
    # tail = (artanh e - e - e^3 / 3) / e^5, so that differences of nearly equal numbers are taken by hand.
    if e < SERIES_BELOW:
        tail = sum(e2**k / (2 * k + 5) for k in range(8))
    else:
        # artanh e by the slenderness, since 1 - e itself would lose the digits of a very slender body.
        tail = (float(np.log(slenderness * (1.0 + e))) - e - e * e2 / 3.0) / (e * e2 * e2)
    alpha = 2.0 / slenderness**2 * (1.0 / 3.0 + e2 * tail)
    beta = 1.0 - 0.5 * alpha
    share = 1.0 - 3.0 / slenderness**2 * tail  # (beta_0 - alpha_0) / e^2
    rotational = e2 * e2 * share / ((2.0 - e2) * (2.0 - (2.0 - e2) * share))
    return LambFactors(alpha / (2.0 - alpha), beta / (2.0 - beta), rotational)


def spheroid(length: float, diameter: float, density: float, roll_share: float = 0.0) -> np.ndarray:
    """M_A of a prolate spheroid about its centre, axis along x, shape (6, 6), [kg, kg m, kg m2].

    `length` and `diameter` [m] with the length at least the diameter, `density` of the water [kg/m3]. A smooth spheroid
    has no added inertia in roll; `roll_share` gives it that share of the displaced water's, for fins and fittings (MSS
    takes 0.3 for its REMUS 100).
    """
    check_number("spheroid diameter", diameter, "m", 1e-6, 1e4)
    check_number("spheroid length", length, "m", diameter, 1e4)
    check_number("water density", density, "kg/m3", 1.0, 2000.0)
    check_number("roll_share", roll_share, "", 0.0, 10.0)
    mass = density * np.pi / 6.0 * length * diameter**2
    k = lamb_factors(length / diameter)
    about_axis = mass * diameter**2 / 10.0
    about_diameter = mass * (length**2 + diameter**2) / 20.0
    turning = k.rotational * about_diameter
    return np.diag([k.axial * mass, k.lateral * mass, k.lateral * mass, roll_share * about_axis, turning, turning])


def section_area(radius: np.ndarray, fin: np.ndarray) -> np.ndarray:
    """Added mass per length and density of a circle with four thin fins at right angles, across any diameter [m2].

    pi (s^2 - r^2 + r^4 / s^2) for fins that reach out to s from the axis, pi r^2 without (Newman 1977, table 4.3).
    `radius` r [m] and `fin` s [m], 0 where there are no fins, of equal shapes.
    """
    reach = np.maximum(fin, radius)
    inside = np.where(reach > 0.0, radius**2 / np.where(reach > 0.0, reach, 1.0), 0.0)
    return np.pi * (reach**2 - radius**2 + inside**2)


def slender_body(x: np.ndarray, radius: np.ndarray, density: float, fin: np.ndarray | None = None) -> np.ndarray:
    """M_A of a slender hull of revolution by strip theory about the origin of x, shape (6, 6) [kg, kg m, kg m2].

    `x`, shape (n,) [m], rises along the axis from tail to nose, at least two points; `radius` and `fin`, shape (n,)
    [m], are the hull's radius there and how far four fins at right angles reach from the axis (0 for none, or `fin`
    left out). Between points the added mass per length is taken for linear; a step is two points at one x.

        A22 = A33 = int a dx,  A26 = -A35 = int x a dx,  A55 = A66 = int x^2 a dx,  A44 = int 2 rho s^4 / pi dx

    (Newman 1977, ch. 7 and table 4.3; Prestero 2001, ch. 4), a from `section_area`, the last where fins stand
    out, for fins that are wide beside the hull. A11 is 0: take it from a spheroid. Raises `InputError`.
    """
    x, radius = np.asarray(x, np.float64), np.asarray(radius, np.float64)
    fins = np.zeros_like(x) if fin is None else np.asarray(fin, np.float64)
    if x.ndim != 1 or len(x) < 2 or radius.shape != x.shape or fins.shape != x.shape:
        raise InputError(f"slender body: x, radius and fin have {x.shape}, {radius.shape} and {fins.shape}: must be "
                         "equally many numbers, at least 2")  # fmt: skip
    if not np.all(np.isfinite([x, radius, fins])) or np.any(np.diff(x) < 0.0) or min(radius.min(), fins.min()) < 0.0:
        raise InputError("slender body: x must rise, and radius and fin must be at least 0 m")
    check_number("water density", density, "kg/m3", 1.0, 2000.0)
    a, roll = section_area(radius, fins), np.where(fins > radius, 2.0 / np.pi * fins**4, 0.0)
    width, left, right = np.diff(x), a[:-1], a[1:]
    # Exact moments of a density that is linear from point to point, about the middle of each piece.
    middle, whole, tilt = 0.5 * (x[1:] + x[:-1]), 0.5 * (left + right) * width, (right - left) * width**2 / 12.0
    first = middle * whole + tilt
    second = middle**2 * whole + 2.0 * middle * tilt + whole * width**2 / 12.0
    sway, cross, turn = float(whole.sum()), float(first.sum()), float(second.sum())
    m = np.diag([0.0, sway, sway, float(np.sum(0.5 * (roll[:-1] + roll[1:]) * width)), turn, turn])
    m[1, 5] = m[5, 1] = cross
    m[2, 4] = m[4, 2] = -cross
    return density * m


def cylinder(length: float, diameter: float, density: float) -> np.ndarray:
    """M_A of a closed circular cylinder about its middle, axis along x, shape (6, 6) [kg, kg m2].

    Across: strip theory, rho pi r^2 L and rho pi r^2 L^3 / 12 (Newman 1977, ch. 7). Along: k1 of the spheroid of
    equal length and diameter, of the cylinder's own displaced mass; an estimate for rounded ends, flat ones have more.
    `length` at least `diameter` [m], `density` of the water [kg/m3].
    """
    check_number("cylinder diameter", diameter, "m", 1e-6, 1e4)
    check_number("cylinder length", length, "m", diameter, 1e4)
    radius, half = np.full(2, 0.5 * diameter), 0.5 * length
    m = slender_body(np.array([-half, half]), radius, density)
    m[0, 0] = lamb_factors(length / diameter).axial * m[1, 1]
    return m


def transfer(matrix: np.ndarray, position: tuple[float, float, float]) -> np.ndarray:
    """A mass matrix about the body origin from the same about `position` [m, in B]: H^T M H, shape (6, 6).

    H = [[1, S(r)^T], [0, 1]] gives the velocity at r from that at the origin (Fossen's system transformation matrix);
    for added mass as for rigid bodies, where it is Steiner's theorem.
    """
    x, y, z = position
    for number in position:
        check_number("position", number, "m", -1e6, 1e6)
    h = np.eye(6)
    h[:3, 3:] = [[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]]
    return h.T @ np.asarray(matrix, np.float64) @ h
