"""The local plane: north and east in metres about an origin on WGS-84."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.errors import check_number
from seatrial.frames.angles import wrap_pi
from seatrial.frames.geodesy import check_longitude, destination, inverse, wrap_longitude

Array = NDArray[np.float64]


@dataclass(frozen=True)
class LocalFrame:
    """Geodesic polar plane (azimuthal equidistant) about the origin `lat`, `lon` [deg].

    A point at geodesic distance s and azimuth a from the origin has `north = s cos a`, `east = s sin a`: distances and
    directions from the origin are exact. Across them lengths are scaled by about 1 + s^2 / (6 R^2), 1e-5 at 50 km.
    At a pole "north" is the meridian `lon` of the origin, taken on towards the pole.

    Source: Snyder (1987), Map Projections, USGS Professional Paper 1395, chapter 25; geodesics after Karney (2013).
    """

    lat: float
    lon: float

    def __post_init__(self) -> None:
        """`InputError` if the origin is not a position."""
        object.__setattr__(self, "lat", check_number("latitude of the origin", self.lat, "deg", -90.0, 90.0))
        lon = check_longitude(self.lon, "longitude of the origin")
        object.__setattr__(self, "lon", float(wrap_longitude(lon)))

    def to_local(self, lat: ArrayLike, lon: ArrayLike) -> tuple[Array, Array]:
        """North and east [m] of positions [deg], any shape."""
        length, start, _ = inverse(self.lat, self.lon, lat, lon)
        return length * np.cos(start), length * np.sin(start)

    def to_geodetic(self, north: ArrayLike, east: ArrayLike) -> tuple[Array, Array]:
        """Latitude and longitude [deg], longitude in [-180, 180), of points of the plane [m], any shape."""
        north, east = np.asarray(north, float), np.asarray(east, float)
        return destination(self.lat, self.lon, np.arctan2(east, north), np.hypot(north, east))

    def convergence(self, lat: ArrayLike, lon: ArrayLike) -> Array:
        """Meridian convergence [rad] in [-pi, pi) at positions [deg]: the true azimuth of the plane's north.

            true azimuth = grid azimuth + convergence

        The surveyor's sign: positive east of the origin in the northern hemisphere. It is the turn of the azimuth along
        the geodesic from the origin, exact for directions along and across it and to s^2 / (12 R^2) (5e-6 rad at
        50 km) for others, because the plane is not conformal.
        """
        length, start, end = inverse(self.lat, self.lon, lat, lon)
        return np.where(length > 0.0, wrap_pi(end - start), 0.0)
