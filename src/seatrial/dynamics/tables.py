"""The ocean's tables as the kernel reads them; those that do not change are built once, as they are tens of megabytes.

Sources too large to be held come in windows, which a run replaces as it goes (`Stream`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seatrial.dynamics.fields import (
    NO_FALLBACK,
    PROCEDURAL,
    SYNTHETIC,
    UNIFORM,
    CurrentField,
    DensityField,
    FloorField,
    Seas,
)
from seatrial.dynamics.grid import Axis, Grid
from seatrial.dynamics.scalar import real, single, wp
from seatrial.errors import InputError
from seatrial.ocean.axis import buckets
from seatrial.ocean.composite import (
    METRES_PER_MERIDIAN_DEGREE,
    Composite,
    Edges,
    Source,
    Windowed,
    is_windowed,
)
from seatrial.ocean.procedural import ProceduralBathymetry
from seatrial.ocean.synthetic import SyntheticCurrents
from seatrial.ocean.table import Cut, GridTable
from seatrial.ocean.uniform import UniformCurrents, UniformDepth

# Shares of the table's memory, not copies: keep the arrays alive as long as the process needs the grids.
_EMPTY = GridTable(np.zeros((1, 1, 2, 2), np.float32), 0.0, 1.0, 0.0, 1.0, False, np.zeros(1))


PARTS = 1024
"""Parts into which the range of an uneven axis is cut, to begin a search in; more for an axis of more nodes."""


def _axis(nodes: NDArray[np.float64] | None) -> Axis:
    """The kernel's record of an axis; without nodes an even one."""
    axis = Axis()
    if nodes is None or nodes.size < 2:
        axis.nodes = wp.array(np.zeros(0) if nodes is None else nodes, dtype=real, device="cpu")
        axis.starts = wp.zeros(1, dtype=int, device="cpu")
        return axis
    parts = max(PARTS, 4 * nodes.size)
    axis.nodes = wp.array(nodes, dtype=real, device="cpu")
    axis.starts = wp.array(buckets(nodes, parts), dtype=int, device="cpu")
    axis.scale = parts / float(nodes[-1] - nodes[0])
    return axis


@lru_cache(maxsize=32)
def grid_of(table: GridTable) -> Grid:
    """The kernel's record of a table; the values are shared, not copied."""
    return _record(table)


def _record(table: GridTable, origin: float = 0.0) -> Grid:
    """The kernel's record of a table, its times counted from `origin` [s]."""
    grid = Grid()
    grid.values = wp.array(table.values, dtype=single, device="cpu", copy=False)
    grid.levels, grid.times = _axis(table.levels), _axis(table.times - origin)
    grid.lat_nodes, grid.lon_nodes = _axis(table.lat_nodes), _axis(table.lon_nodes)
    grid.lat0, grid.lat_step, grid.lon0, grid.lon_step = table.lat0, table.dlat, table.lon0, table.dlon
    grid.row_low, grid.row_high = table.row_range
    grid.reach_west, grid.reach_east = table.reach.west, table.reach.east
    grid.time_low, grid.time_high = (edge - origin for edge in table.time_range)
    grid.periodic, grid.rows, grid.columns = int(table.periodic), table.rows, table.columns
    grid.row_last, grid.column_last = table.rows - 2, table.columns - 1
    grid.time_first, grid.time_last = -np.inf, np.inf
    components = table.values.shape[0]
    grid.second, grid.third, grid.upward = min(1, components - 1), 2 if components > 2 else 0, float(components > 2)
    return grid


def empty_window(source: Windowed, stream: int, origin: float) -> Grid:
    """The kernel's record of a source that comes in windows, before the first: it waits wherever it is asked."""
    axes = source.axes
    small = np.full((axes.values.shape[0], 1, 2, 2), np.nan, np.float32)
    grid = _record(replace(axes, values=small, times=np.zeros(0), cut=Cut(0, 0, axes.rows, axes.columns)), origin)
    grid.stream, grid.row_last = stream, -1
    return grid


