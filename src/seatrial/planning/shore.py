"""How near a leg comes to the coast."""

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from seatrial.frames.geodesy import destination, inverse, unwrap_longitudes
from seatrial.frames.local import LocalFrame
from seatrial.ocean.land import Land

Array = NDArray[np.float64]

_CHUNK = 50_000.0
_DEGREE = 110_000.0


@dataclass(frozen=True)
class Ends:
    """Parts of a route at its start and goal, by distance from them [m], that may be near the coast."""

    start: float = 0.0
    goal: float = 0.0


class Shore:
    """Coast edges in a plane [m], shape (n, 4), ready to be asked what is near them."""

    def __init__(self, edges: Array) -> None:
        self._tree = (
            shapely.STRtree(np.asarray(shapely.linestrings(edges.reshape(-1, 2, 2)), dtype=np.object_))
            if len(edges)
            else None
        )

    def near(self, lines: NDArray[np.object_], distance: float) -> NDArray[np.bool_]:
        """Which lines of the plane, shapely line strings of shape (n,), come within `distance` [m] of the coast."""
        answer = np.zeros(len(lines), np.bool_)
        if self._tree is not None and distance > 0.0:
            answer[self._tree.query(lines, predicate="dwithin", distance=distance)[0]] = True
        return answer


def great_circle_near_shore(
    land: Land, lat1: float, lon1: float, lat2: float, lon2: float, distance: float, ends: Ends
) -> bool:
    """Whether the geodesic from 1 to 2 [deg], without its `ends`, comes within `distance` [m] of the coast of `land`.

    It is cut into chunks that run straight through the middle of a local plane each.
    """
    length, azimuth, _ = inverse(lat1, lon1, lat2, lon2)
    first, last = ends.start, float(length) - ends.goal
    if first >= last or distance <= 0.0:
        return False
    knots = np.linspace(first, last, 2 * int(np.ceil((last - first) / _CHUNK)) + 1)
    lat, lon = destination(lat1, lon1, azimuth, knots)
    return any(_chunk_near(land, lat[k : k + 3], lon[k : k + 3], distance) for k in range(0, len(knots) - 1, 2))


def _chunk_near(land: Land, lat: Array, lon: Array, distance: float) -> bool:
    """The same for one chunk, given by its start, middle and end."""
    margin = 2.0 * distance / _DEGREE + 0.01
    south, north = max(lat.min() - margin, -90.0), min(lat.max() + margin, 90.0)
    lon = unwrap_longitudes(lon)
    widest = max(abs(south), abs(north))
    margin_lon = margin / max(np.cos(np.radians(widest)), 1e-9)
    west, east = lon.min() - margin_lon, lon.max() + margin_lon
    if widest > 89.0 or east - west >= 360.0:
        west, east = -180.0, 180.0
    edges = land.coast_near(south, north, west, east)
    if not len(edges):
        return False
    frame = LocalFrame(float(lat[1]), float(lon[1]))
    north_m, east_m = frame.to_local(edges[:, 1::2], edges[:, 0::2])
    plane = np.stack([north_m, east_m], axis=2).reshape(-1, 4)
    line = shapely.linestrings(np.column_stack(frame.to_local(lat, lon)))
    return bool(Shore(plane).near(np.array([line]), distance)[0])
