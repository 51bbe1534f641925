"""What all tests share."""

import os
import signal
from pathlib import Path

import hypothesis
import pytest

# One thread for each of the two test processes, no window for pictures, a fixed width for what commands print.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ["MPLBACKEND"] = "Agg"
os.environ["COLUMNS"] = "120"

# A suite in the background of a shell inherits a Ctrl-C that is ignored, and so would the commands under test.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[1]

# The same examples every time: a failure that a colleague cannot repeat helps nobody.
hypothesis.settings.register_profile("seatrial", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("seatrial")


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Folder with the real files of other people's models and instruments, which are not part of the repository."""
    folder = ROOT.parent / "shared" / "data" / "real"
    if not folder.is_dir():
        pytest.skip("the collection of real test files does not lie beside this checkout")
    return folder


@pytest.fixture
def in_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder as working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
