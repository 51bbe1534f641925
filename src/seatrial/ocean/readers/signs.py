"""Whether a sea floor is given as elevation (up) or as depth (down).

In this order: the option `positive`; the attribute `positive`; the CF standard name; a name that only ever means one
of them (`elevation`, `altitude`, `topo`, `deptho`, `bathymetry` ...) when the values do not contradict it; words in
the long name or title; `z` and `Band1` in files of GMT, GDAL and ETOPO, which hold heights. A depth deeper than 9 000
m settles it, as no land is that high. Whatever is left is refused: oceans must not become mountains.
"""

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import FileFormatError
from seatrial.ocean.readers.collection import Collection, Variable
from seatrial.ocean.readers.options import Options
from seatrial.ocean.readers.quantities import DOWN_NAMES, UP_NAMES

HIGHEST_LAND = 9_000.0
"""No land is higher [m]."""
_UP_WORDS = ("elevation", "altitude", "topo", "topography", "bedrock")
_DOWN_WORDS = ("deptho", "bathymetry", "bathy", "bathy_metry", "depth", "depth_m", "h", "hraw", "water_depth", "mdepth")
_HEIGHTS = re.compile(r"\b(elevation|topograph\w*|relief|altitude|height|etopo\w*|gebco|srtm\w*|dem)\b", re.IGNORECASE)
_DEPTHS = re.compile(r"\b(depths?|bathymetr\w*|soundings?)\b", re.IGNORECASE)
BLOCK = 64
BLOCKS = 5


def elevation_sign(variable: Variable, collection: Collection, options: Options, notes: list[str]) -> float:
    """1 when the values of `variable` are elevations, -1 when they are depths. FileFormatError when that is open."""
    said = options.positive or variable.text("positive").lower()
    if said in ("up", "down"):
        return 1.0 if said == "up" else -1.0
    standard, name = variable.text("standard_name").lower(), variable.name.lower()
    if standard in UP_NAMES:
        return 1.0
    if standard in DOWN_NAMES:
        return -1.0
    values = sampled(variable)
    below = float(np.mean(values < 0.0)) if values.size else 0.0
    for words, sign in ((_UP_WORDS, 1.0), (_DOWN_WORDS, -1.0)):
        if name in words and not _contradicts(sign, below):
            return sign
    text = " ".join([variable.text("long_name"), str(collection.attribute("title") or "")])
    if bool(_HEIGHTS.search(text)) != bool(_DEPTHS.search(text)) and name not in _UP_WORDS + _DOWN_WORDS:
        sign = 1.0 if _HEIGHTS.search(text) else -1.0
        notes.append(
            f"{variable.name}: positive {'up' if sign > 0 else 'down'} as its description says: {text.strip()}"
        )
        return sign
    if name in ("z", "band1") and _is_of_mappers(variable, collection):
        notes.append(f"{variable.name}: taken as height, positive up, as GMT and GDAL grids of the sea floor are")
        return 1.0
    if values.size and np.abs(values).max() > HIGHEST_LAND:
        sign = 1.0 if values[np.abs(values).argmax()] < 0.0 else -1.0
        notes.append(f"{variable.name}: positive {'up' if sign > 0 else 'down'}, as no land is {HIGHEST_LAND:g} m high")
        return sign
    raise FileFormatError(
        f"{variable.where}: elevation or depth? {100 * below:.0f} % of the values are below zero, nothing says which: "
        "option positive = 'up' (elevation) or 'down' (depth)"
    )


def blocks(variable: Variable) -> Iterator[NDArray[np.float64]]:
    """Finite values of some blocks of a variable, the middle first, at the first index of all dimensions but two."""
    shares = sorted(np.linspace(0.0, 1.0, BLOCKS), key=lambda share: abs(share - 0.5))
    for row in shares:
        for column in shares:
            place = _last_two(variable, float(row), float(column))
            wanted = {dim: np.zeros(1, np.intp) for dim in variable.dims[:-2]}
            for dim, length, share in place:
                start = round(share * max(length - BLOCK, 0))
                wanted[dim] = np.arange(start, min(start + BLOCK, length), dtype=np.intp)
            values = variable.read(wanted).ravel()
            yield values[np.isfinite(values)]
            if all(length <= BLOCK for _, length, _ in place):
                return


def sampled(variable: Variable) -> NDArray[np.float64]:
    """Finite values of some blocks: enough to see what a variable holds, at little cost."""
    return np.concatenate(list(blocks(variable)))


def _last_two(variable: Variable, row: float, column: float) -> list[tuple[str, int, float]]:
    shares = (row, column)[-len(variable.dims[-2:]) :]
    return list(zip(variable.dims[-2:], variable.shape[-2:], shares, strict=True))


def _contradicts(sign: float, below: float) -> bool:
    """A depth of which most values are negative. Elevations may all be positive: that is land."""
    return sign < 0.0 and below > 0.5


def _is_of_mappers(variable: Variable, collection: Collection) -> bool:
    marks = ("node_offset", "GMT_version", "GDAL", "GDAL_AREA_OR_POINT")
    conventions = str(collection.attribute("Conventions") or "").upper()
    history = str(collection.attribute("history") or "")
    return (
        any(collection.attribute(mark) is not None or mark in variable.attributes for mark in marks)
        or "COARDS" in conventions
        or bool(re.search(r"\b(gmt|grdcut|grdmath|xyz2grd|surface|grdsample|gdal\w*|grdreformat)\b", history))
    )
