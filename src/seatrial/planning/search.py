"""Cheapest paths on a lattice, on the host's side."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seatrial.dynamics.engine import start as start_engine
from seatrial.dynamics.scalar import real_numpy
from seatrial.planning import search_kernel

Bytes = NDArray[np.uint8]
Cells = NDArray[np.int32]

wp = start_engine()

EVERYWHERE: Bytes = np.ones((1, 1), np.uint8)


@dataclass(frozen=True, eq=False)
class Passage:
    """Where moves may go: `blocked` cells and bits of `shut` moves (see `moves_kernel`), shape (rows, columns)."""

    blocked: Bytes
    shut: Bytes
    half: int
    """Half the number of neighbours: 4 or 8."""


@dataclass(frozen=True, eq=False)
class Path:
    """Cells of a path from start to goal (flat numbers), its cost in cell sides, and how many cells were expanded."""

    cells: Cells
    cost: float
    expanded: int


class _Work:
    """Arrays of one search; pages of memory that no cell needs are never touched."""

    def __init__(self, size: int) -> None:
        self.cost = np.empty(size, real_numpy)
        self.came_by = np.empty(size, np.uint8)
        self.slot = np.zeros(size, np.int32)
        self.keys = np.empty(size, real_numpy)
        self.cells = np.empty(size, np.int32)
        self.expanded = np.zeros(1, np.int32)

    def run(self, passage: Passage, start: int, goal: int, block: int, allowed: Bytes) -> None:
        outputs = (self.cost, self.came_by, self.slot, self.keys, self.cells, self.expanded)
        arrays = [share(a) for a in (allowed, passage.blocked, passage.shut, *outputs)]
        wp.launch(search_kernel.search, dim=1, inputs=[start, goal, passage.half, block, *arrays], device="cpu")

    def trace(self, goal: int, half: int, columns: int) -> Cells:
        # a path visits no cell twice, and the heap is done with
        length = np.zeros(1, np.int32)
        inputs = [goal, half, columns, share(self.came_by), share(self.cells), share(length)]
        wp.launch(search_kernel.trace, dim=1, inputs=inputs, device="cpu")
        return self.cells[: length[0]][::-1].copy()


def shortest_path(
    passage: Passage, start: int, goal: int, allowed: Bytes = EVERYWHERE, block: int | None = None
) -> Path | None:
    """Cheapest path from cell `start` to cell `goal`, None if there is none; the cost is Dijkstra's.

    `allowed` confines it to those blocks of `block` x `block` cells that are not zero.
    """
    work = _Work(passage.blocked.size)
    work.run(passage, start, goal, block or max(passage.blocked.shape), allowed)
    if work.slot[goal] == 0:
        return None
    cost = float(work.cost[goal])
    return Path(work.trace(goal, passage.half, passage.blocked.shape[1]), cost, int(work.expanded[0]))


def distances(passage: Passage, start: int) -> NDArray[np.float64]:
    """Cost [cells] of the cheapest path from cell `start` to every cell, shape (rows, columns); inf for none."""
    work = _Work(passage.blocked.size)
    work.run(passage, start, -1, max(passage.blocked.shape), EVERYWHERE)
    return np.where(work.slot != 0, work.cost, np.inf).reshape(passage.blocked.shape)


def share(array: NDArray) -> Any:
    """Warp array over the same memory."""
    return wp.array(array, copy=False, device="cpu")
