from collections.abc import Callable

import numpy as np
import pytest

from seatrial.errors import InputError
from seatrial.frames import geodesy

RNG = np.random.default_rng(11)


def check_distance(distance: Callable) -> None:
    """Published lengths on the ellipsoid.

    Flinders Peak to Buninyong, 54 972.271 m: GDA Technical Manual, Intergovernmental Committee on Surveying and
    Mapping, chapter 4 (on GRS 80, which changes it by less than 0.1 mm). Quarter meridian, 10 001 965.729 m: NIMA
    TR8350.2.
    """
    flinders = -(37 + 57 / 60 + 3.72030 / 3600), 144 + 25 / 60 + 29.52440 / 3600
    buninyong = -(37 + 39 / 60 + 10.15610 / 3600), 143 + 55 / 60 + 35.38390 / 3600
    assert distance(*flinders, *buninyong) == pytest.approx(54972.271, abs=1e-3)
    assert distance(0.0, 33.0, 90.0, 0.0) == pytest.approx(10_001_965.729, abs=1e-3)


def check_unwrapping(unwrap: Callable) -> None:
    lon = np.cumsum(RNG.uniform(-170.0, 170.0, 1000))
    lon += geodesy.wrap_longitude(lon[0]) - lon[0]
    drawn = unwrap(geodesy.wrap_longitude(lon))
    assert np.max(np.abs(np.diff(drawn))) <= 180.0
    np.testing.assert_allclose(drawn, lon, atol=1e-9)


def test_distance():
    check_distance(geodesy.distance)


def test_azimuth():
    flinders = -(37 + 57 / 60 + 3.72030 / 3600), 144 + 25 / 60 + 29.52440 / 3600
    buninyong = -(37 + 39 / 60 + 10.15610 / 3600), 143 + 55 / 60 + 35.38390 / 3600
    # same source as the distance; printed to 0.01 seconds of arc
    expected = 306 + 52 / 60 + 5.37 / 3600
    assert np.degrees(geodesy.azimuth(*flinders, *buninyong)) % 360.0 == pytest.approx(expected, abs=0.006 / 3600)


def test_destination_undoes_inverse():
    lat1, lon1, lat2, lon2 = RNG.uniform([-90, -500, -90, -500], [90, 500, 90, 500], (300, 4)).T
    length, start, end = geodesy.inverse(lat1, lon1, lat2, lon2)
    lat, lon = geodesy.destination(lat1, lon1, start, length)
    assert np.max(geodesy.distance(lat, lon, lat2, lon2)) < 1e-6
    assert np.all((lon >= -180.0) & (lon < 180.0))
    # going back from the end reversed comes home
    lat, lon = geodesy.destination(lat2, lon2, end + np.pi, length)
    assert np.max(geodesy.distance(lat, lon, lat1, lon1)) < 1e-6


def test_broadcasting_leaves_the_input_alone():
    lat, lon = np.array([[1.0], [2.0]]), np.array([3.0, 4.0, 5.0])
    assert geodesy.distance(lat, lon, 0.0, 0.0).shape == (2, 3)
    assert geodesy.destination(lat, lon, 0.1, 1e5)[0].shape == (2, 3)
    np.testing.assert_array_equal(lat, [[1.0], [2.0]])
    np.testing.assert_array_equal(lon, [3.0, 4.0, 5.0])


def test_interpolate():
    lat, lon = geodesy.interpolate(10.0, 179.0, 12.0, -178.0, 50_000.0)
    pieces = geodesy.distance(lat[:-1], lon[:-1], lat[1:], lon[1:])
    total = geodesy.distance(10.0, 179.0, 12.0, -178.0)
    assert len(pieces) == np.ceil(total / 50_000.0)
    np.testing.assert_allclose(pieces, total / len(pieces), rtol=1e-9)
    assert (lat[0], lon[0], lat[-1], lon[-1]) == (10.0, 179.0, 12.0, -178.0)
    assert geodesy.path_length(lat, lon) == pytest.approx(float(total), rel=1e-12)


def test_interpolate_between_equal_points():
    lat, lon = geodesy.interpolate(10.0, 540.0, 10.0, 180.0, 5.0)
    np.testing.assert_array_equal([lat, lon], [[10.0, 10.0], [-180.0, -180.0]])


@pytest.mark.parametrize("spacing", [0.0, -1.0, np.nan, np.inf])
def test_spacing_must_be_a_length(spacing):
    with pytest.raises(InputError, match="spacing"):
        geodesy.interpolate(0.0, 0.0, 1.0, 1.0, spacing)


def test_ends_must_be_positions():
    with pytest.raises(InputError, match="latitude = 91 deg"):
        geodesy.interpolate(0.0, 0.0, 91.0, 1.0, 10.0)


def test_path_of_nothing_has_no_length():
    assert geodesy.path_length([], []) == 0.0
    assert geodesy.path_length([1.0], [2.0]) == 0.0


def test_unwrapping():
    check_unwrapping(geodesy.unwrap_longitudes)
    np.testing.assert_array_equal(geodesy.unwrap_longitudes([179.5, -179.5]), [179.5, 180.5])
    np.testing.assert_array_equal(geodesy.unwrap_longitudes([[179.0, -172.0], [-1.0, 1.0]]), [[179, 188], [-1, 1]])
    assert geodesy.unwrap_longitudes([]).shape == (0,)
