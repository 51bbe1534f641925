"""Compact NetCDF: CF-1.10, deflated, packed into 16 bits where that costs less than stated, else float32."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import InputError
from seatrial.ocean.converting.directions import with_directions
from seatrial.ocean.gridded import Gridded
from seatrial.ocean.netcdf import opened

FILL = -32768
"""Packed value of no data."""
LARGEST = 32767
BLOCK = 16 << 20
"""Values that are in memory at once."""
_DECIMAL_STEPS = (1.0, 0.1, 0.01, 0.001)


@dataclass(frozen=True)
class Meaning:
    """How a component is written: variable, CF standard name, unit, and the largest error [unit] packing may make."""

    variable: str
    standard_name: str
    units: str
    tolerance: float


MEANINGS: dict[str, dict[str, Meaning]] = {
    "SeaFloorElevation": {"elevation": Meaning("elevation", "height_above_mean_sea_level", "m", 0.05)},
    "SeaWaterVelocity": {
        "east": Meaning("uo", "eastward_sea_water_velocity", "m s-1", 0.0005),
        "north": Meaning("vo", "northward_sea_water_velocity", "m s-1", 0.0005),
        "up": Meaning("wo", "upward_sea_water_velocity", "m s-1", 0.000005),
    },
    "SeaTemperature": {"temperature": Meaning("temperature", "sea_water_temperature", "degree_C", 0.001)},
    "SeaSalinity": {"salinity": Meaning("salinity", "sea_water_practical_salinity", "1", 0.001)},
    "SoundSpeed": {"sound_speed": Meaning("sound_speed", "speed_of_sound_in_sea_water", "m s-1", 0.005)},
    "SeaDensity": {"density": Meaning("density", "sea_water_density", "kg m-3", 0.001)},
    "SeaSurfaceHeight": {"height": Meaning("zos", "sea_surface_height_above_geoid", "m", 0.001)},
    "Wind": {
        "east": Meaning("u10", "eastward_wind", "m s-1", 0.005),
        "north": Meaning("v10", "northward_wind", "m s-1", 0.005),
    },
    "Waves": {
        "height": Meaning("hs", "sea_surface_wave_significant_height", "m", 0.005),
        "period": Meaning("tp", "sea_surface_wave_period_at_variance_spectral_density_maximum", "s", 0.005),
        "direction": Meaning("dir", "sea_surface_wave_from_direction", "degree", 0.05),
    },
}
"""By quantity and component."""


@dataclass(frozen=True)
class Packing:
    """`value = offset + scale * packed`; scale 0 stands for float32. `error` is the largest [unit] that it makes."""

    scale: float
    offset: float
    error: float


def packing_of(low: float, high: float, decimal: float, tolerance: float) -> Packing:
    """How values in `low..high` are packed: exactly where all are multiples of `decimal`, else by the range if half a
    step stays below `tolerance`, else not at all.
    """
    if not math.isfinite(low) or not math.isfinite(high):
        return Packing(1.0, 0.0, 0.0)  # nothing but no data
    if decimal and max(abs(low), abs(high)) / decimal <= LARGEST:
        return Packing(decimal, 0.0, 0.0)
    step = (high - low) / (2 * LARGEST - 2)
    if 0.0 < step <= 2.0 * tolerance:
        return Packing(step, (low + high) / 2.0, step / 2.0)
    return Packing(0.0, 0.0, 0.0)


def meanings_of(file: Gridded) -> list[Meaning]:
    """How each component of `file` is written. InputError for a quantity that has no form here."""
    known = MEANINGS.get(file.quantity, {})
    missing = [name for name in file.components if name not in known]
    if missing:
        raise InputError(f"{file.name}: {file.quantity} {', '.join(missing)}: cannot be written as NetCDF")
    return [known[name] for name in file.components]


def write_compact(path: Path, file: Gridded, history: str, exact: bool = False) -> dict[str, Packing]:
    """Write `file` to `path` and say how each variable was packed; `exact` keeps float32.

    Values are read and written in blocks. InputError when the quantity has no form here.
    """
    file = with_directions(file)
    meanings = meanings_of(file)
    packings = [Packing(0.0, 0.0, 0.0)] * len(meanings) if exact else _packings(file, meanings)
    has_depth, has_time = file.levels.size > 1, file.times.size > 0
    with opened(path, "w") as data:
        data.setncatts({"Conventions": "CF-1.10", "title": f"{file.quantity} from {file.name}", "history": history})
        if file.registration == "cell":
            data.node_offset = np.int32(1)  # as GMT says it
        _axes(data, file)
        dimensions = (*(["time"] if has_time else []), *(["depth"] if has_depth else []), "lat", "lon")
        made = [_variable(data, m, p, dimensions, file) for m, p in zip(meanings, packings, strict=True)]
        for steps, rows, values in _blocks(file):
            for variable, packing, block in zip(made, packings, values, strict=True):
                place: tuple[Any, ...] = (*([steps] if has_time else []), *([slice(None)] if has_depth else []), rows)
                shaped = block if has_time else block[0]
                variable[place] = _packed(
                    shaped if has_depth else shaped.reshape(*shaped.shape[:-3], *shaped.shape[-2:]), packing
                )
    return {m.variable: p for m, p in zip(meanings, packings, strict=True)}


def _blocks(file: Gridded) -> Iterator[tuple[slice, slice, NDArray[np.float32]]]:
    """Time steps, rows, and the values there; one step at a time, rows as many as fit into a block."""
    each = len(file.components) * file.levels.size * file.lon.size
    rows = max(1, BLOCK // each)
    for step in range(max(file.times.size, 1)):
        for first in range(0, file.lat.size, rows):
            part = slice(first, min(first + rows, file.lat.size))
            yield slice(step, step + 1), part, file.read(slice(step, step + 1), part, slice(0, file.lon.size))


def _packings(file: Gridded, meanings: list[Meaning]) -> list[Packing]:
    """Looks through the values once for their range and for the decimal step that they may all have."""
    count = len(meanings)
    low, high = np.full(count, np.inf), np.full(count, -np.inf)
    steps = [list(_DECIMAL_STEPS) for _ in meanings]
    for _, _, values in _blocks(file):
        for k in range(count):
            known = values[k][np.isfinite(values[k])].astype(np.float64)
            if not known.size:
                continue
            low[k], high[k] = min(low[k], known.min()), max(high[k], known.max())
            steps[k] = [s for s in steps[k] if _are_multiples(known, s)]
    low, high = np.where(np.isfinite(low), low, np.nan), np.where(np.isfinite(high), high, np.nan)
    return [
        packing_of(float(low[k]), float(high[k]), max(steps[k], default=0.0), meanings[k].tolerance)
        for k in range(count)
    ]


def _are_multiples(values: NDArray[np.float64], step: float) -> bool:
    """Whether float32 can tell no value from a multiple of `step`."""
    nearest = np.round(values / step) * step
    return bool(np.array_equal(nearest.astype(np.float32), values.astype(np.float32)))


def _packed(values: NDArray[np.float32], packing: Packing) -> NDArray[Any]:
    if packing.scale == 0.0:
        return values
    whole = np.round((values.astype(np.float64) - packing.offset) / packing.scale)
    return np.where(np.isfinite(values), whole, FILL).astype(np.int16)


def _axes(data: Any, file: Gridded) -> None:
    axes = [
        ("lat", file.lat, {"standard_name": "latitude", "units": "degrees_north", "axis": "Y"}),
        ("lon", file.lon, {"standard_name": "longitude", "units": "degrees_east", "axis": "X"}),
    ]
    if file.levels.size > 1:
        axes.append(("depth", file.levels, {"standard_name": "depth", "units": "m", "positive": "down", "axis": "Z"}))
    if file.times.size:
        about = {
            "standard_name": "time",
            "units": "seconds since 1970-01-01 00:00:00",
            "calendar": "standard",
            "axis": "T",
        }
        axes.append(("time", file.times, about))
    for name, values, about in axes:
        data.createDimension(name, values.size)
        axis = data.createVariable(name, "f8", (name,))
        axis.setncatts(about)
        axis[:] = values
    if file.levels.size == 1 and file.levels[0] != 0.0:
        depth = data.createVariable("depth", "f8")
        depth.setncatts({"standard_name": "depth", "units": "m", "positive": "down", "axis": "Z"})
        depth[...] = file.levels[0]


def _variable(data: Any, meaning: Meaning, packing: Packing, dimensions: tuple[str, ...], file: Gridded) -> Any:
    packed = packing.scale != 0.0
    fill = np.int16(FILL) if packed else np.float32(np.nan)
    sizes = {"time": 1, "depth": 1, "lat": min(file.lat.size, 512), "lon": min(file.lon.size, 1024)}
    variable = data.createVariable(
        meaning.variable,
        "i2" if packed else "f4",
        dimensions,
        compression="zlib",
        complevel=4,
        shuffle=True,
        fill_value=fill,
        chunksizes=[sizes[name] for name in dimensions],
    )
    variable.set_auto_maskandscale(False)
    variable.setncatts({"standard_name": meaning.standard_name, "units": meaning.units})
    if file.quantity == "SeaFloorElevation":
        variable.positive = "up"
    if "depth" in data.variables and "depth" not in dimensions:
        variable.coordinates = "depth"
    if packed:
        variable.setncatts(
            {
                "scale_factor": np.float64(packing.scale),
                "add_offset": np.float64(packing.offset),
                "comment": f"packed; differs from the source by at most {packing.error:.2g} {meaning.units}",
            }
        )
    return variable
