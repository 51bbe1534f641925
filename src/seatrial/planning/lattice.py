"""The square lattice on which a search runs: where its cells are."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.frames.geodesy import destination, inverse, unwrap_longitudes
from seatrial.frames.local import LocalFrame

Array = NDArray[np.float64]

PLANE_RADIUS = 19.0e6
"""Distance from the origin [m] up to which the local plane is used: near the antipode it tears."""

LARGEST = 12_000_000
"""Most cells of a lattice; beyond, the cells grow."""

_SIDE_SAMPLES = 64


@dataclass(frozen=True)
class Lattice:
    """Cells of side `cell` [m] in the plane of `frame`; the centre of cell (row, column) lies at
    north `north0 + row cell`, east `east0 + column cell` [m]. Lattice units: y = row, x = column, not rounded.
    """

    frame: LocalFrame
    north0: float
    east0: float
    cell: float
    rows: int
    columns: int

    @property
    def origin(self) -> Array:
        """North and east [m] of cell (0, 0), twice: what to take off a line's ends, shape (4,)."""
        return np.array([self.north0, self.east0] * 2)

    def to_units(self, lat: ArrayLike, lon: ArrayLike) -> tuple[Array, Array]:
        """Lattice units y, x of positions [deg]."""
        north, east = self.frame.to_local(lat, lon)
        return (north - self.north0) / self.cell, (east - self.east0) / self.cell

    def to_geodetic(self, y: ArrayLike, x: ArrayLike) -> tuple[Array, Array]:
        """Latitude and longitude [deg] of lattice units."""
        return self.frame.to_geodetic(
            self.north0 + np.asarray(y, np.float64) * self.cell, self.east0 + np.asarray(x, np.float64) * self.cell
        )

    def centres(self, cells: ArrayLike) -> tuple[Array, Array]:
        """Latitude and longitude [deg] of the centres of cells, given as flat numbers."""
        row, column = np.divmod(np.asarray(cells), self.columns)
        return self.to_geodetic(row, column)

    def divided(self, parts: int) -> "Lattice":
        """The same cells, each divided into `parts` x `parts`."""
        side = self.cell / parts
        shift = 0.5 * (self.cell - side)
        north0, east0 = self.north0 - shift, self.east0 - shift
        return Lattice(self.frame, north0, east0, side, self.rows * parts, self.columns * parts)

    def first_columns(self) -> NDArray[np.int32]:
        """First column of each row that lies in the plane, shape (rows,); the number of columns where none does."""
        north = self.north0 + np.arange(self.rows) * self.cell
        half = np.sqrt(np.maximum(PLANE_RADIUS**2 - north**2, 0.0))
        first = np.ceil((-half - self.east0) / self.cell)
        first = np.where(np.abs(north) > PLANE_RADIUS, self.columns, np.clip(first, 0, self.columns))
        return first.astype(np.int32)

    def outside_plane(self) -> NDArray[np.bool_] | None:
        """Cells outside the plane, shape (rows, columns); None when there are none."""
        north = self.north0 + np.arange(self.rows) * self.cell
        east = self.east0 + np.arange(self.columns) * self.cell
        if np.hypot(np.abs(north).max(), np.abs(east).max()) < PLANE_RADIUS:
            return None
        return north[:, None] ** 2 + east[None, :] ** 2 > PLANE_RADIUS**2

    def bounds(self, margin: float) -> tuple[float, float, float, float]:
        """Least and greatest latitude, least and greatest longitude [deg] of the lattice and `margin` cells around it.

        Longitudes are continuous, so they may leave [-180, 180); with a pole inside they go round the globe.
        """
        y0, y1, x0, x1 = -margin, self.rows - 1 + margin, -margin, self.columns - 1 + margin
        corner = max(abs(y) for y in (self.north0 + y0 * self.cell, self.north0 + y1 * self.cell))
        side = max(abs(x) for x in (self.east0 + x0 * self.cell, self.east0 + x1 * self.cell))
        around = (self.frame.lon - 180.0, self.frame.lon + 180.0)
        if np.hypot(corner, side) > 9.0e6:
            return -90.0, 90.0, *around
        t = np.linspace(0.0, 1.0, _SIDE_SAMPLES, endpoint=False)
        y = np.concatenate([y0 + (y1 - y0) * t, np.full_like(t, y1), y1 + (y0 - y1) * t, np.full_like(t, y0)])
        x = np.concatenate([np.full_like(t, x0), x0 + (x1 - x0) * t, np.full_like(t, x1), x1 + (x0 - x1) * t])
        lat, lon = self.to_geodetic(y, x)
        # between two samples a side bulges by a small part of the whole
        bulge = 0.02 * (lat.max() - lat.min()) + 1e-6
        south, north = max(lat.min() - bulge, -90.0), min(lat.max() + bulge, 90.0)
        poles_y, poles_x = self.to_units([-90.0, 90.0], [0.0, 0.0])
        inside = (poles_y >= y0) & (poles_y <= y1) & (poles_x >= x0) & (poles_x <= x1)
        if inside.any():
            return (-90.0 if inside[0] else south), (90.0 if inside[1] else north), *around
        lon = unwrap_longitudes(lon)
        bulge = 0.02 * (lon.max() - lon.min()) + 1e-6
        if lon.max() - lon.min() + 2.0 * bulge >= 360.0:
            return south, north, *around
        return south, north, lon.min() - bulge, lon.max() + bulge


def lattice_between(
    lat1: float, lon1: float, lat2: float, lon2: float, cell: float | None, scale: float, finer: float = 1.0
) -> Lattice:
    """Lattice about the middle of the shortest line from 1 to 2 [deg].

    The box of the two points is padded by 0.6 max(dx, dy, 1500 m) + 1500 m on each side, then enlarged `scale` times;
    the cell is clamp(extent / 250, 75 m, 750 m) of the box before that, or `cell` [m], divided by `finer`, and as
    large as `LARGEST` asks.
    """
    length, azimuth, _ = inverse(lat1, lon1, lat2, lon2)
    middle_lat, middle_lon = destination(lat1, lon1, azimuth, length / 2.0)
    frame = LocalFrame(float(middle_lat), float(middle_lon))
    north, east = frame.to_local([lat1, lat2], [lon1, lon2])
    spans = [float(np.ptp(north)), float(np.ptp(east))]
    padding = 0.6 * max(*spans, 1500.0) + 1500.0
    sides = [span + 2.0 * padding for span in spans]
    side = (min(max(max(sides) / 250.0, 75.0), 750.0) if cell is None else cell) / finer
    sides = [min(scale * s, 2.0 * PLANE_RADIUS) for s in sides]
    side = max(side, np.sqrt(sides[0] * sides[1] / LARGEST))
    rows, columns = (int(np.ceil(s / side)) + 1 for s in sides)
    centre = [float(north.mean()), float(east.mean())]
    return Lattice(
        frame, centre[0] - (rows - 1) / 2.0 * side, centre[1] - (columns - 1) / 2.0 * side, side, rows, columns
    )
