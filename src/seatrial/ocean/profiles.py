"""Formulas for scalar fields that depend on depth only: tests with known answers, and water where no data are.

Each answers everywhere, at all times, so it can only be the last source of a composite. `z` is the depth [m, positive
down]; above the surface the value of the surface holds.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.errors import check_number
from seatrial.ocean.table import Samples

GREATEST = 1e5
"""Values, in whatever unit, lie within +-1e5."""


class Profile(ABC):
    """A formula of the depth, which a subclass gives as `at`."""

    @abstractmethod
    def at(self, z: NDArray[np.float64]) -> NDArray[np.float64]:
        """Values at depths [m, positive down] that do not lie above the surface."""

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Samples:
        """Values and validity, broadcast shape."""
        lat, lon, depth = (np.asarray(a, np.float64) for a in (lat, lon, depth))
        valid = np.broadcast_arrays(np.isfinite(lat) & np.isfinite(lon) & np.isfinite(depth), time)[0]
        return np.where(valid, self.at(np.maximum(depth, 0.0)), np.nan), valid.copy()

    def table(self) -> None:
        """None: a formula."""
        return None


@dataclass(frozen=True)
class UniformProfile(Profile):
    """`value` at every depth."""

    value: float
    name: str = "uniform"

    def __post_init__(self) -> None:
        check_number("value", self.value, "", -GREATEST, GREATEST)

    def at(self, z: NDArray[np.float64]) -> NDArray[np.float64]:
        """Values at depths [m]."""
        return self.value + 0.0 * z


@dataclass(frozen=True)
class LinearProfile(Profile):
    """`surface + gradient * z`, gradient per metre of depth."""

    surface: float
    gradient: float
    name: str = "linear"

    def __post_init__(self) -> None:
        check_number("surface", self.surface, "", -GREATEST, GREATEST)
        check_number("gradient", self.gradient, "per m", -GREATEST, GREATEST)

    def at(self, z: NDArray[np.float64]) -> NDArray[np.float64]:
        """Values at depths [m]."""
        return self.surface + self.gradient * z


@dataclass(frozen=True)
class ThermoclineProfile(Profile):
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

    def at(self, z: NDArray[np.float64]) -> NDArray[np.float64]:
        """Values at depths [m]."""
        share = 0.5 * (1.0 - np.tanh((z - self.depth) / self.thickness))
        return self.deep + (self.surface - self.deep) * share


@dataclass(frozen=True)
class TwoLayerProfile(Profile):
    """`upper` where `z` is less than `depth` [m, 0..12000], `lower` from there down."""

    upper: float
    lower: float
    depth: float
    name: str = "two layers"

    def __post_init__(self) -> None:
        check_number("upper", self.upper, "", -GREATEST, GREATEST)
        check_number("lower", self.lower, "", -GREATEST, GREATEST)
        check_number("depth", self.depth, "m", 0.0, 12_000.0)

    def at(self, z: NDArray[np.float64]) -> NDArray[np.float64]:
        """Values at depths [m]."""
        return np.where(z < self.depth, self.upper, self.lower)
