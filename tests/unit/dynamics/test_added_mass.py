"""Added mass: Lamb's table, spheres, strips against spheroids, a published hull, and the move to another origin."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from seatrial.dynamics.added_mass import (
    cylinder,
    lamb_factors,
    section_area,
    slender_body,
    spheroid,
    transfer,
)
from seatrial.errors import InputError
from tests.reference.bodies import drifter
from tests.reference.checks_added_mass import check_factors, check_limits


def test_lamb_table():
    check_factors(lamb_factors)


def test_limits():
    check_limits(lamb_factors)


def test_series_and_logarithm_meet():
    # On both sides of the eccentricity 0.2. The logarithm has lost 3e-13 of the tail's size there; k' also moves by
    # 1e-10 of itself between the two points.
    edge = 1.0 / np.sqrt(1.0 - 0.04)
    below, above = np.array(lamb_factors(edge - 1e-12)), np.array(lamb_factors(edge + 1e-12))
    np.testing.assert_allclose(above, below, rtol=1e-9)
    np.testing.assert_allclose(above[:2], below[:2], rtol=1e-11)


def test_sphere_has_half_its_displaced_mass():
    mass = 1025.0 * np.pi / 6.0 * 0.3**3
    np.testing.assert_allclose(spheroid(0.3, 0.3, 1025.0), np.diag([mass / 2] * 3 + [0.0] * 3), rtol=1e-14, atol=1e-14)


def test_remus_of_mss():
    # Fossen's spheroid for the REMUS 100: displaced mass 31.9 kg; k-factors by adaptive quadrature of Lamb's integrals.
    a, b = 1.0096 * 0.8, 1.0096 * 0.095
    m = spheroid(2 * a, 2 * b, 1026.0, roll_share=0.3)
    mass = 1026.0 * 4.0 / 3.0 * np.pi * a * b**2
    np.testing.assert_allclose(mass, 31.9, atol=0.05)
    alpha, beta = integrals(a, b)
    np.testing.assert_allclose(m[0, 0], mass * alpha / (2.0 - alpha), rtol=1e-8)
    np.testing.assert_allclose(m[1, 1], mass * beta / (2.0 - beta), rtol=1e-8)
    np.testing.assert_allclose(m[3, 3], 0.3 * 0.4 * mass * b**2, rtol=1e-12)


def integrals(a: float, b: float) -> tuple[float, float]:
    """alpha_0 and beta_0 = a b^2 int_0^inf dl / ((a^2 + l) D), D = (a^2 + l)^1/2 (b^2 + l) (Lamb 1932, art. 114)."""
    t, weight = np.polynomial.legendre.leggauss(400)
    t, weight = 0.5 * (t + 1.0), 0.5 * weight
    # l = b^2 (1 / t^2 - 1) maps the half-line to 0..1; the integrand is smooth in t.
    l, slope = b**2 * (1.0 / t**2 - 1.0), 2.0 * b**2 / t**3
    d = np.sqrt(a**2 + l) * (b**2 + l)
    return tuple(float(a * b**2 * np.sum(weight * slope / ((c**2 + l) * d))) for c in (a, b))  # pyright: ignore[reportReturnType]


def test_strips_of_a_slender_spheroid():
    # int rho pi r^2 = displaced mass (k2 = 1); int x^2 = mass a^2 / 5; 2 % for 20:1 against the exact spheroid.
    x = np.linspace(-1.0, 1.0, 4001)
    m = slender_body(x, 0.05 * np.sqrt(1.0 - x**2), 1000.0)
    mass = 1000.0 * 4.0 / 3.0 * np.pi * 0.05**2
    np.testing.assert_allclose(m[1, 1], mass, rtol=1e-6)
    np.testing.assert_allclose(m[4, 4], mass / 5.0, rtol=1e-6)
    exact = spheroid(2.0, 0.1, 1000.0)
    np.testing.assert_allclose(m[1, 1], exact[1, 1], rtol=0.02)
    np.testing.assert_allclose(m[4, 4], exact[4, 4], rtol=0.05)
    assert np.count_nonzero(m - np.diag(np.diag(m)) > 1e-9) == 0


def test_cylinder():
    m = cylinder(2.0, 0.2, 1025.0)
    mass = 1025.0 * np.pi * 0.01 * 2.0
    axial = lamb_factors(10.0).axial
    np.testing.assert_allclose(np.diag(m), mass * np.array([axial, 1.0, 1.0, 0.0, 4 / 12, 4 / 12]), rtol=1e-13)


def test_sections():
    # Bare, a cross without a hull, fins twice the radius (Newman 1977, table 4.3), fins inside the hull, nothing.
    radius, fin = np.array([0.2, 0.0, 0.1, 0.2, 0.0]), np.array([0.0, 0.3, 0.2, 0.1, 0.0])
    expected = np.pi * np.array([0.04, 0.09, 0.04 - 0.01 + 0.0025, 0.04, 0.0])
    np.testing.assert_allclose(section_area(radius, fin), expected, rtol=1e-14)


def test_hull_with_fins_about_its_tail():
    # Moved by hand: a cylinder of 2 m whose tail is the origin, and a cross of fins on its last 0.1 m.
    x = np.array([0.0, 0.1, 0.1, 2.0])
    m = slender_body(x, np.full(4, 0.1), 1000.0, np.array([0.2, 0.2, 0.0, 0.0]))
    bare, extra = 1000.0 * np.pi * 0.01, 1000.0 * np.pi * (0.0325 - 0.01)
    np.testing.assert_allclose(m[1, 1], bare * 2.0 + extra * 0.1, rtol=1e-13)
    np.testing.assert_allclose(m[1, 5], bare * 2.0 + extra * 0.005, rtol=1e-13)
    np.testing.assert_allclose(m[2, 4], -m[1, 5], rtol=1e-13)
    np.testing.assert_allclose(m[5, 5], bare * 8.0 / 3.0 + extra * 1e-3 / 3.0, rtol=1e-13)
    np.testing.assert_allclose(m[3, 3], 1000.0 * 2.0 / np.pi * 0.0016 * 0.1, rtol=1e-13)
    np.testing.assert_array_equal(m, m.T)


def test_hull_of_prestero():
    """His REMUS 100 (2001, table C.5): Y_vdot -35.5 kg, N_rdot -4.88 kg m2, Y_rdot 1.93 kg m.

    Myring's hull about the centre of buoyancy, fins of 74 mm chord. How far they reach, 0.125 m, is chosen to give
    Y_vdot; the other two follow within 3 % and 0.25 kg m (6 mm of the place of the origin).
    """
    from_nose = np.unique(np.concatenate([np.linspace(0.0, 1.33, 4001), [1.222, 1.222 + 1e-9, 1.296, 1.296 + 1e-9]]))
    s, radius = from_nose + 0.0165, np.empty(len(from_nose))
    nose, tail = s < 0.191, s >= 0.191 + 0.654
    radius[:] = 0.0955
    radius[nose] = 0.0955 * np.sqrt(1.0 - ((s[nose] - 0.191) / 0.191) ** 2)
    t, slope = s[tail] - 0.845, np.tan(0.436)
    radius[tail] = 0.0955 - (3 * 0.191 / (2 * 0.541**2) - slope / 0.541) * t**2
    radius[tail] += (0.191 / 0.541**3 - slope / 0.541**2) * t**3
    fin = np.where((from_nose > 1.222) & (from_nose <= 1.296), 0.125, 0.0)
    m = slender_body((0.611 - from_nose)[::-1], radius[::-1], 1030.0, fin[::-1])
    np.testing.assert_allclose(m[1, 1], 35.5, rtol=0.01)
    np.testing.assert_allclose(m[5, 5], 4.88, rtol=0.03)
    np.testing.assert_allclose([m[1, 5], m[2, 4]], [-1.93, 1.93], atol=0.25)


def test_move_is_steiner_for_a_rigid_body():
    center = (0.3, -0.2, 0.1)
    own = np.diag([2.0, 3.0, 4.0])
    x, y, z = center
    steiner = 25.0 * np.array(
        [[y * y + z * z, -x * y, -x * z], [-x * y, x * x + z * z, -y * z], [-x * z, -y * z, x * x + y * y]]
    )
    vehicle = replace(drifter(), inertia=own + steiner, center_of_gravity=center)
    about_centre = np.diag([25.0] * 3 + [2.0, 3.0, 4.0])
    np.testing.assert_allclose(transfer(about_centre, center), vehicle.rigid_body_mass, rtol=1e-13, atol=1e-13)


def test_move_of_strips_is_the_move_of_their_origin():
    x, radius = np.linspace(-0.7, 0.9, 50), 0.1 * np.linspace(0.3, 1.0, 50)
    there, moved = slender_body(x, radius, 1000.0), slender_body(x + 0.25, radius, 1000.0)
    np.testing.assert_allclose(transfer(there, (0.25, 0.0, 0.0)), moved, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: lamb_factors(0.9), "slenderness = 0.9"),
        (lambda: spheroid(0.1, 0.2, 1025.0), "spheroid length = 0.1 m"),
        (lambda: spheroid(1.0, 0.2, 0.0), "water density"),
        (lambda: cylinder(1.0, -0.2, 1025.0), "cylinder diameter"),
        (lambda: slender_body(np.array([0.0]), np.array([1.0]), 1025.0), "equally many"),
        (lambda: slender_body(np.array([1.0, 0.0]), np.array([1.0, 1.0]), 1025.0), "x must rise"),
        (lambda: slender_body(np.array([0.0, np.nan]), np.array([1.0, 1.0]), 1025.0), "x must rise"),
        (lambda: transfer(np.eye(6), (float("inf"), 0.0, 0.0)), "position"),
    ],
)
def test_bad_numbers_are_named(make: Any, words: str):
    with pytest.raises(InputError, match=words):
        make()