def window_grid(table: GridTable, stream: int, origin: float, reach: float, step: float) -> Grid:
    """The kernel's record of a window, which waits for the next one in time.

    It is asked only where a member can move on by `reach` [m] and `step` [s] and still be inside.
    """
    cut = table.cut
    if cut is None:
        raise ValueError("a window must be cut out of a grid")
    grid = _record(table, origin)
    grid.stream, grid.row, grid.column = stream, cut.row, cut.column
    rows, columns = table.values.shape[2:]
    by_row, by_column = rings(table, reach, cut.row, cut.row + rows - 1)
    grid.row_first = by_row if cut.row > 0 else 0
    grid.row_last = rows - 2 - (by_row if cut.row + rows < cut.rows else 0)
    if columns < cut.columns:
        west, east = cut.column > 0, cut.column + columns < cut.columns
        grid.column_first = by_column if west or table.periodic else 0
        grid.column_last = columns - 2 - (by_column if east or table.periodic else 0)
    grid.time_first, grid.time_last = cut.begin - origin, cut.end - origin - step
    return grid


def rings(axes: GridTable, reach: float, first: int, last: int) -> tuple[int, int]:
    """Rows and columns that a way of `reach` [m] can cross at most between the rows `first` and `last` of a grid."""
    nodes = axes.lat_nodes
    least = axes.dlat if nodes is None else float(np.diff(nodes).min())
    rows = np.array([first, last])
    lat = axes.lat0 + axes.dlat * rows if nodes is None else nodes[rows]
    shrink = max(float(np.cos(np.radians(np.abs(lat).max()))), 1e-3)
    step = axes.dlon if axes.lon_nodes is None else float(np.diff(axes.lon_nodes).min())
    degrees = reach / METRES_PER_MERIDIAN_DEGREE
    return int(np.ceil(degrees / least)), int(np.ceil(degrees / (step * shrink)))


def is_general(seas: Seas) -> bool:
    """Whether the fields of a run need the general kernel, see `seatrial.dynamics.grid`."""
    grids = [*seas.floor.grids.owners, *seas.currents.grids.owners]
    odd = seas.currents.layers.shape[0] > 0 or seas.density.grids.shape[0] > 0
    return odd or not all(_is_plain(grid) for grid in grids)


def _is_plain(grid: Grid) -> bool:
    nodes = (grid.times.nodes.shape[0], grid.lat_nodes.nodes.shape[0], grid.lon_nodes.nodes.shape[0])
    return nodes[0] < 2 and nodes[1:] == (0, 0) and grid.stream == 0 and grid.blend == 0.0 and grid.upward == 0.0


def blended(grid: Grid, edges: Edges | None, width: float) -> Grid:
    """The same record, fading in over `width` [m] from its edges."""
    if edges is not None:
        grid.blend, (grid.south, grid.north, grid.west, grid.width) = width, edges
    return grid


def grids_of(grids: Sequence[Grid]) -> Any:
    """Table of grids, which it keeps alive: it holds bare pointers to their values and nodes."""
    table = wp.array(list(grids), dtype=Grid, device="cpu")
    table.owners = list(grids)
    return table


@dataclass
class Stream:
    """A source that a run reads window by window, and where its grid stands: in which record and at which place."""

    source: Windowed
    number: int
    record: Any
    """Record whose `grids` hold the window."""
    what: str
    """What it is the source of: "floor", "currents" or "density"."""
    table: str
    """Attribute of the record that holds it: "grids" or "layers"."""
    place: int
    edges: Edges | None
    blend: float
    window: GridTable | None = None

    def clear(self, origin: float) -> None:
        """Let go of the window."""
        self._put(empty_window(self.source, self.number, origin), None)

    def replace(self, table: GridTable, origin: float, reach: float, step: float) -> None:
        """Put another window in the place of the one before, see `window_grid`."""
        self._put(window_grid(table, self.number, origin, reach, step), table)

    def _put(self, grid: Grid, window: GridTable | None) -> None:
        grids = list(getattr(self.record, self.table).owners)
        grids[self.place] = blended(grid, self.edges, self.blend)
        setattr(self.record, self.table, grids_of(grids))
        self.window = window


