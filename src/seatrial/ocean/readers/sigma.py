"""Terrain-following levels of ROMS, CROCO and POM, and the way from them to fixed depths.

Height of a level [m, up, 0 is mean sea level] with water depth h, free surface zeta, critical depth hc, level s and
stretching C (ROMS wiki, "Vertical S-coordinate"; Song and Haidvogel 1994; Shchepetkin and McWilliams 2005):

    Vtransform 1   z0 = hc (s - C) + h C                   z = z0 + zeta (1 + z0 / h)
    Vtransform 2   z0 = (hc s + h C) / (hc + h)            z = zeta + (zeta + h) z0
    sigma          z = zeta + s (h + zeta)

Stretching is read from the file, or computed for Vstretching 1 (Song and Haidvogel 1994), 2 (Shchepetkin 2005) and 4
(Shchepetkin 2010). Between levels values are linear in depth; above the first and below the last level, down to the sea
floor, they are held; below the floor there is no data.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import FileFormatError
from seatrial.ocean.readers.collection import Collection, Variable

STANDARD_LEVELS = (
    *(0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0, 60.0, 75.0, 100.0, 125.0, 150.0, 200.0, 250.0, 300.0, 400.0),
    *(
        500.0,
        600.0,
        700.0,
        800.0,
        900.0,
        1000.0,
        1200.0,
        1400.0,
        1600.0,
        1800.0,
        2000.0,
        2500.0,
        3000.0,
        3500.0,
        4000.0,
    ),
    *(4500.0, 5000.0, 5500.0, 6000.0, 7000.0, 8000.0, 9000.0, 10000.0),
)
"""Depths [m] that sigma levels are brought to, as far as the water is deep."""


@dataclass(frozen=True, eq=False)
class Stretching:
    """Parameters of sigma levels, deepest first or last. s, C: shape (level,), -1 at the floor, 0 at the surface; hc
    [m]. transform: 1, 2, or 0 for plain sigma.
    """

    s: NDArray[np.float64]
    C: NDArray[np.float64]
    hc: float
    transform: int

    def depth(self, h: NDArray[np.float64], zeta: NDArray[np.float64]) -> NDArray[np.float64]:
        """Depths of the levels [m, down], shape (level, ...) over water of depth `h` with free surface `zeta` [m]."""
        shape = (-1, *([1] * h.ndim))
        s, C = self.s.reshape(shape), self.C.reshape(shape)
        if self.transform == 0:
            return -(zeta + s * (h + zeta))
        if self.transform == 1:
            z0 = self.hc * (s - C) + h * C
            return -(z0 + zeta * (1.0 + z0 / h))
        z0 = (self.hc * s + h * C) / (self.hc + h)
        return -(zeta + (zeta + h) * z0)


def stretching_of(variable: Variable, dim: str, collection: Collection, notes: list[str]) -> Stretching:
    """Levels on the dimension `dim` of a variable. FileFormatError (file, what is missing) when not all is there."""
    count = variable.shape[variable.dims.index(dim)]
    at_faces = dim.lower() in ("s_w", "sc_w", "siglev")
    coordinate = collection.first(dim)
    terms = formula_terms(coordinate)
    s = _levels(collection, count, at_faces, terms.get("s") or terms.get("sigma"), dim, notes)
    standard = "" if coordinate is None else coordinate.text("standard_name").lower()
    if standard == "ocean_sigma_coordinate" or dim.lower() in ("sigma", "siglay", "siglev"):
        return Stretching(s, s, 0.0, 0)
    transform = _transform(collection, standard, notes)
    hc = _scalar(collection, terms.get("depth_c", ""), "hc", "Tcline")
    if hc is None:
        raise FileFormatError(f"{variable.where}: sigma levels without hc, neither a variable nor an attribute")
    C = _curve(variable, collection, s, count, at_faces, terms.get("C", ""))
    return Stretching(s, C, hc, transform)


def formula_terms(coordinate: Variable | None) -> dict[str, str]:
    """`s: s_rho C: Cs_r eta: zeta` as a mapping."""
    words = [] if coordinate is None else coordinate.text("formula_terms").replace(":", ": ").split()
    return {key.rstrip(":"): value for key, value in zip(words[::2], words[1::2], strict=False)}


def to_levels(
    values: NDArray[np.float64], depth: NDArray[np.float64], levels: NDArray[np.float64], floor: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Values (level, ...) at `depth` (level, ...) [m], ascending, brought to `levels` (n,) [m]; shape (n, ...).

    Linear between levels, held above the first and below the last, NaN deeper than `floor` (...).
    """
    count = values.shape[0]
    found = np.full((levels.size, *values.shape[1:]), np.nan)
    for index, level in enumerate(levels):
        below = np.clip(np.sum(depth <= level, axis=0), 1, count - 1) if count > 1 else np.zeros(values.shape[1:], int)
        upper = np.maximum(below - 1, 0)
        z0, z1 = (np.take_along_axis(depth, k[None], 0)[0] for k in (upper, below))
        v0, v1 = (np.take_along_axis(values, k[None], 0)[0] for k in (upper, below))
        span = np.where(z1 > z0, z1 - z0, 1.0)
        weight = np.clip((level - z0) / span, 0.0, 1.0)
        mixed = np.where(weight == 0.0, v0, np.where(weight == 1.0, v1, (1.0 - weight) * v0 + weight * v1))
        found[index] = np.where(level <= floor, mixed, np.nan)
    return found


