"""CSV point tables that are grids: one row a point, in any order, with units in the column names.

The columns of latitude, longitude, depth and time are found by their names, and their distinct values become the
axes. Values that differ by less than a hundredth of the usual step (and at most 1e-5 deg) are one value, so that
coordinates with fifteen rounded digits stay on their lines. Points that the table does not list are missing; a point
listed twice is refused, and so is a table that fills less than half of the grid, as it is none.
"""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import FileFormatError, InputError

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr

AXES = {
    "time": re.compile(r"(^|_)(elapsed_)?(date_?)?time(_|$)|^date$"),
    "depth": re.compile(r"^(depth|depths|depth_below_surface)(_|$)"),
    "latitude": re.compile(r"^(latitude|lat)(_|$)"),
    "longitude": re.compile(r"^(longitude|lon|long|lng)(_|$)"),
}
UNIT_ENDINGS = (
    ("ugram_per_liter", "ug/l"),
    ("meter_per_sec", "m/s"),
    ("meter_per_second", "m/s"),
    ("m_per_s", "m/s"),
    ("m_s", "m/s"),
    ("cm_s", "cm/s"),
    ("kg_m3", "kg/m3"),
    ("degc", "degC"),
    ("celsius", "degC"),
    ("kelvin", "K"),
    ("psu", "psu"),
    ("degree", "degree"),
    ("degrees", "degree"),
    ("deg", "degree"),
    ("meter", "m"),
    ("meters", "m"),
    ("metre", "m"),
    ("second", "s"),
    ("seconds", "s"),
    ("dbar", "dbar"),
    ("m", "m"),
    ("s", "s"),
)
LEAST_FILLED = 0.5
SAME = 1e-5
"""Difference below which two coordinates may be one [deg, m]."""


def table_dataset(path: Path) -> "xr.Dataset":
    """The table at `path` as variables on axes, with units as attributes.

    FileFormatError when it has no latitude and longitude or is no grid, InputError when it cannot be read.
    """
    import xarray as xr

    frame = _read(path)
    names = {column: _split(str(column)) for column in frame.columns}
    found = _axis_columns(names)
    if "latitude" not in found or "longitude" not in found:
        raise FileFormatError(f"{path}: no columns of latitude and longitude among {', '.join(map(str, names))[:200]}")
    axes, places = {}, []
    for axis in [a for a in AXES if a in found]:
        axes[axis], place = _axis(path, axis, _numbers(path, frame, found[axis]))
        places.append(place)
    shape = tuple(values.size for values in axes.values())
    flat = np.atleast_1d(np.ravel_multi_index(tuple(places), shape))
    _check_grid(path, flat, shape)
    variables: dict[str, Any] = {}
    for column, (name, unit) in names.items():
        if column in found.values():
            continue
        if frame[column].dtype.kind not in "iuf":
            continue
        grid = np.full(int(np.prod(shape)), np.nan)
        grid[flat] = frame[column].to_numpy(np.float64)
        variables[name] = (tuple(axes), grid.reshape(shape), {"units": unit, "column": str(column)} if unit else {})
    if not variables:
        raise FileFormatError(f"{path}: no columns of numbers beside the coordinates")
    coordinates = {axis: (axis, values, _attributes(axis, names[found[axis]][1])) for axis, values in axes.items()}
    return xr.Dataset(variables, coordinates)


def _read(path: Path) -> "pd.DataFrame":
    import pandas as pd

    try:
        frame = pd.read_csv(path, skipinitialspace=True, comment="#")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except (ValueError, pd.errors.ParserError) as error:
        raise FileFormatError(f"{path}: no table of comma separated values: {str(error).splitlines()[0]}") from None
    if frame.empty:
        raise FileFormatError(f"{path}: a table without rows")
    return frame


def _split(column: str) -> tuple[str, str]:
    """Name and unit: `depth_meter`, `depth (m)`, `depth [m]`."""
    bracket = re.fullmatch(r"\s*(.*?)\s*[\[(]([^\])]*)[\])]\s*", column)
    if bracket:
        return re.sub(r"\W+", "_", bracket[1].strip().lower()), bracket[2].strip()
    name = re.sub(r"\W+", "_", column.strip().lower())
    for ending, unit in UNIT_ENDINGS:
        if name.endswith("_" + ending):
            return name.removesuffix("_" + ending), unit
    return name, ""


def _axis_columns(names: dict[Any, tuple[str, str]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for column, (name, _) in names.items():
        for axis, pattern in AXES.items():
            if axis not in found and pattern.search(name):
                found[axis] = column
                break
    return found


def _numbers(path: Path, frame: "pd.DataFrame", column: Any) -> NDArray[np.float64]:
    import pandas as pd

    series = frame[column]
    if series.dtype.kind in "iuf":
        values = series.to_numpy(np.float64)
    else:
        try:
            when = pd.to_datetime(series, utc=True, format="ISO8601")
        except (ValueError, TypeError):
            raise FileFormatError(f"{path}: column {str(column)!r}: neither numbers nor ISO dates") from None
        values = (when - pd.Timestamp(0, tz="UTC")).dt.total_seconds().to_numpy(np.float64)
    bad = np.flatnonzero(~np.isfinite(values))
    if bad.size:
        raise FileFormatError(f"{path}: column {str(column)!r}, row {bad[0] + 2}: a coordinate is missing")
    return values


def _axis(path: Path, axis: str, values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Distinct values, ascending, and the place of each row among them."""
    distinct, inverse = np.unique(values, return_inverse=True)
    steps = np.diff(distinct)
    coarse = steps[steps > SAME]
    tolerance = min(SAME, 0.01 * float(np.median(coarse))) if coarse.size else SAME
    group = np.concatenate([[0], np.cumsum(steps > tolerance)])
    count = int(group[-1]) + 1
    centres = np.bincount(group, distinct, count) / np.bincount(group, minlength=count)
    alone = np.bincount(group, minlength=count) == 1
    centres[alone] = distinct[np.isin(group, np.flatnonzero(alone))]
    if np.any(np.bincount(group, minlength=count) > 1) and np.ptp(distinct[group == group[0]]) > 2 * tolerance:
        raise FileFormatError(f"{path}: values of {axis} lie too close together to be the lines of a grid")
    return centres, group[inverse.reshape(-1)]


def _check_grid(path: Path, flat: NDArray[np.intp], shape: tuple[int, ...]) -> None:
    cells = int(np.prod(shape, dtype=np.int64))
    text = " x ".join(map(str, shape))
    if np.unique(flat).size != flat.size:
        raise FileFormatError(f"{path}: {flat.size} rows on a grid of {text}: some points are listed twice")
    if flat.size < LEAST_FILLED * cells:
        raise FileFormatError(
            f"{path}: {flat.size} rows are no grid: their coordinates would span {text} = {cells} points"
        )


def _attributes(axis: str, unit: str) -> dict[str, str]:
    if axis == "latitude":
        return {"standard_name": "latitude", "units": "degrees_north"}
    if axis == "longitude":
        return {"standard_name": "longitude", "units": "degrees_east"}
    if axis == "depth":
        return {"standard_name": "depth", "positive": "down", "units": unit or "m"}
    return {"standard_name": "time", "units": unit or "seconds since 1970-01-01"}
