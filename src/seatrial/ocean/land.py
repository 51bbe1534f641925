"""What is land: exact polygons, asked about points, legs and tracks."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from threading import Lock

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray
from shapely.geometry.base import BaseGeometry

from seatrial.errors import InputError
from seatrial.frames.geodesy import check_latitude, check_longitude, unwrap_longitudes, wrap_longitude
from seatrial.ocean.coast import Coast
from seatrial.ocean.land_cells import LAND, MIXED, LandCells, cell_of, inside
from seatrial.ocean.land_files import read_land, shipped_polygons
from seatrial.ocean.legs import straight_pieces
from seatrial.ocean.rings import Polygons, to_plane

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_BLOCK = 64  # pieces of a track that are tested as one line

# GEOS makes the index of a prepared polygon when it is first asked, and does not guard that against other threads
_PREPARING = Lock()


class Land:
    """Polygons of land on WGS-84, with straight edges in longitude and latitude. The boundary is land.

    Positions in degrees, longitude of any turn. A pole is land if any polygon reaches it. What only some questions
    need (the coast's edges and their search tree) is made when first asked for.

    `polygons`: disjoint shapely polygons, lon and lat in -180..180 and -90..90, shape (n,); not to be changed.
    """

    def __init__(self, polygons: Polygons) -> None:
        """From disjoint valid polygons in the plane; others come through `from_polygons`, which brings them there."""
        self.polygons = polygons
        self._cells = LandCells(polygons)
        reach = shapely.bounds(polygons) if len(polygons) else np.zeros((1, 4))
        self._south_pole, self._north_pole = bool(np.any(reach[:, 1] <= -90.0)), bool(np.any(reach[:, 3] >= 90.0))
        self._coast_edges: Coast | None = None

    @staticmethod
    def shipped(lakes: bool = False) -> "Land":
        """Natural Earth 1:10m land; with `lakes` its lakes are water too (without, only the Caspian Sea is)."""
        return _shipped(bool(lakes))

    @staticmethod
    def from_file(path: str | Path) -> "Land":
        """Land from GeoJSON, `.wkb` or `.wkb.xz`; rings may cross the date line, hold a pole or overlap.

        `FileFormatError`, one line, if the file is not that.
        """
        return Land(read_land(path))

    @staticmethod
    def from_polygons(polygons: Iterable[BaseGeometry | ArrayLike]) -> "Land":
        """Land from shapely (multi)polygons or outer rings of (lon, lat) pairs [deg]; they may overlap.

        Rings that cross the date line or hold a pole are read as `seatrial.ocean.rings` says. `InputError` for rings
        that are none.
        """
        return Land(to_plane(polygons))

    @staticmethod
    def none() -> "Land":
        """A world of water."""
        return Land(np.empty(0, dtype=object))

    def contains(self, lat: ArrayLike, lon: ArrayLike) -> Bools:
        """Whether positions [deg], any shapes that broadcast, are on land, exact against the polygons.

        `InputError` for a latitude outside -90..90 and for numbers that are not finite.
        """
        lat, lon = np.broadcast_arrays(check_latitude(lat), wrap_longitude(check_longitude(lon)))
        shape, lat, lon = lat.shape, lat.ravel(), lon.ravel()
        is_land = self._in_plane(lat, lon)
        # the plane's two edges are one meridian
        seam = np.flatnonzero(lon == -180.0)
        if len(seam):
            is_land[seam] |= self._in_plane(lat[seam], np.full(len(seam), 180.0))
        pole = np.flatnonzero(np.abs(lat) == 90.0)
        is_land[pole] = np.where(lat[pole] > 0.0, self._north_pole, self._south_pole)
        return is_land.reshape(shape)

    def crosses(self, lat1: ArrayLike, lon1: ArrayLike, lat2: ArrayLike, lon2: ArrayLike) -> Bools:
        """Whether the shortest WGS-84 line between two positions [deg] touches land, ends included; broadcasts.

        The line is followed to 1 m. `InputError` as for `contains`.
        """
        lat1, lon1 = check_latitude(lat1), check_longitude(lon1)
        lat2, lon2 = check_latitude(lat2), check_longitude(lon2)
        lat1, lon1, lat2, lon2 = np.broadcast_arrays(lat1, lon1, lat2, lon2)
        touches = self.contains(lat1, lon1) | self.contains(lat2, lon2)
        shape, touches = touches.shape, touches.ravel()
        open_ = np.flatnonzero(~touches)
        if not len(open_):
            return touches.reshape(shape)
        lat1, lon1, lat2, lon2 = (a.ravel()[open_] for a in (lat1, lon1, lat2, lon2))
        leg, lon, lat = straight_pieces(lat1, lon1, lat2, lon2)
        if self._south_pole:
            touches[open_[leg[np.any(lat == -90.0, axis=1)]]] = True
        if self._north_pole:
            touches[open_[leg[np.any(lat == 90.0, axis=1)]]] = True
        near = self._near_coast(lon.min(axis=1), lon.max(axis=1), lat.min(axis=1), lat.max(axis=1))
        near &= (lon[:, 0] != lon[:, 1]) | (lat[:, 0] != lat[:, 1])
        line = np.repeat(np.arange(np.count_nonzero(near)), 2)
        hit = self._coast().touched_by(lon[near].ravel(), lat[near].ravel(), line)
        touches[open_[leg[near][hit]]] = True
        return touches.reshape(shape)

    def coast_near(self, lat_min: float, lat_max: float, lon_min: float, lon_max: float) -> Floats:
        """Coast edges whose boxes meet a box [deg]: lon1, lat1, lon2, lat2, shape (n, 4).

        Longitudes are continuous with the box, so `lon_max` may exceed 180; a box wider than a turn gets an edge once
        in each turn that it meets. `InputError` for an empty or impossible box.
        """
        check_latitude([lat_min, lat_max])
        check_longitude([lon_min, lon_max])
        if lat_min > lat_max or lon_min > lon_max:
            raise InputError(
                f"box lat {lat_min:g}..{lat_max:g}, lon {lon_min:g}..{lon_max:g} deg: must run from low to high"
            )
        return self._coast().near(float(lat_min), float(lat_max), float(lon_min), float(lon_max))

    def first_on_land(self, lat: ArrayLike, lon: ArrayLike) -> int | None:
        """Index of the first point of a track, shape (n,) [deg], that is on land or that is reached over land.

        Between points the track runs straight in longitude and latitude, the short way round. None if it stays in
        the water. `InputError` as for `contains`.
        """
        lat, lon = check_latitude(lat), unwrap_longitudes(check_longitude(lon))
        if lat.ndim != 1 or lat.shape != lon.shape:
            raise InputError(f"track of shapes {lat.shape} and {lon.shape}: must be two equal lists of numbers")
        if not len(lat):
            return None
        if self.contains(lat[0], lon[0]):
            return 0
        poles = np.flatnonzero(np.abs(lat) == 90.0)
        if len(poles):
            # a pole is a point that is all of one edge of the plane, which the coast's edges do not know
            poles = poles[self.contains(lat[poles], lon[poles])]
            stop = int(poles[0]) if len(poles) else len(lat)
            before = self._first_over_coast(lat[:stop], lon[:stop])
            return before if before is not None or stop == len(lat) else stop
        return self._first_over_coast(lat, lon)

    def _first_over_coast(self, lat: Floats, lon: Floats) -> int | None:
        """Index of the first point of a track (n,), longitudes continuous, that is reached over a coast."""
        moving = np.flatnonzero((np.diff(lat) != 0.0) | (np.diff(lon) != 0.0)) + 1
        if not len(moving):
            return None
        # land can only be entered over a coast, so blocks of pieces that touch none need no look at their points
        begins = np.arange(0, len(moving), _BLOCK)
        corner = np.concatenate([[0], moving])
        x, y = lon[corner], lat[corner]
        ends = np.minimum(begins + _BLOCK, len(moving))
        for block in self._touching(x, y, begins, ends).tolist():
            pieces = np.arange(int(begins[block]), int(ends[block]))
            hits = self._touching(x, y, pieces, pieces + 1)
            if len(hits):
                return int(moving[pieces[hits[0]]])
        return None

    def _touching(self, lon: Floats, lat: Floats, first: NDArray[np.intp], last: NDArray[np.intp]) -> NDArray[np.intp]:
        """Which of the lines through the points first..last of a track touch the coast."""
        count = last - first + 1
        before = np.cumsum(count) - count
        line = np.repeat(np.arange(len(first)), count)
        point = np.arange(count.sum()) + np.repeat(first - before, count)
        x, y = lon[point], lat[point]
        low, high = np.minimum.reduceat, np.maximum.reduceat
        near = self._near_coast(low(x, before), high(x, before), low(y, before), high(y, before))
        kept = near[line]
        number = np.cumsum(near) - 1
        touched = self._coast().touched_by(x[kept], y[kept], number[line[kept]])
        return np.flatnonzero(near)[touched]

    def _in_plane(self, lat: Floats, lon: Floats) -> Bools:
        """Whether points of the plane (n,), longitude -180..180, are in or on a polygon."""
        cell = cell_of(lat, lon)
        state = self._cells.state[cell]
        is_land = state == LAND
        mixed = np.flatnonzero(state == MIXED)
        if len(mixed):
            point, polygon = self._cells.entering(cell[mixed])
            with _PREPARING:
                is_land[inside(self.polygons, polygon, lon, lat, mixed[point])] = True
        return is_land

    def _near_coast(self, west: Floats, east: Floats, south: Floats, north: Floats) -> Bools:
        """False for boxes (n,) that surely hold no land."""
        turn = 360.0 * np.floor((west + 180.0) / 360.0)
        west, east = west - turn, east - turn
        inner = (west > -180.0) & (east < 180.0)
        return ~(inner & self._cells.all_sea(west, np.minimum(east, 180.0), south, north))

    def _coast(self) -> Coast:
        if self._coast_edges is None:
            self._coast_edges = Coast(self.polygons)
        return self._coast_edges


@cache
def _shipped(lakes: bool) -> Land:
    polygons = shipped_polygons("land")
    if lakes:
        water = shapely.union_all(shipped_polygons("lakes"))
        polygons = shapely.get_parts(shapely.difference(shapely.multipolygons(polygons), water))
    return Land(polygons)
