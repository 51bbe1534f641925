"""Procedural sea floor: a shelf curve over the distance to the coast, with noise; needs nothing but land."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy import cos, sin
from numpy.typing import ArrayLike, NDArray

from seatrial.ocean.land import Land
from seatrial.ocean.table import GridTable, Samples

ROWS, COLUMNS, CELL_DEG = 360, 720, 0.5
CELL_M = CELL_DEG * np.pi * 6_371_000.0 / 180.0
"""Half a degree of a great circle on the sphere of radius 6371 km [m]."""

NOISE_M = 200.0
FAR = 1e6
"""Distance [cells] where there is no land at all."""


@dataclass(frozen=True, eq=False)
class ProceduralBathymetry:
    """Depth from the distance to the nearest coast of `land`; answers everywhere.

    The coast distance grid of 720 x 360 half-degree cells is made when it is first needed. Curve, noise and clamps are
    those of the swordfish simulator's ProceduralBathymetry; its distances are not relaxed over the date line, ours are.
    """

    land: Land
    name: str = "procedural"

    def sample(self, lat: ArrayLike, lon: ArrayLike) -> Samples:
        """Elevation [m, positive up, <= 0] and validity, both of the broadcast shape of `lat`, `lon` [deg]."""
        lat, lon = np.broadcast_arrays(np.asarray(lat, np.float64), np.asarray(lon, np.float64))
        valid = np.isfinite(lat) & np.isfinite(lon) & (np.abs(lat) <= 90.0)
        elevation = np.full(lat.shape, np.nan)
        if valid.any():
            distance, _ = self.coast_distance_table().sample(lat[valid], lon[valid])
            elevation[valid] = -procedural_depth(lat[valid], lon[valid], distance[..., 0])
        return elevation, valid

    def table(self) -> None:
        """None: a formula (over `coast_distance_table`)."""
        return None

    def coast_distance_table(self) -> GridTable:
        """Distance to the coast [m] at the centres of the half-degree cells, 0 on land; one component, one level."""
        return self._distance

    @cached_property
    def _distance(self) -> GridTable:
        lat = -90.0 + CELL_DEG * (np.arange(ROWS) + 0.5)
        lon = -180.0 + CELL_DEG * (np.arange(COLUMNS) + 0.5)
        land = self.land.contains(*np.meshgrid(lat, lon, indexing="ij"))
        metres = chamfer_distance(land) * CELL_M * cos(np.radians(lat))[:, None]
        return GridTable.from_box(metres[None, None], lat[0], lat[-1], lon[0], lon[-1])


def chamfer_distance(land: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Distance [cells] of each cell to the nearest true one, shape (row, column); columns go round the globe.

    Two-pass 8-neighbour chamfer with weights 1 and sqrt(2) (Borgefors 1986). The running minimum along a row,
    d[i] = min over m <= i of d[m] + (i - m), is an accumulated minimum of d[m] - m; three copies of the row side by
    side carry it over the seam.
    """
    distance = np.where(land, 0.0, FAR)
    columns = land.shape[1]
    ramp = np.arange(3 * columns, dtype=np.float64)

    def sweep(rows: range, onward: int) -> None:
        before = None
        for row in rows:
            d = distance[row]
            if before is not None:
                diagonal = np.minimum(np.roll(before, 1), np.roll(before, -1)) + np.sqrt(2.0)
                d = np.minimum(d, np.minimum(before + 1.0, diagonal))
            run = np.minimum.accumulate(np.tile(d, 3)[::onward] - ramp) + ramp
            before = distance[row] = run[::onward][columns : 2 * columns]

    sweep(range(land.shape[0]), 1)
    sweep(range(land.shape[0] - 1, -1, -1), -1)
    return np.minimum(distance, FAR)


def shelf_curve(distance: NDArray[np.float64]) -> NDArray[np.float64]:
    """Depth [m] over distance to the coast [m]: 0..200 m to 50 km, to 3000 m at 150 km, to 5000 m at 600 km and
    beyond.
    """
    return np.interp(distance, [0.0, 50e3, 150e3, 600e3], [0.0, 200.0, 3000.0, 5000.0])


def procedural_depth(
    lat: NDArray[np.float64], lon: NDArray[np.float64], distance: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Depth [m] at `lat`, `lon` [deg] that lie `distance` [m] from the coast: 0 where that is 0, else at least 1 m.

    Shelf curve plus 200 m times three octaves of sines, which fade out within 20 km of the coast.
    """
    phi, lam = np.radians(lat), np.radians(lon)
    noise = (
        sin(8.0 * phi) * cos(8.0 * lam)
        + 0.5 * sin(20.0 * phi + 1.1) * cos(17.0 * lam - 0.4)
        + 0.25 * sin(53.0 * phi - 0.7) * cos(47.0 * lam + 2.3)
    )
    depth = shelf_curve(distance) + NOISE_M * np.minimum(1.0, distance / 20e3) * noise
    return np.where(distance > 0.0, np.maximum(1.0, depth), 0.0)
