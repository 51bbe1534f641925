"""The command line: parses, calls, prints. Everything slow is imported inside the command that needs it."""

import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

import typer

from seatrial.commands import ocean_data, sampling
from seatrial.commands.terminal import JsonFlag, Stopped, WithNegativeNumbers
from seatrial.commands.terminal import finite as _finite
from seatrial.commands.terminal import print_json as _print_json
from seatrial.commands.terminal import progress as _progress
from seatrial.commands.trial import trial as run_trial
from seatrial.errors import SeatrialError

app = typer.Typer(
    name="seatrial",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Rehearse a marine robot's mission before it gets wet: plan, simulate and look, in the real ocean."
    "\n\nExample: seatrial run examples/monterey_canyon.toml",
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"seatrial {version('seatrial')}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Print the version and exit.")
    ] = False,
) -> None:
    """Options of `seatrial` itself."""


ScenarioFile = Annotated[Path, typer.Argument(metavar="SCENARIO", help="TOML file; examples/ has several.")]


@contextmanager
def _signals(handler: Callable[[int, Any], None]) -> Iterator[None]:
    """Ctrl-C and termination go to `handler`, as far as they are not ignored."""
    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, handler)
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


class Stop:
    """What signals do: the first becomes a question, once somebody has asked it; before that, and again, the end."""

    def __init__(self) -> None:
        self.signal: int | None = None
        self._is_asked = False

    def asked(self) -> bool:
        """Whether the user wants the simulation to end; it is asked regularly from now on."""
        self._is_asked = True
        return self.signal is not None

    def handle(self, number: int, frame: Any) -> None:
        """Remember a signal, and stop unless somebody is going to ask.

        It is remembered in any case: Python drops what is raised while it runs a callback of its own.
        """
        first, self.signal = self.signal is None, number
        if not (first and self._is_asked):
            raise Stopped(number)


_stop = Stop()
"""Signals of the command that runs; a fresh one in every `main`."""


def _kernel_cache() -> None:
    from seatrial.dynamics.kernel_cache import usable_cache

    note = usable_cache()
    if note:
        typer.echo(f"seatrial: note: {note}", err=True)


def _planned_lines(summary: dict[str, Any]) -> list[str]:
    lines = [
        f"  route      {summary['distance_m'] / 1000:.2f} km by {summary['method']}, {summary['waypoints']} waypoints",
        f"  estimate   {summary['duration_s'] / 3600:.2f} h, {summary['energy_J'] / 3600:.0f} Wh by a rule of thumb "
        "(without hull drag, propeller slip, diving, currents)",
    ]
    for end in ("start", "goal"):
        if summary[f"{end}_moved_m"] > 0.0:
            lines.append(f"  {end} moved {summary[f'{end}_moved_m']:.0f} m to water that the mission can use")
    return lines


def _run_lines(summary: dict[str, Any], meaning: str) -> list[str]:
    lines = [f"{summary['name']}: {summary['status'].replace('_', ' ')} ({meaning})"]
    lines += _planned_lines(summary["planned"])
    lines += [
        f"  simulated  {summary['distance_m'] / 1000:.2f} km over ground, {summary['duration_s'] / 3600:.2f} h, "
        f"{summary['energy_J'] / 3600:.0f} Wh, {100 * summary['charge']:.0f} % charge left",
        f"  engine     {summary['steps']:,} steps, {summary['wall_s']:.1f} s from scenario to result",
        f"  run file   {summary['file']}",
    ]
    lines += [f"  picture    {summary['picture']}"] if "picture" in summary else []
    return lines + [f"  warning    {warning}" for warning in summary["warnings"]]


