"""Land against its polygons, asked the slow way."""

from collections.abc import Callable

import numpy as np
import pytest
import shapely

from seatrial.errors import InputError
from seatrial.frames.geodesy import interpolate
from seatrial.ocean.land import Land

# two islands, one on the date line, a strip 20 m thin, and a lake with an island
ISLANDS = Land.from_polygons(
    [
        shapely.Polygon(
            [(10, 0), (20, 0), (20, 10), (10, 10)],
            [[(14, 4), (16, 4), (16, 6), (14, 6)]],
        ),
        [(14.8, 4.8), (15.2, 4.8), (15.2, 5.2), (14.8, 5.2)],
        [(178, 50), (-177, 51), (-179, 55)],
        [(30, -10), (30.0002, -10), (30.0002, 10), (30, 10)],
    ]
)


@pytest.fixture(scope="module")
def world() -> Land:
    return Land.shipped()


def near_coasts(land: Land, n: int, spread: float = 0.02) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(1)
    edges = land.coast_near(-90, 90, -180, 179.999)
    lon, lat = edges[rng.integers(len(edges), size=n), :2].T
    return np.clip(lat + rng.normal(size=n) * spread, -90, 90), lon + rng.normal(size=n) * spread


def ring_edges(land: Land) -> np.ndarray:
    xy, ring = shapely.get_coordinates(shapely.get_rings(land.polygons), return_index=True)
    return np.hstack([xy[:-1], xy[1:]])[ring[1:] == ring[:-1]]


def by_shapely(land: Land, lat: np.ndarray, lon: np.ndarray) -> np.ndarray:
    """No raster, no preparation: every polygon whose box holds the point is asked."""
    points = np.asarray(shapely.points((lon + 180.0) % 360.0 - 180.0, lat))
    point, polygon = shapely.STRtree(land.polygons).query(points)
    answer = np.zeros(len(lat), dtype=bool)
    np.logical_or.at(answer, point, shapely.covers(land.polygons[polygon], points[point]))
    return answer


def by_crossing_number(land: Land, lat: np.ndarray, lon: np.ndarray) -> np.ndarray:
    """Odd number of edges of all rings north of the point on its meridian; in plain NumPy."""
    x1, y1, x2, y2 = ring_edges(land).T
    answer = []
    for x, y in zip(lon, lat, strict=True):
        k = np.flatnonzero((x1 <= x) != (x2 <= x))
        above = y1[k] + (x - x1[k]) / (x2[k] - x1[k]) * (y2[k] - y1[k]) > y
        answer.append(np.count_nonzero(above) % 2 == 1)
    return np.array(answer)


def check_contains(land: Land, contains: Callable) -> None:
    rng = np.random.default_rng(2)
    everywhere = np.degrees(np.arcsin(rng.uniform(-1, 1, 2000))), rng.uniform(-180, 180, 2000)
    for lat, lon in (everywhere, near_coasts(land, 1000), near_coasts(land, 500, 0.25)):
        np.testing.assert_array_equal(contains(lat, lon), by_shapely(land, lat, lon))
    lat, lon = near_coasts(land, 100)
    lon = (lon + 180.0) % 360.0 - 180.0
    np.testing.assert_array_equal(contains(lat, lon), by_crossing_number(land, lat, lon))


