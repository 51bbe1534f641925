"""`seatrial fetch` without the command line: what to ask for, and carrying it out."""

import errno
import os
import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from seatrial.errors import FetchError, InputError
from seatrial.ocean.converting.compact import MEANINGS
from seatrial.ocean.converting.convert import Converted, write
from seatrial.ocean.converting.selection import Selection, select
from seatrial.ocean.fetching.axes import Box
from seatrial.ocean.fetching.dap import problem_of
from seatrial.ocean.fetching.network import Network
from seatrial.ocean.fetching.records import data_folder, is_intact, read_record, sha256_of, write_record
from seatrial.ocean.fetching.sources import SEED_DEPTHS, Source, Subset, WholeFile, find_source
from seatrial.ocean.fetching.subsets import SubsetPlan, Wanted, assemble, plan_subset
from seatrial.ocean.fetching.transfer import Received, Remote, download

BUNDLE = ("bathymetry", "currents")
"""What `bundle` stands for."""
_ENDINGS = {"SeaFloorElevation": ("bath", "nc"), "SeaWaterVelocity": ("curr", "nc")}

Progress = Callable[[str, int, int | None], None]
"""Told the file, the bytes received and the bytes expected."""


@dataclass(frozen=True)
class Request:
    """What the user asks for.

    what: a word of the catalogue. source: its name there, "" for the first. resolution: of whole files, "" for the
    first. box: west, south, east, north [deg]. stride: None for the source's own without a box, 1 with one. depths:
    [m], None for `SEED_DEPTHS`, empty for all. time, until: UTC without zone, None for now and for one step. index:
    time step by number. ending: bath, curr or nc, "" for the natural one. into: folder, None for the user's data
    folder.
    """

    what: str
    source: str = ""
    resolution: str = ""
    box: Box | None = None
    stride: int | None = None
    depths: tuple[float, ...] | None = None
    time: datetime | None = None
    until: datetime | None = None
    index: int | None = None
    ending: str = ""
    into: Path | None = None


@dataclass(frozen=True, eq=False)
class Plan:
    """What will be asked of which server, and what will be made of it.

    urls: addresses. size: bytes to receive, None if the server does not say. target: the file that is made.
    whole, subset: one of them says how. version: which data it will be, "" if that cannot be known before.
    """

    request: Request
    source: Source
    target: Path
    urls: tuple[str, ...]
    size: int | None
    version: str
    whole: Remote | None = None
    subset: SubsetPlan | None = None
    selection: Selection = field(default_factory=Selection)

    def describe(self) -> dict[str, Any]:
        """For people and JSON."""
        return {
            "what": self.request.what,
            "source": self.source.name,
            "about": self.source.about,
            "licence": self.source.licence.terms,
            "file": str(self.target),
            "bytes": self.size,
            "requests": len(self.urls),
            "urls": list(self.urls),
        }


def plan(network: Network, request: Request, now: datetime) -> Plan:
    """Find out what has to be asked; only descriptions, axes and sums are read for that.

    InputError for options that do not go together, FetchError when a server does not answer.
    """
    source = find_source(request.what, request.source)
    allowed = _ENDINGS.get(source.quantity, ("nc",))
    ending = request.ending or (allowed[0] if request.until is None else "nc")
    if ending not in allowed:
        raise InputError(f"--format {ending}: {request.what} can be {' or '.join(allowed)}")
    if request.until is not None and request.index is not None:
        raise InputError("--until goes with --time, not with --time-idx")
    if request.until is not None and ending != "nc":
        raise InputError(f"--until: .{ending} holds one time; leave --format out, or give nc")
    folder = data_folder() if request.into is None else request.into
    if isinstance(source, WholeFile):
        return _plan_whole(network, request, source, folder, ending)
    if request.resolution:
        raise InputError(f"--resolution {request.resolution}: {source.name} has none, it takes --stride")
    stride = request.stride or (source.stride if request.box is None else 1)
    depths = SEED_DEPTHS if request.depths is None else request.depths
    begin = request.time or now
    wanted = Wanted(request.box, stride, depths, begin, request.until, request.index)
    subset = plan_subset(network, source, wanted)
    if not subset.times and (request.time or request.index is not None):
        raise InputError(f"--time, --time-idx: {source.name} has no time axis")
    words = [request.what, source.name, *_box_words(request.box), f"s{stride}"]
    words += [f"{t:%Y%m%dT%H}" for t in sorted({*subset.times[:1], *subset.times[-1:]})]
    urls = tuple(piece.url for piece in subset.pieces)
    target = folder / f"{'_'.join(words)}.{ending}"
    return Plan(request, source, target, urls, subset.size, subset.signature, subset=subset)


def _plan_whole(network: Network, request: Request, source: WholeFile, folder: Path, ending: str) -> Plan:
    if request.time or request.until or request.index is not None or request.depths:
        raise InputError(f"--time, --time-idx, --until, --depths: {source.name} has neither time nor depth")
    resolution = request.resolution or source.resolutions[0]
    if resolution not in source.resolutions:
        raise InputError(f"--resolution {resolution!r}: must be one of {', '.join(source.resolutions)}")
    url = source.url.format(resolution=resolution)
    name = url.rpartition("/")[2]
    digest, published = _published(network, source.sums, name)
    size = network.size(url) if published is None else published
    stride = request.stride or 1
    words = [
        name.removesuffix(".grd").removesuffix("_p"),
        *_box_words(request.box),
        *([f"s{stride}"] if stride > 1 else []),
    ]
    selection = Selection(request.box, stride)
    target = folder / f"{'_'.join(words)}.{ending}"
    return Plan(
        request, source, target, (url,), size, digest or "", Remote(url, published, digest), selection=selection
    )


