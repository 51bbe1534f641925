"""Any sampled field as windows for the engine: computed at the nodes of a global grid, when a window needs them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.errors import check_number
from seatrial.ocean.composite import METRES_PER_MERIDIAN_DEGREE, Box
from seatrial.ocean.table import Cut, GridTable, Samples

DEPTHS = np.concatenate(
    [
        np.arange(0.0, 100.0, 2.0),
        np.arange(100.0, 200.0, 5.0),
        np.arange(200.0, 1000.0, 25.0),
        np.arange(1e3, 12.1e3, 250),
    ]
)
"""Levels [m] for what changes with depth as the water does."""


@dataclass(frozen=True, eq=False)
class Tabulated:
    """`field` at nodes `mesh` [m, 10..100000] apart along a meridian, at `levels` [m], every `period` [s].

    field: sampled by (lat, lon, depth, time); gives an object with `value` and `valid`, or the pair of them.
    components: how many it has. period: None for a field that does not change with time.
    nothing: what stands for no answer of the field, NaN for no data.

    Between nodes it is linear: against `field` it errs by (2 pi mesh / wavelength)^2 / 8 of a wave, and likewise in
    depth and time. Nodes lie on one grid of the globe, whatever the window, so a run does not depend on windows.
    """

    name: str
    field: Callable[..., Any]
    components: int
    mesh: float
    levels: Sequence[float] | NDArray[np.float64] = (0.0,)
    period: float | None = None
    nothing: float = np.nan

    def __post_init__(self) -> None:
        check_number(f"mesh of {self.name}", self.mesh, "m", 10.0, 1e5)
        if self.period is not None:
            check_number(f"period of {self.name}", self.period, "s", 1.0, 1e9)

    @property
    def axes(self) -> GridTable:
        """The grid of the globe with values of no bytes, NaN."""
        return self._axes

    @cached_property
    def _axes(self) -> GridTable:
        half = int(np.ceil(180.0 * METRES_PER_MERIDIAN_DEGREE / self.mesh))
        nothing = np.broadcast_to(np.float32(np.nan), (self.components, len(self.levels), half + 1, 2 * half))
        times = np.array([] if self.period is None else [0.0, self.period])
        step = 180.0 / half
        return GridTable(nothing, -90.0, step, -180.0, step, True, np.asarray(self.levels, np.float64), times)

    def table(self) -> GridTable:
        """The whole globe, at the first two times: for small grids only."""
        return self.window(Box(slice(0, self.axes.rows), slice(0, self.axes.columns)), 0.0, 0.0)

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Samples:
        """The field itself: values, shape (..., component) or (...) of one component, and validity."""
        return _pair(self.field(lat, lon, depth, time))

    def window(self, box: Box, begin: float, end: float) -> GridTable:
        """The field at the nodes of a box at the times around `begin`..`end` [s since 1970]."""
        axes = self.axes
        rows, columns = (np.arange(part.start, part.stop) for part in box)
        times = np.array([begin])
        if self.period is not None:
            times = self.period * np.arange(np.floor(begin / self.period), np.floor(end / self.period) + 2.0)
        lat = np.clip(axes.lat0 + axes.dlat * rows, -90.0, 90.0)
        lon = axes.lon0 + axes.dlon * (columns % axes.columns)
        time, depth, lat, lon = np.meshgrid(times, axes.levels, lat, lon, indexing="ij")
        value, valid = _pair(self.field(lat, lon, depth, time))
        value = value if value.ndim == 5 else value[..., None]
        value = np.where(valid[..., None], value, self.nothing).astype(np.float32)
        values = np.moveaxis(value.reshape(-1, rows.size, columns.size, self.components), -1, 0)
        timed = self.period is not None
        ends = (float(times[0]), float(times[-1])) if timed else (-np.inf, np.inf)
        cut = Cut(int(rows[0]), int(columns[0]) % axes.columns, axes.rows, axes.columns, *ends)
        place = (axes.lat0, axes.dlat, axes.lon0, axes.dlon, axes.periodic, axes.levels)
        return GridTable(values, *place, times if timed else np.zeros(0), cut=cut)


def _pair(found: Any) -> Samples:
    return (found.value, found.valid) if hasattr(found, "valid") else found
