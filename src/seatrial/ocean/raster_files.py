"""`.bath` and `.curr`: flat little-endian grids of elevation and of currents, read and written byte for byte.

    .bath  64-byte header, then height * width float32 elevations [m, negative below sea level]
    .curr  96-byte header, then n_levels float32 depths [m], then east and north velocity [m/s], each
           n_levels * height * width float32

Rows run from lat_min, columns from lon_min; node j lies at lat_min + (lat_max - lat_min) * j / (height - 1). The
header's nodata value and NaN are both "no data". The layout is that of the swordfish simulator (README, section 6.4).
"""

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.errors import FileFormatError, InputError
from seatrial.ocean.axis import check_even
from seatrial.ocean.table import GridTable

BATH_MAGIC, CURR_MAGIC, VERSION = 0x59485442, 0x52525543, 1
MIN_CELLS, MAX_CELLS, MAX_LEVELS = 2, 100_000, 200
NODATA = -1e30
LARGEST_ELEVATION = 20_000.0
"""Elevation [m], up or down, beyond which a file is damaged or in other units."""
LARGEST_CURRENT = 20.0
"""Speed along an axis [m/s] beyond which a file is damaged or in other units."""

_BOX = [("lat_min", "<f8"), ("lat_max", "<f8"), ("lon_min", "<f8"), ("lon_max", "<f8"), ("nodata", "<f4")]
_SIZE = [("magic", "<u4"), ("version", "<u4"), ("width", "<u4"), ("height", "<u4")]
BATH_HEADER = np.dtype([*_SIZE, *_BOX, ("pad", "V12")])
CURR_HEADER = np.dtype([*_SIZE, ("n_levels", "<u4"), ("reserved", "<u4"), *_BOX, ("pad", "V36")])


@dataclass(frozen=True, eq=False)
class Raster:
    """Content of a `.bath` or `.curr` file.

    values: float32, shape (component, level, lat, lon), rows northwards, NaN = no data; a `.bath` has one component
    (elevation [m, positive up]) and one level, a `.curr` two (east, north [m/s]).
    lat_min .. lon_max: positions of the outermost nodes [deg]. levels: float32 depths [m]. nodata: sentinel in the
    file.
    """

    values: NDArray[np.float32]
    lat_min: float
    lat_max: float
    lon_min: float
    lon_max: float
    levels: NDArray[np.float32]
    nodata: float = NODATA

    @classmethod
    def from_axes(cls, lat: ArrayLike, lon: ArrayLike, values: ArrayLike, levels: ArrayLike = (0.0,)) -> "Raster":
        """Raster on evenly spaced axes [deg]; a descending latitude is turned over together with its rows.

        `values` has shape (component, level, lat, lon). InputError when an axis is not monotonic and even.
        """
        rows, columns, array = np.asarray(lat, np.float64), np.asarray(lon, np.float64), np.asarray(values, np.float32)
        if array.ndim != 4 or array.shape[1:] != (np.size(levels), rows.size, columns.size):
            raise InputError(
                f"raster of shape {array.shape}: must be (component, {np.size(levels)}, {rows.size}, {columns.size})"
            )
        if rows.size > 1 and rows[-1] < rows[0]:
            rows, array = rows[::-1], array[:, :, ::-1]
        check_even("latitude", rows)
        check_even("longitude", columns)
        box = (float(rows[0]), float(rows[-1]), float(columns[0]), float(columns[-1]))
        return cls(array, *box, np.asarray(levels, np.float32))

    def table(self) -> GridTable:
        """The raster as an interpolation table."""
        return GridTable.from_box(self.values, self.lat_min, self.lat_max, self.lon_min, self.lon_max, self.levels)


def read_bath(path: str | os.PathLike[str]) -> Raster:
    """Elevation raster of a `.bath` file. FileFormatError (one line: file, field, value, allowed) when it is not
    one.
    """
    header, data = _read(path, BATH_HEADER, BATH_MAGIC, "bath")
    return _raster(path, header, data, np.zeros(1, np.float32), 1)


