"""Where compiled kernels are kept: the usual folder of Warp, or one of our own when that cannot be written."""

import os
import stat
import tempfile
from pathlib import Path

from platformdirs import user_cache_dir


def usable_cache() -> str | None:
    """Make sure that Warp and matplotlib have a folder to write to; a line that says so when it is not the usual one.

    Must come before Warp starts.
    """
    usual = os.environ.get("WARP_CACHE_PATH") or user_cache_dir("warp", "NVIDIA")
    if _writable(Path(usual)):
        return None
    ours = _own_folder()
    os.environ["WARP_CACHE_PATH"] = str(ours)
    os.environ.setdefault("MPLCONFIGDIR", str(ours / "matplotlib"))
    return f"compiled kernels are kept in {ours}, as {usual} cannot be written; WARP_CACHE_PATH sets another place"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _own_folder() -> Path:
    """A folder that nobody else can write to, since what lies in it is executed; the same every time if possible."""
    folder = Path(tempfile.gettempdir()) / f"seatrial-kernels-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        mine = stat.S_ISDIR(found.st_mode) and not found.st_mode & 0o022
        if mine and (not hasattr(os, "getuid") or found.st_uid == os.getuid()):
            return folder
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="seatrial-kernels-"))
