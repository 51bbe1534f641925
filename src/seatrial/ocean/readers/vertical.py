"""Vertical axes: depth of either sign, pressure, height above ground; sigma levels are in `sigma.py`.

The sign of a depth axis comes from the option `positive`, the attribute `positive`, the standard name (depth: down;
height, altitude: up), and where these are silent from the values: none below zero is down, none above zero is up. An
axis with both signs and nothing that says which is refused. Values of the wrong sign for what the attribute says (all
of them negative with positive = "down") are taken as depths all the same, with a note. Levels may be in any order.
Pressure is turned into depth by TEOS-10 at the mean latitude of the grid.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import FileFormatError, InputError
from seatrial.ocean.readers.axes import Axis, level_axis
from seatrial.ocean.readers.collection import Collection, Variable
from seatrial.ocean.readers.options import Options
from seatrial.ocean.readers.units import Unit, parse

NAMES = (
    *(
        "depth",
        "lev",
        "level",
        "levels",
        "z",
        "z_t",
        "zt",
        "st_ocean",
        "depth_t",
        "deptht",
        "depthu",
        "depthv",
        "depthw",
    ),
    *(
        "z_level",
        "depth_level",
        "nav_lev",
        "olevel",
        "pressure",
        "pres",
        "plev",
        "isobaric",
        "height",
        "altitude",
        "zc",
    ),
    *("height_above_ground", "layer", "depth_2", "mdepth", "level_depth", "sw_ocean", "z_l", "rc", "hgt", "altura"),
)
SIGMA_NAMES = (
    "ocean_s_coordinate_g1",
    "ocean_s_coordinate_g2",
    "ocean_s_coordinate",
    "ocean_sigma_coordinate",
)
ANEMOMETER = 10.0
"""Height that wind is wanted at [m]."""
HIGHEST = 20.0
"""A depth axis may reach this far above the surface [m]."""


@dataclass(frozen=True, eq=False)
class Vertical:
    """The vertical dimension of a variable. dim: its name, None without one. axis: depths [m, down], None for sigma
    levels, whose places depend on the water's depth.
    """

    dim: str | None
    axis: Axis | None
    is_sigma: bool = False


def vertical_dimension(variable: Variable, others: tuple[str, ...], options: Options) -> str | None:
    """The dimension that is neither row nor column nor time (`others`), None when there is none.

    Dimensions of one value or with an index in `options.select` do not count. FileFormatError when two are left.
    """
    free = [
        d for d, n in zip(variable.dims, variable.shape, strict=True) if d not in others and d not in options.select
    ]
    long = [d for d in free if _length(variable, d) > 1]
    if len(long) > 1:
        vertical = [d for d in long if _is_vertical(variable, d)]
        extra = [d for d in long if d not in vertical[:1]]
        raise InputError(
            f"{variable.where}: dimension {extra[0]} has {_length(variable, extra[0])} values and no meaning here: "
            f"option select = {{ {extra[0]} = 0 }}"
        )
    if long:
        return long[0]
    known = [d for d in free if _is_vertical(variable, d)]
    return known[0] if known else None


def vertical_of(
    variable: Variable, dim: str | None, collection: Collection, options: Options, lat: float, notes: list[str]
) -> Vertical:
    """Depths of the levels of a variable on the dimension `dim`. `lat`: mean latitude [deg] for pressure."""
    if dim is None:
        return Vertical(None, None)
    coordinate = coordinate_of(variable, dim, collection)
    if is_sigma(variable, dim, collection):
        return Vertical(dim, None, is_sigma=True)
    if coordinate is None:
        if _length(variable, dim) == 1:
            return Vertical(dim, None)
        raise FileFormatError(f"{variable.where}: dimension {dim} has {_length(variable, dim)} levels and no depths")
    raw = np.atleast_1d(coordinate.read())
    if raw.ndim != 1:
        raise FileFormatError(
            f"{coordinate.where}: depths that differ from place to place are not read, but sigma levels are"
        )
    if raw.size == 0:
        raise FileFormatError(f"{coordinate.where}: an axis of no depths at all")
    if raw.size == 1 and not np.isfinite(raw[0]):
        return Vertical(dim, None)
    text = options.units.get("depth", coordinate.text("units"))
    unit = parse(text) if text else Unit("length")
    if unit is None or unit.kind not in ("length", "pressure"):
        if raw.size == 1:
            return Vertical(dim, None)
        raise FileFormatError(
            f"{coordinate.where}: units = {text!r}: must be a length or a pressure (option units.depth)"
        )
    values = raw * unit.scale
    if unit.kind == "pressure":
        depth = _depth_of_pressure(values, lat)
        notes.append(f"{coordinate.name}: pressure turned into depth at latitude {lat:.1f}")
    else:
        depth = _signed(coordinate, values, options, notes)
    if depth.min() < -HIGHEST:
        raise FileFormatError(
            f"{coordinate.where} = {depth.min():g} m: depth must be at least {-HIGHEST:g} m (option positive)"
        )
    return Vertical(dim, level_axis(coordinate.where, depth))


def height_index(
    variable: Variable, dim: str | None, collection: Collection, options: Options, notes: list[str]
) -> int:
    """Index of the level at 10 m, or of the nearest with a note, of a variable that is wanted at one height."""
    if dim is None:
        return 0
    if dim in options.select:
        return options.select[dim]
    coordinate = coordinate_of(variable, dim, collection)
    length = _length(variable, dim)
    if length == 1:
        return 0
    if coordinate is None:
        raise InputError(
            f"{variable.where}: dimension {dim} has {length} levels and no heights: option select = {{ {dim} = 0 }}"
        )
    unit = parse(coordinate.text("units") or "m")
    if unit is None or unit.kind != "length":
        raise InputError(f"{coordinate.where}: no heights in metres: option select = {{ {dim} = 0 }}")
    heights = np.abs(coordinate.read() * unit.scale)
    index = int(np.nanargmin(np.abs(heights - ANEMOMETER)))
    if abs(heights[index] - ANEMOMETER) > 0.5:
        notes.append(
            f"{variable.name}: wind at {heights[index]:g} m, the level nearest to {ANEMOMETER:g} m, taken as it is"
        )
    return index


def coordinate_of(variable: Variable, dim: str, collection: Collection) -> Variable | None:
    """The variable with the values of a vertical dimension: of its name, or a vertical one that `coordinates` names."""
    if dim in variable.file.data.variables:
        own = Variable(variable.file, dim)
        return own if own.is_numeric else None
    for name in [*variable.text("coordinates").split(), *map(str, variable.file.data.variables)]:
        if name in variable.file.data.variables:
            candidate = Variable(variable.file, name)
            if candidate.dims == (dim,) and candidate.is_numeric and _says_vertical(candidate):
                return candidate
    other = collection.first(dim)
    return other if other is not None and other.dims == (dim,) and other.is_numeric else None


def is_sigma(variable: Variable, dim: str, collection: Collection) -> bool:
    """Whether levels follow the terrain."""
    coordinate = coordinate_of(variable, dim, collection)
    if coordinate is not None and coordinate.text("standard_name").lower() in SIGMA_NAMES:
        return True
    return dim.lower() in ("s_rho", "s_w", "sc_r", "sc_w", "sigma", "siglay", "siglev") and _length(variable, dim) > 1


def _length(variable: Variable, dim: str) -> int:
    return variable.shape[variable.dims.index(dim)]


def _is_vertical(variable: Variable, dim: str) -> bool:
    if dim.lower() in NAMES:
        return True
    return dim in variable.file.data.variables and _says_vertical(Variable(variable.file, dim))


def _says_vertical(variable: Variable) -> bool:
    standard = variable.text("standard_name").lower()
    unit = parse(variable.text("units"))
    return (
        variable.text("axis").upper() == "Z"
        or variable.text("positive").lower() in ("up", "down")
        or standard in ("depth", "height", "altitude", "air_pressure", "sea_water_pressure", *SIGMA_NAMES)
        or (variable.name.lower() in NAMES and (unit is None or unit.kind in ("length", "pressure")))
    )


def _depth_of_pressure(pressure: NDArray[np.float64], lat: float) -> NDArray[np.float64]:
    import gsw

    return -np.asarray(gsw.z_from_p(pressure, lat), np.float64)


def _signed(
    coordinate: Variable, values: NDArray[np.float64], options: Options, notes: list[str]
) -> NDArray[np.float64]:
    """Depth, positive down."""
    said = options.positive or coordinate.text("positive").lower()
    standard = coordinate.text("standard_name").lower()
    if said not in ("up", "down"):
        said = {"depth": "down", "height": "up", "altitude": "up"}.get(standard, "")
    deepest = values[np.argmax(np.abs(values))] if values.size else 0.0
    if said == "":
        if np.any(values < 0.0) and np.any(values > 0.0):
            raise FileFormatError(
                f"{coordinate.where}: depths of both signs and no attribute positive: option positive = 'up' or 'down'"
            )
        return np.abs(values)
    depth = -values if said == "up" else values
    if options.positive is None and np.all(depth <= 0.0) and deepest != 0.0 and np.abs(deepest) > HIGHEST:
        notes.append(
            f"{coordinate.name}: positive = {said} but all values are {'below' if said == 'down' else 'above'} "
            "zero: taken as depths"
        )
        return -depth
    return depth
