"""D14 (5): -430 m inside a land polygon is the shore of the Dead Sea, not 430 m of water (opentopodata #105)."""

import numpy as np
import pytest

from seatrial.ocean.bathymetry import GridBathymetry
from seatrial.ocean.composite import NO_SOURCE, Composite
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.uniform import UniformCurrents


@pytest.fixture
def ocean() -> Ocean:
    land = Land.from_polygons([[(35.0, 31.0), (36.0, 31.0), (36.0, 32.0), (35.0, 32.0)]])
    lat, lon = np.linspace(30.0, 33.0, 4), np.linspace(34.0, 37.0, 4)
    floor = GridBathymetry.from_array(lat, lon, np.full((4, 4), -430.0))
    return Ocean(land, Composite([floor]), Composite([UniformCurrents(0.1, 0.0)]))


def test_polygons_win(ocean: Ocean):
    depth, source = ocean.depth([31.5, 30.5], [35.5, 35.5])
    np.testing.assert_array_equal(depth, [0.0, 430.0])
    np.testing.assert_array_equal(source, [NO_SOURCE, 0])


def test_described_as_land(ocean: Ocean):
    place = ocean.describe(31.5, 35.5, 0.0)
    assert place["land"] is True
    assert place["sea_floor_depth_m"] == 0.0
    assert place["current_east_m_s"] is None
    assert place["note"] == "on land: no water"
