"""The fields of a run: whole tables, and windows on sources too large for that, which move along with the members."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seatrial.dynamics.fields import Seas
from seatrial.dynamics.tables import (
    Stream,
    current_record,
    density_record,
    floor_field,
    floor_record,
    is_general,
    rings,
)
from seatrial.errors import InputError
from seatrial.frames.position import format_latitude, format_longitude
from seatrial.ocean.composite import Box, Composite, Windowed, is_windowed
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.table import GridTable

MOST_TIMES = 25
"""Times in a window at most: a day of hours."""
LEAST_TIMES = 3
"""Times in a window where a step begins in one interval and ends in the next."""
ABSURD_SPEED = 1000.0
"""Speed [m/s] that no member has; by it a window is asked only where the next step still lies inside."""
MARGIN = 4
"""Rows and columns beyond where members and their routes are, if there is room."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Need:
    """What a window is wanted for: a member at `lat`, `lon` [deg] at `time` [s since 1970]; the members and waypoints
    that it should hold as well, if there is room; and the time until which it is worth anything.
    """

    lat: float
    lon: float
    time: float
    others_lat: Floats
    others_lon: Floats
    until: float


class Windows:
    """Kernel records of the fields of a run that begins at `origin` [s since 1970], with steps of `step` [s].

    Each source that comes in windows holds at most `most_bytes` at a time, or, where that is too little, one cell with
    what a step needs around it. InputError when a source that refuses other times does not have that of the beginning.
    """

    def __init__(
        self,
        ocean: Ocean,
        density: Composite | None,
        constant: float,
        origin: float,
        step: float,
        most_bytes: int,
        layers: Sequence[Windowed] = (),
    ) -> None:
        self._origin, self._step, self._reach, self._most = origin, step, ABSURD_SPEED * step, most_bytes
        check_start(ocean, density, origin)
        self.streams: list[Stream] = []
        self.seas = seas_of(ocean, density, constant, origin, self.streams, layers)
        self.general = is_general(self.seas)

    @property
    def held_bytes(self) -> int:
        """Bytes of the windows that are held now."""
        return sum(stream.window.values.nbytes for stream in self.streams if stream.window is not None)

    def move(self, number: int, need: Need) -> None:
        """Put the window of stream `number` where it is needed."""
        stream = self.streams[number - 1]
        stream.clear(self._origin)  # the old window goes before the new one comes
        self._hand_over(stream)
        box = self._box(stream.source, need)
        end = min(need.until, self._end(stream.source, box, need.time))
        # In an engine of single precision times are rounded to 1.2e-7 of those since the start.
        slack = self._step + 2.5e-7 * (need.time - self._origin)
        table = stream.source.window(box, need.time - slack, max(end, need.time) + slack)
        stream.replace(table, self._origin, self._reach, self._step)
        self._hand_over(stream)

    def _hand_over(self, stream: Stream) -> None:
        """Tell the kernel; a record is copied into `seas` when it is set."""
        setattr(self.seas, stream.what, stream.record)

    def _box(self, source: Windowed, need: Need) -> Box:
        """Rows and columns around the member; with those of the others if a few times of them fit."""
        axes = source.axes
        lat, lon = np.append(need.lat, need.others_lat), np.append(need.lon, need.others_lon)
        inside = axes.covers(lat, lon)
        inside[0] = True
        rows, columns = axes.cells(lat[inside], lon[inside])
        half = axes.columns // 2  # columns as near as possible to the member's, over the seam
        columns = columns[0] + (columns - columns[0] + half) % axes.columns - half
        boxes = (
            self._around(axes, rows[:count], columns[:count], extra)
            for count, extra in ((len(rows), MARGIN), (len(rows), 0), (1, MARGIN), (1, 0))
        )
        fitting = (box for box in boxes if self._times(source, box) >= LEAST_TIMES)
        return next(fitting, self._around(axes, rows[:1], columns[:1], 0))

    def _around(self, axes: GridTable, row: NDArray[np.intp], column: NDArray[np.intp], extra: int) -> Box:
        """The cells and a ring of what a step can cross, and of `extra` more, around them, within the grid."""
        by_row = 2 + extra + rings(axes, self._reach, 0, axes.rows - 1)[0]
        south, north = max(int(row.min()) - by_row, 0), min(int(row.max()) + 1 + by_row, axes.rows)
        by_column = 2 + extra + rings(axes, self._reach, south, north - 1)[1]
        west, east = int(column.min()) - by_column, int(column.max()) + 1 + by_column
        if not axes.periodic:
            west, east = max(west, 0), min(east, axes.columns)
        elif east - west >= axes.columns:
            west, east = 0, axes.columns
        return Box(slice(south, north), slice(west, east))

    def _times(self, source: Windowed, box: Box) -> int:
        """Times of a box that fit into the bytes of a window."""
        axes = source.axes
        cells = (box.rows.stop - box.rows.start) * (box.columns.stop - box.columns.start)
        return self._most // (4 * axes.values.shape[0] * axes.levels.size * cells)

    def _end(self, source: Windowed, box: Box, begin: float) -> float:
        """Time until which a window that begins at `begin` may last."""
        times = source.axes.times
        if times.size < 2:
            return math.inf
        count = min(max(self._times(source, box), LEAST_TIMES), MOST_TIMES)
        return begin + (count - LEAST_TIMES) * float(np.diff(times).min())


