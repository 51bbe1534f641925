"""D17, the distance: two degrees of equator over the date line are 222.64 km, from whichever turn they are typed."""

import numpy as np

from seatrial.frames.geodesy import distance, interpolate, unwrap_longitudes


def test_short_way_round():
    # two degrees of the equator of WGS-84: 6 378 137 m * 2 pi / 180
    expected = 6_378_137.0 * np.radians(2.0)
    assert round(expected / 1000.0, 2) == 222.64
    np.testing.assert_allclose(distance(0.0, 179.0, 0.0, [-179.0, 181.0, 541.0]), expected, atol=1e-3)


def test_one_place_in_any_turn():
    lon = np.array([180.0, -180.0, 540.0])
    np.testing.assert_allclose(distance(0.5, lon[:, None], 0.5, lon), 0.0, atol=1e-9)


def test_line_is_drawn_on_and_its_middle_is_at_180():
    lat, lon = interpolate(0.0, 179.5, 0.0, -179.5, 60_000.0)
    np.testing.assert_allclose(unwrap_longitudes(lon), [179.5, 180.0, 180.5], atol=1e-9)
    assert abs(lat[1]) < 1e-9
    assert abs(lon[1]) > 179.999
