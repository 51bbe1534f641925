"""The kernel's closed form of the local plane against the exact geodesic plane."""

import numpy as np

from seatrial.frames.geodesy import distance
from seatrial.frames.local import LocalFrame
from tests.reference import probe

ORIGINS = [(0.0, 0.0), (36.6, -122.0), (-45.0, 179.95), (52.0, -179.99), (80.0, 15.0), (-80.0, -60.0), (89.0, 0.0)]


def ring(radius: float, n: int = 36) -> tuple[np.ndarray, np.ndarray]:
    azimuth = np.linspace(0.0, 2.0 * np.pi, n, endpoint=False)
    return radius * np.cos(azimuth), radius * np.sin(azimuth)


def wrapped(degrees: np.ndarray) -> np.ndarray:
    return degrees - 360.0 * np.floor((degrees + 180.0) / 360.0)


def test_plane_to_earth_and_back_within_two_centimetres_at_50_km():
    # The meridian ellipse is taken as its osculating circle: the error grows with the cube of the distance, at 50 km to
    # e^2 s^3 / (2 R^2) of 1 cm.
    for radius, tolerance in ((50_000.0, 0.02), (20_000.0, 0.002), (1000.0, 1e-6), (10.0, 1e-8)):
        north, east = ring(radius)
        for lat0, lon0 in ORIGINS:
            lat, lon = LocalFrame(lat0, lon0).to_geodetic(north, east)
            local, place = probe.frame(lat0, lon0, lat, lon, north, east)
            off = distance(lat, lon, place[:, 0], place[:, 1])
            assert off.max() < max(tolerance, 2e-8), (lat0, radius, off.max())
            error = np.hypot(local[:, 0] - north, local[:, 1] - east)
            assert error.max() < tolerance, (lat0, radius, error.max())


def test_places_come_back_in_one_turn():
    north, east = ring(20_000.0)
    _, place = probe.frame(10.0, 179.99, 10.0, 179.99, north, east)
    assert np.all(np.abs(place[:, 1]) <= 180.0)
    local, _ = probe.frame(10.0, 179.99, 10.0, np.array([-179.9, 180.1, 540.1]), 0.0, 0.0)
    np.testing.assert_allclose(local[:, 1], local[0, 1], rtol=1e-9)


def test_convergence_is_the_grid_azimuth_of_true_north():
    # The exact plane's convergence is the true azimuth of grid north, the other sign. The two definitions agree to
    # s^2 / (12 R^2), 5e-6 rad at 50 km, times the square of the latitude's tangent near a pole.
    for radius in (50_000.0, 5000.0, 0.3):
        north, east = ring(radius)
        for lat0, lon0 in ORIGINS[:-1]:
            lat, lon = LocalFrame(lat0, lon0).to_geodetic(north, east)
            _, place = probe.frame(lat0, lon0, lat, lon, north, east)
            exact = -LocalFrame(lat0, lon0).convergence(lat, lon)
            assert np.abs(place[:, 2] - exact).max() < 5e-6 * (radius / 50_000.0) ** 2 + 1e-9, (lat0, radius)


def test_radii_of_curvature():
    # WGS-84: a (1 - e^2) and a at the equator, a / sqrt(1 - e^2) both ways at a pole.
    _, place = probe.frame([0.0, 90.0], 0.0, 0.0, 0.0, 0.0, 0.0)
    np.testing.assert_allclose(place[0, 3:], [6335439.3273, 6378137.0], rtol=1e-11)
    np.testing.assert_allclose(place[1, 3:], [6399593.6258, 6399593.6258], rtol=1e-11)
