"""Lines of equal depth of a tile, from the same bathymetry that the vehicle meets."""

from collections.abc import Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.server.tiles.address import Tile, latitude, longitude
from seatrial.server.tiles.chains import Geometries, joined
from seatrial.server.tiles.cut import MARGIN
from seatrial.server.tiles.mvt import EXTENT
from seatrial.server.tiles.outlines import FULL_ZOOM

CELLS = 128
"""Cells along a side of a tile; their corners are the same numbers in tiles side by side, so lines meet."""

_BEYOND = round(MARGIN * CELLS)
_SPECK = 0.75 * MARGIN * EXTENT
_DEEP = tuple(range(1000, 12_000, 1000))
_BY_ZOOM: tuple[tuple[int, tuple[int, ...]], ...] = (
    (8, (10, 20, 50, 100, 200, 500, *_DEEP)),
    (6, (50, 100, 200, 500, *_DEEP)),
    (4, (200, *_DEEP)),
    (2, (200, 2000, 4000, 6000, 8000)),
    (0, (200, 4000)),
)

Floats = NDArray[np.float64]


def depths_at(zoom: int) -> tuple[int, ...]:
    """Depths [m] that have a line on a level."""
    return next(depths for first, depths in _BY_ZOOM if zoom >= first)


def contour_lines(ocean: Ocean, tile: Tile) -> dict[int, Geometries]:
    """Lines by depth [m] in the tile and its margin, in tile units; none where no source answers.

    A line ends at its first point on land, at most a cell from the coast, so land is to be drawn over it. On levels
    where the coast is simplified, lines round what is too small to see are left out.
    """
    import contourpy

    lat, lon = tile.nodes(CELLS, _BEYOND)
    depth = -ocean.bathymetry.sample(lat[:, None], lon[None, :]).value
    known = depth[np.isfinite(depth)]
    wanted = [level for level in depths_at(tile.z) if known.size and known.min() <= level <= known.max()]
    if not wanted:
        return {}
    units = np.arange(-_BEYOND, CELLS + 1 + _BEYOND) * (EXTENT / CELLS)
    generator = contourpy.contour_generator(units, units, np.ma.masked_invalid(depth), line_type="Separate")
    found = {}
    for level in wanted:
        lines = cast(list[Floats], generator.lines(level))
        lines = [line for line in lines if tile.z >= FULL_ZOOM or not _is_speck(line)]
        wet = _at_sea(ocean.land, tile, lines) if lines else lines
        if len(wet):
            found[level] = wet
    return found


def _is_speck(line: Floats) -> bool:
    """Whether a closed line is too small to see; below the margin's width, so that all tiles that it meets agree."""
    return bool(np.all(line[0] == line[-1]) and np.all(np.ptp(line, axis=0) < _SPECK))


def _at_sea(land: Land, tile: Tile, lines: Sequence[Floats]) -> Geometries:
    """The lines without the pieces of which both ends are on land."""
    points = np.concatenate(lines)
    first = np.zeros(len(points), bool)
    first[np.cumsum([0, *(len(line) for line in lines[:-1])])] = True
    x, y = ((corner + points[:, axis] / EXTENT) / tile.across for axis, corner in enumerate((tile.x, tile.y)))
    wet = ~land.contains(latitude(y), longitude(x))
    drawn = ~first[1:] & (wet[1:] | wet[:-1])
    return joined(points, drawn)
