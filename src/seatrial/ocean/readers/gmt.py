"""Grids of GMT before version 4.1: one long row of numbers, the box and the registration beside it.

The file has `x_range`, `y_range`, `spacing`, `dimension` and a one-dimensional `z` that starts in the north-west and
runs along rows; the attribute `node_offset` of `z` is 0 when the outermost values lie on the box (node registration)
and 1 when they lie half a step within (cell registration).
"""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from seatrial.errors import FileFormatError

if TYPE_CHECKING:
    import xarray as xr


def is_old_grid(data: "xr.Dataset") -> bool:
    """Whether a file looks like one."""
    names = data.variables
    return all(name in names for name in ("x_range", "y_range", "dimension", "z")) and names["z"].ndim == 1


def unfolded(path: Path, data: "xr.Dataset") -> "xr.Dataset":
    """The same with `z` on `y` (descending) and `x`, read whole. FileFormatError when the parts do not fit."""
    import xarray as xr

    x_range, y_range = (np.asarray(data.variables[name].values, np.float64) for name in ("x_range", "y_range"))
    columns, rows = (int(n) for n in np.asarray(data.variables["dimension"].values).reshape(-1)[:2])
    flat = data.variables["z"]
    if min(rows, columns) < 1 or flat.size != rows * columns:
        raise FileFormatError(
            f"{path}: dimension = {columns} x {rows}: z has {flat.size} values, must have their product"
        )
    cells = int(np.asarray(flat.attrs.get("node_offset", 0)).reshape(-1)[0]) == 1
    x, y = (
        _centres(path, name, box, count, cells)
        for name, box, count in (("x_range", x_range, columns), ("y_range", y_range, rows))
    )
    attributes = {**flat.attrs, "node_offset": np.int32(cells)}
    return xr.Dataset(
        {"z": (("y", "x"), np.asarray(flat.values).reshape(rows, columns), attributes)},
        coords={
            "y": ("y", y[::-1], {"units": "degrees_north", "standard_name": "latitude"}),
            "x": ("x", x, {"units": "degrees_east", "standard_name": "longitude"}),
        },
        attrs={**data.attrs, "node_offset": np.int32(cells)},
    )


def _centres(path: Path, name: str, box: np.ndarray, count: int, cells: bool) -> np.ndarray:
    if box.size != 2 or not np.all(np.isfinite(box)) or box[1] <= box[0] or count < 2:
        raise FileFormatError(f"{path}: {name} = {box.tolist()} with {count} values: must ascend, with two or more")
    if cells:
        return box[0] + (np.arange(count) + 0.5) * (box[1] - box[0]) / count
    return np.linspace(box[0], box[1], count)
