"""Formulas for scalar fields that depend on depth only: tests with known answers, and water where no data are.

Each answers everywhere, at all times, so it can only be the last source of a composite. `z` is the depth [m, positive
down]; above the surface the value of the surface holds.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.errors import check_number
from seatrial.ocean.table import Samples

GREATEST = 1e5
"""Values, in whatever unit, lie within +-1e5."""


def _answer(value: NDArray[np.float64], lat: ArrayLike, lon: ArrayLike, depth: ArrayLike, time: ArrayLike) -> Samples:
    finite = np.isfinite(np.asarray(lat, np.float64)) & np.isfinite(np.asarray(lon, np.float64))
    valid = np.broadcast_arrays(finite & np.isfinite(np.asarray(depth, np.float64)), time)[0]
    return np.where(valid, value, np.nan), valid.copy()


def _down(depth: ArrayLike) -> NDArray[np.float64]:
    return np.maximum(np.asarray(depth, np.float64), 0.0)


@dataclass(frozen=True)
class UniformProfile:
    """`value` at every depth."""

    value: float
    name: str = "uniform"

    def __post_init__(self) -> None:
        check_number("value", self.value, "", -GREATEST, GREATEST)

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Samples:
        """Values and validity, broadcast shape."""
        return _answer(self.value + 0.0 * _down(depth), lat, lon, depth, time)

    def table(self) -> None:
        """None: a formula."""
        return None


@dataclass(frozen=True)
class LinearProfile:
    """`surface + gradient * z`, gradient per metre of depth."""

    surface: float
    gradient: float
    name: str = "linear"

    def __post_init__(self) -> None:
        check_number("surface", self.surface, "", -GREATEST, GREATEST)
        check_number("gradient", self.gradient, "per m", -GREATEST, GREATEST)

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Samples:
        """Values and validity, broadcast shape."""
        return _answer(self.surface + self.gradient * _down(depth), lat, lon, depth, time)

    def table(self) -> None:
        """None: a formula."""
        return None


@dataclass(frozen=True)
class ThermoclineProfile:
    """`deep + (surface - deep) (1 - tanh((z - depth) / thickness)) / 2`.

    Half way from `surface` to `deep` at `depth` [m, 0..12000]; 88 % of the change lies within `thickness` [m, above 0]
    of it. At the surface it is `surface` up to the part `1 / (1 + exp(2 depth / thickness))` of the change.
    """

    surface: float
    deep: float
    depth: float
    thickness: float
    name: str = "thermocline"

    def __post_init__(self) -> None:
        check_number("surface", self.surface, "", -GREATEST, GREATEST)
        check_number("deep", self.deep, "", -GREATEST, GREATEST)
        check_number("depth", self.depth, "m", 0.0, 12_000.0)
        check_number("thickness", self.thickness, "m", 1e-3, 12_000.0)

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Samples:
        """Values and validity, broadcast shape."""
        share = 0.5 * (1.0 - np.tanh((_down(depth) - self.depth) / self.thickness))
        return _answer(self.deep + (self.surface - self.deep) * share, lat, lon, depth, time)

    def table(self) -> None:
        """None: a formula."""
        return None


@dataclass(frozen=True)
class TwoLayerProfile:
    """`upper` where `z` is less than `depth` [m, 0..12000], `lower` from there down."""

    upper: float
    lower: float
    depth: float
    name: str = "two layers"

    def __post_init__(self) -> None:
        check_number("upper", self.upper, "", -GREATEST, GREATEST)
        check_number("lower", self.lower, "", -GREATEST, GREATEST)
        check_number("depth", self.depth, "m", 0.0, 12_000.0)

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Samples:
        """Values and validity, broadcast shape."""
        return _answer(np.where(_down(depth) < self.depth, self.upper, self.lower), lat, lon, depth, time)

    def table(self) -> None:
        """None: a formula."""
        return None
