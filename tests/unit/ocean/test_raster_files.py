"""`.bath` and `.curr` files against bytes packed by hand, and everything that can be wrong with them."""

import contextlib
import os
import re
import struct
from pathlib import Path

import numpy as np
import pytest

from seatrial.errors import FileFormatError, InputError
from seatrial.ocean.raster_files import Raster, read_bath, read_curr, write_bath, write_curr

ELEVATION = [-10.0, -1e30, 5.0, -30.0, -40.0, -50.0]
EAST, NORTH = [0.5 * k for k in range(12)], [-0.25 * k for k in range(12)]


def bath_bytes(
    magic: int = 0x59485442,
    version: int = 1,
    size: tuple[int, int] = (3, 2),
    box: tuple[float, float, float, float] = (36.0, 37.0, -123.0, -122.0),
    nodata: float = -1e30,
    cells: list[float] = ELEVATION,
) -> bytes:
    """64-byte header: magic, version, width, height, lat_min, lat_max, lon_min, lon_max, nodata, pad; then float32."""
    return struct.pack("<IIII4df12x", magic, version, *size, *box, nodata) + struct.pack(f"<{len(cells)}f", *cells)


def curr_bytes(
    levels: tuple[float, ...] = (0.0, 50.0),
    n_levels: int | None = None,
    size: tuple[int, int] = (3, 2),
    box: tuple[float, float, float, float] = (36.0, 37.0, -123.0, -122.0),
    cells: list[float] = EAST + NORTH,
) -> bytes:
    """96-byte header with n_levels and a reserved word after the height; depths; east; north."""
    count = len(levels) if n_levels is None else n_levels
    head = struct.pack("<IIIIII4df36x", 0x52525543, 1, *size, count, 0, *box, -1e30)
    return head + struct.pack(f"<{len(levels) + len(cells)}f", *levels, *cells)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file"


def test_bath_is_read(path: Path):
    path.write_bytes(bath_bytes())
    raster = read_bath(path)
    np.testing.assert_array_equal(raster.values[0, 0], [[-10.0, np.nan, 5.0], [-30.0, -40.0, -50.0]])
    assert (raster.lat_min, raster.lat_max, raster.lon_min, raster.lon_max) == (36.0, 37.0, -123.0, -122.0)
    elevation, valid = raster.table().sample([36.0, 37.0, 36.0], [-123.0, -122.5, -122.5])
    np.testing.assert_array_equal(elevation[:2, 0], [-10.0, -40.0])
    np.testing.assert_array_equal(valid, [True, True, False])


def test_curr_is_read(path: Path):
    path.write_bytes(curr_bytes())
    raster = read_curr(path)
    np.testing.assert_array_equal(raster.values, np.reshape(EAST + NORTH, (2, 2, 2, 3)))
    np.testing.assert_array_equal(raster.levels, [0.0, 50.0])
    value, _ = raster.table().sample(37.0, -122.0, [0.0, 25.0, 50.0])
    np.testing.assert_array_equal(value[:, 0], [2.5, 4.0, 5.5])


@pytest.mark.parametrize("nodata", [-1e30, np.nan, 9999.0])
def test_bath_round_trip_byte_for_byte(path: Path, nodata: float):
    original = bath_bytes(nodata=nodata, cells=[-10.0, nodata, 5.0, -30.0, -40.0, -50.0])
    path.write_bytes(original)
    write_bath(path.with_suffix(".copy"), read_bath(path))
    assert path.with_suffix(".copy").read_bytes() == original


def test_curr_round_trip_byte_for_byte(path: Path):
    path.write_bytes(curr_bytes())
    write_curr(path.with_suffix(".copy"), read_curr(path))
    assert path.with_suffix(".copy").read_bytes() == curr_bytes()
    assert [p.name for p in path.parent.iterdir() if p.name.startswith(".")] == []


