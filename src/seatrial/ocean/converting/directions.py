"""Waves with their direction as an angle, the way files hold it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seatrial.ocean.converting.gridded import Gridded


@dataclass(frozen=True, eq=False)
class WithDirections:
    """`file` with "direction" [deg from, 0..360) instead of "from_east", "from_north", as `Gridded`."""

    file: Gridded

    @property
    def name(self) -> str:
        """Name of the file."""
        return self.file.name

    @property
    def quantity(self) -> str:
        """Name in the registry of fields."""
        return self.file.quantity

    @property
    def components(self) -> tuple[str, ...]:
        """Those of the file, the two parts of the direction replaced by one angle at the end."""
        return (*(c for c in self.file.components if not c.startswith("from_")), "direction")

    @property
    def lat(self) -> NDArray[np.float64]:
        """Latitudes [deg]."""
        return self.file.lat

    @property
    def lon(self) -> NDArray[np.float64]:
        """Longitudes [deg]."""
        return self.file.lon

    @property
    def levels(self) -> NDArray[np.float64]:
        """Depths [m]."""
        return self.file.levels

    @property
    def times(self) -> NDArray[np.float64]:
        """Times [s since 1970]."""
        return self.file.times

    @property
    def notes(self) -> tuple[str, ...]:
        """Those of the file."""
        return self.file.notes

    def read(self, times: slice, rows: slice, columns: slice) -> NDArray[np.float32]:
        """Values, shape (component, time, level, row, column), NaN is no data."""
        values = self.file.read(times, rows, columns)
        named = dict(zip(self.file.components, values, strict=True))
        angle = np.degrees(np.arctan2(named["from_east"].astype(np.float64), named["from_north"])) % 360.0
        angle = np.where(angle > 359.99999, 0.0, angle).astype(np.float32)
        return np.stack([angle if name == "direction" else named[name] for name in self.components])


def with_directions(file: Gridded) -> Gridded:
    """`file`, with an angle where it has the parts of a direction."""
    return WithDirections(file) if {"from_east", "from_north"} <= set(file.components) else file
