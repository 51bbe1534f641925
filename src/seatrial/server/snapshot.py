"""A history row as the fields of the swordfish API, and what we add to them.

Angles: `heading_deg` counts from east, counter-clockwise; `pitch_deg` and `roll_deg` belong to a body frame with y to
port and z up, so that a nose that points down has a positive pitch. `compass_deg` and `pitch_up_deg` are the usual
ones.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seatrial.server.table import PLACE, Columns
from seatrial.simulation.status import Status

SEED_KEYS = (
    "t", "lat", "lon", "depth_m", "speed_m_s", "heading_deg", "pitch_deg", "roll_deg", "soc", "voltage_V", "current_A",
    "power_W", "energy_J", "distance_m", "wp", "wp_total", "running", "finished", "grounded", "plan_loaded",
)  # fmt: skip
"""Keys of a snapshot of the swordfish API, in order."""
ADDED_ROW_KEYS = (
    "compass_deg", "pitch_up_deg", "sea_floor_depth_m", "current_east_m_s", "current_north_m_s",
    "speed_through_water_m_s",
)  # fmt: skip
"""Keys that every row has besides."""

GROUNDED = (Status.GROUNDED, Status.ON_LAND)
_ENDS = {
    Status.ARRIVED: "complete",
    Status.BROWNOUT: "brownout",
    Status.GROUNDED: "GROUNDED",
    Status.ON_LAND: "GROUNDED",
}

_SIMPLE = {
    "t": ("time", 6), "lat": ("lat", 8), "lon": ("lon", 8), "depth_m": ("depth", 4), "speed_m_s": ("speed", 5),
    "soc": ("charge", 9), "voltage_V": ("voltage", 5), "current_A": ("current", 5), "power_W": ("power", 4),
    "energy_J": ("energy", 3), "distance_m": ("distance", 4), "sea_floor_depth_m": ("sea_floor_depth", 2),
    "current_east_m_s": ("current_east", 5), "current_north_m_s": ("current_north", 5),
    "speed_through_water_m_s": ("speed_through_water", 5),
}  # fmt: skip
"""Column and decimals of what only has to be rounded."""


def state_word(is_loaded: bool, is_running: bool, is_finished: bool, status: Status | None) -> str:
    """One of: no plan, paused, running, complete, brownout, GROUNDED, failed."""
    if not is_loaded:
        return "no plan"
    if is_finished:
        return "failed" if status is None else _ENDS.get(status, "failed")
    return "running" if is_running else "paused"


def wrapped_degrees(angle: Any) -> Any:
    """Angles [deg] in (-180, 180]."""
    return 180.0 - (180.0 - angle) % 360.0


def fields(columns: Columns) -> dict[str, NDArray[np.float64]]:
    """Every field that a row has, rounded, for columns (columns, rows)."""
    found = {key: np.round(columns[PLACE[name]], decimals) for key, (name, decimals) in _SIMPLE.items()}
    found["lon"] = np.where(found["lon"] >= 180.0, found["lon"] - 360.0, found["lon"])  # rounded up to the date line
    compass = np.degrees(columns[PLACE["heading"]])
    found["compass_deg"] = np.round(compass, 4) % 360.0
    found["heading_deg"] = np.round(wrapped_degrees(90.0 - compass), 4)
    up = np.degrees(columns[PLACE["pitch"]])
    found["pitch_up_deg"], found["pitch_deg"] = np.round(up, 4) + 0.0, np.round(-up, 4) + 0.0
    found["roll_deg"] = np.round(np.degrees(columns[PLACE["roll"]]), 4) + 0.0
    return found


def row_values(row: NDArray[np.float64]) -> dict[str, float | None]:
    """The fields of one row (columns,); None where there is no number."""
    return {key: (None if math.isnan(value) else value) for key, value in _one(row)}


def _one(row: NDArray[np.float64]) -> list[tuple[str, float]]:
    values = row.tolist()
    found = [(key, round(values[PLACE[name]], decimals)) for key, (name, decimals) in _SIMPLE.items()]
    compass, up = math.degrees(values[PLACE["heading"]]), math.degrees(values[PLACE["pitch"]])
    lon = found[2][1]
    found[2] = ("lon", lon - 360.0 if lon >= 180.0 else lon)
    return [
        *found,
        ("compass_deg", round(compass, 4) % 360.0),
        ("heading_deg", round(wrapped_degrees(90.0 - compass), 4)),
        ("pitch_up_deg", round(up, 4) + 0.0),
        ("pitch_deg", round(-up, 4) + 0.0),
        ("roll_deg", round(math.degrees(values[PLACE["roll"]]), 4) + 0.0),
    ]


EMPTY_ROW: dict[str, float | None] = {
    **dict.fromkeys((*SEED_KEYS[:14], *ADDED_ROW_KEYS), 0.0),
    "soc": 1.0,
    "sea_floor_depth_m": None,
}
"""The fields of a row when there is none."""
