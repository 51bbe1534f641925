"""Places to write to: refused early, written whole, devices and folders left alone."""

import os
import stat
from pathlib import Path

import pytest

from seatrial.errors import InputError
from seatrial.mission.outputs import check_output, reason_of, written_whole


def refused(path: Path) -> str:
    before = sorted(os.listdir(path.parent)) if path.parent.is_dir() and len(path.name) < 250 else []
    with pytest.raises(InputError) as caught:
        check_output("run file", path, (".nc",))
    assert before == (sorted(os.listdir(path.parent)) if before else []), "something is left"
    return str(caught.value)


def test_good_places(tmp_path: Path):
    for name in ("a.nc", "ü ☂.NC", "new/deep/a.nc", "n" * 252 + ".nc"):
        check_output("run file", tmp_path / name, (".nc",))
    assert os.listdir(tmp_path) == []


def test_places_that_cannot_be(tmp_path: Path):
    (tmp_path / "file").write_text("")
    (tmp_path / "dir.nc").mkdir()
    os.mkfifo(tmp_path / "fifo.nc")
    assert "must end in .nc" in refused(tmp_path / "a.png")
    assert "must end in .nc" in refused(tmp_path / ".nc")
    assert "must end in .nc" in refused(Path(""))
    assert "Not a directory" in refused(tmp_path / "file" / "a.nc")
    assert "no regular file" in refused(tmp_path / "dir.nc")
    assert "no regular file" in refused(tmp_path / "fifo.nc")
    assert "too long" in refused(tmp_path / ("n" * 300 + ".nc"))
    assert "cannot be written" in refused(Path("/proc/x.nc"))


def test_a_device_is_never_replaced(tmp_path: Path):
    """The place is checked as it is, not only as it is named."""
    link = tmp_path / "null.nc"
    link.symlink_to(os.devnull)
    assert "no regular file" in refused(link)
    with pytest.raises(InputError), written_whole("run file", link):
        pass
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


def test_a_link_keeps_pointing(tmp_path: Path):
    (tmp_path / "sub").mkdir()
    link = tmp_path / "link.nc"
    link.symlink_to(tmp_path / "sub" / "real.nc")
    with written_whole("run file", link) as temporary:
        temporary.write_text("new")
    assert link.is_symlink() and (tmp_path / "sub" / "real.nc").read_text() == "new"
    assert os.listdir(tmp_path / "sub") == ["real.nc"]


def _write_half(path: Path, failure: BaseException) -> None:
    with written_whole("run file", path) as temporary:
        temporary.write_text("half")
        raise failure


def test_what_fails_leaves_nothing(tmp_path: Path):
    path = tmp_path / "a.nc"
    path.write_text("old")
    for failure, expected in ((OSError(28, "full"), InputError), (SystemExit(), SystemExit), (KeyError("x"), KeyError)):
        with pytest.raises(expected):
            _write_half(path, failure)
        assert path.read_text() == "old" and os.listdir(tmp_path) == ["a.nc"]


def test_reasons_are_one_line():
    assert reason_of(OSError(2, "No such file or directory", "x")) == "No such file or directory"
    assert reason_of(RuntimeError("a\nb")) == "a" and reason_of(RuntimeError()) == "RuntimeError"
