"""A grid file on an even grid of another step, by the interpolation that the fields themselves use."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import InputError
from seatrial.ocean.converting.views import View
from seatrial.ocean.gridded import Gridded
from seatrial.ocean.table import GridTable

LARGEST = 100_000
"""Most nodes along an axis."""


@dataclass(frozen=True, eq=False)
class Regridded(View):
    """`file` at other nodes [deg]. Made by `regrid`."""

    rows: NDArray[np.float64]
    columns: NDArray[np.float64]

    @property
    def lat(self) -> NDArray[np.float64]:
        """Latitudes of the nodes [deg]."""
        return self.rows

    @property
    def lon(self) -> NDArray[np.float64]:
        """Longitudes of the nodes [deg]."""
        return self.columns

    @property
    def registration(self) -> str:
        """Of nodes, whatever the file was."""
        return "node"

    @property
    def notes(self) -> tuple[str, ...]:
        """Those of the file, and the interpolation."""
        return (*self.file.notes, f"interpolated to an even grid of {self.lat[1] - self.lat[0]:g} deg")

    def read(self, times: slice, rows: slice, columns: slice) -> NDArray[np.float32]:
        """Interpolated values, shape (component, time, level, row, column); NaN where no node around has data."""
        lat, lon = self.lat[rows], self.lon[columns]
        below = max(int(np.searchsorted(self.file.lat, lat[0], "right")) - 1, 0)
        above = min(int(np.searchsorted(self.file.lat, lat[-1], "left")), self.file.lat.size - 1)
        near = slice(min(below, self.file.lat.size - 2), max(above, below + 1) + 1)
        values = self.file.read(times, near, slice(0, self.file.lon.size))
        found = np.empty((*values.shape[:3], lat.size, lon.size), np.float32)
        for step in range(values.shape[1]):
            for level in range(values.shape[2]):
                grid = values[:, step, level][:, None, None]
                table = GridTable.from_nodes(self.file.lat[near], self.file.lon, grid)
                found[:, step, level] = np.moveaxis(table.sample(lat[:, None], lon)[0], -1, 0)
        return found


def regrid(file: Gridded, step: float) -> Gridded:
    """`file` on an even grid from its first row and column on, every `step` [deg]. InputError when that is no grid."""
    lat, lon = (a[0] + step * np.arange(int((a[-1] - a[0]) / step + 1e-9) + 1) for a in (file.lat, file.lon))
    if not 2 <= lat.size <= LARGEST or not 2 <= lon.size <= LARGEST:
        raise InputError(
            f"{file.name}: --step {step:g} deg: makes {lat.size} x {lon.size} nodes, must be 2..{LARGEST} each"
        )
    return Regridded(file, lat, lon)
