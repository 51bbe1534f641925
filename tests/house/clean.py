"""Nothing in the tree that belongs to one machine, to one person's notes or to later.

Patterns are put together from pieces, so that this file does not contain what it looks for.
"""

import re
import subprocess
from pathlib import Path

from tests.house.places import ROOT

FORBIDDEN = {
    "a note for later": re.compile(r"\b(TO" + r"DO|FIX" + r"ME|X" + r"XX)\b"),
    "something not done": re.compile(r"Not" + r"ImplementedError"),
    "a hole in the coverage": re.compile(r"pragma: no " + r"cover"),
    "a path of one machine": re.compile(r"(?<![\w.\-/])/(work|root|home|Users|mnt)/\w"),
    "a host of a package registry": re.compile(r"\b(py" + r"pi|pythonhosted|npm" + r"js|debian)\.(org|com)\b"),
    "a folder that readers do not have": re.compile(r"\bshared/\w|(?<!\w)\.lib" + r"rary\b|\bse" + r"eds?/\w"),
}
SKIPPED_FOLDERS = {".git", ".venv", "build", "dist", "site", "results", "node_modules", "__pycache__"}


def tracked(root: Path = ROOT) -> list[Path]:
    """Files that git tracks or would add; outside a git checkout every file that is not built."""
    command = ["git", "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listed = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
        files = [root / name for name in listed.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        files = [p for p in root.rglob("*") if not SKIPPED_FOLDERS & set(p.relative_to(root).parts)]
    return sorted(path for path in files if path.is_file())


def text_of(path: Path) -> str | None:
    """The text of a file, None for a binary one."""
    data = path.read_bytes()
    if b"\0" in data[:8192]:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def findings(path: str, text: str) -> list[str]:
    """What a text contains that it must not."""
    return [
        f"{path}:{number}: {what}: {match.group()}"
        for number, line in enumerate(text.splitlines(), start=1)
        for what, pattern in FORBIDDEN.items()
        if (match := pattern.search(line))
    ]
