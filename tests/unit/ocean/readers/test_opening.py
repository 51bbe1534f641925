"""Damaged files, other files, folders, addresses: one line each, and nothing from the libraries below."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seatrial.errors import FileFormatError, InputError
from seatrial.ocean.readers import opening
from seatrial.ocean.readers.classic import expected_size
from seatrial.ocean.readers.gridded import open_gridded
from seatrial.ocean.readers.opening import open_raw
from tests.reference import ocean_files as files

FORMS = ("NETCDF3_CLASSIC", "NETCDF3_64BIT_OFFSET", "NETCDF3_64BIT_DATA", "NETCDF4", "NETCDF4_CLASSIC")


def flow(path: Path, form: str, unlimited: str | None = "time", times: int = 3) -> Path:
    values = np.arange(times * 12.0).reshape(times, 3, 4).astype(np.float32) / 100.0
    own = {"units": "m s-1"}
    return files.write(
        path,
        {
            "time": (("time",), np.arange(float(times)), files.HOURS),
            "lat": (("lat",), np.arange(3.0), files.LAT),
            "lon": (("lon",), np.arange(4.0), files.LON),
            "count": (("time",), np.arange(times, dtype=np.int16), {}),
            "u": (("time", "lat", "lon"), values, {**own, "standard_name": "eastward_sea_water_velocity"}),
            "v": (("time", "lat", "lon"), values, {**own, "standard_name": "northward_sea_water_velocity"}),
        },
        None,
        form,
        unlimited,
    )


@pytest.mark.parametrize("form", FORMS)
def test_formats(form: str, tmp_path: Path):
    grid = open_gridded(flow(tmp_path / "f.nc", form), "SeaWaterVelocity")
    assert grid.read()[0, 2, 0, 2, 3] == np.float32(0.35)


@pytest.mark.parametrize("form", FORMS[:3])
@pytest.mark.parametrize("unlimited", [None, "time"])
def test_size_of_classic_files(form: str, unlimited: str | None, tmp_path: Path):
    """The size worked out from the header is that of a whole file, but for padding after the last value."""
    path = flow(tmp_path / "f.nc", form, unlimited)
    size = expected_size(path)
    assert size is not None and 0 <= path.stat().st_size - size < 4


@pytest.mark.parametrize("form", FORMS)
def test_cut_off_anywhere(form: str, tmp_path: Path):
    """Wherever a download breaks off, the file is refused in one line: never zeros, never a crash."""
    whole = flow(tmp_path / "whole.nc", form).read_bytes()
    path = tmp_path / "cut.nc"
    padding = 3 if form.startswith("NETCDF3") else 0
    for length in {*range(0, 700, 13), *range(700, len(whole), 211), len(whole) - 5 - padding}:
        path.write_bytes(whole[:length])
        with pytest.raises(FileFormatError) as caught:
            open_gridded(path, "SeaWaterVelocity").read()
        assert "cut.nc" in str(caught.value) and len(str(caught.value).splitlines()) == 1


def test_damage_says_nothing_on_standard_error(tmp_path: Path):
    whole = flow(tmp_path / "whole.nc", "NETCDF4").read_bytes()
    (tmp_path / "cut.nc").write_bytes(whole[: len(whole) // 2])
    spoilt = bytearray(whole)
    spoilt[600:900] = b"\xff" * 300
    (tmp_path / "spoilt.nc").write_bytes(spoilt)
    for name in ("cut.nc", "spoilt.nc"):
        done = subprocess.run(
            [sys.executable, "-m", "seatrial.cli", "inspect", str(tmp_path / name)],
            capture_output=True,
            text=True,
            timeout=120,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert done.returncode == 2 and done.stdout == "", done
        assert len(done.stderr.splitlines()) == 1 and name in done.stderr and "Traceback" not in done.stderr


def test_damaged_chunk(tmp_path: Path):
    """A compressed block that was overwritten: the file opens, the read is refused with file and variable."""
    import netCDF4

    path = tmp_path / "chunk.nc"
    values = np.random.default_rng(1).normal(0.0, 0.1, (4, 50, 50))
    with netCDF4.Dataset(path, "w") as data:
        for name, length in (("time", 4), ("lat", 50), ("lon", 50)):
            data.createDimension(name, length)
            axis = data.createVariable(name, "f8", (name,))
            axis[:] = np.arange(length)
            axis.units = {"time": "hours since 2000-01-01", "lat": "degrees_north", "lon": "degrees_east"}[name]
        for name, word in (("u", "eastward"), ("v", "northward")):
            field = data.createVariable(
                name, "f8", ("time", "lat", "lon"), zlib=True, chunksizes=(1, 50, 50), fletcher32=True
            )
            field[:] = values
            field.standard_name, field.units = f"{word}_sea_water_velocity", "m/s"
    spoilt = bytearray(path.read_bytes())
    middle = len(spoilt) * 3 // 4
    spoilt[middle : middle + 4000] = bytes(4000)
    path.write_bytes(spoilt)
    with pytest.raises(FileFormatError, match=r"chunk.nc: [uv]: damaged data"):
        open_gridded(path, "SeaWaterVelocity").read()


@pytest.mark.parametrize(
    "name, content, said",
    [
        ("empty.nc", b"", "empty file"),
        ("text.nc", b"latitude longitude\n1 2\n", "the content is text"),
        ("page.nc", b"<!DOCTYPE html><html>404</html>", "the content is text"),
        ("noise.nc", bytes(range(256)) * 20, "of an unknown format"),
        ("f.nc.gz", b"\x1f\x8b\x08" + b"\0" * 50, "a gzip file: unpack it first"),
        ("f.grib", b"GRIB" + b"\0" * 50, "a GRIB file: convert it to NetCDF"),
        ("f.tif", b"II*\0" + b"\0" * 50, "gdal_translate"),
        ("short.bath", b"BTHY" + b"\0" * 10, "header has 14 bytes"),
        ("head.nc", b"CDF\x01" + b"\0" * 4, "header is damaged or cut off"),
        ("t.csv", b"", "empty file"),
        ("t.csv", b"a,b\n1,2\n", "no columns of latitude and longitude"),
    ],
)
def test_other_content(name: str, content: bytes, said: str, tmp_path: Path):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(FileFormatError) as caught:
        open_raw(path)
    assert said in str(caught.value) and str(path) in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "files_given, said",
    [
        ("none.nc", "none.nc: no such file"),
        ("no*.nc", "no file matches this pattern"),
        (".", "a folder, and no Zarr store"),
        ("https://example.org/a.nc", "https://example.org/a.nc: an address, not a file"),
        ("/dev/null", "no regular file"),
        ([], "must name at least one file"),
    ],
)
def test_no_file(files_given: Any, said: str, in_temporary_folder: Path):
    with pytest.raises(InputError, match=said):
        open_gridded(files_given, "SeaWaterVelocity")


def test_a_file_of_groups(tmp_path: Path):
    import netCDF4

    with netCDF4.Dataset(tmp_path / "g.nc", "w") as data:
        data.createGroup("ocean")
    with pytest.raises(FileFormatError, match=r"g.nc: no variables in the file, only groups \(ocean\)"):
        open_raw(tmp_path / "g.nc")


def zarr_store(path: Path) -> Path:
    import warnings

    import xarray as xr

    lon = np.arange(4.0)
    values = np.where(np.eye(3, 4) > 0, np.nan, 0.25).astype(np.float32)
    own = {"units": "m s-1"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        xr.Dataset(
            {
                "u": (("lat", "lon"), values, {**own, "standard_name": "eastward_sea_water_velocity"}),
                "v": (("lat", "lon"), values, {**own, "standard_name": "northward_sea_water_velocity"}),
            },
            {"lat": ("lat", lon[:3], files.LAT), "lon": ("lon", lon, files.LON)},
        ).to_zarr(path)
    return path


def test_zarr(tmp_path: Path):
    grid = open_gridded(zarr_store(tmp_path / "f.zarr"), "SeaWaterVelocity")
    np.testing.assert_array_equal(np.isnan(grid.read()[0, 0, 0]), np.eye(3, 4) > 0)


def test_zarr_that_is_damaged(tmp_path: Path):
    store = zarr_store(tmp_path / "f.zarr")
    (store / "zarr.json").write_text("{")
    with pytest.raises(FileFormatError, match=r"f.zarr: damaged Zarr store"):
        open_raw(store)


def test_zarr_without_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    store = zarr_store(tmp_path / "f.zarr")
    monkeypatch.setattr(opening.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"needs the package zarr: pip install 'seatrial\[formats\]'"):
        open_raw(store)
