"""Where and when an ocean is asked: one place, a section, a series, a list."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import InputError
from seatrial.frames.geodesy import destination, inverse, wrap_longitude
from seatrial.frames.position import parse_latitude, parse_longitude
from seatrial.ocean.moments import parse_moment

MOST = 200_000
"""Most places asked at once."""
Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Places:
    """Places, depths and times, all of the shape `shape`, which is (time, along, depth) for sections and series.

    lat, lon: [deg]. depth: [m, down]. time: [s since 1970], NaN where none is meant. distance: along the section [m],
    NaN where there is none.
    """

    lat: Array
    lon: Array
    depth: Array
    time: Array
    distance: Array

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of every array."""
        return self.lat.shape


def grid(lat: Array, lon: Array, distance: Array, depths: Sequence[float], times: Sequence[float]) -> Places:
    """All combinations of times, points along a line and depths. InputError when they are too many."""
    shape = (max(len(times), 1), lat.size, len(depths))
    if np.prod(shape) > MOST:
        raise InputError(f"sample: {shape[0]} times x {shape[1]} points x {shape[2]} depths: must be {MOST} at most")
    time = np.asarray(times if len(times) else (np.nan,), np.float64)
    deep, line = np.asarray(depths, np.float64), distance[None, :, None]
    parts = np.broadcast_arrays(lat[None, :, None], lon[None, :, None], deep, time[:, None, None], line)
    return Places(parts[0], parts[1], parts[2], parts[3], parts[4])


def section(lat1: float, lon1: float, lat2: float, lon2: float, points: int) -> tuple[Array, Array, Array]:
    """Latitude, longitude [deg] and distance [m] of evenly spaced points of the shortest line, both ends included."""
    length, start, _ = inverse(lat1, lon1, lat2, lon2)
    distance = np.linspace(0.0, float(length), points)
    lat, lon = destination(lat1, lon1, start, distance)
    lat[[0, -1]], lon[[0, -1]] = (lat1, lat2), wrap_longitude([lon1, lon2])
    return lat, lon, distance


def along(lat: Array, lon: Array, points: int) -> tuple[Array, Array, Array, Array]:
    """Evenly spaced points of the shortest lines through corners [deg], shape (n,), n >= 2, both ends included.

    Latitude, longitude [deg], distance from the first corner [m] and course [rad, clockwise from north], each of shape
    (points,). Corners on one another are one.
    """
    length, azimuth, arrival = inverse(lat[:-1], lon[:-1], lat[1:], lon[1:])
    ends = np.concatenate([[0.0], np.cumsum(length)])
    distance = np.linspace(0.0, ends[-1], points)
    leg = np.clip(np.searchsorted(ends, distance, side="right") - 1, 0, length.size - 1)
    found = destination(lat[leg], lon[leg], azimuth[leg], distance - ends[leg])
    # The course at a point is where the end of its leg lies; at that end itself, how the leg arrives.
    course = inverse(*found, lat[leg + 1], lon[leg + 1])[1]
    return found[0], wrap_longitude(found[1]), distance, np.where(ends[leg + 1] - distance > 0.01, course, arrival[leg])


def instants(begin: float, end: float, step: float) -> list[float]:
    """Times [s] from `begin` to `end` inclusive. InputError when they are too many or the wrong way round."""
    if end < begin:
        raise InputError("--until: must not be before --time")
    count = int((end - begin) / step + 1e-9) + 1
    if count > MOST:
        raise InputError(f"--until, --every: make {count} times, must be {MOST} at most")
    return [begin + step * k for k in range(count)]


_NAMES = {
    "lat": "lat", "latitude": "lat", "lon": "lon", "long": "lon", "longitude": "lon", "depth": "depth",
    "depth_m": "depth", "z": "depth", "time": "time", "date": "time", "datetime": "time", "time_utc": "time",
}  # fmt: skip


def read_table(text: str, where: str, depth: float, time: float) -> Places:
    """Places of a comma separated table: columns latitude and longitude, and depth [m] and time where there are any.

    Without a header the columns have that order. `depth` and `time` [s since 1970, NaN for none] stand where a row has
    none. InputError naming the line for what is wrong.
    """
    rows = [(n, row) for n, row in enumerate(csv.reader(io.StringIO(text)), 1) if any(cell.strip() for cell in row)]
    rows = [(n, row) for n, row in rows if not row[0].lstrip().startswith("#")]
    if not rows:
        raise InputError(f"{where}: has no rows")
    names = [_NAMES.get(cell.strip().lower().strip("\ufeff"), "") for cell in rows[0][1]]
    if "lat" in names or "lon" in names:
        if not {"lat", "lon"} <= set(names):
            raise InputError(f"{where}: needs columns lat and lon, has {', '.join(c.strip() for c in rows[0][1])}")
        rows = rows[1:]
    else:
        names = ["lat", "lon", "depth", "time"]
    if not rows or len(rows) > MOST:
        raise InputError(f"{where}: has {len(rows)} rows, must be 1..{MOST}")
    found = [_row(dict(zip(names, row, strict=False)), f"{where} line {n}", depth, time) for n, row in rows]
    lat, lon, deep, moment = np.array(found, np.float64).T
    return Places(lat, lon, deep, moment, np.full(len(found), np.nan))


def _row(cells: dict[str, str], where: str, depth: float, time: float) -> tuple[float, float, float, float]:
    try:
        lat, lon = parse_latitude(cells.get("lat", "").strip()), parse_longitude(cells.get("lon", "").strip())
        deep = cells.get("depth", "").strip()
        value = float(deep) if deep else depth
        if not 0.0 <= value <= 12_000.0:
            raise InputError(f"depth = {deep} m: must be a number in 0..12000 m")
        moment = cells.get("time", "").strip()
        return lat, lon, value, parse_moment("time", moment).timestamp() if moment else time
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    except ValueError:
        raise InputError(f"{where}: depth = {cells['depth'].strip()!r}: must be a number in 0..12000 m") from None
