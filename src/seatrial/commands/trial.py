"""`seatrial trial`: a standard manoeuvre of a vehicle, its indices, trace, picture and comparison."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from seatrial.commands.terminal import JsonFlag, print_json
from seatrial.errors import InputError

if TYPE_CHECKING:
    from seatrial.studies.trials.options import Options

Number = float | None


def trial(
    name: Annotated[str | None, typer.Argument(metavar="[TRIAL]", help="Manoeuvre; --list has them.")] = None,
    vehicle: Annotated[str | None, typer.Argument(metavar="[VEHICLE]", help="Name, or a vehicle file (.toml).")] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the manoeuvres and exit.")] = False,
    rudder_deg: Annotated[Number, typer.Option(help="Rudder angle, to starboard positive.")] = None,
    helm: Annotated[Number, typer.Option(help="Share of the greatest helm, -1..1; where there is no rudder.")] = None,
    plane_deg: Annotated[Number, typer.Option(help="Stern plane angle, nose down positive.")] = None,
    planes: Annotated[Number, typer.Option(help="Share of the greatest pitch command, nose down positive.")] = None,
    rpm: Annotated[Number, typer.Option(help="Shaft speed [1/min].")] = None,
    throttle: Annotated[Number, typer.Option(help="Share of full ahead; where there is no shaft.")] = None,
    speed: Annotated[Number, typer.Option(help="Speed at the start [m/s]; by an approach otherwise.")] = None,
    approach: Annotated[Number, typer.Option(help="Time ahead before the execute [s]; until steady.")] = None,
    duration: Annotated[Number, typer.Option(help="From the execute on [s]; of each helm of a spiral.")] = None,
    heading_deg: Annotated[float, typer.Option(help="Heading of the approach.")] = 0.0,
    size: Annotated[Number, typer.Option(help="Of a zigzag [deg] or a first swing [deg, m, deg/s].")] = None,
    axis: Annotated[str, typer.Option(help="Of a free decay: roll, pitch, heave, yaw.")] = "roll",
    step: Annotated[float, typer.Option(help="Integration step [s].")] = 0.02,
    integrator: Annotated[str, typer.Option(help="rk4, euler or adaptive.")] = "rk4",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write the trace as CSV.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw track and motion as PNG.")] = None,
    compare: Annotated[Path | None, typer.Option(help="CSV trace to compare the indices with.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Run a standard manoeuvre in deep still water and print its indices.

    Example: seatrial trial turning-circle torpedo --throttle 0.5 --helm 0.5 --plot circle.png
    """
    from seatrial.studies.trials.options import Options

    if listed:
        _list(as_json)
        return
    if name is None or vehicle is None:
        raise InputError("trial: needs a manoeuvre and a vehicle; `seatrial trial --list` has the manoeuvres")
    for path, ending, flag in ((output, ".csv", "-o"), (plot, ".png", "--plot")):
        if path is not None and (path.suffix.lower() != ending or not path.parent.is_dir()):
            raise InputError(f"{flag} {path}: must end in {ending} and lie in a folder that exists")
    options = Options(throttle, rpm, rudder_deg, helm, plane_deg, planes, size, axis)
    times = {"speed": speed, "approach": approach, "duration": duration, "step": step}
    told = _run(name, vehicle, options, math.radians(heading_deg), integrator, times, (output, plot, compare))
    print_json(told) if as_json else typer.echo("\n".join(_lines(told)))


def _list(as_json: bool) -> None:
    from seatrial.studies.trials.manoeuvres import MANOEUVRES, about

    if as_json:
        print_json({"what": "trials", "items": [{"name": name, "about": about(name)} for name in MANOEUVRES]})
        return
    typer.echo("\n".join(f"{name:<15} {about(name)}" for name in MANOEUVRES))


def _run(
    name: str,
    vehicle_name: str,
    options: "Options",
    heading: float,
    integrator: str,
    times: dict[str, Any],
    files: tuple[Path | None, Path | None, Path | None],
) -> dict[str, Any]:
    """Run the trial, write what was asked for, and give back what is printed."""
    from seatrial.dynamics.kernel_cache import usable_cache
    from seatrial.simulation.settings import Integrator
    from seatrial.studies.trials.helm import helm_of
    from seatrial.studies.trials.manoeuvres import manoeuvre, vehicle_of
    from seatrial.studies.trials.plot import draw
    from seatrial.studies.trials.sea import Trial
    from seatrial.studies.trials.trace import read_trace, write_trace

    if integrator not in set(Integrator):
        raise InputError(f"--integrator = {integrator!r}: must be one of {', '.join(Integrator)}")
    module, (output, plot, compare) = manoeuvre(name), files
    reference = None if compare is None else read_trace(compare)
    vehicle, surface, ballast = vehicle_of(vehicle_name)
    usable_cache()
    trial = Trial(vehicle, surface, heading, integrator=Integrator(integrator), **times)
    result = module.run(trial, helm_of(vehicle), options)
    trimmed = {"ballast": ballast} if ballast else {}
    told: dict[str, Any] = {"trial": name, "vehicle": vehicle_name, **trimmed, **result.indices}
    if output is not None:
        write_trace(result.trace, output)
        told["trace"] = str(output)
    if plot is not None:
        draw(result.trace, result.indices, f"{name}, {vehicle_name}", plot)
        told["plot"] = str(plot)
    if reference is not None:
        other = module.measure(reference, options)
        told["compared_with"] = str(compare)
        told["comparison"] = {
            key: {"here": value, "there": other[key], "difference_percent": percent(value, other[key])}
            for key, value in result.indices.items()
        }
    return told


def percent(here: Number, there: Number) -> Number:
    """Difference in percent of the other value; None where there is none."""
    return None if here is None or there is None or abs(there) < 1e-12 else 100.0 * (here / there - 1.0)


def _word(value: Any) -> str:
    return "-" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)


def _lines(told: dict[str, Any]) -> list[str]:
    lines = [f"{key:<28} {_word(value)}" for key, value in told.items() if key != "comparison"]
    if "comparison" in told:
        lines.append(f"\n{'index':<28} {'here':>12} {'there':>12} {'percent':>9}")
        for key, row in told["comparison"].items():
            words = (_word(row["here"]), _word(row["there"]), _word(row["difference_percent"]))
            lines.append(f"{key:<28} {words[0]:>12} {words[1]:>12} {words[2]:>9}")
    return lines
