"""`seatrial fetch` as it is typed: options to requests, results to text."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from seatrial.errors import InputError
from seatrial.ocean.fetching.axes import check_box
from seatrial.ocean.fetching.job import BUNDLE, Plan, Progress, Request, carry_out, is_there, plan
from seatrial.ocean.fetching.network import Network
from seatrial.ocean.fetching.records import Fetched, data_folder, listed, read_record
from seatrial.ocean.fetching.sources import CATALOGUE
from seatrial.ocean.moments import parse_depths, parse_moment

USED_AS = {".bath": "bathymetry", ".curr": "currents"}


@dataclass(frozen=True)
class Typed:
    """Options as they stand on the command line; empty and None mean "not given"."""

    what: str
    source: str = ""
    resolution: str = ""
    box: tuple[float, float, float, float] | None = None
    stride: int | None = None
    depths: str = ""
    time: str = ""
    until: str = ""
    index: int | None = None
    ending: str = ""
    into: Path | None = None


def requests_of(typed: Typed) -> list[Request]:
    """What is to be fetched, one request for each file. InputError for what cannot be."""
    if not typed.what:
        raise InputError(f"fetch: name what: bundle, {', '.join(CATALOGUE)}")
    if typed.time and typed.index is not None:
        raise InputError("--time and --time-idx: give one of them")
    if typed.until and not typed.time:
        raise InputError("--until: needs --time, where to begin")

    def moment(option: str, text: str) -> datetime | None:
        return parse_moment(option, text).replace(tzinfo=None) if text else None

    begin, end = moment("--time", typed.time), moment("--until", typed.until)
    if begin and end and end < begin:
        raise InputError(f"--until {typed.until}: must not be before --time {typed.time}")
    depths = () if typed.depths == "all" else parse_depths("--depths", typed.depths) if typed.depths else None
    request = Request(
        typed.what,
        typed.source,
        typed.resolution,
        None if typed.box is None else check_box(typed.box),
        typed.stride,
        depths,
        begin,
        end,
        typed.index,
        typed.ending.removeprefix("."),
        typed.into,
    )
    if typed.what != "bundle":
        return [request]
    if typed.source or typed.ending:
        raise InputError("bundle: --source and --format differ between its parts; fetch them one by one")
    floor = replace(request, what=BUNDLE[0], depths=None, time=None, until=None, index=None, stride=None)
    return [floor, replace(request, what=BUNDLE[1], resolution="")]


def run(
    network: Network, typed: Typed, dry: bool, again: bool, progress: Progress, said: Callable[[str], None]
) -> list[dict[str, Any]]:
    """Fetch all that is asked for, or say what it would be; a record for each. `said` is told each file when it is
    there.
    """
    now = datetime.now(UTC).replace(tzinfo=None)
    done = []
    for request in requests_of(typed):
        made = plan(network, request, now)
        if dry:
            done.append(made.describe())
            said("\n".join(_planned(made)))
        elif is_there(made) and not again:
            done.append({**read_record(made.target), "file": str(made.target), "was_there": True})
            said(f"{made.target}: is there already, unchanged (--again fetches it anew)")
        else:
            done.append({**carry_out(network, made, progress, now), "was_there": False})
            said("\n".join(fetched_lines(made.target, done[-1])))
    return done


def _planned(made: Plan) -> list[str]:
    size = "size not known before" if made.size is None else f"{made.size / 1e6:.2f} MB"
    shown = [f"  {url}" for url in made.urls[:4]]
    more = [f"  ... and {len(made.urls) - 4} more"] if len(made.urls) > 4 else []
    count = f"{len(made.urls)} request{'s' if len(made.urls) > 1 else ''}"
    return [f"{made.target}", f"  {made.source.about}; {count}, {size}", *shown, *more]


def fetched_lines(target: Path, record: dict[str, Any]) -> list[str]:
    """A file that was fetched, for people, with the line of a scenario that uses it."""
    _, levels, rows, columns = record["nodes"]
    west, south, east, north = record["box"]
    deep = f" x {levels} levels" if levels > 1 else ""
    lines = [
        f"{target}: {rows} x {columns} nodes{deep}, {record['size'] / 1e6:.2f} MB",
        f"  box        lat {south:g}..{north:g}, lon {west:g}..{east:g} deg",
    ]
    for name, low, high in zip(record["components"], record["low"], record["high"], strict=True):
        lines.append(f"  {name:<10} " + ("no data" if low is None else f"{low:.6g}..{high:.6g}"))
    if record["times"]:
        lines.append(f"  time       {' .. '.join(dict.fromkeys((record['times'][0], record['times'][-1])))}")
    key = USED_AS.get(target.suffix, record["source"]["what"])
    return [
        *lines,
        f"  checked    {record['checked']}",
        f"  licence    {record['licence']}; cite {record['citation']}",
        f'  use it     [ocean] {key} = ["{target}"]',
    ]


def list_fetched(folder: Path | None) -> tuple[list[dict[str, Any]], list[str]]:
    """What was fetched before, for JSON and for people. InputError when the folder cannot be read."""
    place = data_folder() if folder is None else folder
    found: Sequence[Fetched] = listed(place)
    records = [{**one.record, "file": str(one.path), "state": one.state} for one in found]
    lines = [
        f"{one.path.name:<60} {one.state:<8} {one.record['size'] / 1e6:8.2f} MB  {one.record['fetched'][:10]}  "
        f"{one.record['source']['about']}"
        for one in found
    ]
    return records, [str(place), *lines] if lines else [f"{place}: nothing was fetched"]
