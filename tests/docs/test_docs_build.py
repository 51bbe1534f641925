"""The documentation builds without a warning, and a broken page would not."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def build(folder: Path, site: Path) -> subprocess.CompletedProcess[str]:
    # With --quiet, --strict sees no warnings either.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(site)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the documentation to spoil."""
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    return tmp_path


def test_documentation_builds(tmp_path):
    done = build(ROOT, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "conventions" / "index.html").is_file()


@pytest.mark.parametrize(
    ("page", "text", "message"),
    [
        ("index.md", "[gone](no-such-page.md)", "no-such-page.md"),
        ("index.md", "[gone](conventions.md#no-such-heading)", "no-such-heading"),
        ("index.md", "![gone](img/no-such-picture.png)", "no-such-picture"),
        ("orphan.md", "# Not in the navigation", "orphan.md"),
    ],
)
def test_broken_documentation_is_refused(copy, page, text, message):
    with (copy / "docs" / page).open("a", encoding="utf-8") as file:
        file.write(f"\n{text}\n")
    done = build(copy, copy / "site")
    assert done.returncode != 0
    assert message in done.stdout + done.stderr
