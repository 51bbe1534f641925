"""The times of one variable over several files, and what to read for each.

Files are sorted by their first time. Where two overlap, as forecasts do that begin anew every day, the one that begins
later rules from its first to its last time; of two that begin together the one named later. A time that is in both is
therefore there once.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import FileFormatError, InputError
from seatrial.ocean.readers.axes import time_axis
from seatrial.ocean.readers.collection import Order, Variable
from seatrial.ocean.readers.options import Options
from seatrial.ocean.readers.times import seconds

NAMES = (
    *("time", "ocean_time", "time_counter", "t", "times", "valid_time", "mt", "tax", "scrum_time", "forecast_time"),
    *("bry_time", "date_time", "datetime", "xtime", "time1", "time_centered", "juld", "reftime1"),
)


@dataclass(frozen=True, eq=False)
class Timeline:
    """times: [s since 1970] ascending, empty without a time axis. file, index: for each time which of the files, and
    which index there. dim: name of the time dimension in each file, None where a file has none.
    """

    times: NDArray[np.float64]
    file: Order
    index: Order
    dims: tuple[str | None, ...]


def time_dimension(variable: Variable) -> tuple[str | None, Variable | None]:
    """The dimension of time of a variable and the coordinate with its values, either None when there is none."""
    names = [str(name) for name in variable.file.data.variables]
    for dim in variable.dims:
        candidates = [
            Variable(variable.file, n) for n in dict.fromkeys((dim, variable.text("time"), *names)) if n in names
        ]
        for candidate in candidates:
            if candidate.dims == (dim,) and is_time(candidate):
                return dim, candidate
    for dim in variable.dims:
        if dim.lower() in NAMES:
            return dim, None
    scalars = [Variable(variable.file, n) for n in names if n.lower() in NAMES]
    alone = [v for v in scalars if int(np.prod(v.shape)) == 1 and len(v.dims) <= 1 and is_time(v)]
    return None, (alone[0] if alone else None)


def is_time(variable: Variable) -> bool:
    """Whether a variable holds times."""
    if not variable.is_numeric:
        return False
    units = variable.text("units").lower()
    if " since " in f" {units} " or "%y%m%d" in units:
        return True
    return variable.text("standard_name").lower() == "time" or (
        variable.name.lower() in NAMES and units in ("", "s", "second", "seconds", "days", "day", "hours", "hour")
    )


def timeline_of(variables: list[Variable], options: Options, notes: list[str]) -> Timeline:
    """Times of a variable that lies in several files. FileFormatError (file, variable) when they cannot be known."""
    found, dims, seen = [], [], len(notes)
    for variable in variables:
        dim, coordinate = time_dimension(variable)
        named = options.variables.get("time")
        if named is not None:
            coordinate = _named(variable, named)
            dim = coordinate.dims[0] if coordinate.dims and coordinate.dims[0] in variable.dims else None
        dims.append(dim)
        found.append(_times(variable, dim, coordinate, options, notes))
    notes[seen:] = dict.fromkeys(notes[seen:])
    if any(times is None for times in found):
        if len(variables) > 1:
            without = variables[[times is None for times in found].index(True)]
            raise FileFormatError(f"{without.where}: no time: of several files each must have one")
        return Timeline(np.empty(0), np.zeros(1, np.intp), np.zeros(1, np.intp), tuple(dims))
    return _merged([times for times in found if times is not None], tuple(dims), notes)


def _named(variable: Variable, name: str) -> Variable:
    if name not in variable.file.data.variables:
        raise InputError(f"{variable.file.path}: variables.time = {name!r}: not in the file")
    return Variable(variable.file, name)


def _times(
    variable: Variable, dim: str | None, coordinate: Variable | None, options: Options, notes: list[str]
) -> NDArray[np.float64] | None:
    if dim is not None and coordinate is None:
        length = variable.shape[variable.dims.index(dim)]
        if length == 1:
            return None
        raise FileFormatError(f"{variable.where}: dimension {dim} has {length} steps and no times")
    if coordinate is None:
        return None
    times = seconds(coordinate, options, notes)
    return None if times is None else time_axis(coordinate.where, times)


def _merged(found: list[NDArray[np.float64]], dims: tuple[str | None, ...], notes: list[str]) -> Timeline:
    times, files, indices = np.empty(0), np.empty(0, np.intp), np.empty(0, np.intp)
    replaced = 0
    # the begins decide, and of equal begins the order of the files
    for number in sorted(range(len(found)), key=lambda k: (found[k][0], k)):
        own = found[number]
        kept = (times < own[0]) | (times > own[-1])
        replaced += int(np.sum(~kept))
        times = np.concatenate([times[kept], own])
        files = np.concatenate([files[kept], np.full(own.size, number)])
        indices = np.concatenate([indices[kept], np.arange(own.size)])
        order = np.argsort(times, kind="stable")
        times, files, indices = times[order], files[order], indices[order]
    if replaced:
        notes.append(f"files overlap: {replaced} times of earlier files are replaced by files that begin later")
    return Timeline(times, files.astype(np.intp), indices.astype(np.intp), dims)
