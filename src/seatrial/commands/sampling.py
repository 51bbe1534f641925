"""`seatrial sample`: one place, a section, a series, a list of places."""

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seatrial.commands.terminal import JsonFlag, print_json
from seatrial.errors import InputError

if TYPE_CHECKING:
    from seatrial.ocean.sampling.places import Places
    from seatrial.ocean.sampling.rows import Answers, Oceans

LEVELS = 40
"""Depths of a picture that names none."""


def sample(
    lat: Annotated[str, typer.Argument(metavar="LAT", help='Latitude: 36.7, "36 42 N", -33.9')] = "",
    lon: Annotated[str, typer.Argument(metavar="LON", help='Longitude: -122.1, "122 06 W"')] = "",
    depth: Annotated[float, typer.Argument(metavar="DEPTH", help="Depth of current and water [m].")] = 0.0,
    to: Annotated[tuple[str, str] | None, typer.Option(metavar="LAT LON", help="A section, to here.")] = None,
    points: Annotated[int, typer.Option(help="Points of the section.", min=2, max=10_000)] = 50,
    depths: Annotated[str, typer.Option(metavar="0,10,...", help="Several depths [m].")] = "",
    time: Annotated[str, typer.Option(metavar="TIME", help="In UTC; without it, means of the year and no tide.")] = "",
    until: Annotated[str, typer.Option(metavar="TIME", help="A series, from --time to here.")] = "",
    every: Annotated[str, typer.Option(help="Step of the series: 30min, 1h, 1d.")] = "1h",
    csv_in: Annotated[
        str, typer.Option("--csv-in", metavar="FILE", help="Table of places, - for standard input.")
    ] = "",
    scenario: Annotated[Path | None, typer.Option("--ocean", metavar="SCENARIO", help="Ocean of a scenario.")] = None,
    files: Annotated[
        list[Path] | None, typer.Option("--file", help="Your data before the shipped; 'day*.nc' reads several as one.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE.png", help="Draw it.")] = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print comma separated values.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Say what is at a place, along a section or over time: depth, current, temperature, salinity, and whose they are.

    Example: seatrial sample 36.7 -122.1 50 --time 2026-07-01T12:00Z

    Example: seatrial sample 36.7 -122.3 --to 36.8 -121.8 --depths 0,50,200 --plot section.png
    """
    from seatrial.mission.sampled_ocean import oceans_of
    from seatrial.ocean.sampling.rows import as_csv as comma_separated
    from seatrial.ocean.sampling.rows import ask, rows, sources, table

    if csv_in:
        if lat or to or until or depths:
            raise InputError("--csv-in: brings the places; LAT, LON, --to, --until and --depths go without it")
        places = _listed(csv_in, depth, time)
        around = list(zip(places.lat.tolist(), places.lon.tolist(), strict=True))
        oceans = oceans_of(scenario, files or [], around, not any(math.isnan(t) for t in places.time), _note)
    else:
        ends = [_position(lat, lon), *([_position(*to)] if to else [])]
        oceans = oceans_of(scenario, files or [], ends, bool(time), _note)
        if not (to or depths or until or plot or as_csv):
            _one(oceans, ends[0], depth, time, as_json)
            return
        places = _gridded(oceans, ends, depth, points, depths, time, until, every, plot is not None)
    answers = ask(oceans, places)
    drawn = _drawn(answers, plot)
    if as_json:
        print_json({"points": list(rows(answers)), **({"picture": drawn} if drawn else {})})
    elif as_csv:
        typer.echo(comma_separated(answers), nl=False)
    else:
        shown = [] if drawn and not depths and answers.places.shape[-1] > 1 else table(answers)  # levels nobody chose
        typer.echo("\n".join([*shown, *sources(answers), *([f"picture: {drawn}"] if drawn else [])]))


def _note(text: str) -> None:
    typer.echo(f"seatrial: note: {text}", err=True)


def _drawn(answers: "Answers", plot: Path | None) -> str | None:
    if plot is None:
        return None
    from seatrial.mission.section_picture import draw_section

    return str(draw_section(answers, plot))


def _position(lat: str, lon: str) -> tuple[float, float]:
    from seatrial.frames.position import parse_latitude, parse_longitude

    if not lat or not lon:
        raise typer.BadParameter("needs LAT and LON, or --csv-in")
    return parse_latitude(lat), parse_longitude(lon)


def _seconds(option: str, text: str) -> tuple[float, int | None]:
    """Seconds since 1970 and month of a time that was typed, NaN and None for none."""
    from seatrial.ocean.moments import parse_moment

    if not text:
        return math.nan, None
    moment = parse_moment(option, text)
    return moment.timestamp(), moment.month


def _one(oceans: "Oceans", place: tuple[float, float], depth: float, time: str, as_json: bool) -> None:
    from seatrial.ocean.telling import lines

    seconds, month = _seconds("time", time)
    found = oceans(month).describe(place[0], place[1], depth, seconds if time else None)
    print_json(found) if as_json else typer.echo("\n".join(lines(found)))


def _listed(source: str, depth: float, time: str) -> "Places":
    from seatrial.ocean.sampling.places import read_table

    try:
        text = sys.stdin.read() if source == "-" else Path(source).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"--csv-in {source}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise InputError(f"--csv-in {source}: is no UTF-8 text") from None
    return read_table(text, "standard input" if source == "-" else source, depth, _seconds("time", time)[0])


def _gridded(
    oceans: "Oceans",
    ends: list[tuple[float, float]],
    depth: float,
    points: int,
    depths: str,
    time: str,
    until: str,
    every: str,
    drawn: bool,
) -> "Places":
    import numpy as np

    from seatrial.errors import check_number
    from seatrial.ocean.moments import parse_depths, parse_span
    from seatrial.ocean.sampling.places import grid, instants, section

    place, there = ends[0], ends[-1]
    begin, month = _seconds("time", time)
    if until and not time:
        raise InputError("--until: needs --time, where to begin")
    times = (
        instants(begin, _seconds("--until", until)[0], parse_span("--every", every).total_seconds()) if until else []
    )
    times = times or ([begin] if time else [])
    if len(ends) == 1:
        lat, lon, distance = np.array([place[0]]), np.array([place[1]]), np.array([np.nan])
    else:
        lat, lon, distance = section(place[0], place[1], there[0], there[1], points)
    levels = parse_depths("--depths", depths)
    if not levels and drawn and (len(ends) > 1 or not until):
        deepest = float(np.nanmax(oceans(month).depth(lat, lon)[0], initial=1.0))
        levels = tuple((max(deepest, 1.0) * np.linspace(0.0, 1.0, LEVELS) ** 2).tolist())  # close where much changes
    return grid(lat, lon, distance, levels or (check_number("depth", depth, "m", 0.0, 12_000.0),), times)
