"""What looks wrong in a file, one line for each thing, whether or not the readers cope with it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seatrial.ocean.readers.collection import Collection, Variable
from seatrial.ocean.readers.decoding import number
from seatrial.ocean.readers.points import is_latitude, is_longitude
from seatrial.ocean.readers.roles import is_field
from seatrial.ocean.readers.timeline import is_time
from seatrial.ocean.readers.units import parse

MOST_READ = 2_000_000
"""Variables with more values are looked at in blocks only."""
CONSTANT_SHARE = 0.1
"""Share of a field that may be one and the same value before that is said."""
MOST_NAMES = 8
MODEL_SETTINGS = 2
"""Variables with fewer dimensions of more than one value are settings or axes, no fields."""


@dataclass(frozen=True, eq=False)
class Looked:
    """A variable and its values: all of them, or some blocks (`is_whole` is False) when there are many."""

    variable: Variable
    values: NDArray[np.float64]
    is_whole: bool

    @property
    def finite(self) -> NDArray[np.float64]:
        """Values that are there."""
        return self.values[np.isfinite(self.values)]


def look(variable: Variable) -> Looked:
    """Values of a numeric variable. FileFormatError when its data are damaged."""
    from seatrial.ocean.readers.signs import sampled

    if int(np.prod(variable.shape, dtype=np.int64)) <= MOST_READ:
        return Looked(variable, variable.read(), True)
    return Looked(variable, sampled(variable), False)


def suspicions(collection: Collection, looked: dict[str, Looked]) -> list[str]:
    """Everything that looks wrong, each said once."""
    unmasked = _land_not_masked(looked)
    said: dict[str, list[str]] = {}
    for name, one in looked.items():
        for check in OF_A_VARIABLE:
            if check is _repeated and name in unmasked:
                continue
            for text in check(one):
                said.setdefault(text, []).append(name)
    found = [f"{_names(names)}: {text}" for text, names in said.items()]
    if unmasked:
        found.append(f"{_names(unmasked)}: numbers on land; mask_rho, mask_u and mask_v are used")
    for whole in (_unused_axes, _extent, _mapping, _no_conventions):
        found += whole(collection, looked)
    return found


def _names(names: list[str]) -> str:
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more


def _temperature_unit(one: Looked) -> Iterator[str]:
    unit, values = parse(one.variable.text("units")), one.finite
    if unit is None or unit.kind != "temperature" or values.size == 0 or not is_field(one.variable):
        return
    middle, text = float(np.median(values)), one.variable.text("units")
    if unit.offset == 0.0 and middle > 200.0:
        yield f"units are {text!r}, but values about {middle:.0f} are kelvin"
    elif unit.offset < -200.0 and middle < 100.0:
        yield f"units are {text!r}, but values about {middle:.0f} are degrees Celsius"


def _speed_unit(one: Looked) -> Iterator[str]:
    unit, values = parse(one.variable.text("units")), one.finite
    text = f"{one.variable.text('standard_name')} {one.variable.text('long_name')}".lower()
    is_water = "sea_water" in text or "sea water" in text or "current" in text
    if unit is not None and unit.kind == "speed" and values.size and is_water and is_field(one.variable):
        fastest = float(np.abs(values).max()) * unit.scale
        if fastest > 20.0:
            yield f"{fastest:.3g} m/s is no current: units {one.variable.text('units')!r} look wrong"


def _missing_everywhere(one: Looked) -> Iterator[str]:
    if one.values.size and one.finite.size == 0 and one.is_whole:
        yield "all values are masked"


def _negative(one: Looked) -> Iterator[str]:
    text = f"{one.variable.name} {one.variable.text('standard_name')} {one.variable.text('long_name')}".lower()
    if re.search(r"chlorophyll|concentration|salinity|wave_significant_height|oxygen", text) and one.finite.size:
        share = float(np.mean(one.finite < 0.0))
        if share > 0.0:
            yield f"{100 * share:.2g} % of the values are negative, down to {one.finite.min():.3g}"


def _fill_that_cannot_be(one: Looked) -> Iterator[str]:
    dtype = one.variable.file.data.variables[one.variable.name].dtype
    fill = number(one.variable.attributes, "_FillValue")
    if fill is None or dtype.kind not in "iu" or not np.isfinite(fill):
        return
    limits = np.iinfo(dtype)
    if not limits.min <= fill <= limits.max and not (dtype.kind == "u" and fill >= -(2 ** (8 * dtype.itemsize - 1))):
        yield f"_FillValue = {fill:g} does not fit {dtype} and masks nothing"


def _limits_in_other_units(one: Looked) -> Iterator[str]:
    raw = one.variable.file.data.variables[one.variable.name].dtype
    packed = any(key in one.variable.attributes for key in ("scale_factor", "add_offset"))
    for key in ("valid_min", "valid_max", "valid_range"):
        limit = one.variable.attributes.get(key)
        if packed and raw.kind in "iu" and limit is not None and np.asarray(limit).dtype.kind == "f":
            yield f"{key} is in decoded units; programs that compare packed values mask it all"
            return


def _coordinate_without_use(one: Looked) -> Iterator[str]:
    variable, values = one.variable, one.values
    is_place = is_latitude(variable) or is_longitude(variable)
    if is_place and values.size > 1 and np.isfinite(values).all() and np.ptp(values) == 0.0:
        yield f"all values are {values.flat[0]:g}: of no use as a coordinate"
    elif is_place and not variable.text("units"):
        yield "no units"


def _epoch(one: Looked) -> Iterator[str]:
    if not is_time(one.variable):
        return
    units = one.variable.text("units")
    match = re.search(r"since\s+(-?\d+)-(\d{1,2})-(\d{1,2})", units)
    if match is None:
        yield f"units {units!r} name no date to count from"
    elif int(match[1]) < 1800 or (int(match[2]), int(match[3])) != (1, 1):
        first = one.finite.flat[0] if one.finite.size else np.nan
        if int(match[1]) < 1800 or not -1e-9 <= first < 1e-9:
            yield f"counts from an odd date: {units}"
    size = number(one.variable.attributes, "grads_size")
    if size is not None and size != one.values.size:
        yield f"grads_size = {size:g}, but there are {one.values.size} times"
    steps = np.diff(one.values.ravel())
    if steps.size > 1 and np.all(steps > 0.0) and steps.max() > 1.5 * np.median(steps):
        yield f"uneven steps, up to {steps.max() / np.median(steps):.3g} times the usual one"


def _chunk_sizes(one: Looked) -> Iterator[str]:
    sizes = one.variable.attributes.get("_ChunkSizes")
    if sizes is not None and np.any(np.asarray(sizes, np.float64) < 0.0):
        yield "_ChunkSizes holds negative numbers"


def _repeated(one: Looked) -> Iterator[str]:
    """Land that was filled with a number."""
    if not is_field(one.variable) or one.finite.size < 100 or is_latitude(one.variable) or is_longitude(one.variable):
        return
    if _dims_above_one(one.variable) < MODEL_SETTINGS or "flag_values" in one.variable.attributes:
        return
    values, counts = np.unique(one.finite, return_counts=True)
    if 10 < values.size and counts.max() > CONSTANT_SHARE * one.values.size and np.isfinite(one.values).all():
        share = 100.0 * counts.max() / one.finite.size
        value = values[counts.argmax()]
        yield f"{share:.0f} % of the values are exactly {value:.6g}, none is masked: land may be filled with it"


OF_A_VARIABLE: tuple[Callable[[Looked], Iterator[str]], ...] = (
    _temperature_unit,
    _speed_unit,
    _missing_everywhere,
    _negative,
    _fill_that_cannot_be,
    _limits_in_other_units,
    _coordinate_without_use,
    _epoch,
    _chunk_sizes,
    _repeated,
)
"""Looks at one variable."""


def _dims_above_one(variable: Variable) -> int:
    return sum(n > 1 for n in variable.shape)


def _unused_axes(collection: Collection, looked: dict[str, Looked]) -> Iterator[str]:
    used = {dim for one in looked.values() if len(one.variable.dims) > 1 for dim in one.variable.dims}
    for name, one in looked.items():
        if one.variable.dims == (name,) and name not in used and one.values.size > 1 and used:
            yield f"{name}: an axis that no variable uses"


def _land_not_masked(looked: dict[str, Looked]) -> list[str]:
    """Fields of a ROMS file that have numbers on land, where its masks say it is."""
    without = []
    for name, one in looked.items():
        dims = one.variable.dims[-2:]
        mask = next((looked[m] for m in ("mask_rho", "mask_u", "mask_v") if _is_mask(looked, m, dims)), None)
        if mask is None or name == mask.variable.name or len(one.variable.dims) < 3 or not one.is_whole:
            continue
        if np.isfinite(one.values[..., mask.values < 0.5]).any():
            without.append(name)
    return without


def _is_mask(looked: dict[str, Looked], name: str, dims: tuple[str, ...]) -> bool:
    return name in looked and looked[name].is_whole and looked[name].variable.dims == dims


def _extent(collection: Collection, looked: dict[str, Looked]) -> Iterator[str]:
    """Global attributes that tell another box than the axes."""
    for word, test, keys in (
        ("latitude", is_latitude, ("geospatial_lat_min", "geospatial_lat_max", "lat_extent")),
        ("longitude", is_longitude, ("geospatial_lon_min", "geospatial_lon_max", "lon_extent")),
    ):
        axis = next((one for one in looked.values() if test(one.variable) and one.finite.size > 1), None)
        if axis is None or np.ptp(axis.finite) == 0.0:
            continue
        told = _told(collection, keys)
        low, high = float(axis.finite.min()), float(axis.finite.max())
        step = float(np.abs(np.diff(axis.finite.ravel()[:2]))[0]) or 0.1
        if told is not None and (abs(told[0] - low) > 1.5 * step or abs(told[1] - high) > 1.5 * step):
            yield f"global attributes give {word} {told[0]:g}..{told[1]:g}, the axis {low:.6g}..{high:.6g}"


def _told(collection: Collection, keys: tuple[str, str, str]) -> tuple[float, float] | None:
    low, high = (_number(collection.attribute(key)) for key in keys[:2])
    if low is not None and high is not None:
        return low, high
    numbers = re.findall(r"-?\d+(?:\.\d+)?", str(collection.attribute(keys[2]) or ""))
    return (float(numbers[0]), float(numbers[1])) if len(numbers) == 2 else None


def _number(value: Any) -> float | None:
    return None if value is None else number({"x": value}, "x")


def _mapping(collection: Collection, looked: dict[str, Looked]) -> Iterator[str]:
    """A GeoTransform that is not that of the axes, as cutting tools leave it."""
    axis = next((one for one in looked.values() if is_longitude(one.variable) and one.variable.shape != ()), None)
    for name, variable in collection.variables().items():
        numbers = variable.text("GeoTransform").split()
        if axis is None or len(numbers) != 6 or axis.finite.size < 2:
            continue
        west, step = (_number(n) for n in numbers[:2])
        first = float(axis.finite.min())
        if west is not None and step and not -1.5 * abs(step) <= first - west <= 1.5 * abs(step):
            yield f"{name}: GeoTransform begins at longitude {west:g}, the axis at {first:.6g}: not used"


def _no_conventions(collection: Collection, looked: dict[str, Looked]) -> Iterator[str]:
    for file in collection.files:
        if file.format.startswith("NetCDF") and not any(k in file.data.attrs for k in ("Conventions", "conventions")):
            yield f"{file.name}: no attribute Conventions"
            return
