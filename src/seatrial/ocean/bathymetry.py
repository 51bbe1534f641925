"""Bathymetry from grids: the shipped global one, a `.bath` file, an array."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from seatrial.ocean.netcdf import opened
from seatrial.ocean.raster_files import read_bath
from seatrial.ocean.table import GridTable, Samples

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, eq=False)
class GridBathymetry:
    """Elevation on a grid: `grid` has one component [m, positive up] and one level."""

    name: str
    grid: GridTable

    @classmethod
    def from_array(cls, lat: ArrayLike, lon: ArrayLike, elevation: ArrayLike, name: str = "array") -> Self:
        """From evenly spaced axes [deg] and elevations [m, positive up], shape (lat, lon), NaN = no data."""
        return cls(name, GridTable.from_axes(lat, lon, np.asarray(elevation)[None, None]))

    def sample(self, lat: ArrayLike, lon: ArrayLike) -> Samples:
        """Elevation [m, positive up], NaN where invalid, and validity; both of the broadcast shape of `lat`, `lon`
        [deg].
        """
        return _elevation(self.grid, lat, lon)

    def table(self) -> GridTable:
        """The grid."""
        return self.grid


@dataclass(frozen=True, eq=False)
class BathFile:
    """Elevation from the `.bath` file at `path`, read at once: FileFormatError or InputError when that fails."""

    path: str | Path
    grid: GridTable = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "grid", read_bath(self.path).table())

    @property
    def name(self) -> str:
        """Name of the file."""
        return Path(self.path).name

    def sample(self, lat: ArrayLike, lon: ArrayLike) -> Samples:
        """Elevation [m, positive up], NaN where invalid, and validity; both of the broadcast shape of `lat`, `lon`
        [deg].
        """
        return _elevation(self.grid, lat, lon)

    def table(self) -> GridTable:
        """The grid."""
        return self.grid


@dataclass(frozen=True)
class ShippedBathymetry:
    """ETOPO1 bedrock at nodes 0.1 degree apart, global without gaps (Amante and Eakins 2009); docs/data.md has its
    limits.

    Bedrock: much of Greenland and Antarctica lies below zero, so land is not to be told from it. Read when first
    needed.
    """

    name: str = "ETOPO1 6'"

    def sample(self, lat: ArrayLike, lon: ArrayLike) -> Samples:
        """Elevation [m, positive up], NaN where invalid, and validity; both of the broadcast shape of `lat`, `lon`
        [deg].
        """
        return _elevation(self.table(), lat, lon)

    def table(self) -> GridTable:
        """The grid."""
        return _shipped()


def _elevation(grid: GridTable, lat: ArrayLike, lon: ArrayLike) -> Samples:
    value, valid = grid.sample(lat, lon)
    return value[..., 0], valid


@cache
def _shipped() -> GridTable:
    with opened(DATA / "bathymetry_6min.nc") as data:
        data.set_auto_maskandscale(False)
        lat, lon, elevation = (data[name][:] for name in ("lat", "lon", "elevation"))
    return GridTable.from_box(elevation[None, None], lat[0], lat[-1], lon[0], lon[-1])