@app.command(short_help="Plan and simulate a mission; save run and picture.")
def run(
    scenario: ScenarioFile,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Run file, results/NAME.nc by default.")] = None,
    picture: Annotated[bool, typer.Option("--picture/--no-picture", help="Draw NAME.png beside the run file.")] = True,
    as_json: JsonFlag = False,
) -> None:
    """Plan and simulate a mission; save the run, a summary and a picture.

    Ctrl-C ends the simulation and keeps what there is so far; the exit code is then 130.

    Example: seatrial run examples/monterey_canyon.toml -o results/monterey.nc
    """
    from seatrial.mission.scenario import Scenario

    # Read before the rest is imported: what is wrong with it is said at once.
    mission = Scenario.from_toml(scenario)
    _kernel_cache()
    from seatrial.mission.files import ENDINGS, save
    from seatrial.mission.outputs import check_output
    from seatrial.mission.run import ocean_of
    from seatrial.mission.run import run as run_scenario
    from seatrial.simulation.status import MEANING

    target = Path("results") / f"{scenario.stem}.nc" if output is None else output
    drawing = target.with_suffix(".png") if target.name else target
    check_output("run file", target, ENDINGS)
    if picture:
        check_output("picture", drawing, (".png",))
    ocean, stop = ocean_of(mission), _stop
    with _progress(mission.name) as report:
        result = run_scenario(mission, report, stop.asked, ocean=ocean)
    save(result, target)
    summary = {**result.summary(), "file": str(target)}
    if picture and stop.signal is None:
        from seatrial.mission.picture import draw

        summary["picture"] = str(draw(result, ocean, drawing))
    _print_json(summary) if as_json else typer.echo(
        "\n".join(_run_lines(summary, result.reason or MEANING[result.status]))
    )
    if stop.signal is not None:
        raise Stopped(stop.signal, f"the history so far is in {target}")


