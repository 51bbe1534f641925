"""Which cells of a lattice are too shallow."""

import numpy as np
from numpy.typing import NDArray

from seatrial.dynamics.engine import start as start_engine
from seatrial.dynamics.scalar import real_numpy
from seatrial.dynamics.tables import grid_of, grids_of
from seatrial.ocean.composite import Composite, is_windowed
from seatrial.planning.depth_kernel import mark_shallow, place_cells
from seatrial.planning.floor import sea_depth, source_cell
from seatrial.planning.lattice import LARGEST, Lattice
from seatrial.planning.search import Bytes, share

Array = NDArray[np.float64]

wp = start_engine()

_STRIDE = 8
_BATCH = 500_000
_MOST_PARTS = 4


def shallow_cells(lattice: Lattice, bathymetry: Composite, limit: float, land: Bytes) -> Bytes:
    """Cells of sea that are less than `limit` [m] deep at the centre, shape (rows, columns); what is `land` stays 0.

    The kernel asks the gridded sources in their order, at positions interpolated between every eighth cell: within
    s^2 / (8 R) of the centre, 1 m for s = 7 km. What no grid answers is sampled from the rest. Where nothing is known
    the sea is taken as deep enough. Where the source is finer than the cells, up to four by four places of a cell are
    asked, and the shallowest counts.
    """
    parts = _parts(lattice, bathymetry)
    if parts > 1:
        finer = _shallow(lattice.divided(parts), bathymetry, limit, land.repeat(parts, axis=0).repeat(parts, axis=1))
        return finer.reshape(lattice.rows, parts, lattice.columns, parts).max(axis=(1, 3))
    return _shallow(lattice, bathymetry, limit, land)


def _parts(lattice: Lattice, bathymetry: Composite) -> int:
    """Places along each side of a cell that are asked for their depth."""
    south, north, _, _ = lattice.bounds(0.0)
    wanted = min(np.ceil(lattice.cell / source_cell(bathymetry, south, north)), _MOST_PARTS)
    affordable = np.sqrt(LARGEST / (lattice.rows * lattice.columns))
    return max(int(min(wanted, affordable)), 1)


def _shallow(lattice: Lattice, bathymetry: Composite, limit: float, land: Bytes) -> Bytes:
    """Cells that are shallow at the centre."""
    todo = (land == 0).astype(np.uint8)
    shallow = np.zeros_like(todo)
    knots = _knots(lattice)
    for source in () if bathymetry.blend_m else bathymetry.sources:
        table = None if is_windowed(source) else source.table()
        if table is None or not table.plain:  # the composite itself answers from here on
            break
        inputs = [grids_of([grid_of(table)]), share(knots), _STRIDE, limit, share(todo), share(shallow)]
        wp.launch(mark_shallow, dim=lattice.rows, inputs=inputs, device="cpu")
        if table.complete:
            return shallow
    left = np.flatnonzero(todo)
    for k in range(0, len(left), _BATCH):
        cells = left[k : k + _BATCH]
        places = np.empty((len(cells), 2), real_numpy)
        inputs = [share(knots), _STRIDE, lattice.columns, share(cells), share(places)]
        wp.launch(place_cells, dim=len(cells), inputs=inputs, device="cpu")
        shallow.ravel()[cells] = sea_depth(bathymetry, places[:, 0], places[:, 1]) < limit
    return shallow


def _knots(lattice: Lattice) -> NDArray:
    """Latitude and longitude [deg] of every eighth cell and one beyond, shape (n, m, 2)."""
    rows, columns = (np.arange((n - 1) // _STRIDE + 2) * _STRIDE for n in (lattice.rows, lattice.columns))
    return np.stack(lattice.to_geodetic(rows[:, None], columns[None, :]), axis=2).astype(real_numpy)
