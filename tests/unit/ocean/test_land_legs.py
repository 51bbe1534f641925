from collections.abc import Callable

import numpy as np
import pytest

from seatrial.frames.geodesy import distance, inverse
from seatrial.ocean.legs import straight_pieces

RNG = np.random.default_rng(8)


def check_pieces_follow_the_geodesic(pieces: Callable) -> None:
    """Points of the chords lie within 1 m of the leg; their lengths add up to its own.

    The distance from the leg is R sin(angle at the start) sin(s / R), on the sphere, which is enough for the 1 m.
    """
    lat1, lat2 = RNG.uniform(-89.9, 89.9, (2, 60))
    lon1, lon2 = RNG.uniform(-180, 180, (2, 60))
    lon2[::4] = lon1[::4] + 180.0 - RNG.uniform(-0.01, 0.01, 15)  # close to a pole
    lat2[::4] = lat1[::4]
    leg, lon, lat = pieces(lat1, lon1, lat2, lon2)
    assert set(leg) == set(range(60))
    length, start, _ = inverse(lat1, lon1, lat2, lon2)
    for part in (0.25, 0.5, 0.75):
        x, y = lon[:, 0] + part * (lon[:, 1] - lon[:, 0]), lat[:, 0] + part * (lat[:, 1] - lat[:, 0])
        s, azimuth, _ = inverse(lat1[leg], lon1[leg], y, x)
        away = 6_371_000.0 * np.sin(azimuth - start[leg]) * np.sin(s / 6_371_000.0)
        assert np.max(np.abs(away)) < 1.05
    pieces_length = np.bincount(leg, distance(lat[:, 0], lon[:, 0], lat[:, 1], lon[:, 1]))
    np.testing.assert_allclose(pieces_length, length, rtol=1e-6)


def test_pieces_follow_the_geodesic():
    check_pieces_follow_the_geodesic(straight_pieces)


def test_few_pieces_on_short_legs():
    leg, lon, lat = straight_pieces(
        np.array([10.0, 45.0]), np.array([179.99, 0.0]), np.array([10.0, 45.0]), np.array([-179.99, 0.05])
    )
    np.testing.assert_array_equal(leg, [0, 1])
    np.testing.assert_allclose(lon, [[179.99, 180.01], [0.0, 0.05]], atol=1e-12)
    np.testing.assert_array_equal(lat, [[10.0, 10.0], [45.0, 45.0]])


def test_leg_through_the_pole_goes_over_it():
    _, lon, lat = straight_pieces(np.array([89.0]), np.array([10.0]), np.array([89.0]), np.array([-170.0]))
    over = np.all(lat == 90.0, axis=1)
    assert np.ptp(lon[over]) == pytest.approx(180.0)
    # elsewhere only a last metre may turn
    turning = np.abs(np.diff(lon, axis=1)[:, 0]) > 1e-6
    assert np.all(lat[turning] > 90.0 - 1e-5)
