"""Tables of tidal current events as NOAA publishes them: slack, maximum flood, maximum ebb, at uneven times.

Between a slack and the maximum beside it the speed is a quarter of a sine, the curve of one constituent; between two
maxima without a slack it is half a cosine, from one extreme to the other; between two slacks it is zero. Speeds along
the flood are positive, those along the ebb negative in the file, and the two directions need not be opposite.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.errors import FileFormatError, InputError, check_number
from seatrial.ocean.readers.times import format_time
from seatrial.ocean.readers.units import Unit, parse

if TYPE_CHECKING:
    import pandas as pd

EVENTS = ("slack", "flood", "ebb")
FASTEST = 15.0
"""Beyond this speed a table is damaged or in other units [m/s]."""


@dataclass(frozen=True, eq=False)
class TidalEvents:
    """A tidal current at one place.

    times: of the events [s since 1970], ascending. speed: [m/s], positive with the flood, negative with the ebb, 0 at
    slack. is_slack: which are. flood_deg, ebb_deg: towards where they flow [deg clockwise from north].
    """

    name: str
    times: NDArray[np.float64]
    speed: NDArray[np.float64]
    is_slack: NDArray[np.bool_]
    flood_deg: float
    ebb_deg: float

    def speed_at(self, time: ArrayLike) -> NDArray[np.float64]:
        """Speed along the stream [m/s], positive with the flood, NaN outside the table; `time` [s since 1970]."""
        t = np.asarray(time, np.float64)
        k = np.clip(np.searchsorted(self.times, t, side="right") - 1, 0, self.times.size - 2)
        share = np.clip((t - self.times[k]) / (self.times[k + 1] - self.times[k]), 0.0, 1.0)
        before, after = self.speed[k], self.speed[k + 1]
        rising = after * np.sin(0.5 * np.pi * share)
        falling = before * np.cos(0.5 * np.pi * share)
        swinging = before + (after - before) * 0.5 * (1.0 - np.cos(np.pi * share))
        value = np.where(self.is_slack[k], rising, np.where(self.is_slack[k + 1], falling, swinging))
        inside = (t >= self.times[0]) & (t <= self.times[-1])
        return np.where(inside, value, np.nan)

    def sample(
        self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """East and north velocity [m/s], shape (..., 2), NaN outside the times of the table, and validity, shape (...).

        The table knows no place: position and depth make no difference.
        """
        _, _, _, t = np.broadcast_arrays(lat, lon, depth, np.asarray(time, np.float64))
        speed = self.speed_at(t)
        way = np.radians(np.where(speed >= 0.0, self.flood_deg, self.ebb_deg))
        size = np.abs(speed)
        return np.stack([size * np.sin(way), size * np.cos(way)], axis=-1), np.isfinite(speed)


def open_tidal_events(path: str | Path, flood_deg: float, ebb_deg: float) -> TidalEvents:
    """The table at `path` with the directions that it does not hold [deg clockwise from north].

    FileFormatError (file, row) when it is no such table, InputError when it cannot be read or a direction is none.
    """
    flood, ebb = (
        check_number(name, value, "deg", -360.0, 360.0)
        for name, value in (("flood_deg", flood_deg), ("ebb_deg", ebb_deg))
    )
    frame, columns, unit = _table(Path(path))
    events = frame[columns["event"]].astype(str).str.strip().str.lower()
    unknown = np.flatnonzero(~events.isin(EVENTS).to_numpy())
    if unknown.size:
        row = int(unknown[0])
        raise FileFormatError(f"{path}: row {row + 2}: event {events.iloc[row]!r}: must be one of {', '.join(EVENTS)}")
    is_slack = (events == "slack").to_numpy(bool)
    times, speed = (
        _times(Path(path), frame, columns["time"]),
        _speeds(Path(path), frame, columns["speed"], is_slack, unit),
    )
    speed = np.where(events == "ebb", -np.abs(speed), np.where(events == "flood", np.abs(speed), 0.0))
    return TidalEvents(Path(path).name, times, speed, is_slack, flood, ebb)


def is_event_table(path: Path) -> bool:
    """Whether a file is a CSV table with times, events and speeds."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            head = file.readline(2000)
    except OSError:
        return False
    return path.suffix.lower() == ".csv" and {"time", "event", "speed"} <= _columns(head.split(",")).keys()


