"""Each kind of check of the frames and of land, tried on something deliberately wrong that it must reject."""

from dataclasses import dataclass

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray

from seatrial.frames import geodesy, position, rotation
from seatrial.frames.angles import wrap_pi
from seatrial.frames.local import LocalFrame
from seatrial.ocean import rings
from seatrial.ocean.land import Land
from seatrial.ocean.legs import straight_pieces
from tests.unit.frames import test_angles, test_axes, test_geodesy, test_local, test_position, test_rotation
from tests.unit.ocean import test_land, test_land_legs, test_land_rings

ISLANDS = test_land.ISLANDS


def upper_end_included(angle):
    return -wrap_pi(-np.asarray(angle))


def roll_first(roll, pitch, yaw):
    return rotation.from_euler(yaw, pitch, roll)


def euler_with_arcsine(q):
    w, x, y, z = np.moveaxis(np.asarray(q, float), -1, 0)
    with np.errstate(invalid="ignore"):
        pitch = np.arcsin(2 * (w * y - z * x))
    return (
        np.arctan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
        pitch,
        np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
    )


def wrong_order(p, q):
    return rotation.multiply(q, p)


def world_axes_only(q_NB):
    return rotation.multiply([0.0, np.sqrt(0.5), np.sqrt(0.5), 0.0], q_NB)


def clockwise_from_east(heading):
    return wrap_pi(np.asarray(heading) - np.pi / 2)


def on_a_sphere(lat1, lon1, lat2, lon2):
    lat1, lat2, half = np.radians(lat1), np.radians(lat2), np.radians(np.asarray(lon2) - lon1) / 2
    h = np.sin((lat2 - lat1) / 2) ** 2 + np.cos(lat1) * np.cos(lat2) * np.sin(half) ** 2
    return 2 * 6_371_009.0 * np.arcsin(np.sqrt(h))


def left_as_it_is(lon):
    return np.asarray(lon, float)


@dataclass(frozen=True)
class FlatFrame:
    """Degrees scaled by the latitude of the origin."""

    lat: float
    lon: float

    def to_local(self, lat: NDArray, lon: NDArray) -> tuple[NDArray, NDArray]:
        east = np.radians(geodesy.wrap_longitude(lon - self.lon)) * np.cos(np.radians(self.lat))
        return np.radians(lat - self.lat) * 6_371_000.0, east * 6_371_000.0

    def to_geodetic(self, north: NDArray, east: NDArray) -> tuple[NDArray, NDArray]:
        lon = self.lon + np.degrees(east / 6_371_000.0 / np.cos(np.radians(self.lat)))
        return np.clip(self.lat + np.degrees(north / 6_371_000.0), -90, 90), lon


@dataclass(frozen=True)
class ConvergenceBackwards:
    lat: float
    lon: float

    def to_local(self, lat, lon):
        return LocalFrame(self.lat, self.lon).to_local(lat, lon)

    def to_geodetic(self, north, east):
        return LocalFrame(self.lat, self.lon).to_geodetic(north, east)

    def convergence(self, lat, lon):
        return -LocalFrame(self.lat, self.lon).convergence(lat, lon)


def sign_on_the_degrees_only(text):
    value = position.parse_latitude(text)
    return np.ceil(value) - (value - np.ceil(value)) if value < 0 and text[0] == "-" else value


def minutes_of_the_floor(value):
    whole = int(np.floor(value))
    return f"{whole}°{(value - whole) * 60:05.2f}′"


def holes_are_land(lat, lon):
    filled = [shapely.Polygon(polygon.exterior) for polygon in ISLANDS.polygons]
    return Land.from_polygons(filled).contains(lat, lon)


def boundary_is_water(lat, lon):
    points = shapely.points(lon, lat)
    return np.any([shapely.contains_properly(polygon, points) for polygon in ISLANDS.polygons], axis=0)


def ends_only(lat1, lon1, lat2, lon2):
    return ISLANDS.contains(lat1, lon1) | ISLANDS.contains(lat2, lon2)


def always(lat1, lon1, lat2, lon2):
    return np.ones(np.shape(lat1), dtype=bool)


def points_only(lat, lon):
    on_land = ISLANDS.contains(lat, lon)
    return int(np.argmax(on_land)) if on_land.any() else None


def this_turn_only(lat_min, lat_max, lon_min, lon_max):
    return ISLANDS.coast_near(lat_min, lat_max, max(lon_min, -180.0), min(lon_max, 179.9))


def one_chord(lat1, lon1, lat2, lon2):
    lon = np.stack([lon1, lon1 + geodesy.wrap_longitude(lon2 - lon1)], axis=1)
    return np.arange(len(lat1)), lon, np.stack([lat1, lat2], axis=1)


def within_100_m(lat1, lon1, lat2, lon2):
    return straight_pieces(lat1, lon1, lat2, lon2, tolerance=100.0)


def without_the_date_line(polygons):
    return rings._polygonal_parts(np.array([shapely.make_valid(shapely.Polygon(ring)) for ring in polygons]))


MUTANTS = [
    (test_angles.check_wrap, upper_end_included, np.pi),
    (test_rotation.check_euler_is_yaw_pitch_roll, roll_first),
    (test_rotation.check_euler_round_trip, euler_with_arcsine),
    (test_rotation.check_product, wrong_order),
    (test_axes.check_attitude, world_axes_only),
    (test_axes.check_yaw, clockwise_from_east),
    (test_geodesy.check_distance, on_a_sphere),
    (test_geodesy.check_unwrapping, left_as_it_is),
    (test_local.check_polar_plane, FlatFrame),
    (test_local.check_convergence, ConvergenceBackwards),
    (test_position.check_parsing, sign_on_the_degrees_only, position.parse_longitude),
    (test_position.check_formatting, position.format_latitude, minutes_of_the_floor),
    (test_land.check_contains, ISLANDS, holes_are_land),
    (test_land.check_boundary, ISLANDS, boundary_is_water),
    (test_land.check_crosses, ISLANDS, ends_only),
    (test_land.check_crosses, ISLANDS, always),
    (test_land.check_first_on_land, ISLANDS, points_only),
    (test_land.check_coast_near, ISLANDS, this_turn_only),
    (test_land_legs.check_pieces_follow_the_geodesic, one_chord),
    (test_land_legs.check_pieces_follow_the_geodesic, within_100_m),
    (test_land_rings.check_rings, without_the_date_line),
]


@pytest.mark.parametrize(
    "mutant", MUTANTS, ids=lambda m: f"{m[0].__name__}-{m[-1] if isinstance(m[-1], float) else m[-1].__name__}"
)
def test_is_rejected(mutant):
    check, *arguments = mutant
    with pytest.raises(AssertionError):
        check(*arguments)
