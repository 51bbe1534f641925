"""Whatever comes in: an answer of 4xx with one clear line, never 500."""

import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from seatrial.server.settings import Limits
from seatrial.server.stream import TIDY_S
from tests.reference.http_server import MISSION, Clock, client_of, computed, make_app, until

POSTS = ("/api/mission", "/api/control", "/api/vehicle")


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with client_of(make_app(limits=Limits(sessions=8))) as client:
        yield client


def refused(answer: object, status: int = 400) -> str:
    """The line of a refusal."""
    assert answer.status_code == status, answer.text  # type: ignore[attr-defined]
    found = answer.json()  # type: ignore[attr-defined]
    assert isinstance(found["error"], str) and "\n" not in found["error"] and len(found["error"]) < 300
    return found["error"]


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b"3", b'"x"', b"\xff\xfe", b"{}x", b"[" * 5000, b'{"a":1e999}', b"{'action':'play'}"],
)
def test_bodies_that_are_no_object(client: TestClient, path: str, body: bytes):
    answer = client.post(path, content=body)
    refused(answer)
    assert "JSON" in answer.text


@pytest.mark.parametrize(
    "change, error",
    [
        ({"start_lat": 95}, "start_lat = 95 deg: must be a number in -90..90 deg"),
        ({"goal_lon": 1e300}, "goal_lon = 1e+300 deg: must be a number in -1080..1080 deg"),
        ({"goal_lon": 10**30}, "goal_lon = 1e+30 deg: must be a number in -1080..1080 deg"),
        ({"cruise_depth_m": -10}, "cruise_depth_m = -10 m: must be a number in 0..12000 m"),
        ({"cruise_speed_m_s": 0}, "cruise_speed_m_s = 0 m/s: must be a number in 0.01..20 m/s"),
        ({"descent_rate_m_s": 0}, "descent_rate_m_s = 0 m/s: must be a number in 0.01..10 m/s"),
        ({"sample_spacing_m": 0}, "sample_spacing_m = 0 m: must be a number in 1..5000 m"),
        ({"cruise_depth_m": "20"}, "cruise_depth_m = '20': must be a number in 0..12000 m"),
        ({"cruise_depth_m": None}, "cruise_depth_m: must be a number in 0..12000 m"),
        ({"cruise_depth_m": True}, "cruise_depth_m = true: must be a number in 0..12000 m"),
        ({"depth": 20}, "unknown key 'depth'"),
        ({"max_duration_s": 1e9}, "max_duration_s = 1000000000 s: must be a number in 0.01..500000 s"),
        ({"via": [{"lat": "36 N", "lon": 0}]}, "via[0].lat = '36 N': must be a number in -90..90 deg"),
        ({"via": [{"lat": 36.7, "lon": -122.1}] * 101}, "via"),
        ({"name": 5}, "name = 5: must be text"),
        ({"neighbours": 4}, "neighbours = 4: must be 8 or 16"),
    ],
)
def test_missions_out_of_range(client: TestClient, change: dict[str, object], error: str):
    assert refused(client.post("/api/mission", json=MISSION | change)).startswith(error)


@pytest.mark.parametrize(
    "change, detail",
    [
        ({"start_lat": "36"}, "start_lat = '36': must be a number in -90..90 deg"),
        ({"goal_lat": None}, "goal_lat: must be a number in -90..90 deg"),
        ({"goal_lon": True}, "goal_lon = true: must be a number in -1080..1080 deg"),
        ({"goal_lat": ...}, "goal_lat is missing"),
        ({"start_lon": ..., "goal_lat": ...}, "start_lon is missing (and 1 more)"),
    ],
)
def test_an_end_that_is_none_is_named_beside_the_words_of_swordfish(client: TestClient, change: dict, detail: str):
    body = {key: value for key, value in (MISSION | change).items() if value is not ...}
    answer = client.post("/api/mission", json=body)
    assert refused(answer) == "missing start_lat/start_lon/goal_lat/goal_lon"
    assert answer.json()["detail"] == detail


@pytest.mark.parametrize(
    "body, error, detail",
    [
        ({"action": 7}, "missing action", "action = 7: must be one of play, pause, reset, set_speed, set_cursor"),
        ({"action": "warp"}, "bad action", "action = 'warp': must be one of play, pause, reset, set_speed, set_cursor"),
        ({}, "missing action", "action is missing: must be one of play, pause, reset, set_speed, set_cursor"),
    ],
)
def test_an_action_that_is_none_is_shown(client: TestClient, body: dict[str, object], error: str, detail: str):
    answer = client.post("/api/control", json=body)
    assert (refused(answer), answer.json()["detail"]) == (error, detail)


def test_a_spacing_that_gives_too_many_waypoints(client: TestClient):
    far = {"start_lat": -40, "start_lon": -170, "goal_lat": 0, "goal_lon": -100, "sample_spacing_m": 1}
    assert refused(client.post("/api/mission", json=far)).startswith("sample_spacing_m = 1 m: must be at least")


@pytest.mark.parametrize(
    "body, error",
    [
        ({"length_m": -1}, "length_m = -1 m: must be a number in 1e-06..1e+06 m"),
        ({"mass_kg": 1e300}, "mass_kg = 1e+300 kg: must be"),
        ({"mass_kg": "heavy"}, "mass_kg = 'heavy': must be"),
        ({"ballast": "lead"}, "ballast = 'lead': must be 'none' or 'neutral'"),
        ({"battery": -1}, 'battery = -1: must be "unlimited" or a capacity in 0.001..1e+07 A h'),
        ({"battery": True}, 'battery = true: must be "unlimited"'),
        ({"colour": "red"}, "unknown key 'colour'"),
    ],
)
def test_vehicles_out_of_range(client: TestClient, body: dict[str, object], error: str):
    before = client.get("/api/vehicle").json()
    assert refused(client.post("/api/vehicle", json=body)).startswith(error)
    assert client.get("/api/vehicle").json() == before


