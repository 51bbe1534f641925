"""Several files as one, reading no more than asked for, and from several threads."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seatrial.errors import FileFormatError
from seatrial.ocean.readers.collection import Variable
from seatrial.ocean.readers.gridded import open_gridded
from tests.reference import ocean_files as files


def daily(folder: Path, first: int, count: int = 3, value: float = 0.0, name: str = "", **axes: Any) -> Path:
    """A file of `count` times, 24 h apart, from day `first` on; u = day / 100 + value."""
    days = np.arange(first, first + count)
    lat, lon = axes.get("lat", np.arange(3.0)), axes.get("lon", np.arange(4.0))
    values = np.broadcast_to(days[:, None, None] / 100.0 + value, (count, lat.size, lon.size)).astype(np.float32)
    own = {"units": "m s-1"}
    return files.write(
        folder / (name or f"day_{first:03d}.nc"),
        {
            "time": (("time",), days * 24.0, files.HOURS),
            "lat": (("lat",), lat, files.LAT),
            "lon": (("lon",), lon, files.LON),
            "u": (("time", "lat", "lon"), values, {**own, "standard_name": "eastward_sea_water_velocity"}),
            "v": (("time", "lat", "lon"), values, {**own, "standard_name": "northward_sea_water_velocity"}),
        },
    )


def check_order(open_file: Any, folder: Path) -> None:
    """Files named in any order are one in the order of their times."""
    paths = [daily(folder, first) for first in (6, 0, 3)]
    grid = open_file(paths, "SeaWaterVelocity")
    np.testing.assert_array_equal(grid.times, 946_684_800.0 + 86_400.0 * np.arange(9))
    np.testing.assert_allclose(grid.read()[0, :, 0, 1, 1], np.arange(9) / 100.0, rtol=1e-6)
    np.testing.assert_allclose(grid.read(slice(2, 7))[1, :, 0, 0, 0], np.arange(2, 7) / 100.0, rtol=1e-6)


def test_order(tmp_path: Path):
    check_order(open_gridded, tmp_path)


def test_pattern(tmp_path: Path):
    for first in (0, 3):
        daily(tmp_path, first)
    assert open_gridded(str(tmp_path / "day_*.nc"), "SeaWaterVelocity").times.size == 6
    assert open_gridded([tmp_path / "day_000.nc", str(tmp_path / "day_*.nc")], "SeaWaterVelocity").times.size == 6


def check_overlap(open_file: Any, folder: Path) -> None:
    """Two forecasts: from its begin the later one rules; beyond its end the earlier one goes on."""
    paths = [daily(folder, 0, 6), daily(folder, 2, 2, 0.5)]
    grid = open_file(paths, "SeaWaterVelocity")
    np.testing.assert_allclose(grid.read()[0, :, 0, 0, 0], [0.0, 0.01, 0.52, 0.53, 0.04, 0.05], rtol=1e-5)
    assert any("2 times of earlier files are replaced" in note for note in grid.notes)


def test_overlap(tmp_path: Path):
    check_overlap(open_gridded, tmp_path)


def test_equal_times_the_later_named_wins(tmp_path: Path):
    paths = [daily(tmp_path, 0, 2, 0.1, "a.nc"), daily(tmp_path, 0, 2, 0.2, "b.nc")]
    assert open_gridded(paths, "SeaWaterVelocity").read()[0, 0, 0, 0, 0] == np.float32(0.2)


@pytest.mark.parametrize(
    "axes, said",
    [
        ({"lat": np.arange(4.0)}, r"day_003.nc: u: shape \(3, 4, 4\): .*not one grid"),
        ({"lat": np.arange(3.0) + 0.1}, r"day_003.nc: lat: other values than in .*not on one grid"),
    ],
)
def test_other_grids_are_refused(axes: Any, said: str, tmp_path: Path):
    with pytest.raises(FileFormatError, match=said):
        open_gridded([daily(tmp_path, 0), daily(tmp_path, 3, **axes)], "SeaWaterVelocity")


def test_components_in_files_of_their_own(tmp_path: Path):
    import netCDF4

    paths = []
    for first in (0, 3):
        for gone in ("u", "v"):
            path = daily(tmp_path, first, name=f"{gone}_{first}.nc")
            with netCDF4.Dataset(path, "a") as data:
                data.renameVariable(gone, "other")
                data["other"].standard_name = "sea_water_something"
            paths.append(path)
    grid = open_gridded(paths, "SeaWaterVelocity")
    assert grid.shape == (2, 6, 1, 3, 4)
    np.testing.assert_array_equal(grid.read()[0], grid.read()[1])


def check_reads_no_more(open_file: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening reads axes and a look at one file; a read touches the slices it is asked for."""
    paths = [
        daily(folder, first, lat=np.linspace(0.0, 50.0, 120), lon=np.linspace(0.0, 50.0, 130))
        for first in range(0, 60, 3)
    ]
    touched: list[int] = []
    read = Variable.read

    def counted(self: Variable, wanted: Any = None) -> Any:
        found = read(self, wanted)
        touched.append(found.size)
        return found

    monkeypatch.setattr(Variable, "read", counted)
    grid = open_file(paths, "SeaWaterVelocity")
    assert sum(touched) < 2 * 120 * 130 + 20 * 2000  # blocks of one time step, and axes of twenty files
    touched.clear()
    part = grid.read(slice(31, 34), slice(5, 8), slice(100, 110))
    assert part.shape == (2, 3, 1, 3, 10) and sum(touched) == part.size
    monkeypatch.undo()


def test_reads_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    check_reads_no_more(open_gridded, tmp_path, monkeypatch)


def test_slices_are_those_of_lists(tmp_path: Path):
    grid = open_gridded([daily(tmp_path, 0), daily(tmp_path, 3)], "SeaWaterVelocity")
    whole = grid.read()
    for part in (slice(1, 5, 2), slice(-2, None), slice(4, 2), slice(0, 99)):
        np.testing.assert_array_equal(grid.read(part), whole[:, part])
        np.testing.assert_array_equal(grid.read(columns=part), whole[..., part])
    with pytest.raises(ValueError, match="slice step = -1: must be 1 or more"):
        grid.read(slice(None, None, -1))


def test_threads(tmp_path: Path):
    grid = open_gridded([daily(tmp_path, first) for first in range(0, 30, 3)], "SeaWaterVelocity")
    whole = grid.read()

    def one(k: int) -> bool:
        return np.array_equal(
            grid.read(slice(k % 30, k % 30 + 1), slice(k % 3, 3)), whole[:, k % 30 : k % 30 + 1, :, k % 3 :]
        )

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(one, range(200)))


def test_many_files(tmp_path: Path):
    """More files than the library keeps open."""
    first = daily(tmp_path, 0, 1)
    content = first.read_bytes()
    import netCDF4

    for day in range(1, 140):
        path = tmp_path / f"day_{day:03d}.nc"
        path.write_bytes(content)
        with netCDF4.Dataset(path, "a") as data:
            data["time"][0] = 24.0 * day
    grid = open_gridded(str(tmp_path / "day_*.nc"), "SeaWaterVelocity")
    assert grid.times.size == 140 and grid.read().shape[1] == 140
    assert len(os.listdir("/proc/self/fd")) < 400
