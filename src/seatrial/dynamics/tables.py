"""The ocean's tables as the kernel reads them; built once per ocean, since they hold tens of megabytes."""

from functools import lru_cache
from typing import Any

import numpy as np

from seatrial.dynamics.fields import NO_FALLBACK, PROCEDURAL, SYNTHETIC, UNIFORM, CurrentField, FloorField, Grid
from seatrial.dynamics.scalar import real, single, wp
from seatrial.errors import InputError
from seatrial.ocean.composite import Composite, Source
from seatrial.ocean.procedural import ProceduralBathymetry
from seatrial.ocean.synthetic import SyntheticCurrents
from seatrial.ocean.table import GridTable
from seatrial.ocean.uniform import UniformCurrents, UniformDepth

# Shares of the table's memory, not copies: keep the arrays alive as long as the process needs the grids.
_EMPTY = GridTable(np.zeros((1, 1, 2, 2), np.float32), 0.0, 1.0, 0.0, 1.0, False, np.zeros(1))


@lru_cache(maxsize=32)
def grid_of(table: GridTable) -> Grid:
    """The kernel's record of a table; the values are shared, not copied."""
    grid = Grid()
    grid.values = wp.array(table.values, dtype=single, device="cpu", copy=False)
    grid.levels = wp.array(table.levels, dtype=real, device="cpu")
    grid.lat0, grid.lat_step, grid.lon0, grid.lon_step = table.lat0, table.dlat, table.lon0, table.dlon
    grid.row_low, grid.row_high = table.row_range
    grid.periodic = int(table.periodic)
    return grid


def _grids(field: Composite) -> tuple[Any, Source | None]:
    """Grids of a composite in priority order, and the analytic source that ends it where a grid can decline."""
    grids = [grid_of(t) for t in field.tables() if t is not None]
    table = wp.array(grids, dtype=Grid, device="cpu")
    # The table holds bare pointers to the values and levels of its grids: it has to keep them alive.
    table.owners = grids
    return table, field.sources[-1] if field.needs_formula else None


@lru_cache(maxsize=8)
def floor_field(field: Composite) -> FloorField:
    """The kernel's sea floor for a composite bathymetry."""
    record = FloorField()
    record.grids, last = _grids(field)
    record.fallback = int(NO_FALLBACK)
    record.coast = grid_of(_EMPTY)
    if isinstance(last, UniformDepth):
        record.fallback, record.depth = int(UNIFORM), last.depth
    elif isinstance(last, ProceduralBathymetry):
        record.fallback, record.coast = int(PROCEDURAL), grid_of(last.coast_distance_table())
    elif last is not None:
        raise InputError(f"bathymetry source {last.name}: the engine knows grids, procedural and uniform depths only")
    return record


@lru_cache(maxsize=8)
def current_field(field: Composite) -> CurrentField:
    """The kernel's currents for a composite of current sources."""
    record = CurrentField()
    record.grids, last = _grids(field)
    record.fallback = int(NO_FALLBACK)
    if isinstance(last, UniformCurrents):
        record.fallback, record.east, record.north = int(UNIFORM), last.east, last.north
    elif isinstance(last, SyntheticCurrents):
        record.fallback = int(SYNTHETIC)
    elif last is not None:
        raise InputError(f"current source {last.name}: the engine knows grids, synthetic and uniform currents only")
    return record
