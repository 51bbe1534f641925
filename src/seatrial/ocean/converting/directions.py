"""Waves with their direction as an angle, the way files hold it."""

import numpy as np
from numpy.typing import NDArray

from seatrial.ocean.converting.views import View
from seatrial.ocean.gridded import Gridded


class WithDirections(View):
    """`file` with "direction" [deg from, 0..360) instead of "from_east", "from_north"."""

    @property
    def components(self) -> tuple[str, ...]:
        """Those of the file, the two parts of the direction replaced by one angle at the end."""
        return (*(c for c in self.file.components if not c.startswith("from_")), "direction")

    def read(self, times: slice, rows: slice, columns: slice) -> NDArray[np.float32]:
        """Values, shape (component, time, level, row, column), NaN is no data."""
        values = self.file.read(times, rows, columns)
        named = dict(zip(self.file.components, values, strict=True))
        angle = np.degrees(np.arctan2(named["from_east"].astype(np.float64), named["from_north"])) % 360.0
        angle = np.where(angle > 359.99999, 0.0, angle).astype(np.float32)
        return np.stack([angle if name == "direction" else named[name] for name in self.components])


def with_directions(file: Gridded) -> Gridded:
    """`file`, with an angle where it has the parts of a direction."""
    return WithDirections(file) if {"from_east", "from_north"} <= set(file.components) else file
