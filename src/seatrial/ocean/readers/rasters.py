"""`.bath` and `.curr` files in the form of any other gridded file."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from seatrial.ocean.raster_files import read_bath, read_curr

if TYPE_CHECKING:
    import xarray as xr


def raster_dataset(path: Path, kind: str) -> "xr.Dataset":
    """Variables of the file at `path`, of kind ".bath" or ".curr", read whole: FileFormatError or InputError if not
    one.
    """
    import xarray as xr

    raster = read_bath(path) if kind == ".bath" else read_curr(path)
    rows, columns = raster.values.shape[2:]
    coordinates = {
        "lat": ("lat", np.linspace(raster.lat_min, raster.lat_max, rows), {"units": "degrees_north"}),
        "lon": ("lon", np.linspace(raster.lon_min, raster.lon_max, columns), {"units": "degrees_east"}),
    }
    if kind == ".bath":
        attributes = {"standard_name": "height_above_mean_sea_level", "units": "m", "positive": "up"}
        return xr.Dataset({"elevation": (("lat", "lon"), raster.values[0, 0], attributes)}, coordinates)
    depth = ("depth", raster.levels.astype(np.float64), {"units": "m", "positive": "down", "standard_name": "depth"})
    parts = {
        name: (("depth", "lat", "lon"), values, {"standard_name": f"{word}_sea_water_velocity", "units": "m s-1"})
        for name, word, values in zip(("u", "v"), ("eastward", "northward"), raster.values, strict=True)
    }
    return xr.Dataset(parts, {**coordinates, "depth": depth})
