"""Packed CF NetCDF-4 files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import netCDF4
import numpy as np
from numpy.typing import NDArray

FILL = -32768

AXES = {
    "lat": {"standard_name": "latitude", "units": "degrees_north", "axis": "Y"},
    "lon": {"standard_name": "longitude", "units": "degrees_east", "axis": "X"},
    "depth": {"standard_name": "depth", "units": "m", "positive": "down", "axis": "Z"},
    "month": {"long_name": "calendar month, 1 = January", "units": "1"},
}


@dataclass(frozen=True)
class Variable:
    """Data on named dimensions; with `scale` stored as int16 multiples of it from `offset` on and NaN as the fill
    value, else as it is.
    """

    dimensions: tuple[str, ...]
    data: NDArray
    scale: float | None = None
    attributes: Mapping[str, object] = field(default_factory=dict)
    offset: float = 0.0


def write(
    path: Path,
    coordinates: Mapping[str, NDArray],
    variables: Mapping[str, Variable],
    attributes: Mapping[str, object],
) -> None:
    """Write coordinates and variables, one chunk per level or month and at most 181 x 360 cells."""
    with netCDF4.Dataset(path, "w") as data:
        data.setncatts({"Conventions": "CF-1.10", **attributes})
        for name, values in coordinates.items():
            data.createDimension(name, len(values))
            data.createVariable(name, "i1" if name == "month" else "f8", (name,))[:] = values
            data[name].setncatts(AXES[name])
        limit = {"month": 1, "depth": 1, "lat": 181, "lon": 360}
        for name, variable in variables.items():
            scale, values = variable.scale, variable.data
            stored = data.createVariable(
                name,
                values.dtype if scale is None else "i2",
                variable.dimensions,
                zlib=True,
                complevel=9,
                shuffle=True,
                chunksizes=[min(len(coordinates[axis]), limit[axis]) for axis in variable.dimensions],
                fill_value=None if scale is None else FILL,
            )
            stored.setncatts(dict(variable.attributes))
            if scale is not None:
                stored.setncatts({"scale_factor": scale, "add_offset": variable.offset})
                assert np.nanmax(np.abs(values - variable.offset)) < 32767 * scale, f"{name} does not fit into 16 bits"
                values = np.ma.array(np.nan_to_num(values), mask=np.isnan(values))
            stored[:] = values
