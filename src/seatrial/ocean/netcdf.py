"""The one door to the netCDF and HDF5 libraries, which are not made for threads: two at once end the process.

Whoever opens, reads, writes or closes holds `LOCK`. Files whose values are read later close themselves under it too,
also when the garbage collector closes them in a thread that knows nothing of it.
"""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from os import PathLike
from os.path import abspath
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import netCDF4
    import xarray as xr

LOCK = threading.RLock()
"""Held while the netCDF library works."""

_left: deque[Any] = deque()  # files that were given up while another thread was in the library


@contextmanager
def alone() -> Iterator[None]:
    """The library for this thread alone; closes first what was given up meanwhile."""
    with LOCK:
        while _left:
            _left.popleft().close()
        yield


@contextmanager
def opened(path: str | PathLike[str], mode: Literal["r", "a", "w"] = "r") -> Iterator["netCDF4.Dataset"]:
    """A file to read, change or write anew (as NetCDF-4), for this thread alone until it is closed.

    OSError when it cannot be opened or written; the library's own error, without a number, is that of a full disk.
    """
    import netCDF4

    try:
        with alone(), netCDF4.Dataset(path, mode) as data:
            yield data
    except RuntimeError as error:
        if mode == "r":
            raise
        raise OSError(f"{error}; is the disk full?") from None


def open_lazily(path: str | PathLike[str], is_packed: bool = True) -> "xr.Dataset":
    """A file of which only the metadata are read.

    `is_packed` leaves everything as it lies in the file, else packing and fill values are undone, times stay numbers.
    Read its values and close it within `alone()`; it closes itself when it is no longer used.
    """
    import xarray as xr
    from xarray.backends import CachingFileManager, NetCDF4DataStore

    with alone():
        # by xarray's manager, which keeps no more files open at a time than a process may have
        store = NetCDF4DataStore(CachingFileManager(_kept(), abspath(path), mode="r"))
        return xr.open_dataset(
            store,
            decode_cf=not is_packed,
            mask_and_scale=not is_packed,
            decode_times=False,
            decode_coords=False,
            cache=False,
        )


@cache
def _kept() -> Any:
    import netCDF4

    class Kept(netCDF4.Dataset):
        """Closes at once when no other thread is in the library, else when the next one comes."""

        def close(self) -> Any:
            if not LOCK.acquire(blocking=False):  # waiting here could stop a thread that holds what the other waits for
                _left.append(self)
                return None
            try:
                return super().close() if self.isopen() else None
            finally:
                LOCK.release()

    return Kept
