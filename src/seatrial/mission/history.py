"""Rows of a running mission, bounded in number: beyond the bound every second row goes and the period doubles.

What remains are the rows at multiples of the final period, whenever the thinning happened, so the history does not depend on how
the run was divided into chunks.
"""

import numpy as np
from numpy.typing import NDArray

from seatrial.simulation.columns import COLUMNS, INDEX
from seatrial.simulation.settings import TICKS_PER_SECOND

MAX_ROWS = 200_000
"""Rows that a history holds at most."""


class History:
    """Growing table of rows at multiples of a period of ticks, and one row off the grid where the mission ends."""

    def __init__(self, period_ticks: int, max_rows: int = MAX_ROWS) -> None:
        self.period_ticks = period_ticks
        self._max_rows = max_rows
        self._parts: list[NDArray[np.float64]] = []
        self._count = 0

    def append(self, rows: NDArray[np.float64]) -> None:
        """Add rows, in order of time; thin what is there when it becomes too much."""
        self._parts.append(rows)
        self._count += len(rows)
        while self._count > self._max_rows:
            self.period_ticks *= 2
            self._parts = [self._thinned(self.table())]
            self._count = len(self._parts[0])

    def _thinned(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        ticks = np.rint(rows[:, INDEX["time"]] * TICKS_PER_SECOND).astype(np.int64)
        keep = ticks % self.period_ticks == 0
        keep[-1] = True
        return rows[keep]

    def table(self) -> NDArray[np.float64]:
        """All rows, shape (n, columns)."""
        if not self._parts:
            return np.zeros((0, len(COLUMNS)))
        if len(self._parts) > 1:
            self._parts = [np.concatenate(self._parts)]
        return self._parts[0]

    def finished(self) -> NDArray[np.float64]:
        """The rows at multiples of the final period, and the last one."""
        table = self.table()
        return self._thinned(table) if len(table) else table
