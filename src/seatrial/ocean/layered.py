"""Layers that are added to a current: eddies, tides."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from seatrial.ocean.composite import NO_SOURCE, Composite, Sampled
from seatrial.ocean.table import Samples
from seatrial.ocean.tabulated import Tabulated


class Layer(Protocol):
    """Something that is added to the current where it is valid."""

    @property
    def name(self) -> str:
        """Short name that a user recognises."""
        ...

    @property
    def sample(self) -> Callable[..., Samples]:
        """(lat, lon, depth, time) -> east and north velocity [m/s], shape (..., 2), and where it adds something."""
        ...

    @property
    def tabulated(self) -> Callable[[], Tabulated]:
        """The same in windows for the engine, zero where it adds nothing."""
        ...


@dataclass(frozen=True, eq=False)
class Layered:
    """The current of `base` plus each of `layers`. Where the base does not answer, there is no answer."""

    base: Composite
    layers: Sequence[Layer]

    @property
    def names(self) -> tuple[str, ...]:
        """What a source number means: the base's names, then with the first layer, the second, both, ..."""
        added = [
            "".join(f" + {layer.name}" for k, layer in enumerate(self.layers) if mask >> k & 1)
            for mask in range(2 ** len(self.layers))
        ]
        return tuple(name + more for more in added for name in self.base.names)

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Sampled:
        """Velocity of the water [m/s], validity, and the numbers of base and layers together in `names`."""
        found = self.base.sample(lat, lon, depth, time)
        value, source = found.value.copy(), found.source.copy()
        for k, layer in enumerate(self.layers):
            more, touches = layer.sample(lat, lon, depth, time)
            touches = np.broadcast_to(touches, found.valid.shape) & found.valid
            value[..., :2] += np.where(touches[..., None], more, 0.0)
            source = np.where(touches, source + (len(self.base.names) << k), source)
        return Sampled(value, found.valid, np.where(found.valid, source, NO_SOURCE))
