"""What wheel and sdist carry."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path


def build(folder: Path, into: Path) -> tuple[set[str], set[str]]:
    """Names in the wheel and in the sdist of the project in `folder`, the sdist's below its own root."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(into)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    with zipfile.ZipFile(next(into.glob("*.whl"))) as wheel:
        in_wheel = set(wheel.namelist())
    with tarfile.open(next(into.glob("*.tar.gz"))) as sdist:
        in_sdist = {name.partition("/")[2] for name in sdist.getnames()}
    return in_wheel, in_sdist
