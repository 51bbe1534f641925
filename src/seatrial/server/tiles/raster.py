"""Tiles that are pictures: depth in colour, and elevation packed into red, green and blue."""

import numpy as np
from numpy.typing import NDArray

from seatrial.ocean.composite import Composite
from seatrial.ocean.ocean import SHALLOWEST, Ocean
from seatrial.server.tiles.address import Tile
from seatrial.server.tiles.colours import PALETTE, colour_number
from seatrial.server.tiles.land_mask import land_mask
from seatrial.server.tiles.png import palette_png, rgb_png

PIXELS = 256
"""Pixels along a side of a tile at scale 1."""
LOWEST = 32_768.0
"""Elevation [m] below zero that is 0 in a terrain tile."""


def bathymetry_png(ocean: Ocean, tile: Tile, max_depth: float, scale: int = 1, min_depth: float = 0.0) -> bytes:
    """Depth of the sea floor in colour from `min_depth` to `max_depth` [m], the darkest; land is transparent.

    A pixel is land when the polygons hold its centre; the depth at the centre is at least 1 m. `scale` multiplies
    pixels.
    """
    lat, lon = tile.pixel_centres(PIXELS * scale)
    wet = ~land_mask(ocean.land, lat, lon)
    depth = np.full(wet.shape, np.nan)
    if wet.any():
        row, column = np.nonzero(wet)
        depth[wet] = np.maximum(SHALLOWEST, -ocean.bathymetry.sample(lat[row], lon[column]).value)
    return palette_png(colour_number(depth, max_depth, min_depth), PALETTE)


def terrain_png(bathymetry: Composite, tile: Tile) -> bytes:
    """Elevation of sea floor and land as in the composite, packed as "terrarium": R * 256 + G + B / 256 - 32768 m.

    Where no source answers it is sea level, as a picture of elevations cannot say "unknown".
    """
    lat, lon = tile.pixel_centres(PIXELS)
    return rgb_png(terrarium(bathymetry.sample(lat[:, None], lon[None, :]).value))


def terrarium(elevation: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Red, green and blue (..., 3) of elevations [m], to the nearest 1/256 m."""
    packed = np.round((np.nan_to_num(elevation) + LOWEST) * 256.0).clip(0, 2**24 - 1).astype(np.uint32)
    return np.stack([packed >> 16, (packed >> 8) & 255, packed & 255], axis=-1).astype(np.uint8)
