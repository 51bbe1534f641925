"""The exchanges that were recorded from swordfish: names, order, statuses, texts and clamps; not its faults."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from shapely import Point
from starlette.testclient import TestClient

from seatrial.ocean.composite import Composite
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.uniform import UniformCurrents, UniformDepth
from seatrial.server.app import create_app
from seatrial.server.settings import Limits, Settings
from tests.reference.http_server import MISSION, Clock, client_of, computed, make_app

SNAPSHOT = (
    "t lat lon depth_m speed_m_s heading_deg pitch_deg roll_deg soc voltage_V current_A power_W energy_J distance_m wp "
    "wp_total running finished grounded plan_loaded"
).split()
EMPTY_PLAN = {"distance_m": 0, "duration_s": 0, "energy_J": 0, "routed_around_land": False, "waypoints": []}
BOX = "lat_min=36.5&lon_min=-122.2&lat_max=36.9&lon_max=-121.8"
ENDS = "missing start_lat/start_lon/goal_lat/goal_lon"


@pytest.fixture
def fresh() -> Iterator[TestClient]:
    with client_of(make_app()) as client:
        yield client


@pytest.fixture(scope="module")
def arrived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, Clock]]:
    """A server whose default session has a mission that is computed to its end."""
    clock = Clock()
    limits = Limits(history_items=10_000)
    with client_of(make_app(tmp_path_factory.mktemp("data"), limits, clock=clock)) as client:
        computed(client)
        yield client, clock


def test_health(fresh: TestClient):
    answer = fresh.get("/api/health")
    assert answer.text == '{"ok":true}' and answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize("path", ["/api/mission", "/anything", "/api/health/"])
def test_preflight_is_204_everywhere(fresh: TestClient, path: str):
    answer = fresh.options(path)
    assert answer.status_code == 204 and answer.content == b""


def test_without_a_plan(fresh: TestClient):
    found = fresh.get("/api/snapshot").json()
    assert list(found)[:20] == SNAPSHOT
    assert list(found.values())[:20] == [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, False, False, False, False]
    assert list(fresh.get("/api/snapshot?fields=seed").json()) == SNAPSHOT
    assert fresh.get("/api/plan").json() == EMPTY_PLAN
    assert fresh.get("/api/history").json() == {"since": 0, "total": 0, "items": []}
    assert fresh.get("/api/history?since=10").json() == {"since": 10, "total": 0, "items": []}
    for action in ({"action": "play"}, {"action": "pause"}, {"action": "reset"}, {"action": "set_cursor", "value": 12}):
        assert fresh.post("/api/control", json=action).json() == {"ok": True}
        assert list(fresh.get("/api/snapshot").json().values())[:20] == list(found.values())[:20]


@pytest.mark.parametrize(
    "body, error",
    [
        ("", "missing action"),
        ("not json", "missing action"),
        ("{}", "missing action"),
        ('{"action":"warp"}', "bad action"),
        ('{"action":5}', "missing action"),
        ('{"action":5,"x":"play"}', "missing action"),
        ('{"action":"set_speed"}', "set_speed needs numeric value"),
        ('{"action":"set_speed","value":"4"}', "set_speed needs numeric value"),
        ('{"action":"set_cursor"}', "set_cursor needs numeric value (sim seconds)"),
        ('{"action":"set_cursor","value":true}', "set_cursor needs numeric value (sim seconds)"),
    ],
)
def test_control_errors(fresh: TestClient, body: str, error: str):
    answer = fresh.post("/api/control", content=body)
    assert (answer.status_code, answer.json()["error"]) == (400, error)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "hello",
        '{"start_lat":36.7,"start_lon":-122.1,"goal_lat":36.71}',
        '{"start_lat":"36.7","start_lon":"-122.1","goal_lat":"36.71","goal_lon":"-122.1"}',
        '{"start_lat":null,"start_lon":-122.1,"goal_lat":36.71,"goal_lon":-122.1}',
        '{"a":{"start_lat":36.70,"start_lon":-122.10},"goal_lat":36.7003,"goal_lon":-122.0997}',
        '{"start_lat":nan,"start_lon":-122.1,"goal_lat":36.71,"goal_lon":-122.1}',
    ],
)
def test_mission_without_ends(fresh: TestClient, body: str):
    answer = fresh.post("/api/mission", content=body)
    assert (answer.status_code, answer.json()["error"]) == (400, ENDS)


@pytest.mark.parametrize(
    "change, error",
    [
        ({"start_lat": 36.95, "start_lon": -120.0}, "start position is on land"),
        ({"goal_lat": 36.95, "goal_lon": -120.0}, "goal position is on land"),
        ({"start_lat": 36.95, "start_lon": -120.0, "goal_lat": 36.95, "goal_lon": -119.9}, "start position is on land"),
    ],
)
def test_a_mission_on_land_is_422_with_an_empty_plan(fresh: TestClient, change: dict[str, float], error: str):
    answer = fresh.post("/api/mission", json=MISSION | change)
    found = answer.json()
    assert answer.status_code == 422 and found.pop("detail").startswith(error)
    assert found == EMPTY_PLAN | {"error": error}
    assert not fresh.get("/api/snapshot").json()["plan_loaded"]


LAGOON = (37.5, -120.0)
"""Water that a ring of land shuts in."""


def ring_ocean() -> Ocean:
    lat, lon = LAGOON
    shore, water = (Point(lon, lat).buffer(radius) for radius in (0.05, 0.02))
    return Ocean(
        Land.from_polygons([shore.difference(water)]),
        Composite([UniformDepth(500.0)]),
        Composite([UniformCurrents(0.0, 0.0)]),
    )


@pytest.mark.parametrize("is_start", [True, False])
def test_no_land_free_route_is_in_the_words_of_swordfish(is_start: bool):
    inside, outside = {"lat": LAGOON[0], "lon": LAGOON[1]}, {"lat": 37.5, "lon": -120.2}
    start, goal = (inside, outside) if is_start else (outside, inside)
    ends = {f"start_{key}": value for key, value in start.items()} | {f"goal_{key}": v for key, v in goal.items()}
    with client_of(create_app(Settings(), ring_ocean())) as client:
        answer = client.post("/api/mission", json=MISSION | ends)
        found = answer.json()
        assert answer.status_code == 422 and found.pop("detail").startswith("no route from 37.5000 N")
        assert found == EMPTY_PLAN | {"error": "no land-free route found between start and goal"}


@pytest.mark.parametrize(
    "change, error",
    [
        ({"cruise_depth_m": 600}, "start: cruise depth 600 m is deeper than the sea floor there, 500 m at 36.7000 N"),
        ({"via": [{"lat": 36.95, "lon": -120.0}]}, "via point 1 position is on land"),
    ],
)
def test_refusals_that_swordfish_does_not_have(fresh: TestClient, change: dict[str, object], error: str):
    answer = fresh.post("/api/mission", json=MISSION | change)
    assert answer.status_code == 422 and answer.json()["error"].startswith(error)
    assert answer.json()["waypoints"] == []


def test_a_mission_that_fails_leaves_the_one_before(fresh: TestClient):
    computed(fresh)
    before = fresh.get("/api/plan").json()
    assert fresh.post("/api/mission", json=MISSION | {"goal_lat": 36.95, "goal_lon": -120.0}).status_code == 422
    assert fresh.post("/api/mission", json=MISSION | {"cruise_depth_m": 600}).status_code == 422
    assert fresh.get("/api/plan").json() == before and fresh.get("/api/snapshot").json()["wp_total"] == 11


def test_only_the_four_required_fields(fresh: TestClient):
    ends = {key: value for key, value in MISSION.items() if key.endswith(("lat", "lon"))}
    found = fresh.post("/api/mission", json=ends).json()
    assert list(found)[:5] == ["distance_m", "duration_s", "energy_J", "routed_around_land", "waypoints"]
    assert len(found["waypoints"]) == 11
    assert found["waypoints"][0] == {"lat": 36.7, "lon": -122.1, "depth_m": 0, "speed_m_s": 0.4}
    assert found["waypoints"][1] == {"lat": 36.7, "lon": -122.1, "depth_m": 50, "speed_m_s": 0.4}
    assert found["waypoints"][2]["speed_m_s"] == 1.2
    # swordfish measures 313.7828 m on a sphere, the ellipsoid has 313.7164 m
    assert found["distance_m"] == pytest.approx(313.78, abs=0.1)
    assert found["duration_s"] == pytest.approx(428.1, abs=0.2)


def test_the_plan_is_what_the_mission_was_answered_with(arrived: tuple[TestClient, Clock]):
    found = arrived[0].get("/api/plan").json()
    assert found["waypoints"][-1] == {"lat": 36.7015, "lon": -122.0985, "depth_m": 0, "speed_m_s": 0.15}
    assert found["routed_around_land"] is False and found["method"] == "great circle"


def test_history_pages(arrived: tuple[TestClient, Clock]):
    client, _ = arrived
    whole = client.get("/api/history").json()
    total, items = whole["total"], whole["items"]
    assert total == len(items) and list(whole) == ["since", "total", "items"]
    assert set(SNAPSHOT) <= set(items[0]) and items[0]["t"] == 0 and items[0]["wp_total"] == 11
    assert [item["t"] for item in items[:3]] == [0, 0.1, 0.2]
    assert [item["finished"] for item in items[-2:]] == [False, True]
    assert not any(item["running"] or item["grounded"] for item in items)
    assert items[-1]["wp"] == 11 and items[-2]["wp"] == 10
    assert client.get(f"/api/history?since={total - 2}").json()["items"] == items[-2:]
    assert client.get(f"/api/history?since={total}").json() == {"since": total, "total": total, "items": []}
    assert client.get("/api/history?since=1000000").json() == {"since": 1_000_000, "total": total, "items": []}
    assert client.get("/api/history?since=-1").json() == {"since": 2**64 - 1, "total": total, "items": []}
    assert client.get("/api/history?since=abc").json()["since"] == 0
    assert client.get("/api/history?since=2.9").json()["items"] == items[2:]
    assert set(client.get("/api/history?fields=seed").json()["items"][0]) == set(SNAPSHOT)


def test_the_cursor(arrived: tuple[TestClient, Clock]):
    client, clock = arrived

    def control(action: str, value: float | None = None) -> dict:
        body = {"action": action} | ({} if value is None else {"value": value})
        assert client.post("/api/control", json=body).json() == {"ok": True}
        return client.get("/api/snapshot").json()

    items = client.get("/api/history").json()["items"]
    between = control("set_cursor", 5.05)
    assert between["t"] == 5.05 and not between["finished"]
    assert between["depth_m"] == pytest.approx((items[50]["depth_m"] + items[51]["depth_m"]) / 2, abs=2e-4)
    end = control("set_cursor", 1e9)
    assert end["t"] == items[-1]["t"] and end["finished"] and end["wp"] == 11 and end["state"] == "complete"
    assert control("set_cursor", -5)["t"] == 0
    control("set_cursor", 1e9)
    assert control("play")["t"] == 0.0, "play at the very end rewinds"
    clock.now += 1.0
    assert client.get("/api/snapshot").json()["t"] == pytest.approx(1.0) and control("pause")["running"] is False
    clock.now += 5.0
    assert client.get("/api/snapshot").json()["t"] == pytest.approx(1.0)
    for sent, used in ((1000, 32.0), (0, 0.1), (4, 4.0), (1, 1.0)):
        control("reset")
        control("set_speed", sent)
        assert control("play")["playback_speed"] == used
        clock.now += 2.0
        assert control("pause")["t"] == pytest.approx(2.0 * used)
    assert control("reset")["t"] == 0
    # the fault of swordfish: after a reset, the end is never reached again
    control("play")
    clock.now += 1e6
    last = client.get("/api/snapshot").json()
    assert (last["t"], last["running"], last["finished"], last["state"]) == (items[-1]["t"], False, True, "complete")


def check_snapshots_at_other_times(client: TestClient) -> None:
    """Each is what playback shows when it stands there, and the cursor stays where it is."""
    items = client.get("/api/history").json()["items"]
    last = items[-1]["t"]
    for asked, at in ((5.05, 5.05), (0, 0), (-3, 0), (last, last), (1e9, last), (last / 2, last / 2)):
        client.post("/api/control", json={"action": "set_cursor", "value": at})
        wanted = client.get("/api/snapshot").json()
        client.post("/api/control", json={"action": "set_cursor", "value": 7})
        assert client.get(f"/api/snapshot?t={asked}").json() == wanted
        assert client.get("/api/snapshot").json()["t"] == 7
    client.post("/api/control", json={"action": "play"})
    there = client.get("/api/snapshot?t=5&fields=seed").json()
    assert list(there) == SNAPSHOT and (there["t"], there["running"]) == (5, False)
    assert client.get("/api/snapshot").json()["running"]
    client.post("/api/control", json={"action": "reset"})


def test_snapshots_at_other_times(arrived: tuple[TestClient, Clock], fresh: TestClient):
    check_snapshots_at_other_times(arrived[0])
    assert fresh.get("/api/snapshot?t=12").json() == fresh.get("/api/snapshot").json()


def test_bathymetry(fresh: TestClient):
    found = fresh.get(f"/api/bathymetry?{BOX}").json()
    assert list(found) == "lat_min lon_min lat_max lon_max width height max_depth_m depths".split()
    assert (found["width"], found["height"], len(found["depths"])) == (48, 32, 48 * 32)
    assert found["lat_min"] == 36.5 and found["max_depth_m"] == 500 and set(found["depths"]) == {500}


@pytest.mark.parametrize("size, used", [("width=2&height=500", (4, 192)), ("width=abc&height=-3", (4, 4))])
def test_grid_sizes_are_clamped(fresh: TestClient, size: str, used: tuple[int, int]):
    found = fresh.get(f"/api/bathymetry?{BOX}&{size}").json()
    assert (found["width"], found["height"]) == used and len(found["depths"]) == used[0] * used[1]


@pytest.mark.parametrize("query", ["lat_min=1&lon_min=2&lat_max=3", "lat_min=x&lon_min=2&lat_max=3&lon_max=4", ""])
@pytest.mark.parametrize("path", ["/api/bathymetry", "/api/currents"])
def test_missing_bounds(fresh: TestClient, path: str, query: str):
    answer = fresh.get(f"{path}?{query}")
    assert (answer.status_code, answer.json()["error"]) == (400, "missing lat_min/lon_min/lat_max/lon_max")


def test_cells_are_sampled_at_their_centres_in_the_order_that_is_asked_for(fresh: TestClient):
    # the island takes the cells whose centres lie in 36.9..37.0 N, 120.1..119.8 W
    box = "lat_min=36.85&lon_min=-120.2&lat_max=37.05&lon_max=-119.8&width=4&height=4"
    found = fresh.get(f"/api/bathymetry?{box}").json()["depths"]
    assert found == [500, 500, 500, 500, 500, 0, 0, 0, 500, 0, 0, 0, 500, 500, 500, 500]
    turned = "lat_min=37.05&lon_min=-119.8&lat_max=36.85&lon_max=-120.2&width=4&height=4"
    assert fresh.get(f"/api/bathymetry?{turned}").json()["depths"] == found[::-1]
    land = fresh.get("/api/bathymetry?lat_min=36.92&lon_min=-120&lat_max=36.98&lon_max=-119.9&width=4&height=4").json()
    assert land["max_depth_m"] == 0 and set(land["depths"]) == {0}
    flow = fresh.get(f"/api/currents?{box}").json()
    assert [u == 0 for u in flow["u"]] == [d == 0 for d in found]
    over = fresh.get("/api/bathymetry?lat_min=-10&lon_min=170&lat_max=10&lon_max=190&width=4&height=4").json()
    assert over["lon_max"] == 190 and set(over["depths"]) == {500}


@pytest.mark.parametrize("depth, shown", [("", 0), ("&depth_m=40", 40), ("&depth_m=abc", 0), ("&depth_m=-100", -100)])
def test_currents(fresh: TestClient, depth: str, shown: float):
    found = fresh.get(f"/api/currents?{BOX}&width=14&height=10{depth}").json()
    assert list(found) == "lat_min lon_min lat_max lon_max width height depth_m u v".split()
    assert found["depth_m"] == shown and len(found["u"]) == len(found["v"]) == 140
    assert set(found["u"]) == {0.02} and set(found["v"]) == {0.01}


def test_vehicle(fresh: TestClient):
    found = fresh.get("/api/vehicle").json()
    assert list(found)[:4] == ["name", "mass_kg", "volume_m3", "thruster_count"]
    # 31.48 litres: swordfish, section 9.2
    assert (found["name"], found["mass_kg"], found["thruster_count"]) == ("torpedo", 25, 4)
    assert found["volume_m3"] == pytest.approx(0.03148, rel=1e-3)
    assert found["buoyancy_percent"] == pytest.approx(29.06, abs=0.01)
    sent = fresh.post("/api/vehicle", json={}).json()
    assert (sent["mass_kg"], sent["length_m"], sent["radius_m"]) == (25, 1.0, 0.1)
    assert fresh.post("/api/vehicle", json={"length_m": 2.0, "radius_m": 0.15, "mass_kg": 80}).json()["mass_kg"] == 80
    assert fresh.get("/api/vehicle").json()["mass_kg"] == 80


def test_vehicle_out_of_range_is_clamped_inside_and_echoed_as_sent(fresh: TestClient):
    found = fresh.post("/api/vehicle", json={"length_m": 9, "radius_m": 0.6, "mass_kg": 900}).json()
    assert (found["mass_kg"], found["length_m"], found["radius_m"]) == (800, 9, 0.6)
    assert found["used"] == {"length_m": 6, "radius_m": 0.5, "mass_kg": 800} and len(found["warnings"]) == 3
    now = fresh.get("/api/vehicle").json()
    assert (now["length_m"], now["radius_m"]) == (6, 0.5)


def test_a_vehicle_with_a_plan_loaded_starts_the_run_again(fresh: TestClient):
    computed(fresh)
    fresh.post("/api/control", json={"action": "set_cursor", "value": 30})
    serial = fresh.get("/api/session").json()["serial"]
    fresh.post("/api/vehicle", json={"length_m": 1.2, "ballast": "neutral"})
    found = fresh.get("/api/snapshot").json()
    assert (found["t"], found["running"], found["wp_total"]) == (0, False, 11)
    assert fresh.get("/api/session").json()["serial"] != serial


@pytest.mark.parametrize(
    "method, path",
    [
        ("GET", "/api/none"), ("GET", "/api/health/"), ("POST", "/api/health"), ("PUT", "/api/vehicle"),
        ("DELETE", "/api/plan"), ("GET", "/api/control"), ("GET", "/api"), ("GET", "/../../etc/passwd"),
        ("GET", "/%2e%2e/%2e%2e/etc/passwd"), ("PATCH", "/nothing"),
    ],
)  # fmt: skip
def test_unknown_paths_and_methods(fresh: TestClient, method: str, path: str):
    answer = fresh.request(method, path)
    assert answer.status_code == 404 and answer.json()["error"].startswith("no such path")


def test_head(fresh: TestClient):
    answer = fresh.head("/api/health")
    assert answer.status_code == 200 and answer.headers["content-length"] == "11" and answer.content == b""


def test_angles_of_the_body_frame_with_y_to_port_and_z_up(arrived: tuple[TestClient, Clock]):
    """Diving, the nose is down: pitch_deg > 0. The mission goes north-east: 45 deg or so from east."""
    client, _ = arrived
    items = client.get("/api/history").json()["items"]
    diving = [item for item in items if 2.0 < item["t"] < 60.0]
    assert all(item["pitch_deg"] == -item["pitch_up_deg"] for item in items)
    cruising = items[len(items) // 2]
    assert cruising["heading_deg"] == pytest.approx(90.0 - cruising["compass_deg"], abs=1e-3)
    assert 20.0 < cruising["heading_deg"] < 80.0 and diving


def test_point_takes_positions_as_people_write_them(fresh: TestClient):
    """D19: no sign is lost near zero, in the west or in the south."""
    texts = {"0°30'W": -0.5, "4°30'W": -4.5, "-4 30": -4.5, "-0 30": -0.5, "000°00.5'W": -0.0083333}
    for text, lon in texts.items():
        found = fresh.get("/api/point", params={"lat": "02 00.07 S", "lon": text}).json()
        assert found["lat"] == pytest.approx(-2.0011667, abs=1e-6) and found["lon"] == pytest.approx(lon, abs=1e-6)
    assert fresh.get("/api/point?lat=36.7&lon=-122.1&depth_m=40").json()["sea_floor_depth_m"] == 500
    assert fresh.get("/api/point?lat=91&lon=0").status_code == 400
    assert fresh.get("/api/point?lat=1").json() == {"error": "missing lat/lon"}


def test_track_is_the_history_in_columns(arrived: tuple[TestClient, Clock]):
    client, _ = arrived
    items = client.get("/api/history").json()["items"]
    track = client.get("/api/track?since=0&every=7").json()
    assert track["total"] == len(items) and track["every"] == 7
    for column in ("t", "lat", "lon", "depth_m", "speed_m_s", "power_W", "soc", "compass_deg"):
        assert track[column] == [item[column] for item in items[::7]]
    assert track["next"] == 7 * len(track["t"])
    assert client.get(f"/api/track?since={track['next']}&every=7").json()["t"] == []


def test_events_end_with_how_it_ended(arrived: tuple[TestClient, Clock]):
    found = arrived[0].get("/api/events").json()["items"]
    assert [event["waypoint"] for event in found[:-1]] == list(range(11))
    assert found[-1]["kind"] == "arrived" and found[-1]["waypoint"] == -1


def _no_constant(text: str) -> None:
    pytest.fail(f"{text} is no JSON")


def test_nothing_says_nan(arrived: tuple[TestClient, Clock]):
    for path in ("/api/history", "/api/track", "/api/snapshot", "/api/plan", "/api/session", "/api/sources"):
        json.loads(arrived[0].get(path).text, parse_constant=_no_constant)


def test_long_history_comes_in_pages(tmp_path: Path):
    with client_of(make_app(limits=Limits(history_items=700, track_rows=400))) as client:
        last = computed(client)
        found: list[dict] = []
        while page := client.get(f"/api/history?since={len(found)}").json()["items"]:
            assert len(page) <= 700
            found += page
        assert len(found) == last["rows"] and found[-1]["finished"]
        assert len(client.get("/api/track").json()["t"]) == 400