@app.command(short_help="Plan a mission without simulating it.")
def plan(
    scenario: ScenarioFile,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write the whole plan as JSON.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Plan a mission without simulating it, and say what the vehicle cannot do.

    Example: seatrial plan examples/gibraltar.toml --json
    """
    from seatrial.mission.scenario import Scenario

    mission = Scenario.from_toml(scenario)
    _kernel_cache()
    from seatrial.mission.outputs import check_output, written_whole
    from seatrial.mission.run import plan as plan_scenario

    if output is not None:
        check_output("plan file", output, (".json",))
    planned = plan_scenario(mission)
    values = {"name": mission.name, **planned.to_dict()}
    if output is not None:
        with written_whole("plan file", output) as temporary:
            temporary.write_text(json.dumps(_finite(values), allow_nan=False), encoding="utf-8")
    if as_json:
        _print_json(values)
        return
    lines = [mission.name, *_planned_lines({**values, "waypoints": len(planned.lat)})]
    lines += [f"  plan file  {output}"] if output is not None else []
    lines += [f"  warning    {warning}" for warning in planned.warnings]
    typer.echo("\n".join(lines))


app.command(short_help="Land or sea, depth, current, water: at places.", cls=WithNegativeNumbers)(sampling.sample)
app.command(short_help="Fetch ocean data from those who publish them.")(ocean_data.fetch)
app.command(short_help="Turn a grid file into .bath, .curr or NetCDF.")(ocean_data.convert)
app.command(short_help="What is in an ocean file, and what looks wrong.")(ocean_data.inspect)
app.command(name="trial", short_help="Standard manoeuvres of a vehicle, and their indices.")(run_trial)


@app.command(short_help="High and low waters, floods and ebbs.", cls=WithNegativeNumbers)
def tides(
    station: Annotated[str, typer.Argument(metavar="STATION|LAT", help="Id or name of a station, or a latitude.")],
    lon: Annotated[str | None, typer.Argument(metavar="[LON]", help="Longitude: nearest stations.")] = None,
    begin: Annotated[str | None, typer.Option("--from", metavar="TIME", help="In UTC; now by default.")] = None,
    end: Annotated[str | None, typer.Option("--to", metavar="TIME", help="A day later by default.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Predict the tide at a station, or at the tide and the current station nearest to a place. Not for navigation.

    Example: seatrial tides 9414290 --from 2026-07-01 --to 2026-07-03
    """
    from seatrial.frames.position import parse_latitude, parse_longitude
    from seatrial.ocean.moments import parse_moment
    from seatrial.ocean.telling import tide_lines
    from seatrial.ocean.tides.listing import list_events, stations_near
    from seatrial.ocean.tides.stations import Stations

    first = datetime.now(UTC) if begin is None else parse_moment("--from", begin)
    last = first + timedelta(days=1) if end is None else parse_moment("--to", end)
    if lon is None:
        found = [(Stations.shipped().find(station), None)]
    else:
        found = stations_near(parse_latitude(station), parse_longitude(lon))
    told = [list_events(one, first.timestamp(), last.timestamp(), far) for one, far in found]
    if as_json:
        _print_json({"from": first.isoformat(), "to": last.isoformat(), "stations": told})
        return
    typer.echo("\n".join(line for one in told for line in tide_lines(one)))


@app.command(name="list", short_help="List vehicles, sources, forces, ... by name.")
def list_things(
    what: Annotated[
        str, typer.Argument(metavar="WHAT", help="vehicles, sources, forces, controllers or statuses")
    ] = "vehicles",
    as_json: JsonFlag = False,
) -> None:
    """List what there is by name.

    Example: seatrial list vehicles
    """
    _kernel_cache()
    from seatrial.mission.listing import listing

    rows = listing(what)
    if as_json:
        _print_json({"what": what, "items": [{"name": r.name, "about": r.about, **r.more} for r in rows]})
        return
    width = max(len(r.name) for r in rows)
    kinds = [r.more.get("kind", "") for r in rows]
    wide = max(map(len, kinds)) + 2 if any(kinds) else 0
    lines = (f"{r.name:<{width}}  {kind:<{wide}}{r.about}" for r, kind in zip(rows, kinds, strict=True))
    typer.echo("\n".join(lines))


@app.command(short_help="Show a run file, a scenario or a vehicle.")
def show(
    what: Annotated[
        str, typer.Argument(metavar="WHAT", help="A run file (.nc), a scenario (.toml), a vehicle, or 'schema'")
    ],
    as_json: JsonFlag = False,
) -> None:
    """Show a run file, a scenario with its defaults, a vehicle with its numbers, or the JSON schema of scenarios.

    Example: seatrial show results/monterey_canyon.nc
    """
    _kernel_cache()
    from seatrial.mission.listing import describe

    found = describe(what)
    if as_json or what == "schema":
        _print_json(found)
        return
    typer.echo("\n".join(_tree(found)))


def _tree(value: dict[str, Any], indent: int = 0) -> Iterator[str]:
    for key, item in value.items():
        if isinstance(item, dict):
            yield f"{' ' * indent}{key}"
            yield from _tree(item, indent + 2)
        elif isinstance(item, list) and item and isinstance(item[0], list | dict):
            yield f"{' ' * indent}{key}"
            for row in item:
                yield f"{' ' * indent}  {row if isinstance(row, list) else json.dumps(row)}"
        else:
            shown = f"{item:.6g}" if isinstance(item, float) else item
            yield f"{' ' * indent}{key:<20} {shown}"


@app.command(short_help="Compile the engine before it is needed.")
def warm(as_json: JsonFlag = False) -> None:
    """Compile planner and engine now, so that the first mission does not wait for them.

    The engine is compiled twice: a plain kernel for shipped data, and a general one for all else that a scenario names.

    Example: seatrial warm
    """
    _kernel_cache()
    from seatrial.mission.warm import PARTS
    from seatrial.mission.warm import warm as compile_engine

    if sys.stderr is not None and sys.stderr.isatty():
        typer.echo("compiling planner and engine, once ...", err=True)

    def done(part: str, seconds: float) -> None:
        if not as_json:
            typer.echo(f"{part:<8} ready after {seconds:5.1f} s: {PARTS[part]}")

    parts = compile_engine(done=done)
    if as_json:
        _print_json({"compile_s": sum(parts.values()), "parts": parts})


@app.command(short_help="Measure engine, planner and start-up here.")
def bench(as_json: JsonFlag = False) -> None:
    """Measure the engine, the planner and the start-up times on this machine; states are validated first.

    Example: seatrial bench --json
    """
    _kernel_cache()
    from seatrial.studies.bench.bench import bench as measure

    with _progress("benchmarks") as report:
        results = measure(report)
    if as_json:
        _print_json(results)
        return
    typer.echo("\n".join(f"{k:<12} {v}" for k, v in results["machine"].items()) + "\n")
    width = max(len(row["name"]) for row in results["results"])
    for row in results["results"]:
        typer.echo(f"{row['name']:<{width}}  {row['value']:>12,.4g} {row['unit']:<10} {row.get('note', '')}".rstrip())


@app.command(short_help="Serve missions in the browser and over HTTP.")
def serve(
    host: Annotated[str, typer.Option(help="Where to listen; other hosts than this one need the token.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="TCP port, 0 for any that is free.", min=0, max=65_535)] = 8080,
    land: Annotated[Path | None, typer.Option(help="GeoJSON file with the land.")] = None,
    no_land: Annotated[bool, typer.Option("--no-land", help="A world without land.")] = False,
    bathymetry: Annotated[Path | None, typer.Option(help=".bath file with the sea floor.")] = None,
    no_bathymetry: Annotated[bool, typer.Option("--no-bathymetry", help="Sea floor from a formula only.")] = False,
    currents: Annotated[Path | None, typer.Option(help=".curr file with currents.")] = None,
    no_currents: Annotated[bool, typer.Option("--no-currents", help="Currents from a formula only.")] = False,
    token: Annotated[str, typer.Option(help="Word that every request must bring.")] = "",
    cors: Annotated[str, typer.Option(help="Origin whose pages may call, or '*'.")] = "",
    allow_host: Annotated[
        list[str] | None, typer.Option(help="Another name of this machine, when --host opens it; may be repeated.")
    ] = None,
    data: Annotated[Path | None, typer.Option(help="Folder of the run library.")] = None,
    keep_runs: Annotated[int, typer.Option(help="Runs in the library; beyond that the oldest go.", min=1)] = 500,
    keep_megabytes: Annotated[int, typer.Option(help="Its size on disk; beyond that the oldest go.", min=1)] = 4096,
    mission: Annotated[Path | None, typer.Option(metavar="SCENARIO", help="Plan this mission at the start.")] = None,
    play: Annotated[bool, typer.Option("--play", help="And play it.")] = False,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open a browser.")] = False,
) -> None:
    """Serve missions at http://127.0.0.1:8080: plan on the map, watch, scrub, keep and compare. Ctrl-C stops it.

    Example: seatrial serve --mission examples/monterey_canyon.toml --play
    """
    _kernel_cache()
    from seatrial.server.options import ocean_options, run_server
    from seatrial.server.settings import Limits

    run_server(
        *(host, port, token, cors, tuple(allow_host or ()), data, mission, play, open_browser),
        Limits(keep_runs=keep_runs, keep_bytes=keep_megabytes * 1024**2),
        lambda base: ocean_options(base, land, not no_land, bathymetry, not no_bathymetry, currents, not no_currents),
        typer.echo,
    )


def _fail(message: str, exit_code: int) -> SystemExit:
    """One line on standard error, and the exit that follows it."""
    try:
        typer.echo("seatrial: " + " ".join(message.splitlines()), err=True)
    except OSError:
        pass  # nobody listens
    return SystemExit(exit_code)


def _no_reader() -> SystemExit:
    """Standard output is gone: nothing that is still in its buffer may make a noise at the end."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        pass
    return SystemExit(1)


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry point: errors become one line and an exit code."""
    global _stop
    _stop = Stop()
    try:
        with _signals(_stop.handle):
            app(arguments)
    except SeatrialError as error:
        raise _fail(str(error), error.exit_code) from None
    except Stopped as error:
        raise _fail(f"interrupted: {error.note}", error.exit_code) from None
    except BrokenPipeError:
        raise _no_reader() from None
    except MemoryError:
        raise _fail("not enough memory for this", 1) from None
    except OSError as error:
        # what the commands read and write has its own messages: this is standard output, or the machine
        _no_reader()
        raise _fail(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}", 1) from None


if __name__ == "__main__":
    main()
