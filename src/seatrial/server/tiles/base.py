"""Vector tiles of the base map: land, lakes, coast and contours."""

from seatrial.ocean.ocean import Ocean
from seatrial.server.tiles.address import Tile
from seatrial.server.tiles.contours import contour_lines
from seatrial.server.tiles.cut import cut_lines, cut_polygons
from seatrial.server.tiles.levels import level_of
from seatrial.server.tiles.mvt import Feature, encode_tile

MAX_BASE_ZOOM = 14
"""Deepest level of vector tiles; the map enlarges them beyond."""


def base_tile(ocean: Ocean, tile: Tile) -> bytes:
    """A Mapbox Vector Tile with those of `land`, `lakes` (polygons), `coast` and `contours` (lines, the latter with
    the property `depth_m`) that have something in it; no bytes at all when none has.
    """
    level = level_of(ocean.land, tile.z)
    contours = contour_lines(ocean, tile)
    return encode_tile(
        {
            "land": [Feature(cut_polygons(level.land, tile), {})],
            "lakes": [Feature(cut_polygons(level.lakes, tile), {})],
            "coast": [Feature(cut_lines(level.coast, tile), {})],
            "contours": [Feature(lines, {"depth_m": depth}) for depth, lines in contours.items()],
        }
    )