BAD_BATH = {
    "magic": (bath_bytes(magic=0x52525543), "magic = 0x52525543: must be 0x59485442"),
    "text": (b"lat,lon,depth\n" * 9, "magic"),
    "empty": (b"", "header has 0 bytes: must have 64"),
    "half a header": (bath_bytes()[:40], "header has 40 bytes"),
    "version": (bath_bytes(version=2), "version = 2: must be 1"),
    "width": (bath_bytes(size=(1, 6)), "width = 1: must be 2..100000"),
    "height": (bath_bytes(size=(3, 4_000_000_000)), "height = 4000000000"),
    "too large": (bath_bytes(size=(99_999, 99_999)), "size = 88 bytes"),
    "lat_min": (bath_bytes(box=(-91.0, 37.0, 0.0, 1.0)), "lat_min = -91: must be -90..90"),
    "lat_max": (bath_bytes(box=(36.0, np.nan, 0.0, 1.0)), "lat_max = nan"),
    "lat order": (bath_bytes(box=(37.0, 36.0, 0.0, 1.0)), "lat_max = 36: must be greater than lat_min = 37"),
    "lon_min": (bath_bytes(box=(36.0, 37.0, -np.inf, 1.0)), "lon_min = -inf"),
    "lon order": (bath_bytes(box=(36.0, 37.0, 1.0, 1.0)), "lon_max = 1"),
    "lon span": (bath_bytes(box=(36.0, 37.0, -180.0, 181.0)), "lon_max = 181: must be 0..360 deg east"),
    "truncated": (bath_bytes()[:-1], "size = 87 bytes: must be 88"),
    "trailing": (bath_bytes() + b"\0", "size = 89 bytes: must be 88"),
    "infinite": (bath_bytes(cells=[1.0, np.inf, 1.0, 1.0, 1.0, 1.0]), "value 1 = inf: must be a finite number"),
}

BAD_CURR = {
    "bath": (bath_bytes(), "magic = 0x59485442: must be 0x52525543"),
    "no levels": (curr_bytes(n_levels=0), "n_levels = 0: must be 1..200"),
    "many levels": (curr_bytes(n_levels=201), "n_levels = 201"),
    "level nan": (curr_bytes(levels=(0.0, np.nan)), r"depths_m\[1\] = nan: must be a finite number >= 0 m"),
    "level inf": (curr_bytes(levels=(0.0, np.inf)), r"depths_m\[1\] = inf"),
    "negative level": (curr_bytes(levels=(-5.0, 50.0)), r"depths_m\[0\] = -5"),
    "equal levels": (curr_bytes(levels=(50.0, 50.0)), r"depths_m\[1\] = 50: must be greater than depths_m\[0\] = 50"),
    "falling levels": (curr_bytes(levels=(50.0, 0.0)), r"depths_m\[1\] = 0: must be greater"),
    "truncated": (curr_bytes()[:-4], "size = 196 bytes: must be 200"),
    "trailing": (curr_bytes() + b"1234", "size = 204 bytes: must be 200"),
    "half a header": (curr_bytes()[:95], "header has 95 bytes: must have 96"),
    "infinite": (curr_bytes(cells=[-np.inf, *EAST[1:], *NORTH]), "value 0 = -inf"),
}


