"""Checks of field lookups; they take the engine's sampling or a wrong one."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from seatrial.ocean.table import GridTable

Sample = Callable[[GridTable, NDArray[np.float64], NDArray[np.float64]], tuple[NDArray[np.float64], NDArray[np.bool_]]]
"""(table, lat, lon) -> values of its one component and validity."""


def check_no_data(sample: Sample) -> None:
    """No data is never a number: beside a mask the valid corners answer, with none valid nothing does.

    Float32 data of small whole numbers and weights of halves and quarters are exact.
    """
    nan = np.nan
    values = np.array([[1.0, nan, nan, nan], [3.0, nan, nan, nan], [5.0, 7.0, 9.0, nan]])
    grid = GridTable(values[None, None].astype(np.float32), 0.0, 1.0, 10.0, 1.0, False, np.zeros(1))
    lat = np.array([0.5, 0.25, 1.5, 1.75, 0.5, 1.5, 0.5, 2.5, -0.5, 1.0])
    lon = np.array([10.5, 10.75, 10.5, 11.5, 11.5, 12.5, 12.5, 10.5, 10.5, 13.5])
    value, valid = sample(grid, lat, lon)
    np.testing.assert_array_equal(valid, [True, True, True, True, False, True, False, False, False, False])
    np.testing.assert_array_equal(value[valid], [2.0, 1.5, 5.0, 8.0, 9.0])
