"""The fast answer on a grid is that of `Land.contains`."""

import numpy as np
import pytest
import shapely

from seatrial.ocean.land import Land
from seatrial.server.tiles.address import Tile
from seatrial.server.tiles.land_mask import land_mask

ISLANDS = Land.from_polygons(
    [
        shapely.Polygon([(10, 0), (20, 0), (20, 10), (10, 10)], [[(14, 4), (16, 4), (16, 6), (14, 6)]]),
        [(14.8, 4.8), (15.2, 4.8), (15.2, 5.2), (14.8, 5.2)],
        [(178, 50), (-177, 51), (-179, 55)],
        [(30, -10), (30.0002, -10), (30.0002, 10), (30, 10)],
    ]
)


def answers(land: Land, lat: np.ndarray, lon: np.ndarray) -> None:
    np.testing.assert_array_equal(land_mask(land, lat, lon), land.contains(lat[:, None], lon[None, :]))


@pytest.mark.parametrize(
    "tile", [(0, 0, 0), (3, 4, 3), (4, 8, 7), (6, 34, 31), (7, 69, 62), (4, 15, 5), (4, 0, 5), (9, 298, 250)]
)
def test_islands_lakes_and_slivers(tile):
    answers(ISLANDS, *Tile(*tile).pixel_centres(128))


def test_pixels_on_the_coast_are_land():
    """Rows along an edge and through corners, columns on edges: all on the boundary or touching it."""
    answers(ISLANDS, np.arange(12.0, -3.0, -1.0), np.arange(8.0, 23.0))
    answers(ISLANDS, np.arange(11.0, -1.0, -0.2), np.arange(9.0, 21.0, 0.2))


@pytest.mark.parametrize("tile", [(2, 1, 1), (3, 1, 1), (4, 15, 3), (5, 17, 4), (6, 0, 15), (8, 139, 36), (5, 20, 30)])
def test_the_shipped_coast(tile):
    answers(Land.shipped(), *Tile(*tile).pixel_centres(96))


def test_a_world_of_water():
    assert not land_mask(Land.none(), *Tile(5, 3, 3).pixel_centres(16)).any()
