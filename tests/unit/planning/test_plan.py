import json

import numpy as np

from seatrial.planning.plan import Plan, continuous_longitudes


def some_plan():
    lat, lon = np.array([-17.0, -17.0, -15.5, -14.0, -14.0]), np.array([179.0, 179.0, -176.5, -172.0, -172.0])
    return Plan(
        lat=lat,
        lon=lon,
        depth=np.array([0.0, 50.0, 50.0, 50.0, 0.0]),
        speed=np.array([0.4, 0.4, 1.2, 1.2, 0.4]),
        distance_m=1e6 / 3,
        duration_s=7.0,
        energy_J=0.1,
        route_lat=lat[[0, -1]],
        route_lon=lon[[0, -1]],
        method="search",
        start_moved_m=12.5,
        cell_m=750.0,
        expanded=3,
        warnings=("start moved 12 m", "another"),
    )


def test_survives_json():
    plan = some_plan()
    again = Plan.from_dict(json.loads(json.dumps(plan.to_dict())))
    assert again.to_dict() == plan.to_dict()
    assert again.warnings == plan.warnings
    np.testing.assert_array_equal(again.lon, plan.lon)


def test_drawn_line_has_no_jump():
    # D39: (179, -17) to (-172, -14) is drawn as 179 to 188
    np.testing.assert_allclose(some_plan().drawn_longitudes(), [179.0, 179.0, 183.5, 188.0, 188.0])
    np.testing.assert_allclose(continuous_longitudes(np.array([-179.5, 179.5])), [-179.5, -180.5])
