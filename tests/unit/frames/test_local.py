from collections.abc import Callable

import numpy as np
import pytest

from seatrial.errors import InputError
from seatrial.frames.angles import angle_difference
from seatrial.frames.geodesy import azimuth, destination, distance
from seatrial.frames.local import LocalFrame

ORIGINS = [(0.0, 0.0), (41.0, 29.0), (-33.0, 151.0), (80.0, 15.0), (-64.0, -180.0), (12.0, 179.99), (89.99, 40.0)]
POINTS = np.random.default_rng(5).uniform(-50_000.0, 50_000.0, (200, 2))


def check_polar_plane(frame_at: Callable) -> None:
    """Distance and direction from the origin are exact, and the way back leads home."""
    north, east = POINTS.T
    for lat0, lon0 in ORIGINS:
        frame = frame_at(lat0, lon0)
        lat, lon = frame.to_geodetic(north, east)
        np.testing.assert_allclose(distance(lat0, lon0, lat, lon), np.hypot(north, east), atol=1e-6)
        turn = angle_difference(azimuth(lat0, lon0, lat, lon), np.arctan2(east, north))
        assert np.max(np.abs(turn * np.hypot(north, east))) < 1e-6
        np.testing.assert_allclose(frame.to_local(lat, lon), [north, east], atol=1e-6)


def check_convergence(frame_at: Callable) -> None:
    """Against finite differences: a short step of known true azimuth, seen in the plane.

    The plane turns directions between radial and transverse by up to s^2 / (12 R^2) = 1.03e-5 at 71 km (Gauss lemma
    and the geodesic's reduced length R sin(s / R)); 1 m steps located to 1e-8 m add 2e-8.
    """
    north, east = POINTS.T
    for lat0, lon0 in ORIGINS:
        frame = frame_at(lat0, lon0)
        lat, lon = frame.to_geodetic(north, east)
        for true in np.radians([0.0, 37.0, 90.0, 200.0]):
            ends = [frame.to_local(*destination(lat, lon, true, step)) for step in (-50.0, 50.0)]
            grid = np.arctan2(ends[1][1] - ends[0][1], ends[1][0] - ends[0][0])
            # over 100 m near a pole the meridians themselves turn, which central differences cancel
            error = angle_difference(true, grid + frame.convergence(lat, lon))
            assert np.max(np.abs(error)) < 1.1e-5


def test_polar_plane():
    check_polar_plane(LocalFrame)


def test_convergence():
    check_convergence(LocalFrame)


def test_convergence_is_exact_along_the_line_from_the_origin():
    frame = LocalFrame(60.0, 5.0)
    lat, lon = frame.to_geodetic(30_000.0, 40_000.0)
    outward = azimuth(lat, lon, *frame.to_geodetic(30_003.0, 40_004.0))
    assert angle_difference(outward, np.arctan2(4.0, 3.0)) == pytest.approx(
        float(frame.convergence(lat, lon)), abs=1e-9
    )


def test_convergence_has_the_surveyors_sign_and_is_zero_at_home():
    frame = LocalFrame(45.0, 179.9)
    assert frame.convergence(45.0, 179.9) == 0.0
    # d(longitude) sin(latitude), to second order
    np.testing.assert_allclose(frame.convergence(45.0, -179.9), np.radians(0.2) * np.sin(np.radians(45.0)), rtol=1e-4)
    assert LocalFrame(-45.0, 0.0).convergence(-45.0, 1.0) < 0.0


def test_shapes_and_turns():
    frame = LocalFrame(10.0, 540.0)
    assert frame.lon == -180.0
    north, east = frame.to_local(np.full((2, 3), 10.0), 180.0)
    assert north.shape == (2, 3)
    np.testing.assert_array_equal([north, east], 0.0)


@pytest.mark.parametrize(
    "lat, lon, name", [(90.1, 0.0, "latitude"), (np.nan, 0.0, "latitude"), (0.0, np.inf, "longitude")]
)
def test_origin_must_be_a_position(lat, lon, name):
    with pytest.raises(InputError, match=name):
        LocalFrame(lat, lon)
