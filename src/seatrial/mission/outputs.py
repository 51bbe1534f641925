"""Files that appear whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from seatrial.errors import InputError

_PREFIX, _SUFFIX = ".seatrial-", ".part"


def reason_of(error: Exception) -> str:
    """What went wrong, in one line and without the file name that the message gives anyway."""
    words = getattr(error, "strerror", None) or (str(error).splitlines() or [type(error).__name__])[0]
    return str(words)


def check_output(what: str, path: Path, endings: tuple[str, ...]) -> None:
    """Refuse an output that cannot be written, before anything is computed for it. `InputError` with the reason."""
    if path.suffix.lower() not in endings:
        raise InputError(f"{what} {str(path)!r}: name must end in {' or '.join(endings)}")
    try:
        if os.path.lexists(path) and not path.is_symlink() and not path.is_file():
            raise InputError(f"{what} {path}: is there already and no regular file")
        path.stat() if path.is_file() else None
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            raise InputError(f"{what} {path}: is there already and no regular file")
        folder = target.parent
        while not folder.exists():
            folder = folder.parent
        handle, probe = tempfile.mkstemp(dir=folder, prefix=_PREFIX, suffix=_SUFFIX)
        os.close(handle)
        os.unlink(probe)
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{what} {path}: cannot be written ({reason_of(error)})") from None


@contextmanager
def written_whole(what: str, path: Path) -> Iterator[Path]:
    """A temporary file beside `path`, which takes its place when the block ends well and is removed when it does not.

    A link keeps pointing where it points. `InputError` when the place cannot be written.
    """
    temporary = None
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            raise InputError(f"{what} {path}: is there already and no regular file")
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=_PREFIX, suffix=_SUFFIX)
        temporary = Path(name)
        os.close(handle)
        yield temporary
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, target)
    except BaseException as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError | RuntimeError):
            raise InputError(f"{what} {path}: cannot be written ({reason_of(error)})") from None
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
