"""A part of a grid file: box, stride, levels and times, and a finer or coarser even grid."""

from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import InputError
from seatrial.ocean.converting.views import View
from seatrial.ocean.gridded import Gridded

Box = tuple[float, float, float, float]
"""West, south, east, north [deg], both ends included."""


@dataclass(frozen=True)
class Selection:
    """What is kept.

    box: nodes inside it; the two latitudes may come in either order, an east below the west lies beyond the date line.
    stride: every how many nodes. levels: depths [m], the nearest levels. time: UTC, the nearest step; index: its number
    instead, negative from the end. None and empty mean all.
    """

    box: Box | None = None
    stride: int = 1
    levels: tuple[float, ...] = ()
    time: datetime | None = None
    index: int | None = None


@dataclass(frozen=True, eq=False)
class Selected(View):
    """The part of `file` that a selection leaves. Made by `select`."""

    row_numbers: NDArray[np.intp]
    column_numbers: NDArray[np.intp]
    level_numbers: NDArray[np.intp]
    time_numbers: NDArray[np.intp]
    longitudes: NDArray[np.float64]
    remarks: tuple[str, ...]
    stride: int

    @property
    def lat(self) -> NDArray[np.float64]:
        """Latitudes [deg]."""
        return self.file.lat[self.row_numbers]

    @property
    def lon(self) -> NDArray[np.float64]:
        """Longitudes [deg]."""
        return self.longitudes

    @property
    def levels(self) -> NDArray[np.float64]:
        """Depths [m]."""
        return self.file.levels[self.level_numbers]

    @property
    def times(self) -> NDArray[np.float64]:
        """Times [s since 1970]."""
        return self.file.times[self.time_numbers] if self.file.times.size else self.file.times

    @property
    def notes(self) -> tuple[str, ...]:
        """Those of the file, and the levels."""
        return self.remarks

    @property
    def registration(self) -> str:
        """That of the file; of every so manieth cell, which leave gaps, only the centres are told."""
        return self.file.registration if self.stride == 1 else "node"

    def read(self, times: slice, rows: slice, columns: slice) -> NDArray[np.float32]:
        """Values of the part, shape (component, time, level, row, column)."""
        steps = self.time_numbers[times] if self.file.times.size else np.zeros(1, np.intp)
        lines, places = self.row_numbers[rows], self.column_numbers[columns]
        parts = []
        for run in _ascending(places):
            window = (slice(int(v.min()), int(v.max()) + 1) for v in (steps, lines, run))
            whole = self.file.read(*window)
            kept = whole[:, steps - steps.min()][:, :, self.level_numbers]
            parts.append(kept[:, :, :, lines - lines.min()][..., run - run.min()])
        return np.concatenate(parts, axis=-1)


def select(file: Gridded, selection: Selection) -> Gridded:
    """The part of `file` that is kept. InputError when nothing, or fewer than 2 x 2 nodes, would be left."""
    rows, (columns, lon) = _rows(file, selection), _columns(file, selection)
    if min(rows.size, columns.size) < 2:
        raise InputError(
            f"{file.name}: box and stride leave {rows.size} x {columns.size} nodes (lat {file.lat[0]:g}.."
            f"{file.lat[-1]:g}, lon {file.lon[0]:g}..{file.lon[-1]:g} deg): must be at least 2 x 2"
        )
    levels, times = np.arange(file.levels.size), np.arange(max(file.times.size, 1))
    notes = list(file.notes)
    if selection.levels:
        levels = np.unique([int(np.abs(file.levels - value).argmin()) for value in selection.levels])
        notes.append("levels: " + ", ".join(f"{value:g}" for value in file.levels[levels]) + " m")
    if selection.time is not None or selection.index is not None:
        times = np.array([_step(file, selection)])
    return Selected(file, rows, columns, levels, times, lon, tuple(notes), selection.stride)


def _rows(file: Gridded, selection: Selection) -> NDArray[np.intp]:
    if selection.box is None:
        return np.arange(0, file.lat.size, selection.stride)
    low, high = sorted((selection.box[1], selection.box[3]))
    if not -90.0 <= low <= high <= 90.0:
        raise InputError(f"box latitudes {low:g}..{high:g} deg: must be in -90..90 deg")
    return np.flatnonzero((file.lat >= low) & (file.lat <= high))[:: selection.stride]


def _columns(file: Gridded, selection: Selection) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    numbers = np.arange(file.lon.size)
    if selection.box is None:
        return numbers[:: selection.stride], file.lon[:: selection.stride]
    west, east = selection.box[0], selection.box[2]
    if not -360.0 <= west <= 360.0 or not -360.0 <= east <= 360.0:
        raise InputError(f"box longitudes {west:g}..{east:g} deg: must be in -360..360 deg")
    width = east - west if east >= west else east - west + 360.0
    offset = np.mod(file.lon - west, 360.0)
    offset = np.where(offset > 360.0 - 1e-9, 0.0, offset)
    inside = numbers[offset <= width + 1e-9]
    order = inside[np.argsort(offset[inside], kind="stable")]
    first = np.unique(np.round(offset[order], 9), return_index=True)[1]  # a column that comes twice, at 0 and 360
    order = order[np.sort(first)][:: selection.stride]
    if not np.any(np.diff(order) < 0):
        return order, file.lon[order]
    lon = west + offset[order]
    if np.diff(lon).max() > 1.5 * selection.stride * np.diff(file.lon).max():
        raise InputError(
            f"box longitudes {west:g}..{east:g} deg: go round the globe and take both ends of {file.name} (lon "
            f"{file.lon[0]:g}..{file.lon[-1]:g} deg) without its middle: west comes first"
        )
    return order, lon


def _step(file: Gridded, selection: Selection) -> int:
    times = file.times
    if not times.size:
        raise InputError(f"{file.name}: has no time axis to choose from")
    if selection.index is not None:
        if not -times.size <= selection.index < times.size:
            raise InputError(f"time index {selection.index}: {file.name} has {-times.size}..{times.size - 1}")
        return selection.index % times.size
    moment = (selection.time or datetime.now(UTC)).timestamp()
    if not times[0] <= moment <= times[-1]:
        raise InputError(f"time {stamp(moment)}: {file.name} has {stamp(times[0])}..{stamp(times[-1])}")
    return int(np.abs(times - moment).argmin())


def stamp(seconds: float) -> str:
    """Seconds since 1970 as `2024-05-01T12:00:00Z`."""
    return datetime.fromtimestamp(float(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _ascending(numbers: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """Numbers cut where they begin again."""
    return [part for part in np.split(numbers, np.flatnonzero(np.diff(numbers) < 0) + 1) if part.size]
