"""The command line: parses, calls, prints. Everything slow is imported inside the command that needs it."""

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from seatrial.errors import InputError, SeatrialError

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Rehearse a marine robot's mission before it gets wet: plan, simulate and look, in the real ocean.",
)

JsonFlag = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
ScenarioFile = Annotated[Path, typer.Argument(metavar="SCENARIO", help="TOML file; examples/ has several.")]


def _print_json(value: Any) -> None:
    typer.echo(json.dumps(value, indent=2, allow_nan=False, default=str))


@contextmanager
def _progress(title: str) -> Iterator[Callable[[str, float, float], None]]:
    """A progress bar on standard error when that is a terminal, else nothing."""
    if not sys.stderr.isatty():
        yield lambda what, seconds, share: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[time]}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=1.0, time="")

        def report(what: str, seconds: float, share: float) -> None:
            simulated = f"{seconds / 60:.0f} min simulated" if seconds else ""
            bar.update(task, description=what, completed=share, time=simulated)

        yield report


@contextmanager
def _stop_on_interrupt() -> Iterator[Callable[[], bool]]:
    """Turn the first Ctrl-C into a question that the simulation asks; a second one stops at once."""
    asked: list[bool] = []

    def remember(number: int, frame: Any) -> None:
        asked.append(True)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, remember)
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)


def _writable(path: Path) -> None:
    """Refuse an output that cannot be written before anything is computed for it."""
    import os

    folder = path.parent
    while not folder.exists():
        folder = folder.parent
    if path.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise InputError(f"output {path}: cannot be written")


def _planned_lines(summary: dict[str, Any]) -> list[str]:
    lines = [
        f"  route      {summary['distance_m'] / 1000:.2f} km by {summary['method']}, {summary['waypoints']} waypoints",
        f"  estimate   {summary['duration_s'] / 3600:.2f} h, {summary['energy_J'] / 3600:.0f} Wh",
    ]
    for end in ("start", "goal"):
        if summary[f"{end}_moved_m"] > 0.0:
            lines.append(f"  {end} moved {summary[f'{end}_moved_m']:.0f} m to water that the mission can use")
    return lines


@app.command()
def run(
    scenario: ScenarioFile,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Run file, results/NAME.nc by default.")] = None,
    picture: Annotated[bool, typer.Option("--picture/--no-picture", help="Draw NAME.png beside the run file.")] = True,
    as_json: JsonFlag = False,
) -> None:
    """Plan and simulate a mission; save the run, a summary and a picture.

    Example: seatrial run examples/monterey_canyon.toml -o results/monterey.nc
    """
    from seatrial.mission.build import build_ocean
    from seatrial.mission.files import save
    from seatrial.mission.run import month_of
    from seatrial.mission.run import run as run_scenario
    from seatrial.mission.scenario import Scenario
    from seatrial.simulation.status import MEANING, Status

    target = output or Path("results") / f"{scenario.stem}.nc"
    _writable(target)
    mission = Scenario.from_toml(scenario)
    ocean = build_ocean(mission.ocean, month_of(mission))
    with _progress(mission.name) as report, _stop_on_interrupt() as cancelled:
        result = run_scenario(mission, report, cancelled, ocean=ocean)
    save(result, target)
    summary = {**result.summary(), "file": str(target)}
    if picture and result.status is not Status.INTERRUPTED:
        from seatrial.mission.picture import draw

        summary["picture"] = str(draw(result, ocean, target.with_suffix(".png")))
    if as_json:
        _print_json(summary)
    else:
        planned = summary["planned"]
        lines = [f"{result.name}: {result.status.word.replace('_', ' ')} ({MEANING[result.status]})"]
        lines += _planned_lines(planned)
        lines += [
            f"  simulated  {summary['distance_m'] / 1000:.2f} km over ground, {summary['duration_s'] / 3600:.2f} h, "
            f"{summary['energy_J'] / 3600:.0f} Wh, {100 * summary['charge']:.0f} % charge left",
            f"  engine     {summary['steps']:,} steps, {summary['wall_s']:.1f} s from scenario to result",
            f"  run file   {summary['file']}",
        ]
        lines += [f"  picture    {summary['picture']}"] if "picture" in summary else []
        lines += [f"  warning    {warning}" for warning in summary["warnings"]]
        typer.echo("\n".join(lines))
    if result.status is Status.INTERRUPTED:
        typer.echo(f"interrupted: the history so far is in {target}", err=True)
        raise typer.Exit(130)


