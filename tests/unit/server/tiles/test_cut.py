"""What tiles cut out of outlines."""

import numpy as np
import shapely

from seatrial.ocean.land import Land
from seatrial.server.tiles.address import Tile
from seatrial.server.tiles.cut import cut_lines, cut_polygons
from seatrial.server.tiles.mvt import EXTENT
from seatrial.server.tiles.outlines import Outlines, coast_lines, to_map

ACROSS = to_map(Land.from_polygons([[(170, 10), (-170, 10), (-170, 20), (170, 20)]]).polygons)


def test_a_tile_shows_its_part_and_a_margin():
    square = Outlines.of(np.array([shapely.box(0.25, 0.25, 0.75, 0.75)], dtype=object))
    (piece,) = cut_polygons(square, Tile(1, 0, 0))
    np.testing.assert_allclose(piece.bounds, [EXTENT / 2, EXTENT / 2, EXTENT + 64, EXTENT + 64])
    assert len(cut_polygons(square, Tile(3, 0, 0))) == 0
    (whole,) = cut_polygons(square, Tile(3, 3, 3))
    np.testing.assert_allclose(whole.bounds, [-64, -64, EXTENT + 64, EXTENT + 64])


def test_an_island_on_the_date_line_is_whole_from_both_sides():
    for tile in (Tile(4, 15, 7), Tile(4, 0, 7)):
        (piece,) = cut_polygons(Outlines.of(ACROSS), tile)
        west, _, east, _ = piece.bounds
        assert (west < 0.0) == (tile.x == 0)
        assert (east > EXTENT) == (tile.x == 15)
        assert not piece.exterior.intersection(shapely.LineString([(0, -99), (0, 5000)])).length
        assert not piece.exterior.intersection(shapely.LineString([(EXTENT, -99), (EXTENT, 5000)])).length


def test_the_coast_goes_on_behind_the_date_line():
    lines = cut_lines(Outlines.of(coast_lines(ACROSS)), Tile(4, 15, 7))
    assert shapely.total_bounds(lines)[2] == EXTENT + 64
    world = cut_lines(Outlines.of(coast_lines(ACROSS)), Tile(0, 0, 0))
    np.testing.assert_allclose(shapely.total_bounds(world)[[0, 2]], [-64, EXTENT + 64])