def _grids(record: Any, field: Composite, origin: float, what: str, streams: list[Stream] | None) -> Source | None:
    """Put the grids of a composite into a record, in priority order; the analytic source that ends it, where needed.

    Sources that come in windows are added to `streams`; without such a list they are read whole.
    """
    grids, added = [], []
    widths = field.blend_m or (0.0,) * len(field.sources)
    for source, edges, width in zip(field.sources, field.edges, widths, strict=True):
        if streams is not None and is_windowed(source):
            added.append(Stream(source, len(streams) + len(added) + 1, record, what, "grids", len(grids), edges, width))
            grids.append(blended(empty_window(source, added[-1].number, origin), edges, width))
        elif (table := source.table()) is not None:
            shared = edges is None and not table.timed
            grid = grid_of(table) if shared else blended(_record(table, origin), edges, width)
            grids.append(grid)
    record.grids = grids_of(grids)
    if streams is not None:
        streams += added
    return field.sources[-1] if field.needs_formula else None


def floor_record(field: Composite, streams: list[Stream] | None = None) -> FloorField:
    """The kernel's sea floor for a composite bathymetry; InputError for a formula that the engine does not know."""
    record = FloorField()
    last = _grids(record, field, 0.0, "floor", streams)
    record.fallback = int(NO_FALLBACK)
    record.coast = grids_of([grid_of(_EMPTY)])
    if isinstance(last, UniformDepth):
        record.fallback, record.depth = int(UNIFORM), last.depth
    elif isinstance(last, ProceduralBathymetry):
        record.fallback, record.coast = int(PROCEDURAL), grids_of([grid_of(last.coast_distance_table())])
    elif last is not None:
        raise InputError(f"bathymetry source {last.name}: the engine knows grids, procedural and uniform depths only")
    return record


def current_record(
    field: Composite,
    origin: float = 0.0,
    streams: list[Stream] | None = None,
    layers: Sequence[Windowed] = (),
) -> CurrentField:
    """The kernel's currents, times counted from `origin` [s since 1970]; InputError for a formula it does not know.

    `layers` are added to the current; they come in windows and need `streams`.
    """
    record = CurrentField()
    last = _grids(record, field, origin, "currents", streams)
    record.layers = grids_of([empty_window(layer, 0, origin) for layer in layers])
    if streams is not None:
        for k, layer in enumerate(layers):
            streams.append(Stream(layer, len(streams) + 1, record, "currents", "layers", k, None, 0.0))
            streams[-1].clear(origin)
    record.fallback = int(NO_FALLBACK)
    if isinstance(last, UniformCurrents):
        record.fallback, record.east, record.north = int(UNIFORM), last.east, last.north
    elif isinstance(last, SyntheticCurrents):
        record.fallback = int(SYNTHETIC)
    elif last is not None:
        raise InputError(f"current source {last.name}: the engine knows grids, synthetic and uniform currents only")
    return record


def density_record(
    field: Composite | None, constant: float, origin: float = 0.0, streams: list[Stream] | None = None
) -> DensityField:
    """The kernel's density [kg/m3]: that of a field of grids, or without a field the constant everywhere."""
    record = DensityField()
    record.fallback, record.constant = int(UNIFORM), constant
    if field is None:
        record.grids = grids_of([])
        return record
    last = _grids(record, field, origin, "density", streams)
    record.fallback = int(NO_FALLBACK)
    if last is not None:
        raise InputError(f"density source {last.name}: the engine knows grids only")
    return record


@lru_cache(maxsize=8)
def floor_field(field: Composite) -> FloorField:
    """The kernel's sea floor for a composite bathymetry, kept for the next one who asks."""
    return floor_record(field)


@lru_cache(maxsize=8)
def current_field(field: Composite) -> CurrentField:
    """The kernel's currents for a composite of current sources, kept for the next one who asks."""
    return current_record(field)
