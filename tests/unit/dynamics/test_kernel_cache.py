import os
import stat
from pathlib import Path

import pytest

from seatrial.dynamics.kernel_cache import usable_cache


def test_the_usual_place_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("WARP_CACHE_PATH", str(tmp_path / "kernels"))
    assert usable_cache() is None and os.environ["WARP_CACHE_PATH"] == str(tmp_path / "kernels")
    assert os.listdir(tmp_path / "kernels") == []


def test_another_place_where_it_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "file").write_text("")
    for name in ("MPLCONFIGDIR", "TMPDIR"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    places = []
    for _ in range(2):
        monkeypatch.setenv("WARP_CACHE_PATH", str(tmp_path / "file" / "kernels"))
        note = usable_cache()
        places.append(Path(os.environ["WARP_CACHE_PATH"]))
        assert note is not None and str(places[-1]) in note and len(note.splitlines()) == 1
    assert places[0] == places[1] and stat.S_IMODE(places[0].stat().st_mode) == 0o700


def test_a_folder_that_others_can_write_to_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Compiled kernels are executed: whoever can put one there runs as the user."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("MPLCONFIGDIR", str(tmp_path))
    trap = tmp_path / f"seatrial-kernels-{os.getuid()}"
    trap.mkdir()
    trap.chmod(0o777)
    monkeypatch.setenv("WARP_CACHE_PATH", os.devnull + "/x")
    usable_cache()
    assert Path(os.environ["WARP_CACHE_PATH"]) != trap
