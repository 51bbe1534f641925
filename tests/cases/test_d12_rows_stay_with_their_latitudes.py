"""D12: latitude from north to south; a field upside down, a crop that is empty (xarray #1778, #2966, #6327)."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seatrial.errors import FileFormatError
from seatrial.ocean.raster_files import Raster, read_bath, write_bath
from seatrial.ocean.readers.gridded import open_gridded
from seatrial.ocean.table import GridTable
from tests.reference import ocean_files as files

DEPTH = {"units": "m", "positive": "down", "standard_name": "sea_floor_depth_below_geoid"}
ROWS = np.array([[20.0, 20.0], [10.0, 10.0], [0.0, 0.0]])


def write(path: Path, turned: bool = False, lat: Any = (2.0, 1.0, 0.0)) -> Path:
    lat = np.asarray(lat)
    return files.regular(
        path, {"deptho": (ROWS[::-1] if turned else ROWS, DEPTH)}, lat[::-1] if turned else lat, [0.0, 1.0]
    )


def check_rows_stay_with_their_latitudes(open_file: Any, folder: Path) -> None:
    answers = []
    for turned in (False, True):
        grid = open_file(write(folder / f"d12_{turned}.nc", turned), "SeaFloorElevation")
        np.testing.assert_array_equal(grid.lat, [0.0, 1.0, 2.0])
        table = GridTable.from_axes(grid.lat, grid.lon, grid.read()[:, 0])
        answers.append(table.sample([1.5, 2.0, 0.0], [0.5, 0.0, 1.0])[0][:, 0])
    np.testing.assert_array_equal(answers[0], [-15.0, -20.0, 0.0])
    np.testing.assert_array_equal(answers[1], answers[0])


def test_rows_stay_with_their_latitudes(tmp_path: Path):
    check_rows_stay_with_their_latitudes(open_gridded, tmp_path)


def test_part_of_the_rows(tmp_path: Path):
    grid = open_gridded(write(tmp_path / "d12.nc"), "SeaFloorElevation")
    rows = np.flatnonzero((grid.lat >= 0.5) & (grid.lat <= 2.0))
    part = grid.read(rows=slice(rows[0], rows[-1] + 1))
    np.testing.assert_array_equal(part[0, 0, 0], [[-10.0, -10.0], [-20.0, -20.0]])


def test_round_trip_through_bath(tmp_path: Path):
    grid = open_gridded(write(tmp_path / "d12.nc"), "SeaFloorElevation")
    write_bath(tmp_path / "d12.bath", Raster.from_axes(grid.lat, grid.lon, grid.read()[:, 0]))
    assert read_bath(tmp_path / "d12.bath").table().sample(2.0, 0.0)[0][0] == -20.0
    again = open_gridded(tmp_path / "d12.bath", "SeaFloorElevation")
    np.testing.assert_array_equal(again.read(), grid.read())


def test_latitudes_that_turn_back_are_refused(tmp_path: Path):
    with pytest.raises(FileFormatError, match=r"d12.nc: lat: not monotonic at index 1 \(1 deg\)"):
        open_gridded(write(tmp_path / "d12.nc", lat=(2.0, 1.0, 2.0)), "SeaFloorElevation")
