"""Regular latitude-longitude-depth grid and its interpolation, the form in which fields reach the engine."""

from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.errors import InputError

EDGE = 1e-6
"""Fraction of a cell by which a point may lie outside the outermost nodes and still count as on them (rounding)."""

Samples = tuple[NDArray[np.float64], NDArray[np.bool_]]
"""Values, NaN where invalid, and validity."""

PERIODIC_TOLERANCE = 0.01
"""Fraction of a cell by which `n * dlon` may differ from 360 degrees in a grid that goes round the globe."""


@dataclass(frozen=True, eq=False)
class GridTable:
    """Values on a regular grid with ascending latitude; NaN is "no data".

    values: float32, shape (component, level, lat, lon).
    lat0, dlat: latitude of row 0 and step between rows [deg], dlat > 0.
    lon0, dlon: longitude of column 0 and step between columns [deg], dlon > 0, any turn.
    periodic: the columns go round the globe, `n * dlon = 360`, and the seam is interpolated.
    levels: depths [m, positive down], float64, shape (level,), strictly increasing; one level means "no depth axis".

    Use `from_box` or `from_axes` to get `periodic` detected and latitude sorted.
    """

    values: NDArray[np.float32]
    lat0: float
    dlat: float
    lon0: float
    dlon: float
    periodic: bool
    levels: NDArray[np.float64]

    @classmethod
    def from_box(
        cls,
        values: ArrayLike,
        lat_min: float,
        lat_max: float,
        lon_min: float,
        lon_max: float,
        levels: ArrayLike = (0.0,),
    ) -> Self:
        """Table whose outermost nodes lie on the box [deg]; `values` has shape (component, level, lat, lon).

        A grid that goes round the globe is periodic, whether or not it repeats its first column at 360 degrees; a
        repeated column is dropped. InputError when shape, levels or box do not fit.
        """
        array, depths = np.asarray(values, np.float32), np.asarray(levels, np.float64)
        if array.ndim != 4 or min(array.shape[2:]) < 2 or depths.shape != array.shape[1:2]:
            found = f"grid of shape {array.shape} with levels of shape {depths.shape}"
            raise InputError(f"{found}: must be (component, level, lat, lon) with at least 2 x 2 nodes")
        if not np.all(np.isfinite(depths)) or np.any(np.diff(depths) <= 0):
            raise InputError("grid levels [m]: must be finite and strictly increasing")
        rows, columns = array.shape[2:]
        dlat, dlon = (lat_max - lat_min) / (rows - 1), (lon_max - lon_min) / (columns - 1)
        if not (-90.0 <= lat_min < lat_max <= 90.0) or not (np.isfinite(dlon) and dlon > 0):
            found = f"grid box lat {lat_min:g}..{lat_max:g}, lon {lon_min:g}..{lon_max:g} deg"
            raise InputError(f"{found}: must ascend, lat within -90..90")
        if abs((columns - 1) * dlon - 360.0) <= PERIODIC_TOLERANCE * dlon and columns > 2:
            array, columns = array[..., :-1], columns - 1
        periodic = abs(columns * dlon - 360.0) <= PERIODIC_TOLERANCE * dlon
        if not periodic and (columns - 1) * dlon > 360.0:
            raise InputError(f"grid longitudes {lon_min:g}..{lon_max:g} deg: must span at most 360 deg")
        dlon = 360.0 / columns if periodic else dlon
        return cls(
            np.ascontiguousarray(array), float(lat_min), float(dlat), float(lon_min), float(dlon), periodic, depths
        )

    @classmethod
    def from_axes(cls, lat: ArrayLike, lon: ArrayLike, values: ArrayLike, levels: ArrayLike = (0.0,)) -> Self:
        """Table on the axes `lat`, `lon` [deg] (evenly spaced; latitude may descend, then rows are turned over).

        `values` has shape (component, level, lat, lon). InputError when an axis is not evenly spaced and monotonic.
        """
        rows, columns, array = np.asarray(lat, np.float64), np.asarray(lon, np.float64), np.asarray(values, np.float32)
        if array.ndim != 4 or array.shape[2:] != (rows.size, columns.size):
            found = f"grid of shape {array.shape} on {rows.size} latitudes and {columns.size} longitudes"
            raise InputError(f"{found}: must be (component, level, lat, lon)")
        if rows.size > 1 and rows[-1] < rows[0]:
            rows, array = rows[::-1], array[:, :, ::-1]
        for name, axis in (("latitude", rows), ("longitude", columns)):
            check_even(name, axis)
        return cls.from_box(array, float(rows[0]), float(rows[-1]), float(columns[0]), float(columns[-1]), levels)

    @cached_property
    def row_range(self) -> tuple[float, float]:
        """Least and greatest row number `(lat - lat0) / dlat` that the table answers for.

        These are the outermost rows, `EDGE` for rounding; and for a periodic grid whose outermost row is within one
        step of a pole, the pole: the last row is then used flat over the cap.
        """
        last = self.values.shape[2] - 1
        south, north = (-90.0 - self.lat0) / self.dlat, (90.0 - self.lat0) / self.dlat
        low = south if self.periodic and south >= -1.0 - EDGE else 0.0
        high = north if self.periodic and north <= last + 1.0 + EDGE else float(last)
        return low - EDGE, high + EDGE

    @cached_property
    def complete(self) -> bool:
        """Every position on the globe has a value, at every depth: no lower source will ever be asked."""
        south, north = (row * self.dlat + self.lat0 for row in self.row_range)
        return self.periodic and south <= -90.0 and north >= 90.0 and bool(np.isfinite(self.values).all())

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0) -> Samples:
        """Interpolated values, shape (..., component), and validity, shape (...); invalid values are NaN.

        `lat`, `lon` [deg, any turn], `depth` [m, positive down] are broadcast together. The formula, which the engine's
        kernels repeat word for word (float64 arithmetic on float32 data):

            row     y = (lat - lat0) / dlat, outside `row_range` -> invalid; clamped to 0 .. rows - 1
                    j = min(floor(y), rows - 2), wy = y - j
            column  d = lon - lon0, d = d - 360 floor(d / 360), x = d / dlon
                    periodic:  i = min(floor(x), columns - 1), neighbour (i + 1) mod columns
                    otherwise: x >= 360 / dlon - EDGE -> x = 0; x > columns - 1 + EDGE -> invalid;
                               clamped to columns - 1; i = min(floor(x), columns - 2), neighbour i + 1
                    wx = x - i
            level   depth clamped to the first and last level, k the last level (but one) not below it,
                    wz = (depth - levels[k]) / (levels[k + 1] - levels[k]); a single level has k = k + 1 = 0, wz = 0
            value   sum(w v) / sum(w) over the valid ones of the 8 corners, w = product of wx or 1 - wx, wy or 1 - wy,
                    wz or 1 - wz; a corner is valid when all its components are finite; sum(w) = 0 -> invalid

        A position or depth that is not finite is invalid.
        """
        lat, lon, depth = np.broadcast_arrays(*(np.asarray(a, np.float64) for a in (lat, lon, depth)))
        finite = np.isfinite(lat) & np.isfinite(lon) & np.isfinite(depth)
        j, wy, in_rows = self._rows(np.where(finite, lat, self.lat0))
        i, i_next, wx, in_columns = self._columns(np.where(finite, lon, self.lon0))
        k, k_next, wz = self._levels(np.where(finite, depth, self.levels[0]))
        total = np.zeros(lat.shape)
        value = np.zeros((*lat.shape, self.values.shape[0]))
        for level, w_level in ((k, 1.0 - wz), (k_next, wz)) if self.levels.size > 1 else ((k, np.ones_like(wz)),):
            for row, w_row in ((j, 1.0 - wy), (j + 1, wy)):
                for column, w_column in ((i, 1.0 - wx), (i_next, wx)):
                    corner = np.moveaxis(self.values[:, level, row, column].astype(np.float64), 0, -1)
                    known = np.logical_and.reduce(np.isfinite(corner), axis=-1)
                    weight = np.where(known, w_level * w_row * w_column, 0.0)
                    total += weight
                    value += weight[..., None] * np.where(known[..., None], corner, 0.0)
        valid = finite & in_rows & in_columns & (total > 0.0)
        value = np.where(valid[..., None], value / np.where(valid, total, 1.0)[..., None], np.nan)
        return value, valid

    def _rows(self, lat: NDArray[np.float64]) -> tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.bool_]]:
        last = self.values.shape[2] - 1
        low, high = self.row_range
        y = (lat - self.lat0) / self.dlat
        inside = (y >= low) & (y <= high)
        y = np.clip(y, 0.0, last)
        j = np.minimum(np.floor(y).astype(np.intp), last - 1)
        return j, y - j, inside

    def _columns(
        self, lon: NDArray[np.float64]
    ) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64], NDArray[np.bool_]]:
        count = self.values.shape[3]
        d = lon - self.lon0
        x = (d - 360.0 * np.floor(d / 360.0)) / self.dlon
        x = np.clip(x, 0.0, 360.0 / self.dlon)  # a longitude of 1e20 has no digits left below a turn
        if self.periodic:
            i = np.minimum(np.floor(x).astype(np.intp), count - 1)
            return i, (i + 1) % count, x - i, np.ones(x.shape, bool)
        x = np.where(x >= 360.0 / self.dlon - EDGE, 0.0, x)
        inside = x <= count - 1 + EDGE
        x = np.minimum(x, count - 1)
        i = np.minimum(np.floor(x).astype(np.intp), count - 2)
        return i, i + 1, x - i, inside

    def _levels(self, depth: NDArray[np.float64]) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64]]:
        if self.levels.size == 1:
            zero = np.zeros(depth.shape, np.intp)
            return zero, zero, np.zeros(depth.shape)
        depth = np.clip(depth, self.levels[0], self.levels[-1])
        k = np.clip(np.searchsorted(self.levels, depth, side="right") - 1, 0, self.levels.size - 2)
        return k, k + 1, (depth - self.levels[k]) / (self.levels[k + 1] - self.levels[k])


def check_even(name: str, axis: NDArray[np.float64]) -> None:
    """InputError unless `axis` [deg] has at least two values and ascends in even steps (within 1 % of a step)."""
    steps = np.diff(axis)
    if axis.ndim != 1 or axis.size < 2 or not np.all(np.isfinite(axis)) or np.any(steps <= 0):
        raise InputError(f"{name} axis [deg]: must have at least 2 finite values that ascend")
    even = axis[0] + (axis[-1] - axis[0]) * np.arange(axis.size) / (axis.size - 1)
    if np.abs(axis - even).max() > 0.01 * (axis[-1] - axis[0]) / (axis.size - 1):
        raise InputError(f"{name} axis [deg]: must be evenly spaced, steps are {steps.min():g}..{steps.max():g}")