def _published(network: Network, sums: str, name: str) -> tuple[str | None, int | None]:
    """Sum and size that the source publishes for the file; None where its list does not have it."""
    for line in network.text(sums).decode("utf-8", "replace").splitlines():
        words = line.split()
        if len(words) == 3 and words[0].rpartition("/")[2] == name and len(words[1]) == 64 and words[2].isdecimal():
            return words[1].lower(), int(words[2])
    return None, None


def _box_words(box: Box | None) -> list[str]:
    if box is None:
        return []
    west, south, east, north = (f"{value:g}" for value in box)
    return [f"lat{south}to{north}", f"lon{west}to{east}"]


def is_there(made: Plan) -> bool:
    """Whether exactly this was fetched before and is unchanged."""
    record = read_record(made.target)
    return bool(made.version) and record.get("version") == made.version and is_intact(made.target, record)


def carry_out(network: Network, made: Plan, progress: Progress, now: datetime) -> dict[str, Any]:
    """Fetch what is planned, turn it into the target, and write its record, which is returned.

    The target is replaced at the end only; what arrived before a failure is kept and used by the next try.
    """
    workshop = made.target.with_name(made.target.name + ".parts")
    try:
        workshop.mkdir(parents=True, exist_ok=True)
        _forget_other(workshop, made.version)
        raw, received = _bring(network, made, workshop, progress)
        temporary = workshop / f"made{made.target.suffix}"
        converted = _convert(made, raw, temporary)
        record = _record(made, received, converted, sha256_of(temporary), now)
        os.replace(temporary, made.target)
        write_record(made.target, record)
        shutil.rmtree(workshop, ignore_errors=True)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise FetchError(f"{made.target.parent}: the disk is full; make room, then run the command again") from None
        raise FetchError(f"{made.target}: cannot be written ({error.strerror or error})") from None
    return record


def _forget_other(workshop: Path, version: str) -> None:
    """Pieces of another version, which must not be mixed with these, are dropped."""
    mark = workshop / "version"
    if mark.exists() and mark.read_text(encoding="utf-8") != version:
        for path in workshop.iterdir():
            path.unlink()
    mark.write_text(version, encoding="utf-8")


def _bring(network: Network, made: Plan, workshop: Path, progress: Progress) -> tuple[Path, list[Received]]:
    """The source's own file, and what was received for it."""
    name = made.target.name
    if made.whole is not None:
        raw = workshop / made.whole.url.rpartition("/")[2]
        return raw, [download(network, made.whole, raw, lambda got, total: progress(name, got, total), _is_netcdf)]
    subset = made.subset
    if subset is None:
        raise InputError(f"{name}: nothing is planned")
    files, received, done = [], [], 0
    for number, piece in enumerate(subset.pieces):
        files.append(workshop / f"{number:05d}.dods")
        if not (files[-1].exists() and not problem_of(files[-1].read_bytes(), piece.arrays)):
            arrays, before = piece.arrays, done
            received.append(
                download(
                    network,
                    Remote(piece.url),
                    files[-1],
                    lambda got, _, before=before: progress(name, before + got, subset.size),
                    lambda path, arrays=arrays: problem_of(path.read_bytes(), arrays),
                )
            )
        done += piece.size
        progress(name, done, subset.size)
    raw = workshop / f"{made.request.what}.nc"
    assemble(subset, files, raw)
    return raw, received


def _is_netcdf(path: Path) -> str:
    with path.open("rb") as file:
        head = file.read(8)
    return "" if head[:3] == b"CDF" or head == b"\x89HDF\r\n\x1a\n" else "sent something that is no NetCDF file"


def _convert(made: Plan, raw: Path, temporary: Path) -> Converted:
    from seatrial.ocean.readers.gridded import open_gridded

    variables: dict[str, str] = {}
    if isinstance(made.source, Subset):
        variables = dict(zip(MEANINGS[made.source.quantity], (name for _, name in made.source.parts), strict=False))
    file = select(open_gridded([raw], made.source.quantity, variables), made.selection)
    return write(file, made.target, temporary)


def _record(made: Plan, received: list[Received], converted: Converted, digest: str, now: datetime) -> dict[str, Any]:
    from importlib.metadata import version

    source, asked = made.source, made.request
    checked = "size and content"
    if made.whole is not None and made.whole.sha256:
        checked = "sha256 published by the source"
    return {
        **asdict(converted),
        "sha256": digest,
        "fetched": now.replace(tzinfo=UTC).isoformat(),
        "checked": checked,
        "version": made.version,
        "source": {"what": asked.what, "name": source.name, "about": source.about},
        "licence": source.licence.terms,
        "citation": source.licence.citation,
        "times": [f"{t:%Y-%m-%dT%H:%M:%SZ}" for t in (made.subset.times if made.subset else ())],
        "urls": list(made.urls),
        "received": [asdict(one) for one in received],
        "seatrial": version("seatrial"),
    }
