"""The ocean's tables as the kernel holds them."""

import gc
import weakref

import numpy as np

from seatrial.dynamics.tables import current_field, grid_of
from seatrial.ocean.composite import Composite
from seatrial.ocean.table import GridTable
from tests.unit.dynamics.test_fields import TableCurrents


def test_a_field_keeps_its_grids_alive():
    # The kernel's table holds bare pointers; whoever holds the field must hold the memory behind them.
    table = GridTable.from_box(np.full((2, 3, 4, 5), 1.5), 0.0, 3.0, 0.0, 4.0, [0.0, 10.0, 20.0])
    field = current_field(Composite([TableCurrents("a", table)]))
    levels = weakref.ref(grid_of(table).levels.nodes)
    grid_of.cache_clear()
    gc.collect()
    assert levels() is not None
    assert field.grids.shape[0] == 1
