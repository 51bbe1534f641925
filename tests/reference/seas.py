"""Small oceans for tests."""

from seatrial.ocean.composite import Composite
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.uniform import UniformCurrents, UniformDepth


def still_sea(depth: float = 4000.0) -> Ocean:
    """No land, no current, flat bottom."""
    return uniform_sea(0.0, 0.0, depth)


def uniform_sea(east: float, north: float, depth: float = 4000.0) -> Ocean:
    """No land, the same current everywhere, flat bottom."""
    return Ocean(Land.none(), Composite([UniformDepth(depth)]), Composite([UniformCurrents(east, north)]))
