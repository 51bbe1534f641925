"""Wheel and sdist carry everything that the program needs: code, data, notices, and the built browser half."""

import shutil

from tests.house import clean, packages
from tests.house.places import PACKAGE, ROOT


def test_packages_are_complete(tmp_path):
    in_wheel, in_sdist = packages.build(ROOT, tmp_path)
    files = clean.tracked()
    ours = [path for path in files if path.is_relative_to(PACKAGE)]
    assert any(path.parent.name == "data" for path in ours)
    assert {str(path.relative_to(ROOT / "src")) for path in ours} <= in_wheel
    assert {str(path.relative_to(ROOT)) for path in files if ".ci" not in path.parts} <= in_sdist
    assert any(name.endswith("licenses/NOTICE") for name in in_wheel), "the notices of the data must travel with them"


def test_ignored_builds_of_the_browser_half_are_packed(tmp_path):
    for name in ("pyproject.toml", "README.md", "LICENSE", "hatch_build.py"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / ".gitignore").write_text("static/\nnode_modules/\n", encoding="utf-8")
    for name in ("src/seatrial/__init__.py", "src/seatrial/server/static/index.html", "ui/node_modules/big.js"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    in_wheel, in_sdist = packages.build(tmp_path, tmp_path / "dist")
    assert "seatrial/server/static/index.html" in in_wheel
    assert "src/seatrial/server/static/index.html" in in_sdist
    assert not [name for name in in_wheel | in_sdist if "node_modules" in name]
