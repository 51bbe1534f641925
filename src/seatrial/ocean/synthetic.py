"""Six-layer synthetic current: the last resort where no data set answers."""

from dataclasses import dataclass

import numpy as np
from numpy import cos, exp, sin
from numpy.typing import ArrayLike, NDArray

from seatrial.ocean.table import Samples

DECAY_DEPTH = 200.0
"""Depth over which the current falls to 1/e [m]."""


def synthetic_velocity(lat: ArrayLike, lon: ArrayLike, depth: ArrayLike) -> NDArray[np.float64]:
    """East and north velocity of the water [m/s], shape (..., 2), from the numbers `lat`, `lon` [deg] as they are.

    Sum of six products of sines in the numbers of degrees, from the scale of hemispheres (0.04 m/s) over gyres, eddies
    and mesoscale (0.12 m/s) to filaments of 3 km, all times exp(-max(0, depth) / 200 m). The layers and constants
    are those of the swordfish simulator's SyntheticCurrentField. Not periodic: longitudes a turn apart differ.
    """
    lat, lon, depth = (np.asarray(a, np.float64) for a in (lat, lon, depth))
    double = 2.0 * np.radians(lat)
    east = (
        -0.04 * cos(double)
        + 0.07 * sin(0.035 * lon + 1.0) * cos(double)
        + 0.08 * sin(1.2 * lon + 1.1) * cos(1.5 * lat - 0.4)
        + 0.12 * sin(8.7 * lon + 0.3) * cos(7.9 * lat - 1.2)
        + 0.07 * sin(48.0 * lon + 0.9) * cos(42.0 * lat - 0.5)
        + 0.04 * sin(230.0 * lon + 0.6) * cos(210.0 * lat - 0.7)
    )
    north = (
        0.02 * sin(double)
        + 0.06 * cos(0.035 * lon - 0.5) * cos(double)
        + 0.07 * cos(1.4 * lon - 0.7) * sin(1.3 * lat + 1.9)
        + 0.10 * cos(9.1 * lon - 1.4) * sin(8.3 * lat + 0.6)
        + 0.06 * cos(53.0 * lon - 0.2) * sin(45.0 * lat + 1.3)
        + 0.04 * cos(240.0 * lon - 1.1) * sin(220.0 * lat + 0.4)
    )
    decay = exp(-np.maximum(0.0, depth) / DECAY_DEPTH)
    return np.stack(np.broadcast_arrays(east * decay, north * decay), axis=-1)


@dataclass(frozen=True)
class SyntheticCurrents:
    """`synthetic_velocity` at the longitude brought into [-180, 180), so that the turn of a longitude does not matter.

    The formula is not periodic, hence the field jumps at the date line, as it does in swordfish. swordfish itself takes
    the number as given: its answers for longitudes outside [-180, 180) are those of `synthetic_velocity`, not of this
    class.
    """

    name: str = "synthetic"

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Samples:
        """East and north velocity of the water [m/s], shape (..., 2), and validity, shape (...): all finite
        positions.
        """
        lat, lon, depth, _ = np.broadcast_arrays(*(np.asarray(a, np.float64) for a in (lat, lon, depth, time)))
        valid = np.isfinite(lat) & np.isfinite(lon) & np.isfinite(depth)
        lat, lon, depth = (np.where(valid, a, 0.0) for a in (lat, lon, depth))
        value = synthetic_velocity(lat, lon - 360.0 * np.floor((lon + 180.0) / 360.0), depth)
        return np.where(valid[..., None], value, np.nan), valid

    def table(self) -> None:
        """None: a formula."""
        return None
