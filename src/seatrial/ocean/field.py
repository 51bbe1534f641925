"""What sensors, planner and page see of any field."""

from collections.abc import Callable
from typing import Protocol

from seatrial.ocean.composite import Sampled


class Field(Protocol):
    """A `Composite` or something that is sampled like one."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the sources."""
        ...

    @property
    def sample(self) -> Callable[..., Sampled]:
        """(lat, lon, depth, time) -> values, validity and number of the source in `names`."""
        ...
