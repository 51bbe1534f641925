import numpy as np
import pytest

from seatrial.ocean.tides.astronomy import INCLINATION, J2000, OBLIQUITY, longitudes, orbit, rates

YEAR = 365.25 * 86_400.0


def test_mean_longitudes_are_those_of_a_published_example():
    # Meeus, Astronomical Algorithms (1998), example 47.a: 1992 April 12, 0h TD, L' = 134.290182 deg; mean anomaly of
    # the Moon M' = 5.150833 = L' - p, of the Sun M = 97.643514 = h - ps, latitude argument F = 219.889721 = L' - N.
    time = J2000 + (2_448_724.5 - 2_451_545.0) * 86_400.0
    _, s, h, p, node, ps = longitudes(time)
    assert s % 360.0 == pytest.approx(134.290182, abs=1e-4)
    assert (s - p) % 360.0 == pytest.approx(5.150833, abs=2e-3)  # without the cubic term
    assert (h - ps) % 360.0 == pytest.approx(97.643514, abs=2e-3)
    assert (s - node) % 360.0 == pytest.approx(219.889721, abs=1e-3)


def test_rates_are_the_slopes():
    hour = longitudes(J2000 + 3600.0) - longitudes(J2000)
    np.testing.assert_allclose(hour, rates(), rtol=1e-7)


def test_the_hour_angle_is_zero_at_midnight_and_half_a_turn_at_noon():
    assert longitudes(0.0)[0] == 0.0
    assert longitudes(43_200.0)[0] == 180.0


def test_the_orbit_satisfies_its_spherical_triangle():
    # Sides and angles of Schureman's figure 1: sin I sin nu = sin i sin N, cos I = cos i cos w - sin i sin w cos N,
    # sin I sin(N - xi) = sin w sin N.
    time = J2000 + np.linspace(0.0, 40.0 * YEAR, 3001)
    o, node = orbit(time), np.radians(longitudes(time)[4])
    sine = np.sin(o.inclination)
    np.testing.assert_allclose(sine * np.sin(o.nu), np.sin(INCLINATION) * np.sin(node), atol=1e-12)
    np.testing.assert_allclose(sine * np.sin(node - o.xi), np.sin(OBLIQUITY) * np.sin(node), atol=1e-12)
    assert np.degrees(o.inclination.min()) == pytest.approx(18.307, abs=0.01)  # w - i
    assert np.degrees(o.inclination.max()) == pytest.approx(28.597, abs=0.01)  # w + i
    assert np.degrees(np.abs(o.nu)).max() == pytest.approx(13.02, abs=0.05)  # Schureman, table 6
    assert np.abs(np.diff(np.unwrap(o.perigee))).max() < 0.02  # turns evenly, without jumps
