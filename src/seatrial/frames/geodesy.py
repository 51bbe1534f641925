"""Geodesics on the WGS-84 ellipsoid, and longitudes on the circle.

Latitudes and longitudes in degrees (longitude of any turn), azimuths in rad clockwise from true north, lengths in
metres. Arrays broadcast; returned longitudes lie in [-180, 180).

Source of the geodesics: Karney (2013), Algorithms for geodesics, J. Geodesy 87, as implemented in PROJ.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pyproj import Geod

from seatrial.errors import InputError, check_number
from seatrial.frames.angles import wrap_180

Array = NDArray[np.float64]

WGS84 = Geod(ellps="WGS84")


def distance(lat1: ArrayLike, lon1: ArrayLike, lat2: ArrayLike, lon2: ArrayLike) -> Array:
    """Length [m] of the shortest line from point 1 to point 2."""
    return inverse(lat1, lon1, lat2, lon2)[0]


def azimuth(lat1: ArrayLike, lon1: ArrayLike, lat2: ArrayLike, lon2: ArrayLike) -> Array:
    """Azimuth [rad], in [-pi, pi], at point 1 of the shortest line to point 2."""
    return inverse(lat1, lon1, lat2, lon2)[1]


def inverse(lat1: ArrayLike, lon1: ArrayLike, lat2: ArrayLike, lon2: ArrayLike) -> tuple[Array, Array, Array]:
    """Length [m], azimuth at point 1 and azimuth at point 2 [rad] (both forward) of the shortest line from 1 to 2."""
    lon1, lat1, lon2, lat2 = _as_equal(lon1, lat1, lon2, lat2)
    start, back, length = WGS84.inv(lon1.ravel(), lat1.ravel(), lon2.ravel(), lat2.ravel(), return_back_azimuth=True)
    end = wrap_180(np.asarray(back) + 180.0)
    shape = lat1.shape
    return np.reshape(length, shape), np.radians(start).reshape(shape), np.radians(end).reshape(shape)


def destination(lat: ArrayLike, lon: ArrayLike, azimuth: ArrayLike, distance: ArrayLike) -> tuple[Array, Array]:
    """Latitude and longitude [deg] at the end of a geodesic of that azimuth [rad] and length [m] from a point."""
    lon, lat, azimuth, distance = _as_equal(lon, lat, azimuth, distance)
    lon2, lat2, _ = WGS84.fwd(lon.ravel(), lat.ravel(), np.degrees(azimuth).ravel(), distance.ravel())
    return np.reshape(lat2, lat.shape), wrap_180(lon2).reshape(lat.shape)


def interpolate(lat1: float, lon1: float, lat2: float, lon2: float, spacing: float) -> tuple[Array, Array]:
    """Points of the shortest line from 1 to 2, both ends included, in ceil(length / spacing) equal pieces.

    Returns latitude and longitude [deg], shape (pieces + 1,); two equal points make one piece.
    `InputError` if `spacing` is not in 1e-3..1e8 m or an end is no position.
    """
    check_number("spacing", spacing, "m", 1e-3, 1e8)
    check_latitude([lat1, lat2])
    check_longitude([lon1, lon2])
    length, start, _ = inverse(lat1, lon1, lat2, lon2)
    pieces = max(1, int(np.ceil(float(length) / spacing)))
    lat, lon = destination(lat1, lon1, start, np.linspace(0.0, float(length), pieces + 1))
    lat[[0, -1]] = lat1, lat2
    lon[[0, -1]] = wrap_180([lon1, lon2])
    return lat, lon


def path_length(lat: ArrayLike, lon: ArrayLike) -> float:
    """Length [m] of the geodesic polyline through the points, shape (n,); 0 for fewer than two."""
    lat, lon = np.asarray(lat, float), np.asarray(lon, float)
    return float(np.sum(distance(lat[:-1], lon[:-1], lat[1:], lon[1:])))


def wrap_longitude(lon: ArrayLike) -> Array:
    """Longitude [deg] of any turn brought into [-180, 180)."""
    return wrap_180(lon)


def unwrap_longitudes(lon: ArrayLike) -> Array:
    """Longitudes [deg] along the last axis made continuous by whole turns, so that no step exceeds 180 deg.

    The first one stays: 179.5, -179.5 becomes 179.5, 180.5, as a map that must draw it needs.
    """
    lon = np.array(lon, float)
    # whole turns are counted as integers, so nothing accumulates along a long track
    turns = np.cumsum(np.round(np.diff(lon, axis=-1) / 360.0), axis=-1)
    lon[..., 1:] -= 360.0 * turns
    return lon


def check_latitude(lat: ArrayLike, quantity: str = "latitude") -> Array:
    """`lat` [deg] as an array, `InputError` naming the first value that is not a number in -90..90."""
    lat = np.asarray(lat, float)
    bad = ~(np.abs(lat) <= 90.0)
    if np.any(bad):
        raise InputError(f"{quantity} = {lat[bad].flat[0]:g} deg: must be a number in -90..90 deg")
    return lat


def check_longitude(lon: ArrayLike, quantity: str = "longitude") -> Array:
    """`lon` [deg] as an array, `InputError` naming the first value that is not finite (any turn is fine)."""
    lon = np.asarray(lon, float)
    bad = ~np.isfinite(lon)
    if np.any(bad):
        raise InputError(f"{quantity} = {lon[bad].flat[0]:g} deg: must be a finite number")
    return lon


def _as_equal(*values: ArrayLike) -> tuple[Array, ...]:
    # PROJ works in place on contiguous arrays, so it gets copies
    return tuple(np.array(a) for a in np.broadcast_arrays(*(np.asarray(v, float) for v in values)))
