"""Fields on the grid of the file: chains of small readers, each `read(times, rows, columns)`.

The first reads a variable over all files; others mask land, move staggered values to cell centres, bring sigma levels
to depths. Every one gives float64 of shape (time, level, row, column), NaN where there is no data, for the indices
asked for and no more.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from seatrial.ocean.readers.collection import Order, Variable
from seatrial.ocean.readers.sigma import Stretching, to_levels
from seatrial.ocean.readers.timeline import Timeline
from seatrial.ocean.readers.units import Unit


class NativeField(Protocol):
    """What can be read by indices of the file's own grid."""

    def read(self, times: Order, rows: Order, columns: Order) -> NDArray[np.float64]:
        """Values, shape (time, level, row, column), for indices on the time line, of rows and of columns."""
        ...


@dataclass(frozen=True, eq=False)
class VariableField:
    """A variable over several files.

    variables: it in each file. dims: row and column dimension. level_dim: the vertical one, `levels` the indices along
    it. fixed: index of every further dimension. unit: of the file.
    """

    variables: tuple[Variable, ...]
    timeline: Timeline
    dims: tuple[str, str]
    level_dim: str | None
    levels: Order
    fixed: Mapping[str, int]
    unit: Unit

    def read(self, times: Order, rows: Order, columns: Order) -> NDArray[np.float64]:
        """Values in our unit, shape (time, level, row, column)."""
        found = np.empty((times.size, self.levels.size, rows.size, columns.size))
        files = self.timeline.file[times]
        for start, end in _stretches(files):
            number, chosen = int(files[start]), times[start:end]
            found[start:end] = self._from_file(number, self.timeline.index[chosen], rows, columns)
        if self.unit.scale != 1.0 or self.unit.offset != 0.0:
            found = found * self.unit.scale + self.unit.offset
        return found

    def _from_file(self, number: int, index: Order, rows: Order, columns: Order) -> NDArray[np.float64]:
        variable, time_dim = self.variables[number], self.timeline.dims[number]
        wanted = {d: np.full(1, self.fixed.get(d, 0), np.intp) for d in variable.dims}
        wanted |= {self.dims[0]: rows, self.dims[1]: columns}
        if time_dim is not None:
            wanted[time_dim] = index
        if self.level_dim is not None:
            wanted[self.level_dim] = self.levels
        values = variable.read(wanted)
        order = [d for d in (time_dim, self.level_dim, *self.dims) if d is not None]
        others = tuple(k for k, d in enumerate(variable.dims) if d not in order)
        values = values.squeeze(others)
        left = [d for d in variable.dims if d in order]
        values = values.transpose([left.index(d) for d in order])
        if time_dim is None:
            values = values[None]
        return values if self.level_dim is not None else values[:, None]


def _stretches(files: Order) -> list[tuple[int, int]]:
    """Begin and end of the parts of `files` that are one file."""
    breaks = np.flatnonzero(np.diff(files)) + 1
    edges = [0, *breaks.tolist(), files.size]
    return [(a, b) for a, b in pairwise(edges) if b > a]


@dataclass(frozen=True, eq=False)
class Masked:
    """A field without its land: `water` is True where there is any, on the whole grid of the file."""

    field: NativeField
    water: NDArray[np.bool_]

    def read(self, times: Order, rows: Order, columns: Order) -> NDArray[np.float64]:
        """Values, shape (time, level, row, column), NaN on land."""
        return np.where(self.water[np.ix_(rows, columns)], self.field.read(times, rows, columns), np.nan)


@dataclass(frozen=True, eq=False)
class Centred:
    """A field on faces, averaged to the cells between them.

    axis: 0 when the faces lie north and south of the cells, 1 when west and east. before: number of the face on the
    western or southern side of cell 0, so that cell i lies between faces i + before and i + before + 1. faces: how many
    there are. A face that does not exist or is masked does not count; with one of the two missing the other is the
    value, with both there is none.
    """

    field: NativeField
    axis: int
    before: int
    faces: int

    def read(self, times: Order, rows: Order, columns: Order) -> NDArray[np.float64]:
        """Values at cell centres, shape (time, level, row, column)."""
        cells = (rows, columns)[self.axis]
        needed = np.unique(np.concatenate([cells + self.before, cells + self.before + 1]))
        needed = needed[(needed >= 0) & (needed < self.faces)]
        values = self.field.read(times, *((needed, columns) if self.axis == 0 else (rows, needed)))
        sides = []
        for shift in (0, 1):
            face = cells + self.before + shift
            place = np.clip(np.searchsorted(needed, face), 0, needed.size - 1)
            part = np.take(values, place, axis=2 + self.axis)
            there = needed[place] == face
            sides.append(np.where(there[:, None] if self.axis == 0 else there, part, np.nan))
        left, right = sides
        return np.where(np.isnan(left), right, np.where(np.isnan(right), left, 0.5 * (left + right)))


@dataclass(frozen=True, eq=False)
class OnDepths:
    """A field on sigma levels, brought to fixed depths.

    stretching: of its levels. floor: depth of the water [m] on the whole grid. surface: free surface [m] as a field
    with one level, None for zero. levels: depths [m].
    """

    field: NativeField
    stretching: Stretching
    floor: NDArray[np.float64]
    surface: NativeField | None
    levels: NDArray[np.float64]

    def read(self, times: Order, rows: Order, columns: Order) -> NDArray[np.float64]:
        """Values, shape (time, level, row, column)."""
        h = self.floor[np.ix_(rows, columns)]
        found = np.empty((times.size, self.levels.size, *h.shape))
        for k, time in enumerate(times):
            one = np.array([time], np.intp)
            zeta = np.zeros(h.shape) if self.surface is None else self.surface.read(one, rows, columns)[0, 0]
            depth = self.stretching.depth(h, np.nan_to_num(zeta))
            values = self.field.read(one, rows, columns)[0]
            upward = self.stretching.s[0] < self.stretching.s[-1]
            if upward:
                depth, values = depth[::-1], values[::-1]
            found[k] = to_levels(values, depth, self.levels, h)
        return found


@dataclass(frozen=True, eq=False)
class BetweenLevels:
    """A field on the depths `own` [m], brought to `levels` [m]: linear, held beyond the ends, one missing neighbour is
    replaced by the other.
    """

    field: NativeField
    own: NDArray[np.float64]
    levels: NDArray[np.float64]

    def read(self, times: Order, rows: Order, columns: Order) -> NDArray[np.float64]:
        """Values, shape (time, level, row, column)."""
        values = self.field.read(times, rows, columns)
        upper = np.clip(np.searchsorted(self.own, self.levels, side="right") - 1, 0, max(self.own.size - 2, 0))
        lower = np.minimum(upper + 1, self.own.size - 1)
        span = np.where(lower > upper, self.own[lower] - self.own[upper], 1.0)
        weight = np.clip((self.levels - self.own[upper]) / span, 0.0, 1.0)[:, None, None]
        above, below = values[:, upper], values[:, lower]
        above, below = np.where(np.isnan(above), below, above), np.where(np.isnan(below), above, below)
        return (1.0 - weight) * above + weight * below
