"""One file from a server: resumed where it stopped, checked, and only then at its place."""

import errno
import fcntl
import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedRandom
from pathlib import Path

from seatrial.errors import FetchError
from seatrial.ocean.fetching.network import Network, Passing, RangeRefused, host, length

CHUNK = 1 << 16
"""Most bytes read at once."""

Report = Callable[[int, int | None], None]
"""Told the bytes received so far and the bytes expected, None if nobody knows."""
Check = Callable[[Path], str]
"""Looks into a file that seems complete; what is wrong with it in a few words, or nothing."""


def _quiet(received: int, expected: int | None) -> None:
    """Report nothing."""


def _content(path: Path) -> str:
    """Nothing is known about the content."""
    return ""


@dataclass(frozen=True)
class Remote:
    """A file on a server. `size` [bytes] and `sha256` (hexadecimal) as the source publishes them, or None."""

    url: str
    size: int | None = None
    sha256: str | None = None


@dataclass(frozen=True)
class Received:
    """What arrived: `size` [bytes], its `sha256`, and the marks of the version that the server gave (may be empty)."""

    url: str
    size: int
    sha256: str
    etag: str
    last_modified: str


def part_of(target: Path) -> Path:
    """Where `target` is collected until it is whole."""
    return target.with_name(target.name + ".part")


def _note_of(target: Path) -> Path:
    """Which version the part belongs to."""
    return target.with_name(target.name + ".part.json")


def download(
    network: Network, remote: Remote, target: Path, report: Report = _quiet, check: Check = _content
) -> Received:
    """Bring `remote` to `target`, which is replaced only when size, checksum and content are found good.

    Whatever arrived stays in `part_of(target)` when this ends early, and is continued from there if the server still
    has the same version. FetchError when it cannot be had, the disk is full, or another process is at it.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _held(target) as file:
            marks = network.again(remote.url, lambda: _attempt(network, remote, target, file, report, check))
            digest, size = _sha256(file), os.fstat(file.fileno()).st_size
            os.fsync(file.fileno())
            os.replace(part_of(target), target)
            _note_of(target).unlink(missing_ok=True)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise FetchError(f"{target.parent}: the disk is full; make room and run the same command again") from None
        raise FetchError(f"{target}: cannot be written ({error.strerror or error})") from None
    return Received(remote.url, size, digest, marks.get("etag", ""), marks.get("last_modified", ""))


@contextmanager
def _held(target: Path) -> Iterator[BufferedRandom]:
    """The part file, for this process alone."""
    with part_of(target).open("a+b") as file:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise FetchError(f"{part_of(target)}: another process is fetching it") from None
        try:
            yield file
        finally:
            if not os.fstat(file.fileno()).st_size:
                part_of(target).unlink(missing_ok=True)


def _attempt(
    network: Network, remote: Remote, target: Path, file: BufferedRandom, report: Report, check: Check
) -> dict[str, str]:
    marks = _receive(network, remote, target, file, report)
    size = os.fstat(file.fileno()).st_size
    problem = ""
    if remote.size is not None and size != remote.size:
        problem = f"sent {size} bytes, published are {remote.size}"
    elif remote.sha256 is not None and _sha256(file) != remote.sha256.lower():
        problem = f"sent a file whose sha256 is {_sha256(file)[:12]}..., published is {remote.sha256.lower()[:12]}..."
    else:
        problem = check(part_of(target))
    if problem:
        _begin_anew(target, file)  # nothing of it can be trusted
        raise Passing(problem)
    return marks


def _receive(network: Network, remote: Remote, target: Path, file: BufferedRandom, report: Report) -> dict[str, str]:
    """Append what is missing to the part file; the marks of the version."""
    have = os.fstat(file.fileno()).st_size
    marks = _marks(target)
    headers = _conditions(remote, marks, have)
    if not headers:
        _begin_anew(target, file)
        have = 0
    try:
        with network.opened(remote.url, headers) as response:
            if response.headers.get("Content-Encoding", "identity") not in ("", "identity"):
                raise FetchError(f"{host(remote.url)}: sends {remote.url} compressed, which was not asked for")
            if response.status == 206:
                first, total = _range(response.headers.get("Content-Range", ""))
                if first != have:
                    _begin_anew(target, file)
                    raise Passing(f"sent bytes from {first}, asked for was {have}")
            else:
                _begin_anew(target, file)
                have, total = 0, length(response)
                marks = {
                    "url": remote.url,
                    "etag": response.headers.get("ETag", ""),
                    "last_modified": response.headers.get("Last-Modified", ""),
                }
                _note_of(target).write_text(json.dumps(marks), encoding="utf-8")
            _make_sure_of_room(target, total, have)
            report(have, total)
            while chunk := response.read1(CHUNK):  # what is there, not only when all is
                file.write(chunk)
                have += len(chunk)
                report(have, total)
            if total is not None and have < total:
                raise Passing(f"breaks off after {have} of {total} bytes")
    except RangeRefused as refusal:
        if not headers or _range(str(refusal))[1] != have:
            _begin_anew(target, file)
            raise Passing("does not know the rest of the file") from None
    finally:
        file.flush()  # what a broken connection has brought is kept
    return marks


def _conditions(remote: Remote, marks: dict[str, str], have: int) -> dict[str, str]:
    """Headers that ask for the rest of the same version; none when only the whole file can be trusted."""
    if not have or marks.get("url") != remote.url:
        return {}
    wanted = {"Range": f"bytes={have}-"}
    etag = marks.get("etag", "")
    validator = etag if etag and not etag.startswith("W/") else marks.get("last_modified", "")
    if validator:
        return {**wanted, "If-Range": validator}
    return wanted if remote.sha256 is not None else {}  # a published sum tells a mixture


def _begin_anew(target: Path, file: BufferedRandom) -> None:
    file.truncate(0)
    _note_of(target).unlink(missing_ok=True)


def _marks(target: Path) -> dict[str, str]:
    try:
        found = json.loads(_note_of(target).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}


def _range(header: str) -> tuple[int, int | None]:
    """First byte and size of the whole file in `bytes 5-9/10`, `bytes */10`; -1 and None for what it does not say."""
    found = re.fullmatch(r"bytes\s+(?:(\d+)-\d+|\*)/(\d+|\*)", header.strip())
    if not found:
        return -1, None
    return int(found[1] or -1), None if found[2] == "*" else int(found[2])


def _make_sure_of_room(target: Path, total: int | None, have: int) -> None:
    free = shutil.disk_usage(target.parent).free
    if total is not None and total - have > free:
        raise FetchError(
            f"{target.parent}: {(total - have) / 1e6:.1f} MB are needed, {free / 1e6:.1f} MB are free; make room and "
            "run the same command again"
        )


def _sha256(file: BufferedRandom) -> str:
    file.flush()
    file.seek(0)
    digest = hashlib.file_digest(file, "sha256").hexdigest()
    file.seek(0, os.SEEK_END)
    return digest