def stretching_curve(s: NDArray[np.float64], kind: int, theta_s: float, theta_b: float) -> NDArray[np.float64]:
    """Stretching C of levels `s` for Vstretching `kind` 1, 2 or 4. ValueError for another."""
    if kind == 1:
        if theta_s == 0.0:
            return s.copy()
        surface = np.sinh(theta_s * s) / np.sinh(theta_s)
        return (1.0 - theta_b) * surface + theta_b * (
            np.tanh(theta_s * (s + 0.5)) / (2.0 * np.tanh(0.5 * theta_s)) - 0.5
        )
    if kind not in (2, 4):
        raise ValueError(f"Vstretching = {kind}")
    surface = (1.0 - np.cosh(theta_s * s)) / (np.cosh(theta_s) - 1.0) if theta_s > 0.0 else -(s**2)
    if theta_b <= 0.0:
        return surface
    if kind == 4:
        return (np.exp(theta_b * surface) - 1.0) / (1.0 - np.exp(-theta_b))
    bottom = np.sinh(theta_b * (s + 1.0)) / np.sinh(theta_b) - 1.0
    share = (s + 1.0) * (1.0 + (1.0 - (s + 1.0)))
    return share * surface + (1.0 - share) * bottom


def _levels(
    collection: Collection, count: int, at_faces: bool, term: str | None, dim: str, notes: list[str]
) -> NDArray[np.float64]:
    for name in (term or dim, dim, "sc_w" if at_faces else "sc_r", "s_w" if at_faces else "s_rho"):
        found = collection.first(name)
        if found is not None and found.shape == (count,):
            values = found.read()
            if np.all(np.isfinite(values)) and values.min() >= -1.0 - 1e-9 and values.max() <= 1e-9:
                return values
    attribute = collection.attribute("sc_w" if at_faces else "sc_r")
    if attribute is not None and np.size(attribute) == count:
        return np.asarray(attribute, np.float64).reshape(-1)
    notes.append(f"{dim}: no levels in the file, taken as even from -1 to 0")
    return np.linspace(-1.0, 0.0, count) if at_faces else (np.arange(count) - count + 0.5) / count


def _transform(collection: Collection, standard: str, notes: list[str]) -> int:
    number = _scalar(collection, "Vtransform")
    if number is not None:
        return int(number)
    if standard in ("ocean_s_coordinate_g1", "ocean_s_coordinate_g2"):
        return int(standard[-1])
    kind = str(collection.attribute("VertCoordType") or "").strip().upper()
    if kind:
        return 2 if kind == "NEW" else 1
    notes.append("sigma levels without Vtransform: 1 assumed, as in files of before 2010")
    return 1


def _curve(
    variable: Variable, collection: Collection, s: NDArray[np.float64], count: int, at_faces: bool, term: str
) -> NDArray[np.float64]:
    for name in (term, *(("Cs_w", "Cs_w_rho") if at_faces else ("Cs_r", "Cs_rho"))):
        found = collection.first(name) if name else None
        if found is not None and found.shape == (count,):
            return found.read()
    attribute = collection.attribute("Cs_w" if at_faces else "Cs_r", "Cs_rho")
    if attribute is not None and np.size(attribute) == count:
        return np.asarray(attribute, np.float64).reshape(-1)
    theta_s, theta_b = _scalar(collection, "theta_s"), _scalar(collection, "theta_b")
    kind = _scalar(collection, "Vstretching")
    if kind is None:
        kind = 4.0 if str(collection.attribute("VertCoordType") or "").strip().upper() == "NEW" else 1.0
    if theta_s is None or theta_b is None:
        raise FileFormatError(
            f"{variable.where}: sigma levels without stretching: neither Cs_r nor theta_s and theta_b"
        )
    try:
        return stretching_curve(s, int(kind), theta_s, theta_b)
    except ValueError:
        raise FileFormatError(f"{variable.where}: Vstretching = {kind:g} without Cs_r: must be 1, 2 or 4") from None


def _scalar(collection: Collection, *names: str) -> float | None:
    """The first finite number among variables and global attributes of these names."""
    for name in names:
        found = collection.first(name) if name else None
        if found is not None and found.is_numeric and int(np.prod(found.shape)) == 1:
            value = float(found.read().reshape(-1)[0])
            if np.isfinite(value):
                return value
        attribute = collection.attribute(name) if name else None
        if attribute is not None:
            try:
                return float(np.asarray(attribute).reshape(-1)[0])
            except (TypeError, ValueError):
                continue
    return None
