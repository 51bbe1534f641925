"""What is in a file, what it will be used as, and what looks wrong."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import InputError
from seatrial.ocean.readers.building import build
from seatrial.ocean.readers.collection import Collection, Files, Variable, open_collection, paths_of
from seatrial.ocean.readers.gridded import GriddedFile
from seatrial.ocean.readers.options import Options
from seatrial.ocean.readers.quantities import QUANTITIES
from seatrial.ocean.readers.roles import choose, of_quantity, role_names, variable_named
from seatrial.ocean.readers.suspicions import Looked, look, suspicions
from seatrial.ocean.readers.times import format_time


def inspect(files: Files, options: Options | None = None, quantity: str | None = None) -> dict[str, Any]:
    """What `files` hold, ready for JSON; with the options of a scenario, and as one quantity where that is named.

    FileFormatError or InputError when they cannot be opened at all, or the options name what there is not.

    file, format, files (how many). variables: name, dimensions, shape, type, units, standard_name, long_name, least and
    greatest value and the share that is missing, None where they are no numbers; `sampled` is True when only parts of a
    large variable were looked at. roles: for every quantity that the files would be used as, the variable of each role
    and how it was found, the components, shape (component, time, level, row, column), notes, and `problem`, why it
    cannot be read, or None. grid and range: of the quantity with the most values. warnings: one line each.
    """
    from seatrial.ocean.readers.tidal_events import describe_events, is_event_table

    paths = paths_of(files)
    if len(paths) == 1 and is_event_table(paths[0]):
        if options is not None and options.variables:
            raise InputError(f"{paths[0]}: a table of tidal events has no variables to be named")
        return describe_events(paths[0])
    collection, given = open_collection(files), options or Options()
    quantities = list(QUANTITIES) if quantity is None else [quantity]
    _check_named(collection, given, quantities)
    looked, warnings = _looked(collection)
    roles: dict[str, Any] = {}
    opened: dict[str, GriddedFile] = {}
    for name in quantities:
        chosen = of_quantity(given, name)
        found = _role_names(collection, name, chosen)
        nothing = not found or all(role.needed and role.name not in found for role in QUANTITIES[name])
        if nothing and quantity is None:
            continue
        roles[name] = {"variables": found, "components": [], "shape": None, "notes": [], "problem": None}
        try:
            gridded = build(collection, name, chosen)
        except InputError as error:
            roles[name]["problem"] = str(error)
            continue
        opened[name] = gridded
        roles[name] |= {
            "components": list(gridded.components),
            "shape": list(gridded.shape),
            "notes": list(gridded.notes),
        }
    warnings += suspicions(collection, looked)
    warnings += [gap for gridded in opened.values() for gap in _gaps(gridded.times)]
    warnings += [one["problem"] for one in roles.values() if one["problem"]]
    if not roles:
        warnings.append("no variable of a quantity that is known: name them, option variables")
    largest = max(opened.values(), key=lambda g: int(np.prod(g.shape[1:])), default=None)
    return {
        "file": str(collection.files[0].path),
        "format": collection.files[0].format,
        "files": len(collection.files),
        "variables": [_described(v, looked.get(name)) for name, v in collection.variables().items()],
        "roles": roles,
        "grid": {} if largest is None else _grid(largest),
        "range": {} if largest is None else _range(largest),
        "warnings": list(dict.fromkeys(warnings)),
    }


def _check_named(collection: Collection, options: Options, quantities: list[str]) -> None:
    """InputError for a role that none of the quantities has, or a variable that is not in the files."""
    known = list(dict.fromkeys(name for quantity in quantities for name in role_names(quantity)))
    for role, name in options.variables.items():
        if role not in known:
            raise InputError(f"variables.{role}: must be one of {', '.join(known)}")
        variable_named(collection, role, name)


def _looked(collection: Collection) -> tuple[dict[str, Looked], list[str]]:
    looked, problems = {}, []
    for name, variable in collection.variables().items():
        if variable.is_numeric:
            try:
                looked[name] = look(variable)
            except InputError as error:
                problems.append(str(error))
    return looked, problems


def _gaps(times: NDArray[np.float64]) -> Iterator[str]:
    """The longest of the steps that are longer than the usual one, months apart: values are interpolated over it."""
    steps = np.diff(times)
    usual = float(np.median(steps)) if steps.size > 1 else np.inf
    wide = int(np.sum(steps > 1.5 * usual))
    if wide:
        k = int(steps.argmax())
        ends = f"{format_time(times[k])} .. {format_time(times[k + 1])}"
        yield f"time: no values within {ends}, where steps are mostly {usual / 3600.0:g} h; {wide} such gaps in all"


def _role_names(collection: Collection, quantity: str, options: Options) -> dict[str, dict[str, str]]:
    found = {}
    for role in QUANTITIES[quantity]:
        try:
            choice = choose(collection, quantity, role, options)
        except InputError as error:
            found[role.name] = {"variable": "", "by": str(error)}
            continue
        if choice is not None:
            found[role.name] = {"variable": choice[0].name, "by": choice[1]}
    return found


def _described(variable: Variable, looked: Looked | None) -> dict[str, Any]:
    finite = looked.finite if looked is not None else np.empty(0)
    whole = looked is not None and looked.is_whole and looked.values.size > 0
    return {
        "name": variable.name,
        "dimensions": list(variable.dims),
        "shape": list(variable.shape),
        "type": str(variable.file.data.variables[variable.name].dtype),
        "units": variable.text("units") or None,
        "standard_name": variable.text("standard_name") or None,
        "long_name": variable.text("long_name") or None,
        "least": float(finite.min()) if finite.size else None,
        "greatest": float(finite.max()) if finite.size else None,
        "missing": 1.0 - finite.size / looked.values.size if whole and looked is not None else None,
        "sampled": looked is not None and not looked.is_whole,
    }


def _grid(gridded: GriddedFile) -> dict[str, Any]:
    return {
        "rows": int(gridded.lat.size),
        "columns": int(gridded.lon.size),
        "lat_step_deg": float(np.median(np.diff(gridded.lat))),
        "lon_step_deg": float(np.median(np.diff(gridded.lon))),
        "levels": int(gridded.levels.size),
        "times": int(gridded.times.size),
        "registration": gridded.registration,
    }


def _range(gridded: GriddedFile) -> dict[str, Any]:
    times = [format_time(t) for t in (gridded.times[0], gridded.times[-1])] if gridded.times.size else None
    return {
        "lat_deg": [float(gridded.lat[0]), float(gridded.lat[-1])],
        "lon_deg": [float(gridded.lon[0]), float(gridded.lon[-1])],
        "depth_m": [float(gridded.levels[0]), float(gridded.levels[-1])] if gridded.levels.size > 1 else None,
        "time": times,
    }


def report_lines(found: dict[str, Any], width: int = 100) -> Iterator[str]:
    """What `inspect` found as lines of at most about `width` characters."""
    more = f" and {found['files'] - 1} more" if found["files"] > 1 else ""
    yield f"{found['file']}{more}: {found['format']}"
    yield from _used_as(found)
    grid, extent = found["grid"], found["range"]
    if grid:
        place = "cell centres" if grid["registration"] == "cell" else "nodes"
        yield ""
        yield (
            f"  latitude   {extent['lat_deg'][0]:.4f} .. {extent['lat_deg'][1]:.4f} deg, {grid['rows']} rows, "
            f"step {grid['lat_step_deg']:.4g}"
        )
        yield (
            f"  longitude  {extent['lon_deg'][0]:.4f} .. {extent['lon_deg'][1]:.4f} deg, {grid['columns']} columns, "
            f"step {grid['lon_step_deg']:.4g}; values at {place}"
        )
        depth, time = extent["depth_m"], extent["time"]
        yield (
            f"  depth      {depth[0]:g} .. {depth[1]:g} m, {grid['levels']} levels"
            if depth
            else "  depth      one level"
        )
        yield f"  time       {time[0]} .. {time[1]}, {grid['times']}" if time else "  time       none"
    yield from _variable_lines(found["variables"], width)
    if found["warnings"]:
        yield ""
        yield "looks wrong, or is worth knowing"
        yield from (f"  - {line}" for line in found["warnings"])


def _used_as(found: dict[str, Any]) -> Iterator[str]:
    yield ""
    yield "used as" if found["roles"] else "used as: nothing that is known"
    for quantity, role in found["roles"].items():
        names = ", ".join(f"{name} = {one['variable']}" for name, one in role["variables"].items())
        yield f"  {quantity:<18} {names}"
        if role["problem"]:
            yield f"  {'':<18} cannot be read: {role['problem']}"
        yield from (f"  {'':<18} {note}" for note in role["notes"])


def _variable_lines(variables: list[dict[str, Any]], width: int) -> Iterator[str]:
    fields = [v for v in variables if len(v["shape"]) > 0]
    settings = [v["name"] for v in variables if len(v["shape"]) == 0]
    if fields:
        yield ""
        yield "variables"
    name_width = min(max((len(v["name"]) for v in fields), default=0), 40)
    for v in fields:
        size = " x ".join(f"{d} {n}" for d, n in zip(v["dimensions"], v["shape"], strict=True))
        span = "" if v["least"] is None else f"{v['least']:.5g} .. {v['greatest']:.5g}"
        unit = f" {v['units']}" if v["units"] and "since" not in v["units"] else ""
        gaps = f", {100 * v['missing']:.0f} % missing" if v["missing"] else ""
        about = "parts: " if v["sampled"] else ""
        yield f"  {v['name']:<{name_width}}  {about}{span}{unit}{gaps}  ({size})"
    if settings:
        text = ", ".join(settings)
        shown = text if len(text) < width - 20 else f"{text[: width - 20].rpartition(',')[0]} ..."
        yield f"  and {len(settings)} single values: {shown}"
