"""The shipped data files are those whose making docs/data.md describes."""

from tools.world_data import checksums


def test_sums():
    assert checksums.problems() == []


def test_a_changed_a_missing_and_a_new_file_are_noticed(tmp_path):
    for name in checksums.recorded():
        (tmp_path / name).write_bytes(b"other")
    first = next(iter(checksums.recorded()))
    (tmp_path / first).unlink()
    (tmp_path / "new.nc").write_bytes(b"")
    found = "\n".join(checksums.problems(tmp_path))
    assert f"{first}: missing" in found
    assert "new.nc: not recorded" in found
    assert found.count("sha256 is") == len(checksums.recorded()) - 1
