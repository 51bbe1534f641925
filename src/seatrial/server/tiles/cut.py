"""What a tile shows of outlines: picked, cut to the tile and its margin, in tile units."""

import numpy as np
import shapely
from numpy.typing import NDArray

from seatrial.server.tiles.address import Tile
from seatrial.server.tiles.chains import Geometries
from seatrial.server.tiles.mvt import EXTENT
from seatrial.server.tiles.outlines import Outlines, polygon_parts

MARGIN = 64 / EXTENT
"""What a tile holds beyond its sides [tiles], so that wide lines and outlines of fills meet."""


def cut_polygons(outlines: Outlines, tile: Tile) -> Geometries:
    """Polygons in the tile and its margin, in tile units; at the date line what comes from both sides is one."""
    pieces = polygon_parts(_cut(outlines, tile))
    at_seam = _at_seam(pieces, tile)
    if not at_seam.any():
        return pieces
    joined = polygon_parts(np.array([shapely.union_all(pieces[at_seam])], dtype=object))
    return np.concatenate([pieces[~at_seam], joined])


def cut_lines(outlines: Outlines, tile: Tile) -> Geometries:
    """Lines in the tile and its margin, in tile units."""
    pieces = shapely.get_parts(shapely.get_parts(_cut(outlines, tile)))
    return pieces[shapely.get_type_id(pieces) == 1]


def _cut(outlines: Outlines, tile: Tile) -> Geometries:
    west, north, east, south = tile.box(MARGIN)
    found = []
    for turn in range(int(np.floor(west)), int(np.ceil(east))):
        box = (west - turn, north, east - turn, south)
        here = outlines.geometries[_meeting(outlines.boxes, box)]
        found.append(_in_tile_units(_clipped(here, box), tile, turn))
    pieces = np.concatenate(found)
    return pieces[~shapely.is_empty(pieces)]


def _at_seam(pieces: Geometries, tile: Tile) -> NDArray[np.bool_]:
    """Which pieces in tile units end at the date line."""
    sides = shapely.bounds(pieces).reshape(-1, 4)[:, 0::2]
    at_seam = np.zeros(len(pieces), bool)
    for column, seam in ((0, 0.0), (tile.across - 1, float(EXTENT))):
        if tile.x == column:
            at_seam |= np.any(sides == seam, axis=1)
    return at_seam


def _meeting(boxes: NDArray[np.float64], box: tuple[float, float, float, float]) -> NDArray[np.bool_]:
    west, north, east, south = box
    return (boxes[:, 0] <= east) & (boxes[:, 2] >= west) & (boxes[:, 1] <= south) & (boxes[:, 3] >= north)


def _clipped(geometries: Geometries, box: tuple[float, float, float, float]) -> Geometries:
    """Cut by the fast way, and what that spoils by the sure one."""
    pieces = shapely.clip_by_rect(geometries, *box)
    spoilt = ~shapely.is_valid(pieces)
    if spoilt.any():
        pieces[spoilt] = shapely.intersection(geometries[spoilt], shapely.box(*box))
    return pieces


def _in_tile_units(geometries: Geometries, tile: Tile, turn: int) -> Geometries:
    corner = np.array([tile.x - turn * tile.across, tile.y], np.float64)
    return shapely.transform(geometries, lambda points: (points * tile.across - corner) * EXTENT)
