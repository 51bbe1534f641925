"""Runs as NetCDF files: CF trajectory conventions, whole provenance, equal content after reading back."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from seatrial.errors import FileFormatError, InputError
from seatrial.mission.record import Run
from seatrial.planning.plan import Plan
from seatrial.simulation.status import Status

FORMAT = 1
"""Version of the layout, in the attribute `seatrial_format`."""

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
        name: {"zlib": True, "complevel": 1, "shuffle": True, "_FillValue": None}
        for name, variable in data.variables.items()
        if variable.dtype.kind == "f" and variable.ndim
    }
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        os.close(handle)
        data.to_netcdf(temporary, engine="netcdf4", encoding=encoding)
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except (OSError, RuntimeError) as error:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise InputError(f"run file {path}: cannot be written ({reason})") from None
    except BaseException:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        raise
    return path


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


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
    try:
        with xr.open_dataset(path, engine="netcdf4", decode_times=False, decode_coords=False) as opened:
            data = opened.load()
    except (OSError, RuntimeError, ValueError) as error:
        raise FileFormatError(f"run file {path}: cannot be read as NetCDF ({error})") from None
    version = int(_attribute(data, "seatrial_format", path))
    if version != FORMAT:
        raise FileFormatError(f"run file {path}: seatrial_format = {version}: this version reads {FORMAT}")
    try:
        return _run(data, path)
    except (KeyError, ValueError, TypeError) as error:
        raise FileFormatError(f"run file {path}: damaged content ({error})") from None


def _run(data: xr.Dataset, path: Path) -> Run:
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
    )