def check_boundary(land: Land, contains: Callable) -> None:
    """Vertices are land, and so are points that lie on edges exactly."""
    edges = land.coast_near(-90, 90, -180, 179.999)
    some = edges[:: max(1, len(edges) // 3000)]
    assert np.all(contains(some[:, 1], some[:, 0]))
    along = edges[(edges[:, 0] == edges[:, 2]) | (edges[:, 1] == edges[:, 3])]
    assert len(along)
    assert np.all(contains(0.5 * (along[:, 1] + along[:, 3]), 0.5 * (along[:, 0] + along[:, 2])))


def check_crosses(land: Land, crosses: Callable) -> None:
    """Legs near coasts against their points every 20 m: a free leg has none on land, a touch has land within 35 m."""
    rng = np.random.default_rng(3)
    lat1, lon1 = near_coasts(land, 150, 0.1)
    lat1 = np.clip(lat1, -85, 85)
    lat2, lon2 = np.clip(lat1 + rng.normal(size=150) * 0.1, -89, 89), lon1 + rng.normal(size=150) * 0.3
    answer = crosses(lat1, lon1, lat2, lon2)
    assert 10 < answer.sum() < 140
    for touches, y1, x1, y2, x2 in zip(answer, lat1, lon1, lat2, lon2, strict=True):
        lat, lon = interpolate(y1, x1, y2, x2, 20.0)
        on_land = by_shapely(land, lat, lon)
        if not touches:
            assert not on_land.any()
        elif not on_land.any():
            close = np.stack([land.contains(lat + 3e-4 * np.cos(a), lon + 3e-4 * np.sin(a)) for a in range(0, 360, 20)])
            assert close.any()


def check_first_on_land(land: Land, first_on_land: Callable) -> None:
    """Tracks that start at sea near a coast, against every point and every piece of them."""
    edges = ring_edges(land)
    lat0, lon0 = near_coasts(land, 60, 0.1)
    rng = np.random.default_rng(4)
    found = 0
    for lat, lon in zip(lat0, lon0, strict=True):
        steps = rng.normal(size=(2, 300)) * 0.002 + rng.normal(size=(2, 1)) * 0.0005
        steps[:, rng.random(300) < 0.2] = 0.0
        lats, lons = np.clip(lat, -80, 80) + np.cumsum(steps[0]), np.clip(lon, -179, 179) + np.cumsum(steps[1])
        on_land = by_shapely(land, lats, lons)
        pieces = shapely.linestrings(
            np.stack([np.stack([lons[:-1], lons[1:]], 1), np.stack([lats[:-1], lats[1:]], 1)], 2)
        )
        close = np.all(np.abs(edges[:, :2] - [lons.mean(), lats.mean()]) < 12.0, axis=1)
        coast = shapely.STRtree(np.asarray(shapely.linestrings(edges[close].reshape(-1, 2, 2))))
        on_land[1 + np.unique(coast.query(pieces, predicate="intersects")[0])] = True
        expected = int(np.argmax(on_land)) if on_land.any() else None
        assert first_on_land(lats, lons) == expected
        found += expected is not None and expected > 0
    assert found > 5


def check_coast_near(land: Land, coast_near: Callable) -> None:
    """Every edge in three turns whose box meets the box, once."""
    edges = land.coast_near(-90, 90, -180, 179.999)
    turns = np.concatenate([edges + np.array([k, 0, k, 0]) for k in (-360.0, 0.0, 360.0)])
    low, high = np.minimum(turns[:, :2], turns[:, 2:]), np.maximum(turns[:, :2], turns[:, 2:])
    for south, north, west, east in [(-20, 20, 0, 40), (9, 9.5, 13, 13), (52, 60, 175, 184), (49, 52, -185, -170)]:
        meets = (high[:, 0] >= west) & (low[:, 0] <= east) & (high[:, 1] >= south) & (low[:, 1] <= north)
        found = coast_near(south, north, west, east)
        assert len(np.unique(found, axis=0)) == len(found)
        np.testing.assert_allclose(np.unique(found, axis=0), np.unique(turns[meets], axis=0), atol=1e-9)


@pytest.mark.parametrize("land", [ISLANDS, Land.shipped()], ids=["islands", "world"])
@pytest.mark.parametrize(
    "check", [check_contains, check_boundary, check_crosses, check_first_on_land, check_coast_near]
)
def test_answers_are_those_of_the_polygons(land, check):
    check(land, getattr(land, check.__name__.removeprefix("check_").replace("boundary", "contains")))


def test_places(world):
    places = {  # name: lat, lon, land
        "Caspian Sea": (42.0, 51.0, False), "Null Island is none": (0.0, 0.0, False),
        "Bosporus": (41.12, 29.075, False),
        "Istanbul": (41.05, 28.7, True), "South Pole": (-90.0, 12.0, True), "North Pole": (90.0, 0.0, False),
        "Chukotka on the date line": (67.0, 180.0, True), "Ross Sea": (-75.0, -175.0, False),
        "Lake Michigan is land unless asked": (43.5, -87.0, True),
    }  # fmt: skip
    lat, lon, is_land = np.array(list(places.values())).T
    for turn in (-720.0, -360.0, 0.0, 360.0):
        np.testing.assert_array_equal(world.contains(lat, lon + turn), is_land.astype(bool), err_msg=", ".join(places))


def test_lakes_are_water_when_asked():
    lakes = Land.shipped(lakes=True)
    lat, lon = [43.5, -1.0, 46.45, 45.75, 42.0], [-87.0, 33.0, 6.6, -82.2, 51.0]
    # Michigan, Victoria, Geneva; Manitoulin is an island in one; the Caspian Sea stays water
    np.testing.assert_array_equal(lakes.contains(lat, lon), [False, False, False, True, False])
    assert len(lakes.coast_near(43, 44, -89, -85)) > len(Land.shipped().coast_near(43, 44, -89, -85))


def test_date_line_through_land_is_no_coast(world):
    edges = world.coast_near(65.5, 68.5, 179.0, 181.0)
    assert not np.any((edges[:, 0] == 180.0) & (edges[:, 2] == 180.0))
    assert np.all((edges[:, [0, 2]] > 178.0) & (edges[:, [0, 2]] < 182.0))


def test_coast_on_the_date_line_is_one():
    land = Land.from_polygons([[(170, -1), (180, -1), (180, 1), (170, 1)]])
    np.testing.assert_array_equal(land.contains(0.0, [180.0, -180.0, -179.9999, 179.0]), [True, True, False, True])
    assert land.crosses(0.0, -179.0, 0.0, 175.0)
    assert land.crosses(2.0, -180.0, -2.0, 180.0)
    assert not land.crosses(2.0, -179.99, -2.0, -179.99)
    assert land.first_on_land([0.0, 0.0, 0.0], [-179.0, -179.9, -180.0]) == 2
    on_line = np.all(land.coast_near(-2, 2, 179, 181)[:, [0, 2]] == 180.0, axis=1)
    assert on_line.sum() == 1


def test_legs_over_the_date_line_and_the_pole():
    assert ISLANDS.crosses(52.0, 177.0, 52.0, -176.0)
    assert ISLANDS.crosses(52.0, 537.0, 52.0, -176.0)
    assert not ISLANDS.crosses(45.0, 177.0, 45.0, -176.0)
    cap = Land.from_polygons([[(0, 89), (90, 89), (180, 89), (270, 89)]])
    assert cap.contains(90.0, 77.0)
    np.testing.assert_array_equal(cap.crosses(80.0, 10.0, 80.0, [-170.0, 40.0]), [True, False])
    dot = Land.from_polygons([[(20, 89.9), (30, 89.9), (25, 89.95)]])
    # down the meridian of the island, past it on either side
    np.testing.assert_array_equal(
        dot.crosses(80.0, [25.0, 35.0, 15.0], 80.0, [-155.0, -145.0, -165.0]), [True, False, False]
    )


def test_great_circle_bends_over_an_island():
    # the geodesic from 60 N 0 E to 60 N 90 E reaches 67.8 N, far from the parallel
    land = Land.from_polygons([[(44, 67.5), (46, 67.5), (46, 68.5), (44, 68.5)]])
    assert land.crosses(60.0, 0.0, 60.0, 90.0)
    assert not land.crosses(60.0, 0.0, 60.0, 60.0)


def test_leg_inside_land_and_leg_of_no_length():
    np.testing.assert_array_equal(ISLANDS.crosses([2, 0, -5], [12, 5, 5], [3, 0, -5], [13, 5, 5]), [True, False, False])


def test_track_that_jumps_over_a_thin_island():
    assert ISLANDS.first_on_land([0.0, 0.0, 0.0], [29.9, 29.95, 30.05]) == 2
    assert ISLANDS.first_on_land([0.0, 0.0], [30.0001, 31.0]) == 0
    assert ISLANDS.first_on_land(np.zeros(500), np.full(500, 29.0)) is None
    assert ISLANDS.first_on_land(np.full(111, 52.0), np.linspace(530.05, 541.05, 111)) == 92
    assert Land.from_polygons([[(0, -90), (10, -90), (5, -80)]]).first_on_land([-80, -90], [100, 100]) == 1


def test_no_land():
    water = Land.none()
    assert not water.contains(np.zeros((2, 3)), 5.0).any()
    assert not water.crosses(0.0, 0.0, [1.0, 2.0], 50.0).any()
    assert water.coast_near(-90, 90, -180, 180).shape == (0, 4)
    assert water.first_on_land([0.0, 1.0], [0.0, 1.0]) is None
    assert water.first_on_land([], []) is None


def test_overlapping_polygons_are_one_land():
    squares = [[(0, 0), (4, 0), (4, 4), (0, 4)], [(2, 2), (6, 2), (6, 6), (2, 6)], [(0, 0), (4, 0), (4, 4), (0, 4)]]
    land = Land.from_polygons(squares)
    np.testing.assert_array_equal(land.contains([1, 3, 5, 5], [1, 3, 5, 1]), [True, True, True, False])
    assert len(land.polygons) == 1


@pytest.mark.parametrize("lat, lon", [(90.1, 0.0), (np.nan, 0.0), ([0.0, -91.0], 0.0), (0.0, np.nan), (0.0, np.inf)])
def test_no_position(lat, lon):
    with pytest.raises(InputError, match=r"latitude|longitude"):
        ISLANDS.contains(lat, lon)
    with pytest.raises(InputError):
        ISLANDS.crosses(lat, lon, 0.0, 0.0)


def test_no_box_and_no_track():
    with pytest.raises(InputError, match="low to high"):
        ISLANDS.coast_near(0, 1, 179, -179)
    with pytest.raises(InputError, match="track"):
        ISLANDS.first_on_land([0.0, 1.0], [0.0])
