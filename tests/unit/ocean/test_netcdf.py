"""The netCDF library is used by one thread at a time: the process survives what used to end it."""

import gc
import resource
import signal
import subprocess
import sys
import threading
from pathlib import Path

import netCDF4
import numpy as np
import pytest

from seatrial.ocean import netcdf
from tests.house.places import ROOT

SCRIPT = """
import sys, threading
from pathlib import Path
from contextlib import nullcontext

import numpy as np, xarray as xr

from seatrial.ocean import netcdf
from seatrial.ocean.readers.opening import open_raw

{before}
folder = Path(sys.argv[1])
climatology = netcdf.__file__.replace("netcdf.py", "data/temperature_salinity_1deg.nc")
run = xr.Dataset({{f"column_{{k}}": ("time", np.arange(2000.0)) for k in range(40)}})

def save(name):
    for _ in range(30):
        with netcdf.alone():
            run.to_netcdf(folder / name, engine="netcdf4")

def load():
    for _ in range(30):
        with netcdf.opened(climatology) as data:
            data["temperature"][:]

def give_up(name):
    save(name)
    for _ in range(300):
        open_raw(folder / name)  # closed by the garbage collector

work = [(save, ("a.nc",)), (load, ()), (give_up, ("b.nc",)), (give_up, ("c.nc",))]
threads = [threading.Thread(target=f, args=a) for f, a in work]
for thread in threads: thread.start()
for thread in threads: thread.join()
print("survived")
"""
UNLOCKED = "netcdf.alone = nullcontext"
CLOSED_AT_ONCE = "import netCDF4; netcdf._kept = lambda: netCDF4.Dataset"


def outcome(folder: Path, before: str = "") -> subprocess.CompletedProcess[str]:
    """Threads that save, load and give up files at once."""
    code = SCRIPT.format(before=before)
    return subprocess.run(
        [sys.executable, "-c", code, str(folder)], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )


def test_threads_that_save_load_and_give_up_files_do_not_end_the_process(tmp_path: Path):
    done = outcome(tmp_path)
    assert done.returncode == 0 and "survived" in done.stdout, done.stderr[-2000:]


@pytest.mark.parametrize("before", [UNLOCKED, CLOSED_AT_ONCE], ids=["no lock", "closed without the lock"])
def test_without_the_lock_they_do(tmp_path: Path, before: str):
    assert any(outcome(tmp_path, before).returncode != 0 for _ in range(5))


def test_a_file_given_up_while_another_thread_is_in_the_library_is_closed_by_the_next(tmp_path: Path):
    path = tmp_path / "a.nc"
    with netCDF4.Dataset(path, "w") as data:
        data.createDimension("x", 3)
        data.createVariable("v", "f8", ("x",))[:] = np.arange(3.0)
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with netcdf.LOCK:
            held.set()
            done.wait(30.0)

    data = netcdf.open_lazily(path)
    thread = threading.Thread(target=hold)
    thread.start()
    assert held.wait(30.0)
    del data
    gc.collect()
    assert len(netcdf._left) == 1
    done.set()
    thread.join()
    with netcdf.opened(path, "a") as data:
        assert not netcdf._left
        data["v"][0] = 5.0
    with netcdf.alone(), netcdf.open_lazily(path) as data:
        assert data["v"].values.tolist() == [5.0, 1.0, 2.0]


def test_full_disk_is_an_error_of_the_system(tmp_path: Path):
    def write(name: str) -> None:
        with netcdf.opened(tmp_path / name, "w") as data:
            data.createDimension("n", 100_000)
            data.createVariable("x", "f8", ("n",))[:] = np.arange(100_000.0)

    held = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # else the limit ends the process
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
        with pytest.raises(OSError, match="is the disk full"):
            write("full.nc")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, held)
    write("room.nc")  # the library goes on