@pytest.mark.parametrize("name", BAD_BATH)
def test_bad_bath_is_refused(path: Path, name: str):
    content, message = BAD_BATH[name]
    path.write_bytes(content)
    with pytest.raises(FileFormatError, match=message) as caught:
        read_bath(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", BAD_CURR)
def test_bad_curr_is_refused(path: Path, name: str):
    content, message = BAD_CURR[name]
    path.write_bytes(content)
    with pytest.raises(FileFormatError, match=message) as caught:
        read_curr(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_every_flipped_byte_is_refused_or_read(path: Path):
    """No damage to a header ends in anything but a raster or a clear error."""
    for read, content in ((read_bath, bath_bytes()), (read_curr, curr_bytes())):
        for position in range(104):
            if position >= len(content):
                break
            for flip in (0x01, 0x80, 0xFF):
                damaged = bytearray(content)
                damaged[position] ^= flip
                path.write_bytes(damaged)
                with contextlib.suppress(FileFormatError):
                    assert np.isfinite(read(path).table().dlon)


def test_not_there_and_not_a_file(tmp_path: Path):
    for read in (read_bath, read_curr):
        for place in (tmp_path / "none", tmp_path):
            with pytest.raises(InputError, match="cannot be read") as caught:
                read(place)
            assert "\n" not in str(caught.value)


def raster(values: np.ndarray | None = None, lat_max: float = 1.0) -> Raster:
    cells = np.zeros((1, 1, 2, 2), np.float32) if values is None else np.asarray(values, np.float32)
    return Raster(cells, 0.0, lat_max, 0.0, 1.0, np.zeros(1, np.float32))


def test_unwritable(tmp_path: Path):
    for place in (tmp_path / "none" / "a.bath", tmp_path):
        with pytest.raises(InputError, match="cannot be written") as caught:
            write_bath(place, raster())
        assert "\n" not in str(caught.value)
    assert [p for p in tmp_path.parent.iterdir() if p.name.startswith(f".{tmp_path.name}")] == []


def test_what_cannot_be_read_back_is_not_written(tmp_path: Path):
    place = tmp_path / "a.bath"
    place.write_bytes(b"old")
    with pytest.raises(InputError, match="lat_max"):
        write_bath(place, raster(lat_max=99.0))
    with pytest.raises(InputError, match="must be finite"):
        write_bath(place, raster(np.full((1, 1, 2, 2), np.inf)))
    with pytest.raises(InputError, match="none equal to nodata"):
        write_bath(place, raster(np.full((1, 1, 2, 2), -1e30)))
    with pytest.raises(InputError, match="must be"):
        write_bath(place, raster(np.zeros((2, 1, 2, 2))))
    with pytest.raises(InputError, match="must be"):
        write_curr(place, raster())
    assert place.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.bath"]


def test_axes_downwards_and_uneven():
    made = Raster.from_axes([2.0, 1.0, 0.0], [0.0, 1.0], np.array([[20.0, 20], [10, 10], [0, 0]])[None, None])
    assert (made.lat_min, made.lat_max) == (0.0, 2.0)
    np.testing.assert_array_equal(made.values[0, 0, :, 0], [0.0, 10.0, 20.0])
    with pytest.raises(InputError, match="latitude axis"):
        Raster.from_axes([0.0, 1.0, 0.5], [0.0, 1.0], np.zeros((1, 1, 3, 2)))
    with pytest.raises(InputError, match="raster of shape"):
        Raster.from_axes([0.0, 1.0], [0.0, 1.0], np.zeros((1, 1, 3, 2)))


@pytest.mark.parametrize(("value", "allowed"), [(-1e20, "-20000..20000 m"), (25_000.0, "-20000..20000 m")])
def test_elevations_that_no_sea_has_are_refused(tmp_path: Path, value: float, allowed: str) -> None:
    values = np.full((1, 1, 2, 2), -100.0, np.float32)
    values[0, 0, 1, 0] = value
    write_bath(tmp_path / "a.bath", Raster(values, 0.0, 1.0, 0.0, 1.0, np.zeros(1, np.float32)))
    with pytest.raises(FileFormatError, match=re.escape(allowed)):
        read_bath(tmp_path / "a.bath")


def test_currents_that_no_sea_has_are_refused(tmp_path: Path) -> None:
    values = np.full((2, 1, 2, 2), 0.1, np.float32)
    values[1, 0, 0, 1] = -100.0
    write_curr(tmp_path / "a.curr", Raster(values, 0.0, 1.0, 0.0, 1.0, np.zeros(1, np.float32)))
    with pytest.raises(FileFormatError, match=r"-20\.\.20 m/s"):
        read_curr(tmp_path / "a.curr")
