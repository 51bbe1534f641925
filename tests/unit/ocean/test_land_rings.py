"""Rings over the date line and round the poles, as files in the wild have them."""

from collections.abc import Callable

import numpy as np
import pytest
import shapely

from seatrial.errors import InputError
from seatrial.ocean.rings import to_plane

ANTARCTICA = [(-180, -70), (-90, -65), (0, -70), (90, -65), (180, -70)]
CAP = "a cap about the south pole up to about 67 S"
BAND = "the world between 10 S and 10 N"

RINGS = {
    CAP: [
        ANTARCTICA,  # cut open at the date line and closed along it
        ANTARCTICA[:-1],  # not closed: round the pole
        ANTARCTICA[:-1][::-1],
        [(x + 37.0, y) for x, y in ANTARCTICA],  # cut elsewhere
        [*ANTARCTICA, (180, -90), (-180, -90)],
        [*ANTARCTICA, (180, -90), (60, -90), (-60, -90), (-180, -90)],
        [(x % 360, y) for x, y in ANTARCTICA[:-1]],
    ],
    BAND: [[(-180, -10), (180, -10), (180, 10), (-180, 10)]],
}
SPOTS = {
    CAP: [(-90, 5, True), (-75, 0, True), (-75, 179.999, True), (-75, -180, True), (-60, 0, False), (75, 0, False)],
    BAND: [(0, 0, True), (0, -180, True), (9, 120, True), (11, 0, False), (-11, 180, False)],
}


def check_rings(placed: Callable) -> None:
    for name, rings in RINGS.items():
        for ring in rings:
            polygons = placed([ring])
            assert np.all(shapely.is_valid(polygons))
            for lat, lon, inside in SPOTS[name]:
                assert np.any(shapely.intersects_xy(polygons, lon, lat)) == inside, (ring, lat, lon)
            bounds = shapely.bounds(polygons)
            assert bounds.min() >= -180.0
            assert bounds.max() <= 180.0


def test_rings():
    check_rings(to_plane)


def test_holes_are_cut_with_their_polygon():
    outer, hole = [(170, -5), (-170, -5), (-170, 5), (170, 5)], [(179, -1), (-179, -1), (-179, 1), (179, 1)]
    for ring in (hole, hole[::-1]):
        polygons = to_plane([shapely.Polygon(outer, [ring])])
        # a plane degree grid: 20 x 10 minus 2 x 2
        assert shapely.area(polygons).sum() == pytest.approx(196.0)
        assert not np.any(shapely.intersects_xy(polygons, 179.5, 0.5))


def test_ring_between_two_polar_rings():
    outer = shapely.Polygon(ANTARCTICA, [[(-170, -80), (-50, -80), (70, -80)]])
    polygons = to_plane([outer])
    assert np.any(shapely.intersects_xy(polygons, 33.0, -75.0))
    assert not np.any(shapely.intersects_xy(polygons, 33.0, -85.0))


def test_plain_polygons_come_through_untouched():
    square = shapely.box(1.0, 2.0, 3.0, 4.0)
    assert shapely.equals_identical(to_plane([square])[0], square)


def test_ring_that_crosses_itself_is_repaired():
    polygons = to_plane([[(0, 0), (2, 2), (2, 0), (0, 2)]])
    assert np.all(shapely.is_valid(polygons))
    assert shapely.area(polygons).sum() == pytest.approx(2.0)


def test_twice_round_the_world_is_refused():
    ring = [(x % 360.0, 60.0 + x / 100.0) for x in range(0, 720, 60)]
    with pytest.raises(InputError, match="2 times round the world"):
        to_plane([ring])


def test_nothing_makes_nothing():
    assert len(to_plane([])) == 0
    assert len(to_plane([shapely.Polygon()])) == 0
