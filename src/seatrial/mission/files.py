"""Runs as NetCDF files: CF trajectory conventions, whole provenance, equal content after reading back."""

import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from seatrial.errors import FileFormatError, InputError
from seatrial.mission.outputs import reason_of, written_whole
from seatrial.mission.record import Run
from seatrial.ocean.netcdf import alone, open_lazily
from seatrial.planning.plan import Plan
from seatrial.simulation.columns import COLUMNS, LATER
from seatrial.simulation.status import Status

FORMAT = 1
"""Version of the layout, in the attribute `seatrial_format`."""

ENDINGS = (".nc",)
"""Names of run files end in one of these."""
_DAMAGE = (OSError, RuntimeError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, MemoryError)
"""What reading a damaged file may raise, from the decoders of HDF5 and of xarray."""
_JSON = ("scenario", "provenance", "plan_summary")


def _dataset(run: Run) -> xr.Dataset:
    plan = run.plan.to_dict()
    data = run.history.copy()
    waypoints = {"lat": "degrees_north", "lon": "degrees_east", "depth": "m", "speed": "m s-1"}
    for name, unit in waypoints.items():
        attributes = {"units": unit, "long_name": f"{name} of the planned waypoints"}
        data[f"waypoint_{name}"] = ("waypoint_number", np.asarray(plan.pop(name)), attributes)
    for name, unit in (("route_lat", "degrees_north"), ("route_lon", "degrees_east")):
        data[name] = ("route_point", np.asarray(plan.pop(name)), {"units": unit, "long_name": "corner of the route"})
    times = np.array([e[0] for e in run.events], np.float64)
    data["event_time"] = ("event", times, {"units": "s", "long_name": "time since the start of the mission"})
    data["event_kind"] = ("event", np.array([e[1] for e in run.events], dtype=object), {"long_name": "what happened"})
    numbers = np.array([e[2] for e in run.events], np.int32)
    data["event_waypoint"] = ("event", numbers, {"units": "1", "long_name": "waypoint reached, else -1"})
    data["trajectory"] = ((), run.name, {"cf_role": "trajectory_id", "long_name": "name of the mission"})
    for name in set(data.data_vars) - {"trajectory"}:
        if data[name].dims == ("time",):
            data[name].encoding["coordinates"] = "time lat lon depth"
    data.attrs = {
        "Conventions": "CF-1.11",
        "featureType": "trajectory",
        "title": f"Simulated mission: {run.name}",
        "source": f"seatrial {run.provenance.get('seatrial', '')}",
        "seatrial_format": FORMAT,
        "status": run.status.word,
        "reason": run.reason,
        "steps": run.steps,
        "wall_s": run.wall_s,
        "scenario": json.dumps(run.scenario),
        "provenance": json.dumps(run.provenance),
        "plan_summary": json.dumps(plan),
    }
    return data


def save(run: Run, path: str | Path) -> Path:
    """Write a run; the file appears whole or not at all. `InputError` when the place cannot be written."""
    path = Path(path)
    data = _dataset(run)
    encoding = {
        name: {"zlib": True, "complevel": 1, "shuffle": True, "fletcher32": True, "_FillValue": None}
        for name, variable in data.variables.items()
        if variable.dtype.kind == "f" and variable.ndim
    }
    with written_whole("run file", path) as temporary, alone():
        data.to_netcdf(temporary, engine="netcdf4", encoding=encoding)
    return path


def _attribute(data: xr.Dataset, name: str, path: Path) -> Any:
    if name not in data.attrs:
        raise FileFormatError(f"run file {path}: attribute {name!r} is missing; not a run that seatrial saved")
    value = data.attrs[name]
    try:
        return json.loads(value) if name in _JSON else value
    except (TypeError, json.JSONDecodeError):
        raise FileFormatError(f"run file {path}: attribute {name!r} is damaged") from None


def load(path: str | Path) -> Run:
    """Read a run back; `FileFormatError` when the file is not a run or is damaged."""
    path = Path(path)
    if not path.exists():
        raise InputError(f"run file {path}: no such file")
    if not path.is_file():
        raise InputError(f"run file {path}: is no regular file")
    try:
        # a damaged file makes the decoders warn as well as fail
        with warnings.catch_warnings(action="ignore"), alone(), open_lazily(path, is_packed=False) as opened:
            data = opened.load()
    except _DAMAGE as error:
        raise FileFormatError(f"run file {path}: cannot be read as NetCDF ({_without(path, error)})") from None
    version = _attribute(data, "seatrial_format", path)
    if version != FORMAT:
        raise FileFormatError(f"run file {path}: seatrial_format = {version}: this version reads {FORMAT}")
    try:
        return _run(data, path)
    except FileFormatError:
        raise
    except _DAMAGE as error:
        raise FileFormatError(f"run file {path}: damaged content ({_without(path, error)})") from None


def _without(path: Path, error: Exception) -> str:
    """Reason of a failure without the path, which the message names anyway."""
    return reason_of(error).replace(str(path.resolve()), "it").replace(str(path), "it")


def _run(data: xr.Dataset, path: Path) -> Run:
    _check_content(data, path)
    plan = dict(_attribute(data, "plan_summary", path))
    for name in ("lat", "lon", "depth", "speed"):
        plan[name] = data[f"waypoint_{name}"].values.tolist()
    for name in ("route_lat", "route_lon"):
        plan[name] = data[name].values.tolist()
    kinds = [str(kind) for kind in data["event_kind"].values]
    events = zip(data["event_time"].values.tolist(), kinds, data["event_waypoint"].values.tolist(), strict=True)
    along_time = [name for name, v in data.variables.items() if v.dims == ("time",)]
    history = data[along_time].set_coords(["lat", "lon", "depth"])
    history.attrs = {}
    for variable in history.variables.values():
        variable.attrs.pop("coordinates", None)
        variable.encoding = {}
    return Run(
        name=str(data["trajectory"].item()),
        scenario=_attribute(data, "scenario", path),
        plan=Plan.from_dict(plan),
        history=history,
        events=tuple(events),
        status=Status[str(_attribute(data, "status", path)).upper()],
        steps=int(_attribute(data, "steps", path)),
        wall_s=float(_attribute(data, "wall_s", path)),
        provenance=_attribute(data, "provenance", path),
        reason=str(data.attrs.get("reason", "")),  # runs of earlier versions have none
    )


def _check_content(data: xr.Dataset, path: Path) -> None:
    """What every saved run has, so that nothing that reads it later has to ask."""
    for name in ("scenario", "provenance", "plan_summary"):
        if not isinstance(_attribute(data, name, path), dict):
            raise FileFormatError(f"run file {path}: attribute {name!r} is damaged")
    for column in COLUMNS:
        if column.name in LATER and column.name not in data:
            continue
        if column.name not in data or data[column.name].dims != ("time",) or data[column.name].dtype != np.float64:
            raise FileFormatError(f"run file {path}: history column {column.name!r} is missing or damaged")
    if data.sizes["time"] < 1 or data.sizes.get("waypoint_number", 0) < 1:
        raise FileFormatError(f"run file {path}: history or plan has no rows")
