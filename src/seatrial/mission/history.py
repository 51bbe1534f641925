"""Rows of a running mission, bounded in number: beyond the bound every second row goes and the period doubles.

What remains are the rows at multiples of the final period and the last row, whenever the thinning happened, so the
history does not depend on how the run was divided into chunks.
"""

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import check_number
from seatrial.simulation.columns import COLUMNS, INDEX
from seatrial.simulation.settings import TICKS_PER_SECOND

MAX_ROWS = 200_000
"""Rows that a history holds at most."""


class History:
    """Growing table of rows at multiples of a period of ticks, and one row off the grid where the mission ends."""

    def __init__(self, period_ticks: int, max_rows: int = MAX_ROWS) -> None:
        self.period_ticks = period_ticks
        self._max_rows = int(check_number("rows of a history", max_rows, "", 2, 1e9))
        self._parts: list[NDArray[np.float64]] = []
        self._last = np.zeros((0, len(COLUMNS)))
        self._count = 0

    @property
    def full_at(self) -> int:
        """Tick of the first row that will be one too many."""
        return self.period_ticks * self._max_rows

    def append(self, rows: NDArray[np.float64]) -> None:
        """Add rows, in order of time; thin what is there when it becomes too much."""
        if not len(rows):
            return
        self._last = rows[-1:].copy()
        self._keep([*self._parts, self._on_grid(rows)])
        while self._count > self._max_rows:
            self._double()

    def finished(self) -> NDArray[np.float64]:
        """The rows at multiples of the final period, and the last one; shape (n, columns)."""
        while len(rows := self._with_last()) > self._max_rows:
            self._double()
        return rows

    def _keep(self, parts: list[NDArray[np.float64]]) -> None:
        self._parts, self._count = parts, sum(len(part) for part in parts)

    def _double(self) -> None:
        self.period_ticks *= 2
        self._keep([self._on_grid(np.concatenate(self._parts))])

    def _on_grid(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        ticks = np.rint(rows[:, INDEX["time"]] * TICKS_PER_SECOND).astype(np.int64)
        return rows[ticks % self.period_ticks == 0]

    def _with_last(self) -> NDArray[np.float64]:
        rows = np.concatenate([*self._parts, self._last[:0]])
        if len(self._last) and not (len(rows) and rows[-1, 0] == self._last[0, 0]):
            rows = np.concatenate([rows, self._last])
        return rows
