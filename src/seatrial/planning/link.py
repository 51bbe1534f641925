"""Which cells of a lattice are connected: floods from both ends that stop where they meet."""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from seatrial.dynamics.engine import start as start_engine
from seatrial.planning import moves_kernel
from seatrial.planning.search import Passage, share

wp = start_engine()

_MARKS = 255
_FIRST_CHUNK = 10_000

Candidates = Callable[[Callable[[NDArray[np.int64]], NDArray[np.bool_]]], Iterator[int]]
"""Cells where a route may begin, nearest first.

It is given a filter for cells that are still of interest, and asks it anew before it looks at the next ones.
"""


class Floods:
    """Connected parts of a lattice, each flooded only as far as somebody asks."""

    def __init__(self, passage: Passage) -> None:
        self._passage = passage
        self._label = np.zeros(passage.blocked.size, np.uint8)
        self._queues: list[NDArray[np.int32]] = []
        self._states: list[NDArray[np.int32]] = []
        self._met: list[NDArray[np.uint8]] = []

    def start(self, cell: int) -> int:
        """Mark of the flood that has reached an open cell, or of a new one from there; 0 when there are too many."""
        mark = int(self._label[cell])
        if mark or len(self._queues) == _MARKS:
            return mark
        # untouched pages of an empty array cost nothing
        queue = np.empty(self._label.size, np.int32)
        queue[0] = cell
        self._label[cell] = mark = len(self._queues) + 1
        self._queues.append(queue)
        self._states.append(np.array([0, 1, 0], np.int32))
        self._met.append(np.zeros(_MARKS + 1, np.uint8))
        return mark

    def advance(self, mark: int, limit: int) -> None:
        """Floods at most `limit` more cells."""
        at = mark - 1
        p = self._passage
        arrays = (p.blocked, p.shut, self._label, self._queues[at], self._states[at], self._met[at])
        wp.launch(moves_kernel.flood, dim=1, inputs=[mark, p.half, limit, *map(share, arrays)], device="cpu")

    def done(self, mark: int) -> bool:
        """Whether the flood has reached all it can."""
        return bool(self._states[mark - 1][0] == self._states[mark - 1][1])

    def touch(self, one: int, other: int) -> bool:
        """Whether two floods are known to be in the same component."""
        return one == other or bool(self._met[one - 1][other] or self._met[other - 1][one])

    def at_border(self, mark: int) -> bool:
        """Whether the flood has reached the border of the lattice."""
        return bool(self._states[mark - 1][2])

    def unseen(self, cells: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which cells no finished flood has reached."""
        marks = self._label[cells]
        finished = np.array([False, *(self.done(m + 1) for m in range(len(self._queues)))])
        return ~finished[marks]

    def join(self, one: int, other: int) -> bool:
        """Floods from both until they meet, or until one is finished without that."""
        limit = _FIRST_CHUNK
        while not (self.touch(one, other) or self.done(one) or self.done(other)):
            self.advance(one, limit)
            if not (self.touch(one, other) or self.done(one)):
                self.advance(other, limit)
            limit *= 2
        return self.touch(one, other)


class Apart(Exception):
    """No two candidates are connected.

    closed: what surrounds one end is shut in and lies on this lattice completely. no_start, no_goal: that end has no
    candidate at all.
    """

    def __init__(self, closed: bool, no_start: bool = False, no_goal: bool = False) -> None:
        super().__init__()
        self.closed = closed
        self.no_start = no_start
        self.no_goal = no_goal


def link(passage: Passage, starts: Candidates, goals: Candidates) -> tuple[int, int]:
    """The nearest connected candidates of start and goal (cells); raises Apart if there are none."""
    floods = Floods(passage)
    sides = [starts(floods.unseen), goals(floods.unseen)]
    marks: list[list[int]] = [[], []]
    current = [-1, -1]
    while True:
        for side in (0, 1):
            if current[side] < 0:
                current[side] = next(sides[side], -1)
                mark = floods.start(current[side]) if current[side] >= 0 else 0
                if not mark:
                    closed = not any(map(floods.at_border, marks[side]))
                    raise Apart(closed, no_start=not marks[0], no_goal=side == 1 and not marks[1])
                marks[side].append(mark)
        one, other = marks[0][-1], marks[1][-1]
        if floods.join(one, other):
            return current[0], current[1]
        for side, mark in ((0, one), (1, other)):
            if floods.done(mark):
                current[side] = -1
