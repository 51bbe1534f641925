"""The command line as a process of its own: signals, pipes, start-up, kernels that cannot be kept."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from seatrial.mission.files import load
from seatrial.simulation.status import Status
from tests.unit.test_cli import MISSION

SEATRIAL = [sys.executable, "-m", "seatrial.cli"]
ENDLESS = MISSION.replace("-122.0985", "-124.0").replace("step_s = 0.05", "step_s = 0.005, max_duration_s = 1e9")
ENDLESS = ENDLESS.replace('ballast = "neutral"', 'ballast = "none", battery = "unlimited"')


def process(
    *arguments: str, stderr: int = subprocess.PIPE, variables: dict[str, str] | None = None
) -> subprocess.Popen[str]:
    environment = {**os.environ, **(variables or {})}
    return subprocess.Popen(
        [*SEATRIAL, *arguments],
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        env=environment,
    )


def read_until(terminal: int, word: bytes) -> bytes:
    """What the process writes to its terminal, up to `word` or its end."""
    text = b""
    while word not in text:
        try:
            more = os.read(terminal, 4096)
        except OSError:  # the other side is closed
            break
        text += more
        if not more:
            break
    return text


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_keeps_the_history_so_far(in_temporary_folder: Path, number: signal.Signals, code: int):
    """A run that would take days shows its progress, ends at once, and its file is whole."""
    Path("s.toml").write_text(ENDLESS)
    terminal, other_side = os.openpty()
    child = process("run", "s.toml", "-o", "out/x.nc", "--json", stderr=other_side)
    os.close(other_side)
    assert b"simulating" in read_until(terminal, b"min simulated")
    child.send_signal(number)
    last_words = read_until(terminal, b"\0").decode()
    out, _ = child.communicate(timeout=60)
    os.close(terminal)
    assert child.returncode == code, last_words
    assert last_words.rstrip().endswith("seatrial: interrupted: the history so far is in out/x.nc")
    found = json.loads(out)
    run = load("out/x.nc")
    assert run.status is Status.INTERRUPTED and found["status"] == "interrupted" and os.listdir("out") == ["x.nc"]
    assert run.history.sizes["time"] > 10 and run.history["time"].values[-1] > 1.0


def test_a_reader_that_goes_away(in_temporary_folder: Path):
    child = process("show", "schema")
    assert child.stdout is not None and child.stderr is not None
    child.stdout.close()
    child.wait(timeout=60)
    assert child.stderr.read() == "" and child.returncode == 1
    child.stderr.close()


def test_a_full_disk(in_temporary_folder: Path):
    """No file may grow beyond 40 kB, as on a disk that is full: one line, and no part of a file."""
    Path("s.toml").write_text(MISSION)
    limited = "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000)); " \
        "sys.argv = ['seatrial', 'run', 's.toml', '-o', 'x.nc', '--json', '--no-picture']; " \
        "runpy.run_module('seatrial.cli', run_name='__main__')"  # fmt: skip
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", limited], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (2, "") and len(done.stderr.splitlines()) == 1, done.stderr
    assert done.stderr.startswith("seatrial: run file x.nc: cannot be written (") and os.listdir() == ["s.toml"]


def test_kernels_that_cannot_be_kept_are_no_failure(in_temporary_folder: Path):
    Path("file").write_text("")
    Path("tmp").mkdir()
    places = {"WARP_CACHE_PATH": "file/x", "TMPDIR": str(in_temporary_folder / "tmp")}
    child = process("show", "torpedo", "--json", variables=places)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 0 and json.loads(out)["name"] == "torpedo"
    assert err.startswith("seatrial: note: compiled kernels are kept in ") and len(err.splitlines()) == 1


SLOW = ("warp", "matplotlib", "xarray", "numpy", "scipy", "shapely", "pydantic")


def test_help_imports_nothing_slow():
    """What takes long to load is not loaded for help."""
    code = f"""
import sys
from seatrial import cli
try:
    cli.main(["--help"])
finally:
    print([name for name in {SLOW} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]", done.stdout
