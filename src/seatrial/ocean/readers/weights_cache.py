"""Places of regular grids in curvilinear ones, kept between runs.

They lie in the user's cache folder under the digest of the coordinates they were made from, at most 512 MB in all,
the oldest going first. A folder that cannot be written, a damaged file, a disk that is full: all that only costs the
time to make them again. `SEATRIAL_CACHE` names another folder.
"""

import hashlib
import os
import tempfile
import threading
from collections import OrderedDict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from seatrial.ocean.readers.remapping import Places, make_places

VERSION = b"places 2"
"""Changes when the same coordinates would give other places."""
MOST_BYTES = 512 * 1024 * 1024
IN_MEMORY = 4

_memory: OrderedDict[str, tuple[Places, tuple[str, ...]]] = OrderedDict()
_guard = threading.Lock()


def folder() -> Path:
    """Where they are kept."""
    from platformdirs import user_cache_dir

    return Path(os.environ.get("SEATRIAL_CACHE") or user_cache_dir("seatrial")) / "grids"


def places_for(
    where: str, lat: NDArray[np.float64], lon: NDArray[np.float64], step_deg: float | None, notes: list[str]
) -> Places:
    """Places of a regular grid over the points `lat`, `lon` [deg], shape (row, column): kept ones, or new ones that are
    kept. FileFormatError (with `where`) when the points are no grid.
    """
    key = _digest(lat, lon, step_deg)
    with _guard:
        kept = _memory.get(key)
        if kept is not None:
            _memory.move_to_end(key)
    if kept is None:
        kept = _read(key)
        if kept is None:
            own: list[str] = []
            kept = make_places(where, lat, lon, step_deg, own), tuple(own)
            _write(key, *kept)
        with _guard:
            _memory[key] = kept
            while len(_memory) > IN_MEMORY:
                _memory.popitem(last=False)
    notes += kept[1]
    return kept[0]


def _digest(lat: NDArray[np.float64], lon: NDArray[np.float64], step_deg: float | None) -> str:
    digest = hashlib.sha256(VERSION + repr((lat.shape, step_deg)).encode())
    for array in (lat, lon):
        digest.update(np.ascontiguousarray(array, "<f8").tobytes())
    return digest.hexdigest()


def _read(key: str) -> tuple[Places, tuple[str, ...]] | None:
    path = folder() / f"{key}.npz"
    try:
        with open(path, "rb") as file, np.load(file, allow_pickle=False) as kept:
            lat, lon, row, column = (kept[name] for name in ("lat", "lon", "row", "column"))
            rows, columns, wraps = (int(x) for x in kept["form"])
            notes = tuple(str(line) for line in kept["notes"])
        if row.shape != (lat.size, lon.size) or column.shape != row.shape:
            return None
    except Exception:
        # damaged or absent or of another make: made again
        return None
    try:
        os.utime(path)
    except OSError:
        pass  # a folder that is only read needs no order of age
    return Places(lat, lon, row, column, (rows, columns), bool(wraps)), notes


def _write(key: str, places: Places, notes: tuple[str, ...]) -> None:
    target = folder() / f"{key}.npz"
    temporary = None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=target.parent, suffix=".part")
        with os.fdopen(handle, "wb") as file:
            np.savez(
                file,
                lat=places.lat,
                lon=places.lon,
                row=places.row,
                column=places.column,
                form=np.array([*places.shape, int(places.wraps)]),
                notes=np.array(notes, dtype=np.str_),
            )
        os.replace(temporary, target)
        _shrink(target)
    except OSError:
        if temporary is not None:
            try:
                os.unlink(temporary)
            except OSError:
                return


def _shrink(newest: Path) -> None:
    files = sorted((p for p in newest.parent.glob("*.npz")), key=lambda p: p.stat().st_mtime, reverse=True)
    total = 0
    for path in files:
        total += path.stat().st_size
        if total > MOST_BYTES and path != newest:
            path.unlink(missing_ok=True)
