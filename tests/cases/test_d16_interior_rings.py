"""D16: holes are water, islands in them are land, the boundary is land, whichever way the rings run."""

import json

import numpy as np
import pytest
import shapely

from seatrial.ocean.land import Land

OUTER = [(0, 0), (10, 0), (10, 10), (0, 10), (0, 0)]
HOLE = [(4, 4), (6, 4), (6, 6), (4, 6), (4, 4)]
ISLAND = [(4.8, 4.8), (5.2, 4.8), (5.2, 5.2), (4.8, 5.2), (4.8, 4.8)]


@pytest.mark.parametrize("turn_hole", [1, -1])
@pytest.mark.parametrize("turn_outer", [1, -1])
def test_hole_and_island(tmp_path, turn_hole, turn_outer):
    rings = [OUTER[::turn_outer], HOLE[::turn_hole]]
    path = tmp_path / "land.json"
    path.write_text(json.dumps({"type": "MultiPolygon", "coordinates": [rings, [ISLAND]]}))
    for land in (Land.from_file(path), Land.from_polygons([shapely.Polygon(rings[0], rings[1:]), ISLAND])):
        # in the land, in the hole, on the island, exactly on the hole's corner and edge, on the outer corner
        answer = land.contains([2, 4.5, 5, 4, 4, 0], [2, 4.5, 5, 4, 5, 0])
        np.testing.assert_array_equal(answer, [True, False, True, True, True, True])


def test_enclosed_sea_of_the_shipped_land():
    assert not Land.shipped().contains(40.44435, 50.61982)
