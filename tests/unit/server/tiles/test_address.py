"""Tiles in the world: closed forms of Web Mercator."""

import math

import numpy as np
import pytest

from seatrial.server.tiles.address import Tile, latitude, longitude, world_x, world_y


def test_the_world_is_a_square_up_to_85_degrees():
    edge = math.degrees(math.atan(math.sinh(math.pi)))
    assert edge == pytest.approx(85.0511287798066)
    np.testing.assert_allclose(world_y([edge, 0.0, -edge]), [0.0, 0.5, 1.0], atol=1e-12)
    np.testing.assert_array_equal(world_x([-180.0, 0.0, 180.0]), [0.0, 0.5, 1.0])


def test_there_and_back():
    lat, lon = np.linspace(-85.9, 85.9, 41), np.linspace(-180.0, 180.0, 41)
    np.testing.assert_allclose(latitude(world_y(lat)), lat, atol=1e-12)
    np.testing.assert_allclose(longitude(world_x(lon)), lon, atol=1e-12)


def test_pixels_are_read_at_their_centres():
    lat, lon = Tile(0, 0, 0).pixel_centres(2)
    quarter = math.degrees(math.atan(math.sinh(math.pi / 2)))
    np.testing.assert_allclose(lat, [quarter, -quarter])
    np.testing.assert_allclose(lon, [-90.0, 90.0])


def test_neighbours_get_the_same_numbers_for_what_they_share():
    left, right = Tile(11, 330, 798), Tile(11, 331, 798)
    below = Tile(11, 330, 799)
    assert left.nodes(128, 2)[1][-5] == right.nodes(128, 2)[1][0]
    np.testing.assert_array_equal(left.nodes(128, 2)[0][-5:], below.nodes(128, 2)[0][:5])
    assert Tile(3, 7, 0).nodes(4)[1][-1] == 180.0


def test_the_box_is_wider_by_its_margin():
    np.testing.assert_allclose(Tile(2, 1, 3).box(), [0.25, 0.75, 0.5, 1.0])
    np.testing.assert_allclose(Tile(2, 0, 0).box(0.5), [-0.125, -0.125, 0.375, 0.375])
