"""Which cells of a lattice are connected: floods from both ends that stop where they meet."""

from collections.abc import Callable, Iterable, Iterator

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

    def reached(self, marks: Iterable[int], cells: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which cells one of these floods has reached."""
        return np.isin(self._label[cells], list(marks))

    def finish(self, mark: int) -> None:
        """Lets a flood reach all it can."""
        self.advance(mark, self._label.size)

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


class _Side:
    """One end: its candidates in turn, each in water that those before it are not in."""

    def __init__(self, floods: Floods, candidates: Candidates) -> None:
        self._floods = floods
        self._sought: _Side | None = None
        self._left = candidates(self._wanted)
        self.cells: dict[int, int] = {}
        self.mark = 0
        self.next()

    def _wanted(self, cells: NDArray[np.int64]) -> NDArray[np.bool_]:
        new = ~self._floods.reached(self.cells, cells)
        return new if self._sought is None else new & self._floods.reached(self._sought.cells, cells)

    def next(self) -> bool:
        """Goes on to the next candidate; False, and no change, if there is none."""
        cell = next(self._left, -1)
        mark = self._floods.start(cell) if cell >= 0 else 0
        if mark:
            self.mark = mark
            self.cells[mark] = cell
        return mark != 0

    def advance(self) -> bool:
        """Goes on to the next candidate when this one's water is known; False if it is not, or there is no other."""
        return self._floods.done(self.mark) and self.next()

    def finish(self) -> bool:
        """Floods this candidate's water to its end; False if it was."""
        if self._floods.done(self.mark):
            return False
        self._floods.finish(self.mark)
        return True

    def closed(self) -> bool:
        """Whether all water that the candidates lie in is known, and shut in."""
        return self._floods.done(self.mark) and not any(map(self._floods.at_border, self.cells))

    def seek(self, other: "_Side") -> bool:
        """Goes on to a candidate that lies in water of the other end; False if there is none."""
        self._sought = other
        return self.next()


def link(passage: Passage, starts: Candidates, goals: Candidates) -> tuple[int, int]:
    """The nearest connected candidates of start and goal (cells); raises Apart if there are none."""
    floods = Floods(passage)
    start, goal = _Side(floods, starts), _Side(floods, goals)
    if not (start.cells and goal.cells):
        raise Apart(closed=True, no_start=not start.cells, no_goal=not goal.cells)
    while True:
        # a candidate may lie in water that the other end has been through
        if goal.mark in start.cells:
            return start.cells[goal.mark], goal.cells[goal.mark]
        if start.mark in goal.cells:
            return start.cells[start.mark], goal.cells[start.mark]
        if floods.join(start.mark, goal.mark):
            return start.cells[start.mark], goal.cells[goal.mark]
        if goal.advance() or start.advance():
            continue
        # an end that is out of candidates and shut in can still be reached by another candidate of the other end
        if goal.closed():
            if not start.seek(goal):
                raise Apart(closed=True)
        elif start.closed():
            if not goal.seek(start):
                raise Apart(closed=True)
        elif not (goal.finish() or start.finish()):
            raise Apart(closed=False)