def read_curr(path: str | os.PathLike[str]) -> Raster:
    """Current raster of a `.curr` file. FileFormatError (one line: file, field, value, allowed) when it is not one."""
    header, data = _read(path, CURR_HEADER, CURR_MAGIC, "curr")
    levels = data[: int(header["n_levels"])]
    _check_levels(path, levels)
    return _raster(path, header, data[levels.size :], levels.copy(), 2)


def write_bath(path: str | os.PathLike[str], raster: Raster) -> None:
    """Write an elevation raster (one component, one level). InputError when it does not fit or cannot be written."""
    if raster.values.ndim != 4 or raster.values.shape[:2] != (1, 1):
        raise InputError(f"{path}: .bath raster of shape {raster.values.shape}: must be (1, 1, lat, lon)")
    _write(path, raster, _header(raster, BATH_HEADER, BATH_MAGIC), b"")


def write_curr(path: str | os.PathLike[str], raster: Raster) -> None:
    """Write a current raster (east and north, any number of levels). InputError when it does not fit or cannot be
    written.
    """
    if raster.values.ndim != 4 or raster.values.shape[:2] != (2, raster.levels.size):
        raise InputError(
            f"{path}: .curr raster of shape {raster.values.shape}: must be (2, {raster.levels.size}, lat, lon)"
        )
    header = _header(raster, CURR_HEADER, CURR_MAGIC)
    header["n_levels"] = raster.levels.size
    _check_header(path, header)
    levels = raster.levels.astype("<f4")
    _check_levels(path, levels)
    _write(path, raster, header, levels.tobytes())


def _read(path: str | os.PathLike[str], layout: np.dtype, magic: int, kind: str) -> tuple[np.void, NDArray[np.float32]]:
    """Header and the float32 that follow it, once magic, version, dimensions, box and file size are found good."""
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            head = file.read(layout.itemsize)
            if len(head) >= 4 and int.from_bytes(head[:4], "little") != magic:
                raise FileFormatError(
                    f"{path}: magic = 0x{int.from_bytes(head[:4], 'little'):08x}: must be 0x{magic:08x} (.{kind})"
                )
            if len(head) < layout.itemsize:
                raise FileFormatError(f"{path}: header has {len(head)} bytes: must have {layout.itemsize} (.{kind})")
            header = np.frombuffer(head, layout)[0]
            _check_header(path, header)
            words = _data_words(header)
            expected = layout.itemsize + 4 * words
            if size != expected:
                raise FileFormatError(f"{path}: size = {size} bytes: must be {expected} for the header's dimensions")
            data = np.fromfile(file, "<f4", words)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    if data.size != words:
        raise FileFormatError(f"{path}: data end after {data.size} values: must be {words}")
    return header, data.astype(np.float32, copy=False)


def _data_words(header: np.void) -> int:
    cells = int(header["width"]) * int(header["height"])
    if "n_levels" not in (header.dtype.names or ()):
        return cells
    return int(header["n_levels"]) * (1 + 2 * cells)


def _check_header(path: str | os.PathLike[str], header: np.void) -> None:
    def need(good: bool, field: str, value: object, allowed: str) -> None:
        if not good:
            raise FileFormatError(f"{path}: {field} = {value}: must be {allowed}")

    need(header["version"] == VERSION, "version", header["version"], f"{VERSION}")
    for field in ("width", "height"):
        need(MIN_CELLS <= header[field] <= MAX_CELLS, field, header[field], f"{MIN_CELLS}..{MAX_CELLS} cells")
    if "n_levels" in (header.dtype.names or ()):
        need(1 <= header["n_levels"] <= MAX_LEVELS, "n_levels", header["n_levels"], f"1..{MAX_LEVELS}")
    lat_min, lat_max, lon_min, lon_max = (float(header[field]) for field, _ in _BOX[:4])
    for field, value in (("lat_min", lat_min), ("lat_max", lat_max)):
        need(-90.0 <= value <= 90.0, field, f"{value:g}", "-90..90 deg")
    for field, value in (("lon_min", lon_min), ("lon_max", lon_max)):
        need(-1e6 <= value <= 1e6, field, f"{value:g}", "a finite number of degrees")
    need(lat_min < lat_max, "lat_max", f"{lat_max:g}", f"greater than lat_min = {lat_min:g} deg")
    need(lon_min < lon_max <= lon_min + 360.0, "lon_max", f"{lon_max:g}", f"0..360 deg east of lon_min = {lon_min:g}")


