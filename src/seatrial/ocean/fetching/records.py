"""What was fetched: a JSON file beside each, with address, date, sums and licence."""

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seatrial.errors import InputError

RECORD = ".json"
"""Added to a file's name."""


@dataclass(frozen=True)
class Fetched:
    """A file in the folder and its record. `state`: ok, changed (its sum is another) or missing."""

    path: Path
    record: dict[str, Any]
    state: str


def data_folder() -> Path:
    """Where files go unless told otherwise: the user's data folder, `ocean` in it."""
    from platformdirs import user_data_path

    return user_data_path("seatrial") / "ocean"


def record_path(target: Path) -> Path:
    """Where the record of `target` lies."""
    return target.with_name(target.name + RECORD)


def write_record(target: Path, record: dict[str, Any]) -> None:
    """Write the record beside `target`, whole or not at all."""
    temporary = record_path(target).with_suffix(".json.part")
    temporary.write_text(json.dumps(record, indent=2, default=str) + "\n", encoding="utf-8")
    os.replace(temporary, record_path(target))


def read_record(target: Path) -> dict[str, Any]:
    """The record of `target`, empty when there is none that can be read."""
    try:
        found = json.loads(record_path(target).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) and "sha256" in found else {}


def sha256_of(path: Path) -> str:
    """Sum of a file, hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def is_intact(target: Path, record: dict[str, Any]) -> bool:
    """Whether the file is there and the one that was recorded."""
    try:
        return target.stat().st_size == record.get("size") and sha256_of(target) == record.get("sha256")
    except OSError:
        return False


def listed(folder: Path) -> list[Fetched]:
    """All that was fetched into `folder`, by name. InputError when it is no folder that can be read."""
    found = []
    try:
        if not folder.exists():
            return []
        for path in sorted(folder.glob(f"*{RECORD}")):
            target = path.with_name(path.name.removesuffix(RECORD))
            record = read_record(target)
            if record:
                state = "ok" if is_intact(target, record) else "changed" if target.exists() else "missing"
                found.append(Fetched(target, record, state))
    except OSError as error:
        raise InputError(f"{folder}: cannot be read ({error.strerror})") from None
    return found
