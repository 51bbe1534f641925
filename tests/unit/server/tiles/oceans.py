"""Small oceans for tests of tiles."""

import numpy as np
import shapely

from seatrial.ocean.bathymetry import GridBathymetry
from seatrial.ocean.composite import Composite
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.synthetic import SyntheticCurrents

LAKE = Land.from_polygons(
    [shapely.Polygon([(10, 0), (20, 0), (20, 10), (10, 10)], [[(14, 4), (16, 4), (16, 6), (14, 6)]])]
)


def slope(name: str = "slope", per_degree: float = 100.0) -> GridBathymetry:
    """The world, deeper by `per_degree` [m] with each degree to the east of 0 and to the west."""
    lat, lon = np.linspace(-90.0, 90.0, 181), np.linspace(-180.0, 180.0, 361)
    return GridBathymetry.from_array(lat, lon, np.tile(-per_degree * np.abs(lon), (181, 1)), name)


def region(
    elevation: float = -321.0, box: tuple[float, float, float, float] = (-5.0, 5.0, -5.0, 5.0)
) -> GridBathymetry:
    """A flat region: south, north, west, east [deg]."""
    south, north, west, east = box
    lat, lon = np.linspace(south, north, 101), np.linspace(west, east, 101)
    return GridBathymetry.from_array(lat, lon, np.full((101, 101), elevation), "region")


def ocean(*sources: GridBathymetry, land: Land = LAKE) -> Ocean:
    """An ocean over the given sea floors, `slope` when there are none."""
    return Ocean(land, Composite(sources or [slope()]), Composite([SyntheticCurrents()]))
