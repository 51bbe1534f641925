"""Wind from the shipped monthly climatology."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike

from seatrial.errors import InputError
from seatrial.ocean.currents import DATA
from seatrial.ocean.netcdf import opened
from seatrial.ocean.table import GridTable, Samples


@dataclass(frozen=True)
class ShippedWind:
    """Mean wind of `month` (1..12) or of the year (None), 2.5 degrees, marine winds nominally 10 to 20 m above the sea.

    Vectors are means: they are much smaller than the mean speed (by 0.63 on average), which `mean_speed` gives where
    ships reported. Values over land are not surface winds. InputError for another month.
    """

    month: int | None = None

    def __post_init__(self) -> None:
        if self.month is not None and self.month not in range(1, 13):
            raise InputError(f"month = {self.month}: must be 1..12, or none for the annual mean")

    @property
    def name(self) -> str:
        """Name with the month."""
        return "FNOC wind climatology" + ("" if self.month is None else f", month {self.month}")

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Samples:
        """East and north velocity of the air [m/s], shape (..., 2), and validity; `depth` and `time` make no
        difference.
        """
        lat, lon, _, _ = np.broadcast_arrays(lat, lon, depth, time)
        return self.table().sample(lat, lon)

    def mean_speed(self, lat: ArrayLike, lon: ArrayLike) -> Samples:
        """Mean of the wind speed in ship reports [m/s] and validity, broadcast shape; none on land, in ice and far
        south.
        """
        value, valid = _shipped(self.month, ("wspd",)).sample(lat, lon)
        return value[..., 0], valid

    def table(self) -> GridTable:
        """The grid, components east and north."""
        return _shipped(self.month, ("uwnd", "vwnd"))


@cache
def _shipped(month: int | None, names: tuple[str, ...]) -> GridTable:
    months = slice(None) if month is None else slice(month - 1, month)
    with opened(DATA / "wind_monthly_2p5deg.nc") as data:
        data.set_auto_maskandscale(False)
        lat, lon = data["lat"][:], data["lon"][:]
        fields = []
        for name in names:
            raw = data[name][months]
            value = np.where(raw == data[name]._FillValue, np.nan, raw * data[name].scale_factor)
            fields.append(value.mean(axis=0))  # a month without reports leaves the year without a mean
    return GridTable.from_box(np.stack(fields)[:, None], lat[0], lat[-1], lon[0], lon[-1])
