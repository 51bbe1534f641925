"""What the planner answers."""

from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from seatrial.frames.geodesy import unwrap_longitudes

Array = NDArray[np.float64]

_ARRAYS = ("lat", "lon", "depth", "speed", "route_lat", "route_lon")


def continuous_longitudes(lon: Array) -> Array:
    """Longitudes [deg] of a track, shape (n,), without jumps: 179 is followed by 181, not by -179. For drawing."""
    return unwrap_longitudes(lon)


@dataclass(frozen=True, eq=False)
class Plan:
    """Waypoints of a mission, the route that they follow, and what it takes.

    Waypoint 0 is the start at the surface, 1 the start at cruise depth, the last one the goal at the surface.

    lat, lon                latitude and longitude of the waypoints [deg], shape (n,); longitude in [-180, 180)
    depth                   depth of the waypoints [m, positive down], shape (n,)
    speed                   speed towards each waypoint [m/s], shape (n,)
    distance_m              length of the route plus dive and surfacing [m]
    duration_s, energy_J    steady-state estimate, see `estimate`
    route_lat, route_lon    corners of the route before it is cut into waypoints [deg], shape (m,)
    method                  "great circle" or "search"
    start_moved_m, goal_moved_m   distance from where they were asked for [m]; 0 when they could be kept
    cell_m                  side of a lattice cell [m], 0 for a great circle
    expanded                lattice cells that the search expanded
    warnings                one line each
    """

    lat: Array
    lon: Array
    depth: Array
    speed: Array
    distance_m: float
    duration_s: float
    energy_J: float
    route_lat: Array
    route_lon: Array
    method: str
    start_moved_m: float = 0.0
    goal_moved_m: float = 0.0
    cell_m: float = 0.0
    expanded: int = 0
    warnings: tuple[str, ...] = ()

    def drawn_longitudes(self) -> Array:
        """Longitudes of the waypoints for drawing [deg], shape (n,): continuous, so they may leave [-180, 180)."""
        return continuous_longitudes(self.lon)

    def to_dict(self) -> dict[str, Any]:
        """The plan in lists, numbers and strings, ready for JSON."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        for name in _ARRAYS:
            values[name] = values[name].tolist()
        values["warnings"] = list(self.warnings)
        return values

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """The plan that `to_dict` wrote."""
        read = dict(values)
        for name in _ARRAYS:
            read[name] = np.asarray(read[name], dtype=np.float64)
        read["warnings"] = tuple(read["warnings"])
        return cls(**read)
