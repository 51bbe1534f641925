"""Gridded files made in memory, which count what is read of them."""

import weakref
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Formula = Callable[[Array, Array, Array, Array], Array]
"""(lat, lon, depth, time) on open grids -> (component, time, level, row, column)."""


@dataclass(eq=False)
class MadeFile:
    """A gridded file whose values are a formula at its nodes, in single precision."""

    formula: Formula
    lat: Array
    lon: Array
    levels: Array = field(default_factory=lambda: np.zeros(1))
    times: Array = field(default_factory=lambda: np.zeros(0))
    components: tuple[str, ...] = ("east", "north")
    name: str = "made.nc"
    quantity: str = "SeaWaterVelocity"
    registration: str = "node"
    notes: tuple[str, ...] = ()
    bytes_read: int = 0
    alive: int = 0
    """Bytes that were given and are still held by somebody."""
    most_alive: int = 0

    def read(self, times: slice, rows: slice, columns: slice) -> NDArray[np.float32]:
        """(component, time, level, row, column)."""
        when = self.times if self.times.size else np.zeros(1)
        place = np.meshgrid(when[times], self.levels, self.lat[rows], self.lon[columns], indexing="ij")
        time, depth, lat, lon = place
        values = np.broadcast_to(self.formula(lat, lon, depth, time), (len(self.components), *time.shape))
        part = np.array(values, np.float32)
        self.bytes_read += part.nbytes
        self.alive += part.nbytes
        self.most_alive = max(self.most_alive, self.alive)
        weakref.finalize(part, self._gone, part.nbytes)
        return part

    def _gone(self, size: int) -> None:
        self.alive -= size

    def whole(self) -> NDArray[np.float32]:
        """All of it."""
        return self.read(slice(None), slice(None), slice(None))


def patchy(seed: int, share: float = 0.3, components: int = 3) -> Formula:
    """Numbers that look random and depend on the place alone, missing in patches of all components."""

    def formula(lat: Array, lon: Array, depth: Array, time: Array) -> Array:
        phase = 12.9898 * lat + 78.233 * (lon % 360.0) + 0.37719 * depth + 0.0531 * time / 3600.0 + seed
        noise = (np.sin(phase) * 43758.5453) % 1.0
        parts = np.stack([np.sin((k + 1) * phase) for k in range(components)])
        return np.where(noise < share, np.nan, parts)

    return formula
