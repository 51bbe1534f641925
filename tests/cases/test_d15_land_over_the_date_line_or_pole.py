"""D15: a polygon over the date line is not the rest of the world, and one about the pole holds it."""

import json

import numpy as np
import pytest

from seatrial.ocean.land import Land

ROSS = [(-178.785, -80.929), (-177.567, -82.68), (169.654, -82.68), (170.873, -80.929)]
# the same, cut by hand as RFC 7946 asks
ROSS_CUT = [
    [(170.873, -80.929), (180.0, -80.929), (180.0, -82.68), (169.654, -82.68)],
    [(-180.0, -80.929), (-178.785, -80.929), (-177.567, -82.68), (-180.0, -82.68)],
]
CASES = [
    ([ROSS], [(176.04, -81.84), (-176.04, -81.84), (0, -81.8)], [True, False, False]),
    (ROSS_CUT, [(176.04, -81.84), (-176.04, -81.84), (0, -81.8)], [True, False, False]),
    ([[(179, -1), (-179, -1), (-179, 1), (179, 1)]], [(179.5, 0.5), (-179.5, -0.5), (0, 0)], [True, True, False]),
    ([[(-180, -60), (180, -60), (180, -90), (-180, -90)]], [(0, -75), (10, -59), (123, -90)], [True, False, True]),
]


@pytest.mark.parametrize("rings, points, is_land", CASES)
@pytest.mark.parametrize("turned", [False, True], ids=["as given", "other direction"])
def test_points(tmp_path, rings, points, is_land, turned):
    rings = [[*ring, ring[0]][:: -1 if turned else 1] for ring in rings]
    path = tmp_path / "land.geojson"
    path.write_text(json.dumps({"type": "MultiPolygon", "coordinates": [[ring] for ring in rings]}))
    lon, lat = np.array(points, float).T
    for land in (Land.from_file(path), Land.from_polygons(rings)):
        for turn in (0.0, 360.0, -720.0):
            np.testing.assert_array_equal(land.contains(lat, lon + turn), is_land)


def test_cut_and_uncut_have_one_coast():
    legs = [
        (-81.0, 175.0, -81.0, -176.0),
        (-80.0, 175.0, -80.0, -176.0),
        (-81.5, -176.0, -82.5, -176.0),
        (-84, 179, -78, -179),
    ]
    for land in (Land.from_polygons([ROSS]), Land.from_polygons(ROSS_CUT)):
        np.testing.assert_array_equal(land.crosses(*np.transpose(legs)), [True, False, False, True])
        assert len(land.coast_near(-90, -70, 160, 190)) == 6
