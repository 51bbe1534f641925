"""Harmonic prediction: heights and currents at a station, its high and low waters, its floods, ebbs and slacks."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.ocean.tides.astronomy import longitudes, orbit
from seatrial.ocean.tides.constituents import constituent
from seatrial.ocean.tides.stations import Station

SEARCH_STEP = 360.0
"""Step of the search for extremes and slacks [s]; M12 has a period of 3726 s."""
_SECOND = 1.0
_CHUNK = 4096


def predict(station: Station, time: ArrayLike) -> NDArray[np.float64]:
    """Height above mean sea level [m], or speed along the flood direction with the mean [m/s], at `time` [s since
    1970].

    sum of f H cos(V + u - g) over the constituents, f and u at the time itself.
    """
    seconds = np.asarray(time, np.float64)
    flat = seconds.ravel()
    result = np.full(flat.shape, float(station.mean))
    for start in range(0, flat.size, _CHUNK):
        part = slice(start, start + _CHUNK)
        result[part] += _sum(station, flat[part])
    return result.reshape(seconds.shape)


def _sum(station: Station, time: NDArray[np.float64]) -> NDArray[np.float64]:
    turned, moon = longitudes(time), orbit(time)
    factors: dict[tuple[tuple[int, str], ...], tuple[NDArray[np.float64], NDArray[np.float64]]] = {}
    total = np.zeros(time.shape)
    for name, amplitude, lag in station.constants:
        one = constituent(name)
        if one.factors not in factors:
            factors[one.factors] = one.node(moon)
        f, u = factors[one.factors]
        total += f * amplitude * np.cos(np.radians(one.argument(turned) - lag) + u)
    return total


@dataclass(frozen=True)
class Event:
    """`kind`: "high", "low" (value: height above mean sea level [m]); "flood", "ebb", "slack" (value: speed [m/s],
    along flood).
    """

    time: float
    kind: str
    value: float


def events(station: Station, begin: float, end: float) -> list[Event]:
    """High and low waters, or floods, ebbs and slacks, in `begin` .. `end` [s since 1970], in time order.

    Extremes are where the slope changes its sign. A flood is a maximum of the speed above zero, an ebb a minimum below
    it; the others (a weaker spell between two floods) are left out, as in tide tables.
    """
    time = np.linspace(begin, end, max(2, int(np.ceil((end - begin) / SEARCH_STEP)) + 1))
    at, rising = _zeros(lambda t: _slope(station, t), time)
    found = []
    for moment, value, maximum in zip(at, predict(station, at), ~rising, strict=True):
        if not station.is_current:
            found.append(Event(float(moment), "high" if maximum else "low", float(value)))
        elif maximum == (value > 0.0):
            found.append(Event(float(moment), "flood" if maximum else "ebb", float(value)))
    if station.is_current:
        found += [Event(float(moment), "slack", 0.0) for moment in _zeros(lambda t: predict(station, t), time)[0]]
    return sorted(found, key=lambda event: event.time)


def _zeros(
    function: Callable[[NDArray[np.float64]], NDArray[np.float64]], time: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Where a function of time changes its sign between neighbours of `time`, to 0.1 s, and whether it rises there."""
    value = function(time)
    k = np.flatnonzero(np.signbit(value[:-1]) != np.signbit(value[1:]))
    low, high, rising = time[k].copy(), time[k + 1].copy(), np.signbit(value[k])
    for _ in range(int(np.ceil(np.log2(SEARCH_STEP / 0.1)))):
        middle = (low + high) / 2
        before = np.signbit(function(middle)) == rising
        low, high = np.where(before, middle, low), np.where(before, high, middle)
    return (low + high) / 2, rising


def velocity(station: Station, time: ArrayLike) -> NDArray[np.float64]:
    """East and north velocity [m/s] of the current at a station of currents, shape (..., 2)."""
    speed = predict(station, time)
    towards = np.radians(np.where(speed >= 0.0, station.flood, station.ebb))
    return np.abs(speed)[..., None] * np.stack([np.sin(towards), np.cos(towards)], axis=-1)


def _slope(station: Station, time: NDArray[np.float64]) -> NDArray[np.float64]:
    return predict(station, time + _SECOND) - predict(station, time - _SECOND)
