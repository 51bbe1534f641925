"""What importing costs, and who imports whom."""

import ast
import os
import subprocess
import sys
from pathlib import Path

from tests.house.places import ROOT, Source

# Packages that take long to import; nobody pays for them before they are needed.
SLOW = ("warp", "matplotlib", "cmocean", "xarray", "netCDF4", "pandas", "scipy", "shapely", "pyproj", "torch", "dask")


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """import-linter with the contracts of the pyproject.toml in `folder`, on the package below `folder`/src."""
    program = Path(sys.executable).with_name("lint-imports")
    return subprocess.run(
        [program, "--no-cache", "--no-logo", folder / "pyproject.toml"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder / "src")},
        capture_output=True,
        text=True,
        timeout=120,
    )


def modules_loaded_by(code: str, path: Path = ROOT / "src") -> set[str]:
    """Top-level packages in a fresh interpreter after `code`, which may print and exit as it likes."""
    script = (
        f"import sys\nsys.path.insert(0, {str(path)!r})\ntry:\n    exec({code!r})\nexcept SystemExit:\n    pass\n"
        "print('\\nLOADED', *{name.split('.')[0] for name in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, cwd=path)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.rpartition("LOADED")[2].split())


def slow_modules_loaded_by(code: str, path: Path = ROOT / "src") -> list[str]:
    """The slow ones among them."""
    return sorted(modules_loaded_by(code, path) & set(SLOW))


def root_imports(file: Source, submodules: set[str]) -> list[str]:
    """Imports of public names from the root: inside the package each name comes from the module that defines it."""
    if file.path == "seatrial/__init__.py":
        return []
    problems = []
    for node in ast.walk(file.tree):
        if isinstance(node, ast.ImportFrom) and node.module == "seatrial":
            names = [alias.name for alias in node.names if alias.name not in submodules]
            problems += [
                f"{file.path}:{node.lineno}: {name} comes from the root; import it from its module" for name in names
            ]
    return problems
