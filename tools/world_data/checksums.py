"""SHA-256 sums of the shipped data files."""

import hashlib
from pathlib import Path

RECORD = Path(__file__).with_name("sha256.txt")
DATA = Path(__file__).parents[2] / "src" / "seatrial" / "ocean" / "data"


def recorded() -> dict[str, str]:
    """File name to sum, from `sha256.txt`."""
    pairs = (line.split() for line in RECORD.read_text(encoding="utf-8").splitlines())
    return {name: digest for digest, name in pairs}


def sha256(path: Path) -> str:
    """Sum of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def problems(folder: Path = DATA) -> list[str]:
    """One line for each recorded file that is missing or differs, and for each data file without a record."""
    sums = recorded()
    found = []
    for name, digest in sums.items():
        path = folder / name
        if not path.is_file():
            found.append(f"{path}: missing")
        elif sha256(path) != digest:
            found.append(f"{path}: sha256 is {sha256(path)}, recorded is {digest}")
    unknown = sorted(p.name for p in folder.iterdir() if p.suffix in (".nc", ".npz", ".xz") and p.name not in sums)
    return found + [f"{folder / name}: not recorded in {RECORD.name}" for name in unknown]
