"""Each kind of check of the map tiles, tried on tiles that are deliberately wrong and that it must reject."""

from collections.abc import Callable
from weakref import WeakKeyDictionary

import numpy as np
import pytest
import shapely

from seatrial.ocean.ocean import Ocean
from seatrial.server.tiles import base, contours, cut, levels, mvt, outlines, raster
from seatrial.server.tiles.address import Tile
from tests.verification import test_tiles as checks

COASTAL = checks.tile_at(checks.MONTEREY, 6)
CASPIAN = checks.tile_at((42.0, 51.0), 2)
WEST, EAST = Tile(5, 15, checks.tile_at(checks.GIBRALTAR, 5).y), Tile(5, 16, checks.tile_at(checks.GIBRALTAR, 5).y)
LAST, FIRST = Tile(4, 15, checks.tile_at(checks.CHUKOTKA, 4).y), Tile(4, 0, checks.tile_at(checks.CHUKOTKA, 4).y)


@pytest.fixture(scope="module")
def ocean() -> Ocean:
    return Ocean.shipped()


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch):
    monkeypatch.setattr(levels, "_kept", WeakKeyDictionary())


def packed_downwards(elevation):
    whole = np.floor(elevation + 32768.0).astype(int)
    return np.stack([whole >> 8, whole & 255, np.zeros_like(whole)], axis=-1).astype(np.uint8)


def packed_backwards(elevation):
    return raster_terrarium(elevation)[..., ::-1]


def packed_above_another_zero(elevation):
    return raster_terrarium(elevation + 1.0)


def at_corners(self, pixels):
    lat, lon = self.nodes(pixels)
    return lat[:-1], lon[:-1]


def by_depth(land, lat, lon):
    return Ocean.shipped().bathymetry.sample(lat[:, None], lon[None, :]).value > 0.0


def a_row_late(land, lat, lon):
    return np.roll(fast_mask(land, lat, lon), 1, axis=0)


def linear(depth, max_depth, min_depth=0.0):
    return number(np.square(depth) / max_depth, max_depth)


def from_the_surface(depth, max_depth, min_depth=0.0):
    return number(depth, max_depth)


def by_root_from_below(depth, max_depth, min_depth=0.0):
    return number(np.asarray(depth) - min_depth, max_depth - min_depth)


raster_terrarium, fast_mask, number = raster.terrarium, raster.land_mask, raster.colour_number
PICTURES: list[tuple[object, str, object, Callable]] = [
    (raster, "terrarium", packed_downwards, lambda ocean: checks.check_terrain(ocean, COASTAL)),
    (raster, "terrarium", packed_backwards, lambda ocean: checks.check_terrain(ocean, COASTAL)),
    (raster, "terrarium", packed_above_another_zero, lambda ocean: checks.check_terrain(ocean, COASTAL)),
    (Tile, "pixel_centres", at_corners, lambda ocean: checks.check_terrain(ocean, COASTAL)),
    (Tile, "pixel_centres", at_corners, lambda ocean: checks.check_bathymetry(ocean, COASTAL, 6000.0)),
    (raster, "land_mask", by_depth, lambda ocean: checks.check_bathymetry(ocean, COASTAL, 6000.0)),
    (raster, "land_mask", a_row_late, lambda ocean: checks.check_bathymetry(ocean, COASTAL, 6000.0)),
    (raster, "colour_number", linear, lambda ocean: checks.check_bathymetry(ocean, COASTAL, 6000.0)),
    (raster, "colour_number", from_the_surface, lambda ocean: checks.check_bathymetry(ocean, COASTAL, 900.0, 100.0)),
    (raster, "colour_number", by_root_from_below, lambda ocean: checks.check_bathymetry(ocean, COASTAL, 900.0, 100.0)),
]


def names(mutants) -> list[str]:
    return [f"{number}-{getattr(mutant[2], '__name__', mutant[2])}" for number, mutant in enumerate(mutants)]