def describe_events(path: Path) -> dict[str, Any]:
    """What `inspecting.inspect` says of such a table."""
    events = open_tidal_events(path, 0.0, 180.0)
    years = sorted({format_time(t)[:4] for t in events.times[[0, -1]]})
    warnings = ["no directions and no place in the table: flood and ebb must be given (flood_deg, ebb_deg)"]
    year = re.search(r"(?:^|_)((?:19|20)\d{2})(?:_|$)", path.stem)
    if year is not None and years != [year[1]]:
        warnings.append(f"the name says {year[1]}, the times are {years[0]}..{years[-1]}")
    steps = np.diff(events.times)
    warnings.append(f"events, no samples: {steps.min() / 60:.0f}..{steps.max() / 60:.0f} min apart, interpolated")
    return {
        "file": str(path),
        "format": "CSV of tidal current events",
        "files": 1,
        "variables": [
            {
                "name": "speed",
                "dimensions": ["event"],
                "shape": [int(events.times.size)],
                "type": "float64",
                "units": "m/s",
                "standard_name": None,
                "long_name": "speed along the stream, flood positive",
                "least": float(events.speed.min()),
                "greatest": float(events.speed.max()),
                "missing": 0.0,
                "sampled": False,
            }
        ],
        "roles": {
            "SeaWaterVelocity": {
                "variables": {"speed": {"variable": "speed", "by": "column name"}},
                "components": ["east", "north"],
                "shape": [2, int(events.times.size), 1, 1, 1],
                "notes": [
                    f"{int(np.sum(events.is_slack))} slacks, {int(np.sum(events.speed > 0))} floods, "
                    f"{int(np.sum(events.speed < 0))} ebbs"
                ],
                "problem": None,
            }
        },
        "grid": {},
        "range": {
            "time": [format_time(t) for t in events.times[[0, -1]]],
            "lat_deg": None,
            "lon_deg": None,
            "depth_m": None,
        },
        "warnings": warnings,
    }


def _columns(names: list[Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in names:
        plain = re.sub(r"[\s_]+", " ", str(name).strip().lower())
        for role, pattern in (("time", r"^date|time"), ("event", r"^event"), ("speed", r"^speed|^velocity")):
            if role not in found and re.search(pattern, plain):
                found[role] = name
                break
    return found


def _table(path: Path) -> tuple["pd.DataFrame", dict[str, Any], Unit]:
    import pandas as pd

    try:
        frame = pd.read_csv(path, skipinitialspace=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except (ValueError, pd.errors.ParserError) as error:
        raise FileFormatError(f"{path}: no table of comma separated values: {str(error).splitlines()[0]}") from None
    columns = _columns(list(frame.columns))
    if len(columns) < 3 or len(frame) < 2:
        raise FileFormatError(f"{path}: must have columns of time, event and speed, and two rows or more")
    bracket = re.search(r"\(([^)]*)\)", str(columns["speed"]))
    unit = parse(bracket[1]) if bracket else None
    if unit is None or unit.kind != "speed":
        raise FileFormatError(
            f"{path}: column {str(columns['speed']).strip()!r}: its unit must be in brackets, (cm/sec) or such"
        )
    return frame, columns, unit


def _times(path: Path, frame: "pd.DataFrame", column: Any) -> NDArray[np.float64]:
    import pandas as pd

    zone = re.search(r"\(([^)]*)\)", str(column))
    if zone is not None and zone[1].strip().upper() not in ("GMT", "UTC", "Z"):
        raise FileFormatError(f"{path}: column {str(column).strip()!r}: times must be GMT")
    try:
        when = pd.to_datetime(frame[column].astype(str).str.strip(), utc=True, format="ISO8601")
    except ValueError as error:
        raise FileFormatError(f"{path}: column {str(column).strip()!r}: {str(error).splitlines()[0]}") from None
    times = (when - pd.Timestamp(0, tz="UTC")).dt.total_seconds().to_numpy(np.float64)
    falling = np.flatnonzero(~(np.diff(times) > 0.0))
    if falling.size:
        raise FileFormatError(f"{path}: row {falling[0] + 3}: {format_time(times[falling[0] + 1])}: times must ascend")
    return times


def _speeds(
    path: Path, frame: "pd.DataFrame", column: Any, is_slack: NDArray[np.bool_], unit: Unit
) -> NDArray[np.float64]:
    import pandas as pd

    speed = np.asarray(pd.to_numeric(frame[column], errors="coerce"), np.float64) * unit.scale
    bad = np.flatnonzero(~is_slack & ~(np.abs(speed) <= FASTEST))
    if bad.size:
        raise FileFormatError(
            f"{path}: row {bad[0] + 2}: speed {frame[column].iloc[bad[0]]!r}: must be a number up to {FASTEST:g} m/s"
        )
    return np.where(is_slack, 0.0, speed)
