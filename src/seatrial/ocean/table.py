"""Latitude-longitude-depth-time grid and its interpolation, the form in which fields reach the engine."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.errors import InputError
from seatrial.ocean.axis import check_ascending, check_even, fraction, interval, is_even

EDGE = 1e-6
"""Fraction of a cell by which a point may lie outside the outermost nodes and still count as on them (rounding)."""

Samples = tuple[NDArray[np.float64], NDArray[np.bool_]]
"""Values, NaN where invalid, and validity."""

PERIODIC_TOLERANCE = 0.01
"""Fraction of a cell by which `n * dlon` may differ from 360 degrees in a grid that goes round the globe."""

Ints, Floats, Flags = NDArray[np.intp], NDArray[np.float64], NDArray[np.bool_]


class Reach(NamedTuple):
    """Fractions of the outermost steps by which a grid answers beyond its outermost nodes, whose values then hold."""

    south: float = EDGE
    north: float = EDGE
    west: float = EDGE
    east: float = EDGE


NODES = Reach()
"""Of a grid whose values stand for the nodes: rounding."""
CELLS = Reach(*(0.5 + EDGE,) * 4)
"""Of a grid whose values stand for cells around the nodes."""


class Cut(NamedTuple):
    """The part of a grid that a table holds: its values are those of rows `row` + 0, 1, ... and columns `column` +
    0, 1, ... (over the seam of a periodic grid) of a grid of `rows` x `columns`, for the times `begin`..`end` [s].
    """

    row: int
    column: int
    rows: int
    columns: int
    begin: float = -np.inf
    end: float = np.inf


@dataclass(frozen=True, eq=False)
class GridTable:
    """Values on a rectilinear grid with ascending latitude; NaN is "no data".

    values: float32, shape (component, time * level, lat, lon); the levels of the first time come first.
    lat0, dlat: latitude of row 0 and step between rows [deg], dlat > 0; the mean step where rows are uneven.
    lon0, dlon: longitude of column 0 and step between columns [deg], dlon > 0, any turn; likewise.
    periodic: the columns go round the globe, `n * dlon = 360`, and the seam is interpolated.
    levels: depths [m, positive down], float64, shape (level,), strictly increasing; one level means "no depth axis".
    times: [s], float64, shape (time,), strictly increasing; none or one means "no time axis".
    time_range: first and last time that the table answers for [s]; beyond `times` the values of the first and last
        hold. Without a time axis it answers for any time.
    lat_nodes: latitudes [deg] of the rows where they are uneven, shape (row,), else None.
    lon_nodes: longitudes of the columns less lon0 [deg] where they are uneven, shape (column,), and 360 after the last
        of a periodic grid; else None.
    reach: how far beyond its outermost nodes the grid answers; `CELLS` where the values stand for cells.
    cut: which part of the grid the values are, None for all of it; rows, columns, nodes and `lat0` are the grid's.

    Use `from_box`, `from_axes` or `from_nodes` to get `periodic` detected and latitude sorted.
    """

    values: NDArray[np.float32]
    lat0: float
    dlat: float
    lon0: float
    dlon: float
    periodic: bool
    levels: NDArray[np.float64]
    times: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    time_range: tuple[float, float] = (-np.inf, np.inf)
    lat_nodes: NDArray[np.float64] | None = None
    lon_nodes: NDArray[np.float64] | None = None
    cut: Cut | None = None
    reach: Reach = NODES

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

    @classmethod
    def from_nodes(
        cls,
        lat: ArrayLike,
        lon: ArrayLike,
        values: ArrayLike,
        levels: ArrayLike = (0.0,),
        times: ArrayLike = (),
        held: bool = False,
    ) -> Self:
        """Table on ascending axes `lat`, `lon` [deg], even or uneven, `levels` [m, down] and `times` [s].

        `values` has shape (component, time, level, lat, lon), without times one along them. A last column that repeats
        the first a turn on is dropped; the grid is periodic when the gap over the seam is no wider than its widest
        step. Outside `times` the table does not answer, or the values of the first and last are `held`. InputError when
        shapes or axes do not fit.
        """
        rows, columns, depths, moments = (np.asarray(a, np.float64) for a in (lat, lon, levels, times))
        array = np.asarray(values, np.float32)
        shape = (max(moments.size, 1), depths.size, rows.size, columns.size)
        if array.ndim != 5 or array.shape[1:] != shape:
            raise InputError(f"grid of shape {array.shape}: must be (component, time, level, lat, lon) = (.., {shape})")
        place = axes_of(rows, columns)
        check_ascending("level", depths, "m")
        check_ascending("time", moments, "s", least=0)
        array = array[..., : place.columns].reshape(array.shape[0], -1, rows.size, place.columns)
        ends = (float(moments[0]), float(moments[-1])) if moments.size > 1 and not held else (-np.inf, np.inf)
        return cls(array, *place[:5], depths, moments, ends, *place[5:7])

    @property
    def rows(self) -> int:
        """Rows of the grid, of which the table may hold a part."""
        return self.values.shape[2] if self.cut is None else self.cut.rows

    @property
    def columns(self) -> int:
        """Columns of the grid, of which the table may hold a part."""
        return self.values.shape[3] if self.cut is None else self.cut.columns

    @property
    def timed(self) -> bool:
        """Whether the values depend on time."""
        return self.times.size > 1

    @property
    def plain(self) -> bool:
        """Whether the grid is even and whole, without times and without a third component."""
        even = self.lat_nodes is None and self.lon_nodes is None
        return even and self.cut is None and not self.timed and self.values.shape[0] <= 2

    @cached_property
    def poles(self) -> tuple[float, float]:
        """Row numbers that the south and the north pole would have."""
        south, north = self._row_number(np.array([-90.0, 90.0])).tolist()
        return south, north

    @cached_property
    def row_range(self) -> tuple[float, float]:
        """Least and greatest row number `(lat - lat0) / dlat` that the table answers for.

        These are the outermost rows and its reach beyond them; and for a periodic grid whose outermost row is within
        one step of a pole, the pole: the last row is then used flat over the cap.
        """
        last = self.rows - 1
        south, north = self.poles
        low = south - EDGE if self.periodic and south >= -1.0 - EDGE else -self.reach.south
        high = north + EDGE if self.periodic and north <= last + 1.0 + EDGE else last + self.reach.north
        return low, high

    @cached_property
    def complete(self) -> bool:
        """Every position on the globe has a value, at every depth and time: no lower source will ever be asked."""
        low, high = self.row_range
        south, north = self.poles
        poles = low <= south and north <= high and self.cut is None
        return self.periodic and poles and self.time_range == (-np.inf, np.inf) and bool(np.isfinite(self.values).all())

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Samples:
        """Interpolated values, shape (..., component), and validity, shape (...); invalid values are NaN.

        `lat`, `lon` [deg, any turn], `depth` [m, positive down], `time` [s] are broadcast together. The formula, which
        the engine's kernels repeat word for word (float64 arithmetic on float32 data):

            row     y = (lat - lat0) / dlat, or among uneven nodes y = j + (lat - node[j]) / (node[j + 1] - node[j]),
                    j the last node (but one) not beyond lat; outside `row_range` -> invalid; clamped to 0 .. rows - 1
                    j = min(floor(y), rows - 2), wy = y - j
            column  d = lon - lon0, d = d - 360 floor(d / 360), x = d / dlon, or among uneven nodes likewise
                    periodic:  i = min(floor(x), columns - 1), neighbour (i + 1) mod columns
                    otherwise: d >= 360 - reach.west * (first step) -> x = 0; x > columns - 1 + reach.east -> invalid;
                               clamped to columns - 1; i = min(floor(x), columns - 2), neighbour i + 1
                    wx = x - i
            level   depth clamped to the first and last level, k the last level (but one) not below it,
                    wz = (depth - levels[k]) / (levels[k + 1] - levels[k]); a single level has k = k + 1 = 0, wz = 0
            time    outside `time_range` -> invalid; clamped to the first and last time; n and wt likewise
            value   sum(w v) / sum(w) over the valid ones of the 16 corners, w = product of wx or 1 - wx, wy or 1 - wy,
                    wz or 1 - wz, wt or 1 - wt; a corner is valid when all its components are finite; sum(w) = 0 ->
                    invalid

        A position or depth that is not finite is invalid, and so is such a time of a table with a time axis. A cut
        table declines outside its part of the grid; inside it answers as the whole grid does, bit for bit.
        """
        lat, lon, depth, time = np.broadcast_arrays(*(np.asarray(a, np.float64) for a in (lat, lon, depth, time)))
        finite = np.isfinite(lat) & np.isfinite(lon) & np.isfinite(depth)
        j, wy, in_rows = self._rows(np.where(finite, lat, self.lat0))
        i, i_next, wx, in_columns = self._columns(np.where(finite, lon, self.lon0))
        k, k_next, wz = self._levels(np.where(finite, depth, self.levels[0]))
        n, wt, in_times = self._times(time)
        if self.cut is not None:
            j, i, i_next, here = self._here(self.cut, j, i, time)
            in_columns = in_columns & here
        inside = finite & in_rows & in_columns & in_times
        if not inside.any():
            return np.full((*lat.shape, self.values.shape[0]), np.nan), inside
        total = np.zeros(lat.shape)
        value = np.zeros((self.values.shape[0], *lat.shape))
        levels = ((k, 1.0 - wz), (k_next, wz)) if self.levels.size > 1 else ((k, np.ones_like(wz)),)
        times = ((n, 1.0 - wt), (n + 1, wt)) if self.timed else ((n, np.ones_like(wt)),)
        for (moment, w_time), (level, w_level) in ((t, z) for t in times for z in levels):
            slab, w_slab = moment * self.levels.size + level, w_time * w_level
            if not w_slab.any():  # everything on the other level
                continue
            for row, w_row in ((j, 1.0 - wy), (j + 1, wy)):
                w_line = w_slab * w_row
                for column, w_column in ((i, 1.0 - wx), (i_next, wx)):
                    corner, weight = self.values[:, slab, row, column], w_line * w_column
                    known = np.isfinite(corner).all(axis=0)
                    if not known.all():
                        corner, weight = np.where(known, corner, np.float32(0.0)), np.where(known, weight, 0.0)
                    total += weight
                    value += weight * corner  # float64 times float32: in float64
        valid = inside & (total > 0.0)
        value = np.where(valid, value / np.where(valid, total, 1.0), np.nan)
        return np.ascontiguousarray(np.moveaxis(value, 0, -1)), valid

    def _row_number(self, lat: Floats) -> Floats:
        return (lat - self.lat0) / self.dlat if self.lat_nodes is None else fraction(self.lat_nodes, lat)

    def _rows(self, lat: Floats) -> tuple[Ints, Floats, Flags]:
        last = self.rows - 1
        low, high = self.row_range
        y = self._row_number(lat)
        inside = (y >= low) & (y <= high)
        y = np.clip(y, 0.0, last)
        j = np.minimum(np.floor(y).astype(np.intp), last - 1)
        return j, y - j, inside

    def _columns(self, lon: Floats) -> tuple[Ints, Ints, Floats, Flags]:
        count = self.columns
        first = self.dlon if self.lon_nodes is None else float(self.lon_nodes[1])
        d = lon - self.lon0
        d = np.clip(d - 360.0 * np.floor(d / 360.0), 0.0, 360.0)  # a longitude of 1e20 has no digits left below a turn
        x = d / self.dlon if self.lon_nodes is None else fraction(self.lon_nodes, d)
        if self.periodic:
            i = np.minimum(np.floor(x).astype(np.intp), count - 1)
            i_next, inside = (i + 1) % count, np.ones(x.shape, bool)
        else:
            x = np.where(d >= 360.0 - self.reach.west * first, 0.0, x)
            inside = x <= count - 1 + self.reach.east
            x = np.minimum(x, count - 1)
            i = np.minimum(np.floor(x).astype(np.intp), count - 2)
            i_next = i + 1
        return i, i_next, x - i, inside

    def _here(self, cut: Cut, j: Ints, i: Ints, time: Floats) -> tuple[Ints, Ints, Ints, Flags]:
        """Cells counted from the first row and column that are here, and whether they are."""
        j, i = j - cut.row, (i - cut.column) % cut.columns
        rows, columns = self.values.shape[2:]
        last = columns - 1 if self.periodic and columns == cut.columns else columns - 2
        here = (j >= 0) & (j <= rows - 2) & (i <= last)
        if self.timed:
            here = here & (time >= cut.begin) & (time <= cut.end)
        return np.where(here, j, 0), np.where(here, i, 0), np.where(here, (i + 1) % cut.columns, 0), here

    def covers(self, lat: Floats, lon: Floats) -> Flags:
        """Whether positions [deg], finite or not, lie within the rows and columns of the grid."""
        finite = np.isfinite(lat) & np.isfinite(lon)
        rows, columns = self._rows(np.where(finite, lat, self.lat0)), self._columns(np.where(finite, lon, self.lon0))
        return finite & rows[2] & columns[3]

    def cells(self, lat: Floats, lon: Floats) -> tuple[Ints, Ints]:
        """Row and column of the cells around finite positions [deg], the nearest ones for positions outside."""
        return self._rows(lat)[0], self._columns(lon)[0]

    def _levels(self, depth: Floats) -> tuple[Ints, Ints, Floats]:
        if self.levels.size == 1:
            zero = np.zeros(depth.shape, np.intp)
            return zero, zero, np.zeros(depth.shape)
        depth = np.clip(depth, self.levels[0], self.levels[-1])
        k = interval(self.levels, depth)
        return k, k + 1, (depth - self.levels[k]) / (self.levels[k + 1] - self.levels[k])

    def _times(self, time: Floats) -> tuple[Ints, Floats, Flags]:
        if not self.timed:
            return np.zeros(time.shape, np.intp), np.zeros(time.shape), np.ones(time.shape, bool)
        first, last = self.time_range
        inside = np.isfinite(time) & (time >= first) & (time <= last)
        time = np.clip(np.where(np.isfinite(time), time, self.times[0]), self.times[0], self.times[-1])
        n = interval(self.times, time)
        return n, (time - self.times[n]) / (self.times[n + 1] - self.times[n]), inside


class Axes(NamedTuple):
    """The horizontal axes of a grid as `GridTable` keeps them, and how many columns are its own."""

    lat0: float
    dlat: float
    lon0: float
    dlon: float
    periodic: bool
    lat_nodes: NDArray[np.float64] | None
    lon_nodes: NDArray[np.float64] | None
    columns: int


def axes_of(lat: NDArray[np.float64], lon: NDArray[np.float64]) -> Axes:
    """Axes of ascending nodes `lat`, `lon` [deg], even or not. InputError when they are no axes of a grid."""
    check_ascending("latitude", lat, "deg", 2)
    check_ascending("longitude", lon, "deg", 2)
    if lat[0] < -90.0 - EDGE or lat[-1] > 90.0 + EDGE:
        raise InputError(f"grid latitudes {lat[0]:g}..{lat[-1]:g} deg: must lie within -90..90")
    lat, span, widest = np.clip(lat, -90.0, 90.0), lon[-1] - lon[0], float(np.diff(lon).max())
    if abs(span - 360.0) <= PERIODIC_TOLERANCE * widest and lon.size > 2:
        lon, span = lon[:-1], lon[-2] - lon[0]
        widest = float(np.diff(lon).max())
    periodic = 360.0 - span <= (1.0 + PERIODIC_TOLERANCE) * widest
    if span > 360.0:
        raise InputError(f"grid longitudes {lon[0]:g}..{lon[-1]:g} deg: must span at most 360 deg")
    even_rows = is_even(lat)
    even_columns = is_even(lon) and (not periodic or abs(lon.size * widest - 360.0) <= PERIODIC_TOLERANCE * widest)
    offsets = np.append(lon - lon[0], 360.0) if periodic else lon - lon[0]
    dlon = 360.0 / lon.size if periodic else span / (lon.size - 1)
    return Axes(
        float(lat[0]),
        float((lat[-1] - lat[0]) / (lat.size - 1)),
        float(lon[0]),
        float(dlon),
        bool(periodic),
        None if even_rows else lat,
        None if even_columns else offsets,
        lon.size,
    )
