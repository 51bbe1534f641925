"""The local plane of a member as the kernel knows it: a closed form of the geodesic polar plane on WGS-84.

`seatrial.frames.local.LocalFrame` is the exact map (pyproj); this one differs from it by less than 2 cm within 50 km,
where the kernel moves the origin along. Along each azimuth the meridian ellipse is taken as its osculating circle.
"""

import numpy as np

from seatrial.dynamics.scalar import HALF, ONE, PI, TWO, ZERO, real, vec3, wp

EQUATORIAL_RADIUS = wp.constant(real(6378137.0))
FLATTENING_SQUARED = wp.constant(real(6.69437999014131e-3))
"""First eccentricity squared of WGS-84."""
POLAR_RATIO = wp.constant(real(np.sqrt(1.0 - 6.69437999014131e-3)))
RADIAN = wp.constant(real(np.pi / 180.0))
DEGREE = wp.constant(real(180.0 / np.pi))
FULL_TURN = wp.constant(real(360.0))
HALF_TURN = wp.constant(real(180.0))


@wp.struct
class Frame:
    """Local plane: origin, its axes in Earth-fixed (ECEF) coordinates and the two radii of curvature there."""

    lat: real
    lon: real
    origin: vec3
    north: vec3
    east: vec3
    down: vec3
    meridian: real
    prime: real


@wp.struct
class Place:
    """A point of the plane on the Earth: position [deg], grid azimuth of true north [rad], radii of curvature [m]."""

    lat: real
    lon: real
    convergence: real
    meridian: real
    prime: real


@wp.func
def earth_fixed(lat: real, lon: real):
    """ECEF position of the ellipsoid point at `lat`, `lon` [deg]; [m]."""
    sin_lat = wp.sin(lat * RADIAN)
    cos_lat = wp.cos(lat * RADIAN)
    prime = EQUATORIAL_RADIUS / wp.sqrt(ONE - FLATTENING_SQUARED * sin_lat * sin_lat)
    return vec3(
        prime * cos_lat * wp.cos(lon * RADIAN),
        prime * cos_lat * wp.sin(lon * RADIAN),
        prime * (ONE - FLATTENING_SQUARED) * sin_lat,
    )


@wp.func
def frame_at(lat: real, lon: real):
    """Local plane with its origin at `lat`, `lon` [deg]."""
    sin_lat = wp.sin(lat * RADIAN)
    cos_lat = wp.cos(lat * RADIAN)
    sin_lon = wp.sin(lon * RADIAN)
    cos_lon = wp.cos(lon * RADIAN)
    w2 = ONE - FLATTENING_SQUARED * sin_lat * sin_lat
    f = Frame()
    f.lat = lat
    f.lon = lon
    f.origin = earth_fixed(lat, lon)
    f.north = vec3(-sin_lat * cos_lon, -sin_lat * sin_lon, cos_lat)
    f.east = vec3(-sin_lon, cos_lon, ZERO)
    f.down = vec3(-cos_lat * cos_lon, -cos_lat * sin_lon, -sin_lat)
    f.prime = EQUATORIAL_RADIUS / wp.sqrt(w2)
    f.meridian = f.prime * (ONE - FLATTENING_SQUARED) / w2
    return f


@wp.func
def curvature(frame: Frame, north: real, east: real):
    """Curvature of the ellipsoid in the direction (north, east), not normalised [1/m] (Euler's theorem)."""
    square = north * north + east * east
    return (north * north / frame.meridian + east * east / frame.prime) / wp.max(square, real(1.0e-12))


@wp.func
def to_local(frame: Frame, lat: real, lon: real):
    """Plane coordinates (north, east, 0) [m] of a geodetic position [deg] up to some 100 km away."""
    offset = earth_fixed(lat, lon) - frame.origin
    north = wp.dot(offset, frame.north)
    east = wp.dot(offset, frame.east)
    angle = wp.sqrt(north * north + east * east) * curvature(frame, north, east)
    square = angle * angle
    scale = ONE + square * (ONE / real(6.0) + square * real(0.075))
    return vec3(north * scale, east * scale, ZERO)


@wp.func
def to_place(frame: Frame, north: real, east: real):
    """Geodetic position and convergence of a point of the plane (Bowring 1976 for the latitude)."""
    distance = wp.sqrt(north * north + east * east)
    kappa = curvature(frame, north, east)
    angle = distance * kappa
    square = angle * angle
    sine = ONE - square / real(6.0) * (ONE - square / real(20.0))
    drop = HALF * distance * angle * (ONE - square / real(12.0))
    radial = frame.north * north + frame.east * east
    point = frame.origin + radial * sine + frame.down * drop

    axial = wp.sqrt(point[0] * point[0] + point[1] * point[1])
    u = wp.atan2(point[2], axial * POLAR_RATIO)
    sin_u = wp.sin(u)
    cos_u = wp.cos(u)
    second = FLATTENING_SQUARED / (ONE - FLATTENING_SQUARED) * EQUATORIAL_RADIUS * POLAR_RATIO
    phi = wp.atan2(
        point[2] + second * sin_u * sin_u * sin_u,
        axial - FLATTENING_SQUARED * EQUATORIAL_RADIUS * cos_u * cos_u * cos_u,
    )
    lam = wp.atan2(point[1], point[0])
    sin_lat = wp.sin(phi)
    sin_lon = wp.sin(lam)
    cos_lon = wp.cos(lam)
    true_north = vec3(-sin_lat * cos_lon, -sin_lat * sin_lon, wp.cos(phi))
    true_east = vec3(-sin_lon, cos_lon, ZERO)
    w2 = ONE - FLATTENING_SQUARED * sin_lat * sin_lat

    place = Place()
    place.lat = phi * DEGREE
    place.lon = lam * DEGREE
    place.prime = EQUATORIAL_RADIUS / wp.sqrt(w2)
    place.meridian = place.prime * (ONE - FLATTENING_SQUARED) / w2
    if distance < ONE:
        place.convergence = wp.atan2(wp.dot(true_north, frame.east), wp.dot(true_north, frame.north))
    else:
        # The radial geodesic keeps its grid azimuth; its true azimuth at the point gives the turn of the meridian.
        tangent = radial / distance * (ONE - HALF * square) + frame.down * angle
        turn = wp.atan2(east, north) - wp.atan2(wp.dot(tangent, true_east), wp.dot(tangent, true_north))
        place.convergence = turn - TWO * PI * wp.floor((turn + PI) / (TWO * PI))
    return place


@wp.func
def wrap_degrees(lon: real):
    """The same meridian in [-180, 180)."""
    return lon - FULL_TURN * wp.floor((lon + HALF_TURN) / FULL_TURN)
