"""Files opened without decoding anything: NetCDF-3 and -4, Zarr, CSV point tables, old GMT grids.

Whatever goes wrong is one line that names the file.
"""

import importlib.util
import os
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seatrial.errors import FileFormatError, InputError
from seatrial.ocean.netcdf import alone, open_lazily, opened
from seatrial.ocean.readers.classic import expected_size

if TYPE_CHECKING:
    import xarray as xr

_HDF5 = b"\x89HDF\r\n\x1a\n"
_MAGIC = (
    (b"BTHY", ".bath"),
    (b"CURR", ".curr"),
    (b"GRIB", "GRIB"),
    (b"\x1f\x8b", "gzip"),
    (b"PK\x03\x04", "zip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ", "xz"),
    (b"%PDF", "PDF"),
    (b"II*\x00", "TIFF"),
    (b"MM\x00*", "TIFF"),
    (b"DSBB", "Surfer grid"),
)
_ADVICE = {
    "GRIB": "convert it to NetCDF, for example with cdo or grib_to_netcdf",
    "gzip": "unpack it first",
    "zip": "unpack it first",
    "bzip2": "unpack it first",
    "xz": "unpack it first",
    "TIFF": "convert it with `gdal_translate -of netCDF`",
}
READABLE = "NetCDF, Zarr, CSV, .bath and .curr can be read"


@dataclass(frozen=True, eq=False)
class RawFile:
    """A file with nothing decoded.

    path: where it is. format: "NetCDF-3", "NetCDF-4", "Zarr", "CSV" or "GMT grid". data: the variables as they lie in
    the file, read when asked for.
    """

    path: Path
    format: str
    data: "xr.Dataset"

    @property
    def name(self) -> str:
        """Name without folders."""
        return self.path.name

    def attributes(self, variable: str) -> Mapping[str, Any]:
        """Attributes of a variable."""
        return self.data.variables[variable].attrs

    def text(self, variable: str, key: str) -> str:
        """An attribute of a variable as text without outer blanks, "" when it has none."""
        return as_text(self.data.variables[variable].attrs.get(key))


def as_text(value: Any) -> str:
    """An attribute as text without outer blanks; "" for None."""
    if value is None:
        return ""
    return (value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)).strip().strip("\0")


def refuse_address(text: str) -> None:
    """InputError when `text` is a URL: what is read lies on a disk."""
    if "://" in text:
        raise InputError(f"{text}: an address, not a file: download it first; {READABLE}")


def format_of(path: Path) -> str:
    """What the content of a file or folder says it is; FileFormatError or InputError (one line) for what cannot be."""
    try:
        if path.is_dir():
            if any((path / name).exists() for name in (".zgroup", ".zarray", ".zmetadata", "zarr.json")):
                return "Zarr"
            raise FileFormatError(f"{path}: a folder, and no Zarr store: {READABLE}")
        if not path.is_file():
            raise InputError(f"{path}: {'no regular file' if path.exists() else 'no such file'}")
        with open(path, "rb") as file:
            head = file.read(8192)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    if not head:
        raise FileFormatError(f"{path}: empty file: {READABLE}")
    if head[:3] == b"CDF" and head[3:4] in (b"\x01", b"\x02", b"\x05"):
        return "NetCDF-3"
    if any(head[start : start + 8] == _HDF5 for start in (0, 512, 1024, 2048, 4096)):
        return "NetCDF-4"
    for magic, kind in _MAGIC:
        if head.startswith(magic):
            return kind
    if path.suffix.lower() == ".csv":
        return "CSV"
    what = "text" if _is_text(head) else "of an unknown format"
    raise FileFormatError(f"{path}: the content is {what}: {READABLE}")


def open_raw(path: str | os.PathLike[str]) -> RawFile:
    """The file at `path` with nothing decoded; only its metadata are read, a CSV table whole.

    FileFormatError when it is damaged or of a format that is not read, InputError when it cannot be read.
    """
    refuse_address(os.fspath(path))
    place = Path(path)
    kind = format_of(place)
    if kind in (".bath", ".curr"):
        from seatrial.ocean.readers.rasters import raster_dataset

        return RawFile(place, kind, raster_dataset(place, kind))
    if kind == "CSV":
        from seatrial.ocean.readers.tables import table_dataset
        from seatrial.ocean.readers.tidal_events import is_event_table

        if is_event_table(place):
            raise FileFormatError(f"{place}: tidal current events, no grid: `open_tidal_events` of Python reads them")
        return RawFile(place, kind, table_dataset(place))
    if kind not in ("NetCDF-3", "NetCDF-4", "Zarr"):
        raise FileFormatError(f"{place}: a {kind} file: {_ADVICE.get(kind, READABLE)}")
    if kind == "NetCDF-3":
        _check_whole(place)
    data = _open_zarr(place) if kind == "Zarr" else _open_netcdf(place)
    if not data.variables:
        raise FileFormatError(f"{place}: no variables in the file{_groups(place) if kind == 'NetCDF-4' else ''}")
    from seatrial.ocean.readers.gmt import is_old_grid, unfolded

    if is_old_grid(data):
        with alone():
            return RawFile(place, "GMT grid", unfolded(place, data))
    return RawFile(place, kind, data)


def _is_text(head: bytes) -> bool:
    return b"\0" not in head and sum(32 <= byte < 127 or byte in (9, 10, 13) for byte in head) > 0.9 * len(head)


def _check_whole(path: Path) -> None:
    expected, size = expected_size(path), path.stat().st_size
    if expected is None:
        raise FileFormatError(f"{path}: the NetCDF-3 header is damaged or cut off ({size} bytes)")
    if size < expected:
        raise FileFormatError(f"{path}: truncated: {size} bytes, its header asks for {expected}")


def _open_netcdf(path: Path) -> "xr.Dataset":
    try:
        return open_lazily(path)
    except Exception as error:
        # whatever netCDF4 and xarray raise for damaged files, from OSError to UnicodeDecodeError
        raise FileFormatError(f"{path}: damaged or truncated: {_reason(error)}") from None


def _open_zarr(path: Path) -> "xr.Dataset":
    if importlib.util.find_spec("zarr") is None:
        raise InputError(f"{path}: a Zarr store needs the package zarr: pip install 'seatrial[formats]'")
    import xarray as xr

    reason = ""
    for consolidated in (True, False):
        try:
            with alone(), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about metadata conventions of Zarr 2 and 3
                return xr.open_dataset(
                    path,
                    engine="zarr",
                    backend_kwargs={"consolidated": consolidated},
                    decode_cf=False,
                    mask_and_scale=False,
                    decode_times=False,
                    cache=False,
                )
        except Exception as error:
            reason = _reason(error)
    raise FileFormatError(f"{path}: damaged Zarr store: {reason}")


def _groups(path: Path) -> str:
    with opened(path) as data:
        names = list(data.groups)
    return f", only groups ({', '.join(names[:5])}): copy one to a file of its own" if names else ""


def _reason(error: BaseException) -> str:
    """The first line of what a library said, without its path."""
    line = str(error).splitlines()[0] if str(error) else type(error).__name__
    return line.partition(": '")[0].strip().removeprefix("[Errno -101] ").removeprefix("[Errno -51] ")
