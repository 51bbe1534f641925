"""Fields from files too large to be held: sampled through a bounded cache of blocks, given to the engine in windows.

Beyond the first and the last time of a file the field refuses, holds, or cycles, as it is told.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from threading import Lock
from typing import Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.errors import InputError
from seatrial.ocean.axis import check_ascending, interval
from seatrial.ocean.composite import Box
from seatrial.ocean.table import CELLS, NODES, Cut, GridTable, Reach, Samples, axes_of

BLOCK_BYTES = 4 * 2**20
"""Size that a block of one time is cut to, all components and levels."""
CACHE_BYTES = 128 * 2**20
"""Blocks that a field keeps at most."""

Outside = Literal["refuse", "hold", "cycle"]


class Gridded(Protocol):
    """A grid file once it is open, read only where it is asked; `readers.gridded.GriddedFile` is one."""

    @property
    def name(self) -> str:
        """Of the file, or of the first of several."""
        ...

    @property
    def quantity(self) -> str:
        """Name in the registry of fields."""
        ...

    @property
    def components(self) -> tuple[str, ...]:
        """Names of the components, such as ("east", "north", "up")."""
        ...

    @property
    def lat(self) -> NDArray[np.float64]:
        """(rows,) ascending [deg]."""
        ...

    @property
    def lon(self) -> NDArray[np.float64]:
        """(columns,) ascending [deg], continuous over the date line."""
        ...

    @property
    def levels(self) -> NDArray[np.float64]:
        """(levels,) ascending [m, down]; one level is no depth axis."""
        ...

    @property
    def times(self) -> NDArray[np.float64]:
        """(times,) ascending [s since 1970]; none or one is no time axis."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """What was assumed or looks wrong, one line each."""
        ...

    @property
    def registration(self) -> str:
        """When it is "cell", each value stands for a cell around its node, and the field answers half a step beyond the
        outermost nodes, with their values; otherwise "node".
        """
        ...

    @property
    def read(self) -> Callable[[slice, slice, slice], NDArray[np.float32]]:
        """(times, rows, columns) -> (component, time, level, row, column), NaN is no data."""
        ...


@dataclass(frozen=True, eq=False)
class FileField:
    """The field of a gridded file.

    outside: what happens beyond the first and the last time of the file. "refuse": there is no answer, and no lower
        source is asked either, so that a run does not change its water unnoticed; "hold": the first and the last values
        hold; "cycle": the file begins anew after last - first + step, step the last one between two times, and the
        last values run linearly into the first.

    A file of one time has no time axis and answers for any time.
    """

    file: Gridded
    outside: Outside = "refuse"
    cache_bytes: int = CACHE_BYTES
    _blocks: "OrderedDict[tuple[int, int, int], NDArray[np.float32]]" = field(
        default_factory=OrderedDict, init=False, repr=False
    )
    _lock: Lock = field(default_factory=Lock, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.outside not in ("refuse", "hold", "cycle"):
            raise InputError(f'outside = {self.outside!r}: must be "refuse", "hold" or "cycle"')
        check_ascending(f"{self.name}: time", self.file.times, "s", least=0)
        check_ascending(f"{self.name}: level", self.file.levels, "m")

    @property
    def name(self) -> str:
        """Name of the file."""
        return self.file.name

    @property
    def components(self) -> tuple[str, ...]:
        """Names of the components."""
        return self.file.components

    @property
    def timed(self) -> bool:
        """Whether the values depend on time."""
        return self.file.times.size > 1

    @cached_property
    def period(self) -> float:
        """Time after which a cycle begins anew [s]."""
        times = self.file.times
        return float(times[-1] - times[0] + (times[-1] - times[-2]))

    @property
    def time_range(self) -> tuple[float, float]:
        """First and last time that the field answers for [s since 1970]."""
        if not self.timed or self.outside != "refuse":
            return -np.inf, np.inf
        return float(self.file.times[0]), float(self.file.times[-1])

    @property
    def axes(self) -> GridTable:
        """The grid of the file with values of no bytes, NaN."""
        return self._axes

    @cached_property
    def _axes(self) -> GridTable:
        place = axes_of(self.file.lat, self.file.lon)
        levels, times = self.file.levels, self.file.times
        shape = (len(self.components), max(times.size, 1) * levels.size, self.file.lat.size, place.columns)
        nothing = np.broadcast_to(np.float32(np.nan), shape)
        reach = CELLS if self.file.registration == "cell" else NODES
        return GridTable(nothing, *place[:5], levels, times, self.time_range, *place[5:7], reach=reach)

    def refuses(
        self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0
    ) -> NDArray[np.bool_]:
        """Where the file has the place but refuses the time, broadcast shape."""
        lat, lon, _, time = np.broadcast_arrays(*(np.asarray(a, np.float64) for a in (lat, lon, depth, time)))
        first, last = self.time_range
        return self.axes.covers(lat, lon) & ~((time >= first) & (time <= last))

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Samples:
        """Values at `lat`, `lon` [deg], `depth` [m, down], `time` [s since 1970] and validity, shape (...).

        Values have shape (..., component), or (...) where there is one; NaN where invalid. Interpolated as by
        `GridTable.sample`.
        """
        lat, lon, depth, time = np.broadcast_arrays(*(np.asarray(a, np.float64) for a in (lat, lon, depth, time)))
        points = np.stack([a.ravel() for a in (lat, lon, depth, time)])
        value, valid = np.full((points.shape[1], len(self.components)), np.nan), np.zeros(points.shape[1], bool)
        first, last = self.time_range
        asked = np.isfinite(points[:3]).all(axis=0) & self.axes.covers(points[0], points[1])
        if self.timed:
            asked &= np.isfinite(points[3]) & (points[3] >= first) & (points[3] <= last)
        todo = np.flatnonzero(asked)
        if todo.size:
            row, column = self.axes.cells(points[0, todo], points[1, todo])
            place = np.stack([self.interval(points[3, todo]), row // self._side, column // self._side])
            keys, which = np.unique(place, axis=1, return_inverse=True)
            for k, (n, j, i) in enumerate(keys.T.tolist()):
                here = todo[which == k]
                value[here], valid[here] = self._around(n, j, i).sample(*points[:, here])
        value = value[:, 0] if value.shape[1] == 1 else value
        return value.reshape(lat.shape + value.shape[1:]), valid.reshape(lat.shape)

    def table(self) -> GridTable:
        """All of it, read at once; of a cycle one period."""
        whole = Box(slice(0, self.axes.rows), slice(0, self.axes.columns))
        first, last = (float(self.file.times[0]), float(self.file.times[-1])) if self.timed else (0.0, 0.0)
        return replace(self.window(whole, first, last), cut=None)

    def part(self, south: float, north: float, west: float, east: float) -> GridTable:
        """The rows and columns around a box [deg], at the first time, as a grid of its own.

        `west` <= `east`, in any turn; what the file does not have is left out.
        """
        axes = self.axes
        rows = slice(*self._span(axes.cells(np.array([south, north]), np.full(2, axes.lon0))[0], axes.rows))
        whole = Box(rows, slice(0, axes.columns))
        if axes.periodic and east - west < 360.0:
            first, last = axes.cells(np.zeros(2), np.array([west, east]))[1].tolist()
            last += axes.columns if last < first else 0
            whole = Box(rows, slice(first, min(last + 2, first + axes.columns)))
        elif not axes.periodic:
            turn = 360.0 * np.floor((west - axes.lon0 + 180.0) / 360.0)  # the turn of the file nearest to the box
            reach = axes.lon0 + (axes.columns - 1) * axes.dlon
            inside = np.clip(np.array([west - turn, east - turn]), axes.lon0, reach)
            whole = Box(rows, slice(*self._span(axes.cells(np.full(2, axes.lat0), inside)[1], axes.columns)))
        table = self.window(whole, 0.0, 0.0)
        columns = np.arange(whole.columns.start, whole.columns.stop)
        turns, within = columns // axes.columns, columns % axes.columns
        offset = axes.dlon * within if axes.lon_nodes is None else axes.lon_nodes[within]
        even = axes.lat0 + axes.dlat * np.arange(rows.start, rows.stop)
        lat = even if axes.lat_nodes is None else axes.lat_nodes[rows]
        values = np.ascontiguousarray(table.values[:, : self.file.levels.size])[:, None]
        part = GridTable.from_nodes(lat, axes.lon0 + offset + 360.0 * turns, values, self.file.levels)
        ends = (rows.start == 0, rows.stop == axes.rows)
        ends += (not axes.periodic and columns[0] == 0, not axes.periodic and columns[-1] == axes.columns - 1)
        reach = (far if end else near for far, near, end in zip(axes.reach, NODES, ends, strict=True))
        return replace(part, reach=Reach(*reach))

    @staticmethod
    def _span(cells: NDArray[np.intp], count: int) -> tuple[int, int]:
        """First row or column and the one beyond the last, of cells at both ends."""
        return int(cells[0]), min(int(cells[1]) + 2, count)

    def window(self, box: Box, begin: float, end: float) -> GridTable:
        """The rows and columns of `box` at the times around `begin`..`end` [s since 1970], at least two.

        The columns may run over the seam of a periodic grid.
        """
        axes, levels = self.axes, self.file.levels.size
        last = self.file.times.size - 1
        numbers = np.zeros(1, int)
        if self.timed:
            low, high = (int(n) for n in self.interval(np.array([begin, end])))
            numbers = np.arange(low, high + 2)
        rows, columns = box
        shape = (numbers.size * levels, rows.stop - rows.start, columns.stop - columns.start, len(self.components))
        values = np.empty(shape, np.float32)  # components lie together: one place of the memory for each corner
        for first, beyond, at in self._runs(numbers):
            self._fill(values[at * levels : (at + beyond - first) * levels], slice(first, beyond), rows, columns)
        times = self.node(numbers) if self.timed else self.file.times
        fixed = self.outside == "cycle"
        cut = Cut(
            rows.start,
            columns.start % axes.columns,
            axes.rows,
            axes.columns,
            -np.inf if not self.timed or (numbers[0] == 0 and not fixed) else float(times[0]),
            np.inf if not self.timed or (numbers[-1] == last and not fixed) else float(times[-1]),
        )
        return replace(axes, values=np.moveaxis(values, -1, 0), times=times, cut=cut)

    def interval(self, time: NDArray[np.float64]) -> NDArray[np.intp]:
        """Number of the interval between two times that `time` [s since 1970] lies in; a cycle goes on counting."""
        times = self.file.times
        if not self.timed:
            return np.zeros(time.shape, np.intp)
        if self.outside != "cycle":
            return interval(times, time)
        turn = np.floor((time - times[0]) / self.period)
        within = interval(np.append(times, times[0] + self.period), time - turn * self.period)
        return within + turn.astype(np.intp) * times.size

    def node(self, number: NDArray[np.intp]) -> NDArray[np.float64]:
        """Time [s since 1970] at which interval `number` begins."""
        times = self.file.times
        turn = number // times.size
        return times[number - turn * times.size] + turn * (self.period if self.outside == "cycle" else 0.0)

    @cached_property
    def _side(self) -> int:
        """Rows and columns of a block."""
        cell = 4 * len(self.components) * self.file.levels.size
        return int(np.clip(np.sqrt(BLOCK_BYTES / cell), 8, 512))

    def _runs(self, numbers: NDArray[np.intp]) -> list[tuple[int, int, int]]:
        """Consecutive times of the file: first, beyond the last, and where they begin among `numbers`."""
        count = max(self.file.times.size, 1)
        inside = numbers % count
        breaks = [0, *(np.flatnonzero(np.diff(inside) != 1) + 1).tolist(), numbers.size]
        return [(int(inside[a]), int(inside[b - 1]) + 1, a) for a, b in pairwise(breaks)]

    def _fill(self, out: NDArray[np.float32], times: slice, rows: slice, columns: slice) -> None:
        """Read some times into `out` (time * level, row, column, component), over the seam where need be."""
        count, start = self.axes.columns, columns.start % self.axes.columns
        width, done = columns.stop - columns.start, 0
        while done < width:
            first = (start + done) % count
            beyond = min(count, first + width - done)
            part = self.file.read(times, rows, slice(first, beyond))
            shape = (-1, *part.shape[3:], part.shape[0])
            out[:, :, done : done + beyond - first] = np.moveaxis(part, 0, -1).reshape(shape)
            done += beyond - first

    def _around(self, n: int, j: int, i: int) -> GridTable:
        """The block of rows and columns j, i with the next row and column, for interval n."""
        side, axes = self._side, self.axes
        rows = slice(j * side, min((j + 1) * side + 1, axes.rows))
        width = min((i + 1) * side + 1, axes.columns + int(axes.periodic)) - i * side
        columns = slice(i * side, i * side + width)
        times = [n, n + 1] if self.timed else [0]
        values = np.concatenate([self._block(t, (j, i), Box(rows, columns)) for t in times])
        nodes = self.node(np.array(times)) if self.timed else self.file.times
        cut = Cut(rows.start, columns.start, axes.rows, axes.columns)
        return replace(axes, values=np.moveaxis(values, -1, 0), times=nodes, cut=cut)

    def _block(self, n: int, place: tuple[int, int], box: Box) -> NDArray[np.float32]:
        """A block at one time, shape (level, row, column, component)."""
        n %= max(self.file.times.size, 1)
        with self._lock:
            found = self._blocks.get((n, *place))
            if found is None:
                rows, columns = box.rows.stop - box.rows.start, box.columns.stop - box.columns.start
                found = np.empty((self.file.levels.size, rows, columns, len(self.components)), np.float32)
                self._fill(found, slice(n, n + 1), box.rows, box.columns)
                self._blocks[n, *place] = found
                size = sum(block.nbytes for block in self._blocks.values())
                while size > self.cache_bytes and len(self._blocks) > 2:
                    size -= self._blocks.popitem(last=False)[1].nbytes
            self._blocks.move_to_end((n, *place))
            return found
