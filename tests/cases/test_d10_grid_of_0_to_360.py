"""D10: a grid with longitudes 160..184.5 is asked with positions of +-180 degrees (OpenDrift #100, #881, PR 1845)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from seatrial.ocean.currents import CurrFile
from seatrial.ocean.raster_files import Raster, write_curr
from seatrial.ocean.table import GridTable

LAT, LON = np.arange(-50.0, -29.9, 0.5), np.arange(160.0, 184.6, 0.5)
EAST = np.broadcast_to(0.1 * (LON - 160.0), (LAT.size, LON.size))
VALUES = np.stack([EAST, np.zeros_like(EAST)])[:, None]
TABLE = GridTable.from_axes(LAT, LON, VALUES)

# u = 0.1 (lon - 160), as far as float32 goes
TOLERANCE = 1e-6


def check_same_place_in_any_turn(sample: Callable[..., Any]) -> None:
    value, valid = sample(TABLE, -40.0, [-176.0, 184.0, -175.6, 184.4, 544.0], 0.0)
    assert valid.all()
    np.testing.assert_allclose(value[:, 0], [2.4, 2.4, 2.44, 2.44, 2.4], atol=TOLERANCE)
    np.testing.assert_allclose(value[:, 1], 0.0)


def check_outside_is_no_data(sample: Callable[..., Any]) -> None:
    value, valid = sample(TABLE, -40.0, [-175.0, 185.0, 159.9], 0.0)
    assert not valid.any()
    assert np.isnan(value).all()


def test_table():
    check_same_place_in_any_turn(GridTable.sample)
    check_outside_is_no_data(GridTable.sample)


def test_file(tmp_path: Path):
    write_curr(tmp_path / "nz.curr", Raster.from_axes(LAT, LON, VALUES))
    source = CurrFile(tmp_path / "nz.curr")
    value, valid = source.sample(-40.0, [-176.0, 184.0, -175.6, -175.0, 159.9], 0.0, 0.0)
    np.testing.assert_array_equal(valid, [True, True, True, False, False])
    np.testing.assert_allclose(value[:3, 0], [2.4, 2.4, 2.44], atol=TOLERANCE)


def test_no_jump_across_180():
    lon = np.array([179.9, 179.99, 180.0, -180.0, -179.99, -179.9])
    value, _ = TABLE.sample(-40.0, lon)
    np.testing.assert_allclose(value[:, 0], [1.99, 1.999, 2.0, 2.0, 2.001, 2.01], atol=TOLERANCE)