def seas_of(
    ocean: Ocean,
    density: Composite | None,
    constant: float,
    origin: float,
    streams: list[Stream],
    layers: Sequence[Windowed],
) -> Seas:
    """The kernel's records of all fields; sources that come in windows are added to `streams`."""
    seas = Seas()
    windowed = any(is_windowed(source) for source in ocean.bathymetry.sources)
    seas.floor = floor_record(ocean.bathymetry, streams) if windowed else floor_field(ocean.bathymetry)
    seas.currents = current_record(ocean.currents, origin, streams, layers)
    seas.density = density_record(density, constant, origin, streams)
    return seas


def needs_general(ocean: Ocean, has_density: bool = False) -> bool:
    """Whether runs in an ocean need the general kernel, with a field of density or without one."""
    return has_density or bool(ocean.layers) or is_general(seas_of(ocean, None, 0.0, 0.0, [], ()))


def check_start(ocean: Ocean, density: Composite | None, origin: float) -> None:
    """InputError when a source that refuses other times than its own does not have `origin` [s since 1970]."""
    for name, source in windowed_sources(ocean, density):
        first, last = source.axes.time_range
        if not first <= origin <= last:
            raise InputError(
                f"start_time = {moment(origin)}: {name} {source.name} has {moment(first)} to {moment(last)}: must "
                'lie there, or outside = "hold" or "cycle" be chosen'
            )


def windowed_sources(ocean: Ocean, density: Composite | None) -> Iterator[tuple[str, Windowed]]:
    """The sources of a run that come in windows, and what of."""
    fields: Sequence[tuple[str, Composite | None]] = (
        ("bathymetry", ocean.bathymetry),
        ("currents", ocean.currents),
        ("density", density),
    )
    for name, composite in fields:
        for source in () if composite is None else composite.sources:
            if is_windowed(source):
                yield name, source


def outside(ocean: Ocean, density: Composite | None, lat: float, lon: float, depth: float, time: float) -> str:
    """In one line why the fields do not answer at a place [deg, m] and time [s since 1970]; empty when they do."""
    for name, source in windowed_sources(ocean, density):
        first, last = source.axes.time_range
        if not first <= time <= last and source.axes.covers(np.array(lat), np.array(lon)):
            return f"{name} {source.name} has {moment(first)} to {moment(last)}, and it is {moment(time)}"
    where = f"{format_latitude(lat)} {format_longitude(lon)}"
    if not ocean.bathymetry.sample(lat, lon).valid:
        return f"no bathymetry at {where}: {', '.join(ocean.bathymetry.names)}"
    for name, field in (("currents", ocean.currents), ("density", density)):
        if field is not None and not field.sample(lat, lon, depth, time).valid:
            return f"no {name} at {where}, {depth:.0f} m deep: {', '.join(field.names)}"
    return ""


def moment(seconds: float) -> str:
    """A time [s since 1970] as 2026-03-01T12:00:00Z."""
    return f"{np.datetime64(round(seconds), 's')}Z"
