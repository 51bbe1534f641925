"""The track and motion of one trial."""

import csv
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import FileFormatError, InputError

Array = NDArray[np.float64]
_COLUMNS = {
    "t": "t", "u": "u", "v": "v", "w": "w", "p": "p", "q": "q", "r": "r",
    "north": "x", "east": "y", "depth": "z", "roll": "phi", "pitch": "theta", "heading": "psi",
}  # fmt: skip
"""Column of a file of traces (that of the Marine Systems Simulator) by field."""


@dataclass(frozen=True)
class Trace:
    """Columns of equal length: time [s], position [m, NED], attitude [rad], velocity in B [m/s, rad/s]."""

    t: Array
    north: Array
    east: Array
    depth: Array
    roll: Array
    pitch: Array
    """Nose up positive."""
    heading: Array
    """Unwrapped: it grows through whole turns."""
    u: Array
    v: Array
    w: Array
    p: Array
    q: Array
    r: Array

    @property
    def speed(self) -> Array:
        """Over ground [m/s]."""
        return np.sqrt(self.u**2 + self.v**2 + self.w**2)

    def after(self, time: float) -> Self:
        """From `time` [s] on, with that as the new zero."""
        k = self.t >= time - 1e-9
        cut = {f.name: getattr(self, f.name)[k] for f in fields(self)}
        return type(self)(**{**cut, "t": cut["t"] - time})

    def at(self, time: float, name: str) -> float:
        """A column at a time, linearly between rows."""
        return float(np.interp(time, self.t, getattr(self, name)))

    def steady(self, values: Array, share: float = 0.1) -> float:
        """Mean of `values` over the last tenth (or another share) of the time."""
        k = self.t >= self.t[-1] - share * (self.t[-1] - self.t[0])
        return float(values[k].mean())


def crossing(t: Array, values: Array, level: float) -> float | None:
    """First time at which `values` reach `level` from their first one, linearly between rows; None if they never do."""
    above = values >= level if values[0] < level else values <= level
    if not above.any():
        return None
    k = int(np.argmax(above))
    if k == 0:
        return float(t[0])
    share = (level - values[k - 1]) / (values[k] - values[k - 1])
    return float(t[k - 1] + share * (t[k] - t[k - 1]))


def read_trace(path: str | Path) -> Trace:
    """A trace from a CSV file with the columns t u v w p q r x y z phi theta psi (SI, radians, NED).

    InputError or FileFormatError (one line that names file and column) when it cannot be read.
    """
    path = Path(path)
    try:
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
    except OSError as error:
        raise InputError(f"trace {path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise FileFormatError(f"trace {path}: is no text") from None
    if len(rows) < 3:
        raise FileFormatError(f"trace {path}: {max(len(rows) - 1, 0)} rows: must be two or more below a line of names")
    names = [name.strip() for name in rows[0]]
    columns = {}
    for field, name in _COLUMNS.items():
        if name not in names:
            raise FileFormatError(f"trace {path}: column {name} is missing")
        k = names.index(name)
        try:
            columns[field] = np.array([float(row[k]) for row in rows[1:] if row])
        except (ValueError, IndexError):
            raise FileFormatError(f"trace {path}: column {name}: must hold numbers") from None
        if not np.all(np.isfinite(columns[field])):
            raise FileFormatError(f"trace {path}: column {name}: must hold finite numbers")
    if np.any(np.diff(columns["t"]) <= 0.0):
        raise FileFormatError(f"trace {path}: column t: must ascend")
    columns["heading"] = np.unwrap(columns["heading"])
    return Trace(**columns)


def write_trace(trace: Trace, path: str | Path) -> None:
    """A trace as a CSV file that `read_trace` reads. InputError when it cannot be written."""
    columns = np.column_stack([getattr(trace, field) for field in _COLUMNS])
    try:
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(_COLUMNS.values())
            writer.writerows([f"{value:.10g}" for value in row] for row in columns.tolist())
    except OSError as error:
        raise InputError(f"trace {path}: cannot be written: {error.strerror}") from None
