"""Temperature and salinity that come with the package: stand-ins for closed seas, the climatology, and its extension.

In priority order. The climatology (Levitus 1982; docs/data.md) knows no Black Sea, Sea of Marmara, Sea of Azov and
Caspian Sea; each has one profile instead, in a box that holds no other sea. Where the climatology declines, which is
under ice shelves, in bays and fjords its cells do not reach, and below the sea floor of its cells, the nearest of its
cells answers under the name of the extension.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.ocean.composite import Composite, Source
from seatrial.ocean.currents import DATA
from seatrial.ocean.netcdf import opened
from seatrial.ocean.table import GridTable, Samples

Quantity = Literal["temperature", "salinity"]

CLIMATOLOGY = "Levitus climatology"
EXTENSION = "Levitus climatology, nearest cell"

_LEVELS = (0.0, 25.0, 50.0, 75.0, 150.0, 300.0, 2000.0)

# South, north, west, east [deg]; temperature [degC] and practical salinity at the levels above. Black Sea, from 75 m
# down: the figures of docs/data.md. The others: annual means rounded to what all atlases agree on (Oguz et al. 1993;
# Besiktepe et al. 1994; Kosarev and Kostianoy 2005; Zenkevich 1963). Sea water of the Caspian has other ions: its
# density is good to 1 kg/m3.
_CLOSED_SEAS = {
    "Sea of Marmara": (
        (40.25, 41.1, 26.6, 29.99),
        (15.0, 14.8, 14.6, 14.5, 14.5, 14.5, 14.5),
        (22.5, 36.0, 38.4, 38.5, 38.5, 38.6, 38.6),
    ),
    "Sea of Azov": ((45.35, 47.4, 34.7, 39.4), (12.0,) * 7, (11.5,) * 7),
    "Black Sea": (
        (40.85, 47.4, 27.4, 42.0),
        (15.0, 11.5, 8.0, 8.0, 8.7, 8.9, 9.0),
        (18.0, 18.2, 18.6, 19.3, 22.0, 22.0, 22.3),
    ),
    "Caspian Sea": (
        (36.4, 47.3, 46.5, 54.9),
        (15.0, 12.0, 8.5, 7.0, 6.0, 5.8, 5.6),
        (12.8, 12.8, 12.8, 12.85, 12.9, 12.9, 12.95),
    ),
}


@dataclass(frozen=True)
class GridScalar:
    """A scalar on a grid; `grid` gives the table, with one component, when it is first needed."""

    name: str
    grid: Callable[[], GridTable]

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Samples:
        """Values, NaN where invalid, and validity; both of the broadcast shape. `time` makes no difference."""
        lat, lon, depth, _ = np.broadcast_arrays(lat, lon, depth, time)
        value, valid = self.table().sample(lat, lon, depth)
        return value[..., 0], valid

    def table(self) -> GridTable:
        """The grid."""
        return self.grid()


@cache
def shipped(quantity: Quantity) -> Composite:
    """Temperature [degC, in situ] or practical salinity as shipped, annual mean."""
    return Composite(sources(quantity))


def sources(quantity: Quantity) -> list[Source]:
    """The shipped sources in priority order, to stand behind those of a user."""
    closed = [GridScalar(f"{name}, one profile", _profile(name, quantity)) for name in _CLOSED_SEAS]
    whole = [
        GridScalar(CLIMATOLOGY, lambda: climatology(quantity)),
        GridScalar(EXTENSION, lambda: extension(quantity)),
    ]
    return [*closed, *whole]


def _profile(name: str, quantity: Quantity) -> Callable[[], GridTable]:
    box, temperature, salinity = _CLOSED_SEAS[name]
    values = np.array(temperature if quantity == "temperature" else salinity)
    south, north, west, east = box
    grid = values[None, :, None, None] * np.ones((1, 1, 2, 2))
    return cache(lambda: GridTable.from_box(grid, south, north, west, east, _LEVELS))


@cache
def climatology(quantity: Quantity) -> GridTable:
    """The climatology on its 1-degree cells and 20 levels 0..5000 m, NaN where there is none."""
    with opened(DATA / "temperature_salinity_1deg.nc") as data:
        data.set_auto_maskandscale(False)
        lat, lon, levels = (data[name][:] for name in ("lat", "lon", "depth"))
        stored = data[quantity]
        raw = stored[:]
        scaled = raw * np.float32(stored.scale_factor) + np.float32(stored.add_offset)
        value = np.where(raw == stored._FillValue, np.float32(np.nan), scaled)
    return GridTable.from_box(value[None], lat[0], lat[-1], lon[0], lon[-1], levels)


@cache
def extension(quantity: Quantity) -> GridTable:
    """The climatology filled everywhere: a level without a value takes that of the level above, and a column without
    any takes the column of the nearest cell, counted in cells, round the globe.
    """
    table = climatology(quantity)
    value = table.values[0].copy()
    for level in range(1, value.shape[0]):
        value[level] = np.where(np.isnan(value[level]), value[level - 1], value[level])
    rows, columns = _nearest(np.isfinite(value[0]))
    return GridTable(
        np.ascontiguousarray(value[:, rows, columns])[None],
        *(table.lat0, table.dlat, table.lon0, table.dlon, table.periodic, table.levels),
    )


def _nearest(known: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Row and column of the nearest known cell, for every cell."""
    from scipy.ndimage import distance_transform_edt

    width = known.shape[1]
    three = ~np.tile(known, 3)
    index = np.asarray(distance_transform_edt(three, return_distances=False, return_indices=True))
    return index[0, :, width : 2 * width], index[1, :, width : 2 * width] % width
