"""Waves of a gridded file: significant height, peak period and the direction they come from."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from seatrial.ocean.gridded import FileField
from seatrial.ocean.table import GridTable, Samples


@dataclass(frozen=True, eq=False)
class WaveField:
    """Waves of `field`, whose components are height [m], period [s] and the unit vector to where they come from.

    Directions are interpolated as vectors: degrees have a seam at north.
    """

    field: FileField

    @property
    def name(self) -> str:
        """Name of the file."""
        return self.field.name

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Samples:
        """Significant height [m], peak period [s] and direction from [deg, compass, 0..360), shape (..., 3), NaN where
        invalid, and validity (...). `depth` makes no difference.
        """
        value, valid = self.field.sample(lat, lon, depth, time)
        towards = np.degrees(np.arctan2(value[..., 2], value[..., 3])) % 360.0
        return np.concatenate([value[..., :2], towards[..., None]], axis=-1), valid

    def table(self) -> GridTable:
        """All of it, with the components of the file."""
        return self.field.table()