@app.command()
def plan(
    scenario: ScenarioFile,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write the whole plan as JSON.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Plan a mission without simulating it, and say what the vehicle cannot do.

    Example: seatrial plan examples/gibraltar.toml --json
    """
    from seatrial.mission.run import plan as plan_scenario
    from seatrial.mission.scenario import Scenario

    mission = Scenario.from_toml(scenario)
    planned = plan_scenario(mission)
    values = planned.to_dict()
    if output is not None:
        _writable(output)
        output.write_text(json.dumps(values), encoding="utf-8")
    if as_json:
        _print_json({"name": mission.name, **values})
        return
    lines = [mission.name, *_planned_lines({**values, "waypoints": len(planned.lat)})]
    lines += [f"  warning    {warning}" for warning in planned.warnings]
    typer.echo("\n".join(lines))


@app.command(context_settings={"ignore_unknown_options": True})
def sample(
    lat: Annotated[str, typer.Argument(help='Latitude: 36.7, "36 42 N", -33.9')],
    lon: Annotated[str, typer.Argument(help='Longitude: -122.1, "122 06 W"')],
    depth: Annotated[float, typer.Argument(help="Depth of the current [m].")] = 0.0,
    as_json: JsonFlag = False,
) -> None:
    """Say what is at a place: land or sea, depth, current, and which source answered.

    Example: seatrial sample 36.7 -122.1 50
    """
    from seatrial.frames.position import format_latitude, format_longitude, parse_latitude, parse_longitude
    from seatrial.ocean.ocean import Ocean

    found = Ocean.shipped().describe(parse_latitude(lat), parse_longitude(lon), depth)
    if as_json:
        _print_json(found)
        return
    place = f"{format_latitude(found['lat'])} {format_longitude(found['lon'])}"  # type: ignore[arg-type]
    lines = [f"{place}: {'land' if found['land'] else 'sea'}"]
    if found["sea_floor_depth_m"] is not None and not found["land"]:
        lines.append(f"  sea floor  {found['sea_floor_depth_m']:.0f} m ({found['sea_floor_source']})")
    if found["current_east_m_s"] is not None:
        lines.append(
            f"  current    {found['current_speed_m_s']:.3f} m/s towards {found['current_towards_deg']:.0f} deg at "
            f"{found['depth_m']:g} m: east {found['current_east_m_s']:+.3f}, north {found['current_north_m_s']:+.3f} m/s "
            f"({found['current_source']})"
        )
    lines += [f"  note       {found['note']}"] if found["note"] else []
    typer.echo("\n".join(lines))


@app.command(name="list")
def list_things(
    what: Annotated[str, typer.Argument(help="vehicles, sources, forces, controllers or statuses")] = "vehicles",
    as_json: JsonFlag = False,
) -> None:
    """List what there is by name.

    Example: seatrial list vehicles
    """
    from seatrial.mission.listing import listing

    rows = listing(what)
    if as_json:
        _print_json({"what": what, "items": [{"name": name, "about": about} for name, about in rows]})
        return
    width = max(len(name) for name, _ in rows)
    typer.echo("\n".join(f"{name:<{width}}  {about}" for name, about in rows))


@app.command()
def show(
    what: Annotated[str, typer.Argument(help="A run file (.nc), a scenario (.toml), a vehicle, or 'schema'")],
    as_json: JsonFlag = False,
) -> None:
    """Show a run file, a scenario with its defaults, a vehicle with its numbers, or the JSON schema of scenarios.

    Example: seatrial show results/monterey_canyon.nc
    """
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


@app.command()
def warm(as_json: JsonFlag = False) -> None:
    """Compile the engine now, so that the first mission does not wait for it.

    Example: seatrial warm
    """
    from seatrial.mission.warm import warm as compile_engine

    if sys.stderr.isatty():
        typer.echo("compiling the engine, once ...", err=True)
    seconds = compile_engine()
    _print_json({"compile_s": seconds}) if as_json else typer.echo(f"engine ready after {seconds:.1f} s")


@app.command()
def bench(as_json: JsonFlag = False) -> None:
    """Measure the engine, the planner and the start-up times on this machine; states are validated first.

    Example: seatrial bench --json
    """
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


def main() -> None:
    """Entry point: errors become one line and an exit code."""
    try:
        app()
    except SeatrialError as error:
        typer.echo(f"seatrial: {error}", err=True)
        raise SystemExit(error.exit_code) from None
    except KeyboardInterrupt:
        typer.echo("seatrial: interrupted; nothing was saved", err=True)
        raise SystemExit(130) from None
    except BrokenPipeError:
        raise SystemExit(1) from None


if __name__ == "__main__":
    main()
