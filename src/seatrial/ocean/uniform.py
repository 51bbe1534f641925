"""The same depth or current everywhere."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from seatrial.errors import check_number
from seatrial.ocean.table import Samples


@dataclass(frozen=True)
class UniformDepth:
    """A flat sea floor at `depth` [m, positive down, 0..12000], everywhere."""

    depth: float
    name: str = "uniform depth"

    def __post_init__(self) -> None:
        check_number("depth", self.depth, "m", 0.0, 12_000.0)

    def sample(self, lat: ArrayLike, lon: ArrayLike) -> Samples:
        """Elevation [m, positive up] and validity (always true), both of the broadcast shape of `lat`, `lon`."""
        shape = np.broadcast_shapes(np.shape(lat), np.shape(lon))
        return np.full(shape, -float(self.depth)), np.ones(shape, bool)

    def table(self) -> None:
        """None: a formula."""
        return None


@dataclass(frozen=True)
class UniformCurrents:
    """The water moves everywhere with `east`, `north` [m/s, -10..10]."""

    east: float
    north: float
    name: str = "uniform current"

    def __post_init__(self) -> None:
        check_number("east current", self.east, "m/s", -10.0, 10.0)
        check_number("north current", self.north, "m/s", -10.0, 10.0)

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Samples:
        """East and north velocity of the water [m/s], shape (..., 2), and validity (always true), shape (...)."""
        shape = np.broadcast_shapes(*(np.shape(a) for a in (lat, lon, depth, time)))
        return np.full((*shape, 2), [float(self.east), float(self.north)]), np.ones(shape, bool)

    def table(self) -> None:
        """None: a formula."""
        return None
