"""A grid file made from another one: each step of a conversion changes some of it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seatrial.ocean.gridded import Gridded


@dataclass(frozen=True, eq=False)
class View:
    """`file` as `Gridded`; a subclass says what it changes."""

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
        """Names of the components."""
        return self.file.components

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
        """Remarks, one line each."""
        return self.file.notes

    @property
    def registration(self) -> str:
        """Of cells or of nodes."""
        return self.file.registration

    def read(self, times: slice, rows: slice, columns: slice) -> NDArray[np.float32]:
        """Values, shape (component, time, level, row, column), NaN is no data."""
        return self.file.read(times, rows, columns)
