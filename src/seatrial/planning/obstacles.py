"""What a straight line on a lattice may meet: blocked cells and coast edges."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.dynamics.engine import start as start_engine
from seatrial.dynamics.scalar import real_numpy
from seatrial.planning import sight_kernel
from seatrial.planning.search import Bytes, share

wp = start_engine()


class Obstacles:
    """Blocked cells, shape (rows, columns), and coast edges in lattice units (y1 x1 y2 x2), shape (n, 4)."""

    def __init__(self, blocked: Bytes, edges: ArrayLike = ()) -> None:
        self.blocked = blocked
        units = np.ascontiguousarray(np.reshape(edges, (-1, 4)), real_numpy)
        drawer = np.zeros(blocked.shape, np.int32)
        spans = np.ceil(np.abs(units[:, 2:] - units[:, :2])) + 3.0
        entries = int(np.prod(spans, axis=1).sum())
        first = np.zeros(min(entries, blocked.size) + 2, np.int32)
        items = np.empty(max(entries, 1), np.int32)
        self._file(units, 0, drawer, first, items)
        used = int(first[0])
        # where each drawer's list ends; filling it from there leaves where it begins
        first[0] = 0
        first[1 : used + 1] = np.cumsum(first[1 : used + 1])
        first[used + 1] = first[used]
        self._file(units, 1, drawer, first, items)
        self._record = sight_kernel.Obstacles()
        self._record.blocked, self._record.drawer = share(blocked), share(drawer)
        self._record.first, self._record.items, self._record.edges = share(first), share(items), share(units)
        self._alive = (units, drawer, first, items)

    @staticmethod
    def _file(units: NDArray[Any], fill: int, drawer: NDArray[Any], first: NDArray[Any], items: NDArray[Any]) -> None:
        if len(units):
            arrays = map(share, (drawer, first, items))
            wp.launch(sight_kernel.file_edges, dim=1, inputs=[share(units), fill, *arrays], device="cpu")

    def clear(self, lines: ArrayLike, number: ArrayLike | None = None) -> NDArray[np.bool_]:
        """Which lines meet nothing and do not leave the lattice.

        A line that touches the corner of a blocked cell meets it. lines: y1 x1 y2 x2 in lattice units, shape (n, 4).
        number: to which answer each line counts, ascending from 0; without, each has its own.
        """
        lines = np.ascontiguousarray(lines, real_numpy)
        number = np.arange(len(lines), dtype=np.int32) if number is None else np.ascontiguousarray(number, np.int32)
        hidden = np.zeros(int(number[-1]) + 1 if len(number) else 0, np.uint8)
        if len(lines):
            inputs = [share(lines), share(number), self._record, share(hidden)]
            wp.launch(sight_kernel.look, dim=1, inputs=inputs, device="cpu")
        return hidden == 0
