"""`seatrial fetch`, `seatrial convert` and `seatrial inspect`."""

from pathlib import Path
from typing import Annotated

import typer

from seatrial.commands.terminal import JsonFlag, Stopped, print_json, progress
from seatrial.errors import InputError

BoxOption = Annotated[
    tuple[float, float, float, float] | None, typer.Option(metavar="W S E N", help="Only this box [deg].")
]
StrideOption = Annotated[int | None, typer.Option(help="Every how many nodes one is taken.", min=1, max=10_000)]

QuantityOption = Annotated[str, typer.Option(help="bathymetry, currents, temperature, salinity, wind, waves, height")]
VariablesOption = Annotated[list[str] | None, typer.Option(metavar="ROLE=NAME", help="Which variable is what.")]
MoreOptions = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="What the file does not say: calendar, units.ROLE, ..."),
]
PositiveOption = Annotated[str | None, typer.Option(help="up or down, of elevations or depths.")]


def fetch(
    what: Annotated[
        str, typer.Argument(metavar="WHAT", help="bundle, bathymetry, currents, temperature, salinity, wind, waves")
    ] = "",
    source: Annotated[str, typer.Option(help="Which data set; see the documentation.")] = "",
    resolution: Annotated[str, typer.Option(help="Of GMT grids: 15m, 10m, 06m (arc minutes).")] = "",
    box: BoxOption = None,
    stride: StrideOption = None,
    depths: Annotated[str, typer.Option(metavar="0,10,...", help="Levels [m], or all.")] = "",
    time: Annotated[str, typer.Option(help="UTC, the nearest step; now by default.")] = "",
    until: Annotated[str, typer.Option(help="All steps from --time to here, as NetCDF.")] = "",
    time_idx: Annotated[int | None, typer.Option(help="Time step by number, negative from the end.")] = None,
    ending: Annotated[str, typer.Option("--format", help="bath, curr or nc.")] = "",
    into: Annotated[Path | None, typer.Option(help="Folder, by default in your data folder.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Even if it is there.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say addresses and sizes, fetch nothing.")] = False,
    list_them: Annotated[bool, typer.Option("--list", help="List what was fetched.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Fetch ocean data over the network, as files that a scenario can name. What breaks off is resumed.

    Example: seatrial fetch bathymetry --resolution 10m
    """
    from seatrial.ocean.fetching.asking import Typed, list_fetched, run
    from seatrial.ocean.fetching.network import Network

    say = (lambda text: None) if as_json else typer.echo
    if list_them:
        records, lines = list_fetched(into)
        print_json(records) if as_json else typer.echo("\n".join(lines))
        return
    typed = Typed(what, source, resolution, box, stride, depths, time, until, time_idx, ending, into)
    network = Network(note=lambda words: typer.echo(f"seatrial: note: {words}", err=True))
    try:
        with progress("asking") as report:
            done = run(network, typed, dry_run, again, lambda *at: report(*_received(*at)), say)
    except Stopped as stopped:
        stopped.note = "what has arrived is kept; the same command goes on from there"
        raise
    if as_json:
        print_json(done)


def _received(name: str, got: int, total: int | None) -> tuple[str, float, float]:
    size = f"{got / 1e6:.1f} MB" if total is None else f"{got / 1e6:.1f} of {total / 1e6:.1f} MB"
    return f"{name} {size}", 0.0, got / total if total else 0.0


def convert(
    files: Annotated[list[Path], typer.Argument(metavar="IN... OUT", help="Files to read, then the one to write.")],
    quantity: QuantityOption = "",
    box: BoxOption = None,
    stride: StrideOption = None,
    time: Annotated[str, typer.Option(help="UTC, the nearest step.")] = "",
    time_idx: Annotated[int | None, typer.Option(help="Time step by number, negative from the end.")] = None,
    levels: Annotated[str, typer.Option(metavar="0,10,...", help="Nearest levels [m].")] = "",
    step: Annotated[float | None, typer.Option(help="Interpolate to an even grid [deg].", min=1e-4, max=30.0)] = None,
    variables: VariablesOption = None,
    positive: PositiveOption = None,
    option: MoreOptions = None,
    exact: Annotated[bool, typer.Option("--exact", help="NetCDF keeps every bit, is not packed.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Turn what the readers read (NetCDF, Zarr, CSV, .bath, .curr; several files as one) into one file.

    --option takes calendar, registration, vectors, levels, step_deg, units.ROLE and select.DIMENSION.

    Example: seatrial convert gebco.nc bay.bath --box -123 36 -121 37.5
    """
    from dataclasses import asdict

    from seatrial.ocean.converting.convert import convert as convert_files
    from seatrial.ocean.converting.selection import Selection
    from seatrial.ocean.moments import parse_depths, parse_moment
    from seatrial.ocean.readers.typed import typed_options

    if len(files) < 2:
        raise InputError(f"convert {files[0]}: name the file to write after it")
    if time and time_idx is not None:
        raise InputError("--time and --time-idx: give one of them")
    depths = parse_depths("--levels", levels)
    options = typed_options(variables or [], positive, option or [])
    selection = Selection(box, stride or 1, depths, parse_moment("--time", time) if time else None, time_idx)
    names = [str(file) for file in files[:-1]]
    done = convert_files(names, files[-1], quantity, options, selection, step, exact)
    print_json(asdict(done)) if as_json else typer.echo("\n".join(done.lines()))


def inspect(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="NetCDF, Zarr, CSV, .bath or .curr; several as one.")
    ],
    quantity: QuantityOption = "",
    variables: VariablesOption = None,
    positive: PositiveOption = None,
    option: MoreOptions = None,
    as_json: JsonFlag = False,
) -> None:
    """Say what is in a file of ocean data, what it will be used as, and what looks wrong.

    Example: seatrial inspect hycom_20240101.nc

    Example: seatrial inspect model.nc --quantity currents --variables east=u_ms --variables north=v_ms
    """
    from seatrial.ocean.converting.convert import quantity_of
    from seatrial.ocean.readers.inspecting import inspect as inspect_files
    from seatrial.ocean.readers.inspecting import report_lines
    from seatrial.ocean.readers.options import Options
    from seatrial.ocean.readers.typed import typed_options

    told = Options(**typed_options(variables or [], positive, option or []))
    found = inspect_files(files, told, quantity_of(quantity) if quantity else None)
    print_json(found) if as_json else typer.echo("\n".join(report_lines(found)))
