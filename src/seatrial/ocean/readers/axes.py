"""One-dimensional axes: latitude, longitude and levels put in ascending order, with the order to read them in."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import FileFormatError
from seatrial.ocean.readers.collection import Order

LATITUDE_UNITS = ("degrees_north", "degree_north", "degree_n", "degrees_n", "degreen", "degreesn", "degrees north")
LONGITUDE_UNITS = ("degrees_east", "degree_east", "degree_e", "degrees_e", "degreee", "degreese", "degrees east")
LATITUDE_NAMES = ("lat", "latitude", "nav_lat", "lats", "lat_rho", "xlat", "ylat", "gphit", "geolat", "yc", "lat_t")
LONGITUDE_NAMES = (
    "lon",
    "longitude",
    "nav_lon",
    "lons",
    "long",
    "lon_rho",
    "xlong",
    "xlon",
    "glamt",
    "geolon",
    "xc",
    "lon_t",
)


@dataclass(frozen=True, eq=False)
class Axis:
    """An axis in ascending order: `values[k]` is at index `order[k]` of the file."""

    values: NDArray[np.float64]
    order: Order


def latitude_axis(where: str, raw: NDArray[np.float64]) -> Axis:
    """Latitudes [deg] of either direction. FileFormatError (with `where`) unless monotonic and within -90..90."""
    _check_finite(where, raw, 2)
    outside = np.abs(raw) > 90.0 + 1e-6
    if outside.any():
        raise FileFormatError(f"{where}[{outside.argmax()}] = {raw[outside.argmax()]:g}: must be in -90..90 deg")
    return _ascending(where, np.clip(raw, -90.0, 90.0), "deg")


def longitude_axis(where: str, raw: NDArray[np.float64]) -> Axis:
    """Longitudes [deg] of any turn and either direction, made continuous over the date line.

    A part of a 0..360 grid that was cut on both sides of Greenwich (350..359, 0..10 in the order 0..10, 350..359)
    begins after its gap. FileFormatError (with `where`) unless the values then ascend within one turn.
    """
    _check_finite(where, raw, 2)
    order = np.arange(raw.size)[:: -1 if _runs_west(raw) else 1]
    values = _unwrapped(raw[order])
    steps = np.diff(values)
    widest = int(steps.argmax())
    if values.size > 3 and steps[widest] > 180.0 and np.sum(steps > 180.0) == 1:
        order = np.concatenate([order[widest + 1 :], order[: widest + 1]])
        values = _unwrapped(raw[order])
    _check_rising(where, raw, values, order, "deg")
    if values[-1] - values[0] > 360.0 + 0.01 * np.median(np.diff(values)) + 1e-6:
        raise FileFormatError(f"{where} = {values[0]:g}..{values[-1]:g}: must span at most 360 deg")
    return Axis(values, order.astype(np.intp))


def level_axis(where: str, raw: NDArray[np.float64]) -> Axis:
    """Depths [m] in any order, sorted. FileFormatError (with `where`) when one is missing or there twice."""
    _check_finite(where, raw, 1)
    order = np.argsort(raw, kind="stable")
    values = raw[order]
    if np.any(np.diff(values) <= 0.0):
        k = int(np.argmax(np.diff(values) <= 0.0))
        raise FileFormatError(f"{where}: level {values[k]:g} m is there twice")
    return Axis(values, order.astype(np.intp))


def time_axis(where: str, raw: NDArray[np.float64]) -> NDArray[np.float64]:
    """Times [s]. FileFormatError (with `where`) when there are none, or they do not ascend."""
    if raw.size == 0:
        raise FileFormatError(f"{where}: an axis of no times at all")
    falling = np.flatnonzero(np.diff(raw) <= 0.0)
    if falling.size:
        k = int(falling[0]) + 1
        raise FileFormatError(
            f"{where}[{k}]: {_date(raw[k])} does not come after {_date(raw[k - 1])}: times must ascend"
        )
    return raw


def _date(seconds: float) -> str:
    from seatrial.ocean.readers.times import format_time

    return format_time(seconds)


def _runs_west(raw: NDArray[np.float64]) -> bool:
    """Whether longitudes fall, whatever they do at the date line."""
    steps = np.diff(raw)
    if np.all(steps > 0.0) or np.all(steps < 0.0):
        return bool(steps[0] < 0.0)
    return bool(np.median((steps + 180.0) % 360.0 - 180.0) < 0.0)


def _unwrapped(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """A fall of more than half a turn is the date line or Greenwich: 179, -179 goes on as 181."""
    turns = np.concatenate([[0], np.cumsum(np.diff(values) < -180.0)])
    return values + 360.0 * turns


def _ascending(where: str, raw: NDArray[np.float64], unit: str) -> Axis:
    order = np.arange(raw.size)[:: -1 if raw[-1] < raw[0] else 1]
    values = raw[order]
    _check_rising(where, raw, values, order, unit)
    return Axis(values, order.astype(np.intp))


def _check_rising(
    where: str, raw: NDArray[np.float64], values: NDArray[np.float64], order: NDArray[np.intp], unit: str
) -> None:
    steps = np.diff(values)
    if np.any(steps <= 0.0):
        k = int(order[int(np.argmax(steps <= 0.0)) + 1])
        raise FileFormatError(f"{where}: not monotonic at index {k} ({raw[k]:g} {unit})")


def _check_finite(where: str, raw: NDArray[np.float64], least: int) -> None:
    if raw.ndim != 1 or raw.size < least:
        raise FileFormatError(f"{where}: {raw.size} value(s): an axis must have at least {least}")
    if not np.all(np.isfinite(raw)):
        raise FileFormatError(f"{where}[{int(np.argmin(np.isfinite(raw)))}]: a coordinate is missing")
