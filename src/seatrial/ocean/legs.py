"""Geodesic legs as straight pieces in longitude and latitude."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seatrial.frames.geodesy import destination, inverse, wrap_longitude

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

_RADIUS = 6_371_000.0
_MOST_PIECES = 64  # at one time; what is still bent is divided again


def straight_pieces(
    lat1: Floats, lon1: Floats, lat2: Floats, lon2: Floats, tolerance: float = 1.0
) -> tuple[Ints, Floats, Floats]:
    """Cuts WGS-84 geodesics (n,) into pieces whose chord in longitude and latitude is within `tolerance` [m] of them.

    Returns the leg of each piece (m,) and the longitudes and latitudes [deg] of its two ends, (m, 2) each. Longitudes
    are continuous along a piece. Where a leg passes a pole within a few times `tolerance`, its chord would turn
    through many degrees; it is led up one meridian and down the other.

    At azimuth a and latitude p a straight line of the longitude-latitude plane turns by -tan(p) sin(a) cos(a)^2 / R a
    metre, a great circle by +tan(p) sin(a) / R. The difference is at most 1.09 tan(p) / R, so an arc of length s
    bends from its chord by at most 1.09 s^2 tan(p) / (8 R), p the highest latitude that the arc can reach.
    """
    length, azimuth, _ = inverse(lat1, lon1, lat2, lon2)
    origin = (lat1, lon1, azimuth)
    lon, lat = np.stack([lon1, lon2], axis=1), np.stack([lat1, lat2], axis=1)
    arcs = _Arcs(np.arange(len(length)), np.zeros(len(length)), length, lon, lat)
    done = []
    while len(arcs.leg):
        size = arcs.end - arcs.begin
        highest = np.max(np.abs(arcs.lat), axis=1) + np.degrees(0.5 * size / _RADIUS)
        bend = 1.09 * size**2 * np.tan(np.radians(np.minimum(highest, 90.0))) / (8.0 * _RADIUS)
        fine = (bend <= tolerance) | (size <= tolerance)
        done.append(arcs.pick(fine))
        count = np.clip(np.ceil(np.sqrt(bend[~fine] / tolerance)), 2, _MOST_PIECES).astype(np.intp)
        arcs = _divide(arcs.pick(~fine), count, origin)
    leg = np.concatenate([arcs.leg for arcs in done])
    lon, lat = np.concatenate([arcs.lon for arcs in done]), np.concatenate([arcs.lat for arcs in done])
    lon[:, 0] = wrap_longitude(lon[:, 0])
    lon[:, 1] = lon[:, 0] + wrap_longitude(lon[:, 1] - lon[:, 0])
    return _over_the_pole(leg, lon, lat)


@dataclass(frozen=True)
class _Arcs:
    """Parts of legs: which leg (m,), from and to which length along it [m], both ends [deg] as (m, 2)."""

    leg: Ints
    begin: Floats
    end: Floats
    lon: Floats
    lat: Floats

    def pick(self, chosen: NDArray[np.bool_]) -> "_Arcs":
        """The chosen ones."""
        return _Arcs(self.leg[chosen], self.begin[chosen], self.end[chosen], self.lon[chosen], self.lat[chosen])


def _divide(arcs: _Arcs, count: Ints, origin: tuple[Floats, Floats, Floats]) -> _Arcs:
    """Each arc in `count` equal ones; ends that it had stay as they are. `origin`: lat, lon, azimuth of the legs."""
    of = np.repeat(np.arange(len(count)), count)
    k = np.arange(len(of)) - np.repeat(np.cumsum(count) - count, count)
    n = count[of]
    leg, begin, size = arcs.leg[of], arcs.begin[of], (arcs.end - arcs.begin)[of]
    first, last = k == 0, k == n - 1
    end = np.where(last, arcs.end[of], begin + (k + 1) / n * size)
    lat0, lon0, azimuth = (values[leg] for values in origin)
    to_lat, to_lon = destination(lat0, lon0, azimuth, end)
    to_lat, to_lon = np.where(last, arcs.lat[of, 1], to_lat), np.where(last, arcs.lon[of, 1], to_lon)
    # a piece begins where the one before it ends
    from_lat = np.where(first, arcs.lat[of, 0], np.roll(to_lat, 1))
    from_lon = np.where(first, arcs.lon[of, 0], np.roll(to_lon, 1))
    lon, lat = np.stack([from_lon, to_lon], axis=1), np.stack([from_lat, to_lat], axis=1)
    return _Arcs(leg, np.where(first, begin, np.roll(end, 1)), end, lon, lat)


def _over_the_pole(leg: Ints, lon: Floats, lat: Floats) -> tuple[Ints, Floats, Floats]:
    """Replaces pieces that turn by more than 90 deg, which pass a pole, by two meridians and the pole between them."""
    turning = np.abs(lon[:, 1] - lon[:, 0]) > 90.0
    if not np.any(turning):
        return leg, lon, lat
    (lon_a, lon_b), (lat_a, lat_b) = lon[turning].T, lat[turning].T
    pole = np.copysign(90.0, lat_a)
    lons = [(lon_a, lon_a), (lon_a, lon_b), (lon_b, lon_b)]
    lats = [(lat_a, pole), (pole, pole), (pole, lat_b)]
    return (
        np.concatenate([leg[~turning], *[leg[turning]] * 3]),
        np.concatenate([lon[~turning], *(np.stack(pair, axis=1) for pair in lons)]),
        np.concatenate([lat[~turning], *(np.stack(pair, axis=1) for pair in lats)]),
    )