@pytest.mark.parametrize("where, name, wrong, check", PICTURES, ids=names(PICTURES))
def test_wrong_pictures_are_rejected(monkeypatch, ocean, where, name, wrong, check):
    check(ocean)
    monkeypatch.setattr(where, name, wrong)
    with pytest.raises(AssertionError):
        check(ocean)


def upside_down(lon_lat):
    return project(lon_lat) * [1.0, -1.0] + [0.0, 1.0]


def as_plate_carree(lon_lat):
    return np.column_stack([(lon_lat[:, 0] + 180.0) / 360.0, 0.5 - lon_lat[:, 1] / 360.0])


def too_coarse(zoom):
    return 20.0 * outlines.tolerance(zoom)


def without_holes(polygons, tile):
    return shapely.polygons(shapely.get_exterior_ring(cut_polygons(polygons, tile)))


def this_turn_only(shown, tile):
    return cut_polygons(shown, tile)[: 0 if tile.x == 0 else None]


def simplified_in_the_tile(shown, tile):
    return shapely.simplify(cut_polygons(shown, tile), 40.0 + 10.0 * (tile.x % 2))


def cuts_and_all(polygons):
    return shapely.get_rings(polygons)


def half_a_cell_off(self, cells, beyond=0):
    lat, lon = nodes(self, cells, beyond)
    return lat, lon + 0.5 * (lon[1] - lon[0])


def neighbours_of_their_own(self, cells, beyond=0):
    lat, lon = nodes(self, cells, beyond)
    return lat, lon + (0.3 if self.x % 2 else 0.0) * (lon[1] - lon[0])


def turned_about(points, starts, turn):
    return turned(points, starts, ~turn)


def holes_not_turned(points, starts, turn):
    return points


def check_date_line(ocean: Ocean) -> None:
    checks.check_neighbours(ocean, LAST, FIRST)


def check_side_by_side(ocean: Ocean) -> None:
    checks.check_neighbours(ocean, WEST, EAST)


project, cut_polygons, nodes, turned = outlines._project, cut.cut_polygons, Tile.nodes, mvt._turned
VECTORS: list[tuple[object, str, object, Callable]] = [
    (outlines, "_project", upside_down, lambda ocean: checks.check_land(ocean, COASTAL)),
    (outlines, "_project", as_plate_carree, lambda ocean: checks.check_land(ocean, COASTAL)),
    (levels, "tolerance", too_coarse, lambda ocean: checks.check_coast(ocean, COASTAL)),
    (base, "cut_polygons", without_holes, lambda ocean: checks.check_land(ocean, CASPIAN)),
    (base, "cut_polygons", this_turn_only, check_date_line),
    (base, "cut_polygons", simplified_in_the_tile, check_side_by_side),
    (levels, "coast_lines", cuts_and_all, lambda ocean: checks.check_coast(ocean, LAST)),
    (Tile, "nodes", half_a_cell_off, lambda ocean: checks.check_contours(ocean, checks.tile_at(checks.MONTEREY, 9))),
    (Tile, "nodes", neighbours_of_their_own, check_side_by_side),
    (contours, "EXTENT", 4000, lambda ocean: checks.check_contours(ocean, COASTAL)),
    (mvt, "_turned", turned_about, lambda ocean: checks.check_winding(ocean, COASTAL)),
    (mvt, "_turned", holes_not_turned, lambda ocean: checks.check_winding(ocean, COASTAL)),
]


@pytest.mark.parametrize("where, name, wrong, check", VECTORS, ids=names(VECTORS))
def test_wrong_vectors_are_rejected(monkeypatch, ocean, where, name, wrong, check):
    check(ocean)
    monkeypatch.setattr(levels, "_kept", WeakKeyDictionary())
    monkeypatch.setattr(where, name, wrong)
    with pytest.raises(AssertionError):
        check(ocean)