@pytest.mark.parametrize("path", POSTS)
def test_large_bodies(client: TestClient, path: str):
    assert "65536 bytes" in refused(client.post(path, content=b"[" + b"1," * 5_000_000 + b"1]"), 413)
    assert client.get("/api/health").status_code == 200


@pytest.mark.parametrize("name", ["", "a b", "x" * 65, "../etc", "ä", "a;b", "%00"])
def test_sessions_with_names_that_are_none(client: TestClient, name: str):
    answer = client.get("/api/snapshot", params={"session": name})
    assert refused(answer).startswith("session: must be 1..64 letters")


@pytest.mark.parametrize(
    "path",
    [
        "/api/bathymetry?lat_min=95&lon_min=0&lat_max=1&lon_max=1",
        "/api/bathymetry?lat_min=inf&lon_min=0&lat_max=1&lon_max=1",
        "/api/currents?lat_min=0&lon_min=1e300&lat_max=1&lon_max=1",
        "/api/currents?lat_min=0&lon_min=0&lat_max=1&lon_max=1&depth_m=inf",
        "/api/point?lat=x&lon=0",
        "/api/point?lat=1&lon=0&depth_m=1e9",
        "/api/point?lat=1&lon=0&depth_m=deep",
        "/api/point?lat=1&lon=nan",
        *(f"/api/snapshot?t={t}" for t in ("", "x", "nan", "inf", "1e300", "5s", "%00")),
    ],
)
def test_queries_out_of_range(client: TestClient, path: str):
    assert refused(client.get(path))


@pytest.mark.parametrize(
    "query", ["since=99999999999999999999999999", "since=", "since=%00", "since=1e5", "since=%F0%9F%90%9F", "since=-5"]
)
def test_any_since_is_an_answer_of_the_history_as_in_swordfish(client: TestClient, query: str):
    assert client.get(f"/api/history?{query}").status_code == 200
    assert refused(client.get(f"/api/track?{query}")).startswith("since = ")


@pytest.mark.parametrize("run", ["x", "abcdefghijkl", "%2e%2e%2fetc", "a" * 4000])
@pytest.mark.parametrize("rest", ["", "/track", "/file"])
def test_runs_that_are_not_there(client: TestClient, run: str, rest: str):
    assert refused(client.get(f"/api/runs/{run}{rest}"), 404)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.just("unlimited"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    [*MISSION, "via", "name", "cell_m", "heading_deg", "action", "value", "length_m", "mass_kg", "ballast", "battery"]
)


@given(st.sampled_from(POSTS), st.dictionaries(KEYS, VALUES, max_size=5))
@settings(max_examples=200)
def test_any_object_is_answered(client: TestClient, path: str, body: dict[str, object]):
    text = json.dumps(body).encode("utf-8", "surrogatepass")
    answer = client.post(path, content=text)
    assert answer.status_code in (200, 400, 422), answer.text
    if answer.status_code != 200:
        assert answer.json()["error"]


def test_sessions_are_bounded_and_those_in_use_stay():
    with client_of(make_app(limits=Limits(sessions=3))) as client:
        hub, sessions = client.app.state.seatrial.hub, client.app.state.seatrial.sessions  # type: ignore[attr-defined]
        watched = [sessions.get(name) for name in ("a", "b", "c")]
        opened = [client.portal.call(hub.open, session, False, "") for session in watched]  # type: ignore[union-attr]
        error = refused(client.get("/api/snapshot?session=d"), 429)
        assert error.startswith("too many sessions: at most 3")
        client.portal.call(hub.drop, opened[1])  # type: ignore[union-attr]
        assert client.get("/api/snapshot?session=d").status_code == 200
        assert {session.name for session in sessions} == {"a", "c", "d"}


def test_sessions_expire_by_themselves():
    clock = Clock()
    with client_of(make_app(clock=clock)) as client:
        computed(client, session="mine")
        sessions = client.app.state.seatrial.sessions  # type: ignore[attr-defined]
        assert {session.name for session in sessions} == {"mine"}
        clock.now += Limits().session_idle_s - 1.0
        client.get("/api/snapshot?session=later")
        clock.now += TIDY_S + 1.0
        until(lambda: {session.name for session in sessions} == {"later"})
        assert not client.get("/api/snapshot?session=mine").json()["plan_loaded"]


def test_missions_that_need_more_memory_than_there_is_are_refused():
    with client_of(make_app(limits=Limits(table_bytes=10_000_000))) as client:
        assert client.post("/api/mission", json=MISSION | {"max_duration_s": 5000}).status_code == 200
        error = refused(client.post("/api/mission", json=MISSION | {"max_duration_s": 7200}), 429)
        assert error.startswith("too much history is in use: the run needs up to 11 MB of 10 MB")


def test_sessions_do_not_see_each_other():
    with client_of(make_app()) as client:
        computed(client, session="mine")
        assert client.get("/api/snapshot?session=mine").json()["plan_loaded"]
        assert not client.get("/api/snapshot?session=other").json()["plan_loaded"]
        assert not client.get("/api/snapshot").json()["plan_loaded"]
        client.cookies.set("seatrial_session", "mine")
        assert client.get("/api/snapshot").json()["plan_loaded"]
        assert not client.get("/api/snapshot?session=default").json()["plan_loaded"]
