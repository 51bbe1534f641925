"""The history of a run as playback reads it: a table that grows while a run computes."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seatrial.simulation.columns import INDEX

KEPT = (
    "time", "lat", "lon", "depth", "roll", "pitch", "heading", "speed", "speed_through_water", "current_east",
    "current_north", "sea_floor_depth", "charge", "voltage", "current", "power", "energy", "distance", "waypoint",
)  # fmt: skip
"""Columns of the history that the page and the seed's client can ask for."""
PLACE = {name: k for k, name in enumerate(KEPT)}
_FROM = np.array([INDEX[name] for name in KEPT])
_FIRST_ROWS = 1024

Columns = NDArray[np.float64]


class Table:
    """Columns of `KEPT`, shape (columns, rows). One thread appends, any thread reads a consistent beginning."""

    def __init__(self, first_rows: int = _FIRST_ROWS) -> None:
        self._data = np.empty((len(KEPT), first_rows))
        self._seen = self._data[:, :0]

    @property
    def columns(self) -> Columns:
        """What there is so far, shape (columns, rows); never changes under its reader."""
        return self._seen

    @property
    def nbytes(self) -> int:
        """Memory of the table."""
        return self._data.nbytes

    def append(self, rows: NDArray[np.float64]) -> None:
        """Add rows of the whole history, shape (n, all columns)."""
        count = self._seen.shape[1]
        beyond = count + len(rows)
        if beyond > self._data.shape[1]:
            grown = np.empty((len(KEPT), max(beyond, 2 * self._data.shape[1])))
            grown[:, :count] = self._data[:, :count]
            self._data = grown
        self._data[:, count:beyond] = rows[:, _FROM].T
        self._seen = self._data[:, :beyond]


def table_of(history: Any) -> Table:
    """The table of a finished run's history (xarray Dataset along time)."""
    table = Table(1)
    columns = np.stack([np.asarray(history[name].values, np.float64) for name in KEPT])
    table._data, table._seen = columns, columns
    return table
