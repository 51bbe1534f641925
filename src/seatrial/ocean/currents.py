"""Currents from grids: the shipped climatology and `.curr` files."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.errors import InputError
from seatrial.ocean.netcdf import opened
from seatrial.ocean.raster_files import read_curr
from seatrial.ocean.table import GridTable, Samples

if TYPE_CHECKING:
    import netCDF4

DATA = Path(__file__).parent / "data"

EKMAN_DEPTH = 32.5
"""Depth over which the monthly Ekman current falls to 1/e [m]."""

STILL_DEPTH = 2001.0
"""From here down the shipped currents are zero [m]; their last level, 2000 m, is zero but for a few cells (0.01
m/s).
"""


@dataclass(frozen=True, eq=False)
class CurrFile:
    """Currents from the `.curr` file at `path`, read at once: FileFormatError or InputError when that fails."""

    path: str | Path
    grid: GridTable = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "grid", read_curr(self.path).table())

    @property
    def name(self) -> str:
        """Name of the file."""
        return Path(self.path).name

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Samples:
        """East and north velocity of the water [m/s], shape (..., 2), NaN where invalid, and validity, shape (...).

        A file is a snapshot: `time` makes no difference. Above the first and below the last level their values are
        held.
        """
        lat, lon, depth, _ = np.broadcast_arrays(lat, lon, depth, time)
        return self.grid.sample(lat, lon, depth)

    def table(self) -> GridTable:
        """The grid, components east and north."""
        return self.grid


@dataclass(frozen=True)
class ShippedCurrents:
    """Climatology of the currents, 1 degree, 0..2000 m: annual mean, or the mean of `month` (1..12).

    A month adds u_ekman(month) exp(-depth / 32.5 m) at each level of the table, linear between the levels: between 30
    and 50 m that lies at most 1.4 % of the Ekman current above the exponential. Below 2000 m the water is at rest (a
    level of zeros at 2001 m). How it was made and how well it agrees with drifters: docs/data.md. InputError for
    another month.
    """

    month: int | None = None

    def __post_init__(self) -> None:
        if self.month is not None and self.month not in range(1, 13):
            raise InputError(f"month = {self.month}: must be 1..12, or none for the annual mean")

    @property
    def name(self) -> str:
        """Name with the month."""
        return "climatology" if self.month is None else f"climatology, month {self.month}"

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Samples:
        """East and north velocity of the water [m/s], shape (..., 2), NaN where invalid, and validity, shape (...).

        `time` makes no difference within a month.
        """
        lat, lon, depth, _ = np.broadcast_arrays(lat, lon, depth, time)
        return self.table().sample(lat, lon, depth)

    def table(self) -> GridTable:
        """The grid, components east and north."""
        return _shipped(self.month)


@cache
def _shipped(month: int | None) -> GridTable:
    def packed(variable: "netCDF4.Variable", index: slice | int) -> NDArray[np.float32]:
        raw = variable[index]
        scaled = raw * variable.scale_factor + variable.add_offset  # float64 until the fill value is replaced
        return np.where(raw == variable._FillValue, np.nan, scaled).astype(np.float32)

    with opened(DATA / "currents_climatology_1deg.nc") as data:
        data.set_auto_maskandscale(False)
        lat, lon, levels = (data[name][:] for name in ("lat", "lon", "depth"))
        flow = np.stack([packed(data[name], slice(None)) for name in ("u", "v")])
        if month is not None:
            ekman = np.stack([packed(data[name], month - 1) for name in ("u_ekman", "v_ekman")])
            flow += (ekman[:, None] * np.exp(-levels / EKMAN_DEPTH)[:, None, None]).astype(np.float32)
    still = np.where(np.isnan(flow[:, -1:]), np.float32(np.nan), np.float32(0.0))
    flow, levels = np.concatenate([flow, still], axis=1), np.append(levels, STILL_DEPTH)
    return GridTable.from_box(flow, lat[0], lat[-1], lon[0], lon[-1], levels)
