"""Whether a leg is clear: exact answers for what the lattice only samples."""

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from seatrial.dynamics.engine import start as start_engine
from seatrial.frames.geodesy import destination, distance, inverse
from seatrial.ocean.ocean import Ocean
from seatrial.planning.floor import safe_legs
from seatrial.planning.lattice import Lattice
from seatrial.planning.obstacles import Obstacles
from seatrial.planning.request import Place
from seatrial.planning.shore import Ends, Shore

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]

wp = start_engine()

_PIECE = 50_000.0
_ROUNDING = 1.0 - 1e-6


@dataclass(frozen=True, eq=False)
class Sight:
    """Exact answers about geodesic legs over a lattice: land, sea floor, shore and blocked cells.

    obstacles: what no straight leg may meet. cruise_depth, shore_clearance in m.
    start, goal [deg]: legs may be near the shore within `ends` of them.
    """

    ocean: Ocean
    lattice: Lattice
    obstacles: Obstacles
    cruise_depth: float
    shore: Shore
    shore_clearance: float
    start: Place
    goal: Place
    ends: Ends

    def clear(self, lat1: Array, lon1: Array, lat2: Array, lon2: Array) -> Bools:
        """Which legs [deg], shape (n,), are safe, meet no blocked cell and keep away from the shore."""
        north, east, leg = self._pieces(lat1, lon1, lat2, lon2)
        y, x = (north - self.lattice.north0) / self.lattice.cell, (east - self.lattice.east0) / self.lattice.cell
        inner = leg[1:] == leg[:-1]
        lines = np.column_stack([y[:-1], x[:-1], y[1:], x[1:]])[inner]
        good = self.obstacles.clear(lines, leg[1:][inner])
        for check in (self._off_shore, self._safe):
            look = np.flatnonzero(good)
            if len(look):
                good[look] = check(lat1[look], lon1[look], lat2[look], lon2[look])
        return good

    def _safe(self, lat1: Array, lon1: Array, lat2: Array, lon2: Array) -> Bools:
        return safe_legs(self.ocean, self.cruise_depth, lat1, lon1, lat2, lon2)

    def _pieces(self, lat1: Array, lon1: Array, lat2: Array, lon2: Array) -> tuple[Array, Array, NDArray[np.intp]]:
        """Points along legs in the plane [m], close enough for straight lines to follow the geodesic, and their leg."""
        length, azimuth, _ = inverse(lat1, lon1, lat2, lon2)
        count = np.ceil(length / min(_PIECE, 100.0 * self.lattice.cell)).astype(np.intp) + 1
        count = np.maximum(count, 2)
        leg = np.repeat(np.arange(len(count)), count)
        part = (np.arange(len(leg)) - (np.cumsum(count) - count)[leg]) / (count[leg] - 1)
        lat, lon = destination(lat1[leg], lon1[leg], azimuth[leg], part * length[leg])
        return *self.lattice.frame.to_local(lat, lon), leg

    def _off_shore(self, lat1: Array, lon1: Array, lat2: Array, lon2: Array) -> Bools:
        if self.shore_clearance == 0.0:
            return np.ones(len(lat1), np.bool_)
        length, azimuth, _ = inverse(lat1, lon1, lat2, lon2)
        first = np.maximum(self.ends.start - distance(*self.start, lat1, lon1), 0.0)
        last = length - np.maximum(self.ends.goal - distance(*self.goal, lat2, lon2), 0.0)
        good = first >= last
        look = np.flatnonzero(~good)
        if len(look):
            begin = destination(lat1[look], lon1[look], azimuth[look], first[look])
            end = destination(lat1[look], lon1[look], azimuth[look], last[look])
            north, east, leg = self._pieces(*begin, *end)
            lines = shapely.linestrings(np.column_stack([north, east]), indices=leg)
            good[look] = ~self.shore.near(np.asarray(lines, dtype=np.object_), self.shore_clearance * _ROUNDING)
        return good
