"""CSV point tables that are grids."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from seatrial.errors import FileFormatError
from seatrial.ocean.readers.gridded import open_gridded


def table(path: Path, rows: Sequence[tuple[object, ...]], head: str = "lat,lon,depth (m),temp (degC)") -> Path:
    path.write_text("\n".join([head, *(",".join(map(str, row)) for row in rows)]) + "\n", encoding="utf-8")
    return path


GRID = [(y, x, z, 10 + y + x / 10 - z / 100) for z in (0, 10, 50) for y in (1, 2) for x in (5, 6, 7)]


@pytest.mark.parametrize("seed", [0, 1])
def test_rows_in_any_order(seed: int, tmp_path: Path):
    rows = [GRID[k] for k in np.random.default_rng(seed).permutation(len(GRID))]
    grid = open_gridded(table(tmp_path / "t.csv", rows), "SeaTemperature")
    assert grid.levels.tolist() == [0.0, 10.0, 50.0]
    expected = 10 + grid.lat[:, None] + grid.lon / 10 - grid.levels[:, None, None] / 100
    np.testing.assert_allclose(grid.read()[0, 0], expected, rtol=1e-6)


def test_missing_points_are_no_data(tmp_path: Path):
    grid = open_gridded(table(tmp_path / "t.csv", GRID[:-4]), "SeaTemperature")
    assert np.isnan(grid.read()).sum() == 4


def test_rounded_coordinates_are_one_line(tmp_path: Path):
    rows = [(y + 1e-9 * k, x - 1e-9 * k, z, t) for k, (y, x, z, t) in enumerate(GRID)]
    grid = open_gridded(table(tmp_path / "t.csv", rows), "SeaTemperature")
    assert grid.shape == (1, 1, 3, 2, 3) and np.isfinite(grid.read()).all()


def test_times(tmp_path: Path):
    rows = [(f"2020-01-0{d}T00:00:00Z", y, x, 10 + d) for d in (1, 2) for y in (1, 2) for x in (5, 6)]
    grid = open_gridded(table(tmp_path / "t.csv", rows, "time,latitude,longitude,temp_degC"), "SeaTemperature")
    assert grid.times.tolist() == [1_577_836_800.0, 1_577_923_200.0]
    assert grid.read()[0, :, 0, 0, 0].tolist() == [11.0, 12.0]


@pytest.mark.parametrize(
    "rows, said",
    [
        ([*GRID, GRID[0]], "some points are listed twice"),
        ([(k, k, 0, 1.0) for k in range(6)], "6 rows are no grid: their coordinates would span 1 x 6 x 6 = 36 points"),
        ([(1, "", 0, 1.0), (2, 5, 0, 1.0)], "column 'lon', row 2: a coordinate is missing"),
        ([(1, "east", 0, 1.0), (2, 5, 0, 1.0)], "column 'lon': neither numbers nor ISO dates"),
        ([], "a table without rows"),
    ],
)
def test_refused(rows: Sequence[tuple[object, ...]], said: str, tmp_path: Path):
    with pytest.raises(FileFormatError) as caught:
        open_gridded(table(tmp_path / "t.csv", rows), "SeaTemperature")
    assert said in str(caught.value) and "t.csv" in str(caught.value)