def _check_levels(path: str | os.PathLike[str], levels: NDArray[np.float32]) -> None:
    bad = ~(np.isfinite(levels) & (levels >= 0.0))
    if bad.any():
        raise FileFormatError(
            f"{path}: depths_m[{bad.argmax()}] = {levels[bad.argmax()]:g}: must be a finite number >= 0 m"
        )
    falling = np.flatnonzero(np.diff(levels) <= 0.0)
    if falling.size:
        k = int(falling[0]) + 1
        raise FileFormatError(
            f"{path}: depths_m[{k}] = {levels[k]:g}: must be greater than depths_m[{k - 1}] = {levels[k - 1]:g} m"
        )


def _raster(
    path: str | os.PathLike[str],
    header: np.void,
    data: NDArray[np.float32],
    levels: NDArray[np.float32],
    components: int,
) -> Raster:
    nodata = header["nodata"]
    values = np.where(data == nodata, np.float32(np.nan), data)
    infinite = np.flatnonzero(np.isinf(values))
    if infinite.size:
        found = f"value {infinite[0]} = {values[infinite[0]]:g}"
        raise FileFormatError(f"{path}: {found}: must be a finite number or no data ({nodata:g} or NaN)")
    limit, unit = (LARGEST_ELEVATION, "m") if components == 1 else (LARGEST_CURRENT, "m/s")
    absurd = np.flatnonzero(np.abs(np.nan_to_num(values)) > limit)
    if absurd.size:
        found = f"value {absurd[0]} = {values[absurd[0]]:g} {unit}"
        raise FileFormatError(
            f"{path}: {found}: must be in {-limit:g}..{limit:g} {unit} or no data ({nodata:g} or NaN)"
        )
    values = values.reshape(components, levels.size, int(header["height"]), int(header["width"]))
    lat_min, lat_max, lon_min, lon_max = (float(header[field]) for field, _ in _BOX[:4])
    return Raster(values, lat_min, lat_max, lon_min, lon_max, levels, float(nodata))


def _header(raster: Raster, layout: np.dtype, magic: int) -> np.void:
    header = np.zeros(1, layout)[0]
    header["magic"], header["version"] = magic, VERSION
    header["height"], header["width"] = raster.values.shape[2:]
    header["lat_min"], header["lat_max"] = raster.lat_min, raster.lat_max
    header["lon_min"], header["lon_max"], header["nodata"] = raster.lon_min, raster.lon_max, raster.nodata
    return header


def _write(path: str | os.PathLike[str], raster: Raster, header: np.void, levels: bytes) -> None:
    """Header, levels and values into a temporary file beside `path`, which then takes its place."""
    _check_header(path, header)
    values = np.asarray(raster.values, "<f4")
    if np.isinf(values).any() or (values == header["nodata"]).any():
        raise InputError(
            f"{path}: values: must be finite, or NaN for no data, and none equal to nodata = {header['nodata']:g}"
        )
    values = np.where(np.isnan(values), header["nodata"], values)
    target, temporary = Path(path), None
    try:
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(header.tobytes() + levels)
            file.write(np.ascontiguousarray(values).data)  # `tofile` does not say why it fails
        os.chmod(temporary, 0o644)
        os.replace(temporary, target)
    except OSError as error:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        raise InputError(f"{path}: cannot be written: {error.strerror or error}") from None
