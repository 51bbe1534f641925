"""Folders import downward only, and importing the package costs little."""

import pytest

from tests.house import imports
from tests.house.places import PACKAGE, ROOT, report, sources


def test_contracts_are_kept():
    done = imports.lint_imports(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_inside_the_package_nothing_comes_from_the_root():
    submodules = {path.stem for path in PACKAGE.iterdir()} | {"__version__"}
    problems = [p for f in sources() for p in imports.root_imports(f, submodules)]
    assert not problems, report(problems)


@pytest.mark.parametrize(
    "code",
    ["import seatrial", "import sys; sys.argv = ['seatrial', '--help']; from seatrial.cli import main; main()"],
    ids=["import", "help"],
)
def test_slow_packages_wait_until_they_are_needed(code):
    slow = imports.slow_modules_loaded_by(code)
    assert not slow, f"{code} imports {', '.join(slow)}"
