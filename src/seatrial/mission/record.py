"""The record of a mission: plan, history, events, how it ended and what it was made from."""

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from seatrial.planning.plan import Plan
from seatrial.simulation.columns import COLUMNS
from seatrial.simulation.status import Status


@dataclass(frozen=True, eq=False)
class Run:
    """One mission as it went.

    history     xarray Dataset along `time` [s since the start], one variable per column of `simulation.columns`
    events      (time [s], what, waypoint or -1), in order of time
    provenance  versions, sources of the fields, seed and step
    reason      why the fields did not answer, where that ended the mission, else empty
    """

    name: str
    scenario: dict[str, Any]
    plan: Plan
    history: xr.Dataset
    events: tuple[tuple[float, str, int], ...]
    status: Status
    steps: int
    wall_s: float
    provenance: dict[str, Any]
    reason: str = ""

    def last(self, column: str) -> float:
        """Value of a history column at the end."""
        return float(self.history[column].values[-1])

    @property
    def duration_s(self) -> float:
        """Simulated time [s]."""
        return float(self.history["time"].values[-1])

    def summary(self) -> dict[str, Any]:
        """The run in plain numbers, ready for JSON."""
        return {
            "name": self.name,
            "status": self.status.word,
            "reason": self.reason,
            "distance_m": self.last("distance"),
            "duration_s": self.duration_s,
            "energy_J": self.last("energy"),
            "charge": self.last("charge"),
            "final_lat": self.last("lat"),
            "final_lon": self.last("lon"),
            "final_depth_m": self.last("depth"),
            "planned": {
                "distance_m": self.plan.distance_m,
                "duration_s": self.plan.duration_s,
                "energy_J": self.plan.energy_J,
                "waypoints": len(self.plan.lat),
                "method": self.plan.method,
                "start_moved_m": self.plan.start_moved_m,
                "goal_moved_m": self.plan.goal_moved_m,
            },
            "warnings": list(self.plan.warnings),
            "rows": int(self.history.sizes["time"]),
            "steps": self.steps,
            "wall_s": self.wall_s,
        }

    def equals(self, other: "Run") -> bool:
        """Whether the other run has the same content, bit for bit in its history."""
        return (
            self.history.identical(other.history)
            and (self.name, self.events, self.status, self.reason, self.steps, self.wall_s)
            == (other.name, other.events, other.status, other.reason, other.steps, other.wall_s)
            and _text(self.scenario) == _text(other.scenario)
            and _text(self.provenance) == _text(other.provenance)
            and _text(self.plan.to_dict()) == _text(other.plan.to_dict())
        )


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def history_dataset(rows: NDArray[np.float64], start_time: str) -> xr.Dataset:
    """History rows, shape (n, columns), as a Dataset along time with CF attributes."""
    variables: dict[str, Any] = {}
    for k, column in enumerate(COLUMNS):
        attributes = {"long_name": column.meaning, "units": column.unit}
        if column.standard_name:
            attributes["standard_name"] = column.standard_name
        variables[column.name] = ("time", np.ascontiguousarray(rows[:, k]), attributes)
    variables["time"][2]["units"] = f"seconds since {start_time}"
    variables["time"][2]["calendar"] = "standard"
    variables["time"][2]["axis"] = "T"
    variables["depth"][2].update(positive="down", axis="Z")
    coordinates = {name: variables.pop(name) for name in ("time", "lat", "lon", "depth")}
    return xr.Dataset(variables, coordinates)
