"""Contours of a slope, a region and an island, whose places are known."""

import numpy as np
import shapely

from seatrial.ocean.land import Land
from seatrial.server.tiles.address import Tile, latitude, longitude
from seatrial.server.tiles.contours import CELLS, contour_lines, depths_at
from seatrial.server.tiles.mvt import EXTENT
from tests.unit.server.tiles.oceans import ocean, region, slope


def places(tile: Tile, lines: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    x, y = shapely.get_coordinates(lines).T
    return latitude((tile.y + y / EXTENT) / tile.across), longitude((tile.x + x / EXTENT) / tile.across)


def test_lines_of_a_slope_are_meridians():
    tile = Tile(4, 8, 10)
    lines = contour_lines(ocean(land=Land.none()), tile)
    assert list(lines) == [200, 1000, 2000]
    for depth, found in lines.items():
        lat, lon = places(tile, found)
        np.testing.assert_allclose(lon, depth / 100.0, atol=1e-9)
        assert lat.max() > latitude(10 / 16) > latitude(11 / 16) > lat.min()


def test_more_lines_the_closer_one_looks():
    for zoom in range(14):
        assert set(depths_at(zoom)) <= set(depths_at(zoom + 1)) | {4000, 6000, 8000}
    assert depths_at(14)[:6] == (10, 20, 50, 100, 200, 500)
    assert 11_000 in depths_at(8)


def test_no_line_on_land_further_than_a_cell_and_lakes_have_them():
    island = Land.from_polygons(
        [shapely.Polygon([(0, -20), (20, -20), (20, 20), (0, 20)], [[(9, -2), (11, -2), (11, 2), (9, 2)]])]
    )
    tile = Tile(5, 16, 15)
    lines = contour_lines(ocean(land=island), tile)
    assert list(lines) == [1000]
    lat, _ = places(tile, lines[1000])
    cell = 360.0 / 32 / CELLS
    assert lat.max() <= 2.0 + cell
    assert 2.0 - cell <= lat.max()


def test_a_region_of_finer_data_has_its_lines():
    deep = ocean(region(-600.0), slope(per_degree=0.0), land=Land.none())
    assert list(contour_lines(deep, Tile(8, 128, 128))) == []
    assert 500 in contour_lines(deep, Tile(6, 32, 32))


def test_nothing_known_no_lines():
    unknown = ocean(region(box=(50.0, 60.0, 50.0, 60.0)), land=Land.none())
    assert contour_lines(unknown, Tile(9, 255, 255)) == {}
