"""Which part of the world a tile shows: Web Mercator, numbered as all web maps do.

The world is the unit square: x from the date line eastwards, y from latitude 85.0511 N southwards. On level z it is cut
into 2^z by 2^z tiles (OGC Two Dimensional Tile Matrix Set 2.0, annex D.1, WebMercatorQuad).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

MAX_ZOOM = 22
"""Deepest level that is answered."""


def world_x(lon: ArrayLike) -> Floats:
    """Place in the unit square, 0 at 180 W and 1 at 180 E, of longitudes [deg]."""
    return (np.asarray(lon, np.float64) + 180.0) / 360.0


def world_y(lat: ArrayLike) -> Floats:
    """Place in the unit square, 0 at 85.0511 N and 1 at 85.0511 S, of latitudes [deg] short of the poles."""
    return 0.5 - np.arcsinh(np.tan(np.radians(np.asarray(lat, np.float64)))) / (2.0 * np.pi)


def longitude(x: ArrayLike) -> Floats:
    """Longitude [deg], continuous beyond the date line, of places in the unit square."""
    return np.asarray(x, np.float64) * 360.0 - 180.0


def latitude(y: ArrayLike) -> Floats:
    """Latitude [deg] of places in the unit square."""
    return np.degrees(np.arctan(np.sinh(np.pi * (1.0 - 2.0 * np.asarray(y, np.float64)))))


@dataclass(frozen=True)
class Tile:
    """Tile in column `x` from the date line and row `y` from the north, of the 2^z by 2^z ones of level `z`."""

    z: int
    x: int
    y: int

    @property
    def across(self) -> int:
        """Tiles on this level from the date line round to it again."""
        return 1 << self.z

    def box(self, margin: float = 0.0) -> tuple[float, float, float, float]:
        """West, north, east, south in the unit square, wider by `margin` [tiles] on each side."""
        n = self.across
        return (self.x - margin) / n, (self.y - margin) / n, (self.x + 1 + margin) / n, (self.y + 1 + margin) / n

    def nodes(self, cells: int, beyond: int = 0) -> tuple[Floats, Floats]:
        """Latitudes and longitudes [deg], north to south and west to east, of the lines that cut the tile into `cells`
        by `cells`, and of `beyond` more on each side; tiles side by side get the same numbers for the lines they share.
        """
        step = np.arange(-beyond, cells + 1 + beyond)
        whole = float(self.across * cells)
        return latitude((self.y * cells + step) / whole), longitude((self.x * cells + step) / whole)

    def pixel_centres(self, pixels: int) -> tuple[Floats, Floats]:
        """Latitudes (pixels,), north to south, and longitudes (pixels,), west to east [deg]."""
        step = np.arange(pixels) + 0.5
        whole = float(self.across * pixels)
        return latitude((self.y * pixels + step) / whole), longitude((self.x * pixels + step) / whole)
