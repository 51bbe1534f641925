"""Tides away from their stations: the current as a layer near current stations, the height near tide stations.

A station counts with `(1 - (d / reach)^2)^2` of its distance d, and with nothing beyond its reach. Currents add up,
divided by the sum of the weights where that is above one, so a station's own place has its own tide and the layer fades
to nothing at the reach. Heights are the weighted mean, and unknown beyond the reach. Nothing is known of how the coast
bends the flow between stations: beyond a channel's width this is a guess, and the reach says how far it is let go.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.spatial import KDTree

from seatrial.errors import check_number
from seatrial.ocean.table import Samples
from seatrial.ocean.tabulated import Tabulated
from seatrial.ocean.tides.prediction import predict, velocity
from seatrial.ocean.tides.stations import EARTH_RADIUS, Station, Stations

CURRENT_REACH, HEIGHT_REACH = 10_000.0, 25_000.0
"""Default reach of a current station and of a tide station [m]."""

Prediction = Callable[[Station, NDArray[np.float64]], NDArray[np.float64]]
"""(station, times (n,) [s since 1970]) -> (n, component)."""


@dataclass(frozen=True)
class TidalCurrents:
    """Tidal currents of the shipped stations within `reach` [m, 100..100000]; the same at all depths.

    Of stations at one place (sensors at several depths) the first in the file counts.
    """

    reach: float = CURRENT_REACH
    name: str = "tidal stations"

    def __post_init__(self) -> None:
        check_number("reach of tidal stations", self.reach, "m", 100.0, 1e5)

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Samples:
        """East and north velocity [m/s], shape (..., 2), and validity: within the reach of a station."""
        flow, total, valid = _Near.of("current", self.reach).sums(velocity, 2, lat, lon, depth, time)
        return np.where(valid[..., None], flow / np.maximum(total, 1.0)[..., None], np.nan), valid

    def tabulated(self) -> Tabulated:
        """The tides in windows for the engine, at nodes a twentieth of the reach apart, every five minutes."""
        return Tabulated(self.name, self.sample, 2, max(self.reach / 20.0, 10.0), period=300.0, nothing=0.0)


@dataclass(frozen=True)
class TidalHeights:
    """Height of the sea surface above mean sea level [m] by the shipped stations within `reach` [m, 100..100000]."""

    reach: float = HEIGHT_REACH
    name: str = "tidal stations"

    def __post_init__(self) -> None:
        check_number("reach of tidal stations", self.reach, "m", 100.0, 1e5)

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Samples:
        """Height [m] and validity, broadcast shape."""
        height, total, valid = _Near.of("tide", self.reach).sums(_height, 1, lat, lon, depth, time)
        return np.where(valid, height[..., 0] / np.where(valid, total, 1.0), np.nan), valid

    def table(self) -> None:
        """None: a formula, which declines beyond its reach."""
        return None


@dataclass(frozen=True, eq=False)
class _Near:
    """Stations of one kind by place."""

    stations: Stations
    numbers: NDArray[np.intp]
    reach: float

    @classmethod
    @cache
    def of(cls, kind: str, reach: float) -> "_Near":
        stations = Stations.shipped()
        numbers = np.flatnonzero(stations.current == (kind == "current"))
        places = np.stack([stations.lat[numbers], stations.lon[numbers]], axis=-1)
        _, first = np.unique(places, axis=0, return_index=True)
        return cls(stations, numbers[np.sort(first)], reach)

    @cached_property
    def tree(self) -> KDTree:
        return KDTree(_unit(self.stations.lat[self.numbers], self.stations.lon[self.numbers]))

    def sums(
        self,
        predicted: Prediction,
        components: int,
        lat: ArrayLike,
        lon: ArrayLike,
        depth: ArrayLike,
        time: ArrayLike,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
        """Weighted sum of what is predicted, shape (..., component), sum of the weights, and where a station counts."""
        lat, lon, _, time = np.broadcast_arrays(*(np.asarray(a, np.float64) for a in (lat, lon, depth, time)))
        moments, which = np.unique(time, return_inverse=True)
        value, total = np.zeros((*lat.shape, components)), np.zeros(lat.shape)
        for station, weight in self.weights(lat, lon):
            value = value + weight[..., None] * predicted(station, moments)[which.reshape(time.shape)]
            total = total + weight
        return value, total, (total > 0.0) & np.isfinite(time)

    def weights(
        self, lat: NDArray[np.float64], lon: NDArray[np.float64]
    ) -> Iterator[tuple[Station, NDArray[np.float64]]]:
        """Each station that reaches one of the places, and its weight at all of them."""
        finite = np.isfinite(lat) & np.isfinite(lon)
        here = _unit(np.where(finite, lat, 0.0), np.where(finite, lon, 0.0))
        chord = 2.0 * np.sin(self.reach / EARTH_RADIUS / 2.0)
        flat = here.reshape(-1, 3)[finite.ravel()]
        near = {int(n) for found in self.tree.query_ball_point(flat, chord) for n in found}
        for n in sorted(near):
            half = np.linalg.norm(here - self.tree.data[n], axis=-1) / 2.0
            distance = 2.0 * EARTH_RADIUS * np.arcsin(np.minimum(half, 1.0))
            weight = np.maximum(1.0 - (distance / self.reach) ** 2, 0.0) ** 2
            yield self.stations[int(self.numbers[n])], np.where(finite, weight, 0.0)


def _height(station: Station, time: NDArray[np.float64]) -> NDArray[np.float64]:
    return predict(station, time)[:, None]


def _unit(lat: NDArray[np.float64], lon: NDArray[np.float64]) -> NDArray[np.float64]:
    phi, lam = np.radians(lat), np.radians(lon)
    return np.stack([np.cos(phi) * np.cos(lam), np.cos(phi) * np.sin(lam), np.sin(phi)], axis=-1)
