"""Shipped bathymetry against well-known depths.

ETOPO1 (Amante and Eakins 2009) at 0.1 degree smooths trenches and summits; the numbers in the table are those of that
grid, the comments those of the charts.
"""

import numpy as np
import pytest

from seatrial.ocean.bathymetry import ShippedBathymetry
from seatrial.ocean.ocean import Ocean


@pytest.mark.parametrize(
    "lat, lon, low, high",
    [
        ((11.2, 11.5), (142.0, 142.8), -10_900.0, -9_900.0),  # Challenger Deep, 10 900 m in nature
        ((19.4, 20.0), (-68.0, -66.0), -8_500.0, -8_100.0),  # Puerto Rico Trench, 8 376 m
        ((58.4, 58.8), (18.0, 18.5), -460.0, -230.0),  # Landsort Deep, 459 m: narrower than the grid
        ((57.1, 57.5), (19.6, 20.4), -250.0, -220.0),  # Gotland Deep, 249 m
    ],
    ids=["Challenger Deep", "Puerto Rico Trench", "Landsort Deep", "Gotland Deep"],
)
def test_deepest_point_of_a_box(lat: tuple[float, float], lon: tuple[float, float], low: float, high: float):
    rows, columns = np.meshgrid(np.arange(*lat, 0.02), np.arange(*lon, 0.02), indexing="ij")
    elevation, _ = ShippedBathymetry().sample(rows, columns)
    assert low <= elevation.min() <= high


def test_mauna_kea_rises_above_the_sea():
    rows, columns = np.meshgrid(np.arange(19.6, 20.0, 0.02), np.arange(-155.7, -155.2, 0.02), indexing="ij")
    elevation, _ = ShippedBathymetry().sample(rows, columns)
    assert 3_500.0 < elevation.max() < 4_205.0  # 4 205 m in nature


def test_known_waters():
    ocean = Ocean.shipped()
    # North Sea bank, Georges Bank, Gulf of Finland, Mid-Atlantic abyss, Black Sea, Monterey Bay beyond the canyon's
    # mouth
    lat, lon = [54.5, 41.5, 59.8, 25.0, 43.0, 36.5], [2.5, -67.7, 25.0, -60.0, 34.0, -122.5]
    low, high = [10, 20, 20, 5_000, 2_000, 2_000], [60, 80, 100, 6_500, 2_250, 3_300]
    depth, source = ocean.depth(lat, lon)
    assert (source == 0).all()
    assert (depth >= low).all(), depth
    assert (depth <= high).all(), depth


def test_polygons_decide_where_bedrock_lies_below_sea_level():
    ocean = Ocean.shipped()
    # Greenland's interior, the Netherlands' polder, Lake Eyre, West Antarctica
    lat, lon = [72.0, 52.5, -28.5, -79.0], [-40.0, 5.5, 137.3, -110.0]
    elevation, _ = ocean.bathymetry.sources[0].sample(lat, lon)
    assert (elevation < 0.0).sum() >= 2
    assert (ocean.depth(lat, lon)[0] == 0.0).all()
    # the Caspian Sea is sea
    assert ocean.depth(39.0, 51.5)[0] > 500.0
