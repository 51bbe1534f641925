"""Sources, times and sections over HTTP, with currents from a file that depends on time."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
from starlette.testclient import TestClient

from seatrial.mission.scenario import Scenario
from seatrial.server.app import create_app
from seatrial.server.settings import Epoch, Settings
from tests.reference.http_server import MISSION, client_of, make_app

BEGIN = np.datetime64("2024-05-01T00:00:00", "s")
HOURS = (0, 6, 12)
BOX = "lat_min=36.6&lon_min=-122.2&lat_max=36.8&lon_max=-122.0&width=4&height=4"
LINE = "lat=36.70,36.72,36.72&lon=-122.10,-122.10,-122.06"


def turning_current(path: Path) -> Path:
    """Currents off Monterey that set east at first, north after 6 h, west after 12 h, with vertical velocity."""
    levels, lat, lon = np.array([0.0, 100.0, 3000.0]), np.linspace(36.4, 37.0, 5), np.linspace(-122.4, -121.8, 7)
    shape = (len(HOURS), levels.size, lat.size, lon.size)
    fields = {}
    for name, word, speeds in (
        ("uo", "eastward_sea_water_velocity", (0.5, 0.0, -0.5)),
        ("vo", "northward_sea_water_velocity", (0.0, 0.4, 0.0)),
        ("wo", "upward_sea_water_velocity", (0.001, 0.001, 0.001)),
    ):
        values = np.broadcast_to(np.array(speeds, np.float32)[:, None, None, None], shape)
        fields[name] = (("time", "depth", "latitude", "longitude"), values, {"standard_name": word, "units": "m s-1"})
    down = ("depth", levels, {"units": "m", "positive": "down", "standard_name": "depth"})
    axes = {
        "time": ("time", BEGIN + np.array(HOURS) * np.timedelta64(3600, "s")),
        "depth": down,
        "latitude": ("latitude", lat, {"units": "degrees_north", "standard_name": "latitude"}),
        "longitude": ("longitude", lon, {"units": "degrees_east", "standard_name": "longitude"}),
    }
    xr.Dataset(fields, axes).to_netcdf(path)
    return path


MISSION_ENDS = {"start": {"lat": 36.70, "lon": -122.10}, "goal": {"lat": 36.7015, "lon": -122.0985}}


def scenario_with(path: Path, start_time: str = "2024-05-01T03:00:00Z") -> Scenario:
    """A mission off Monterey in the water of a file."""
    return Scenario.from_dict(
        {
            **MISSION_ENDS,
            "start_time": start_time,
            "ocean": {
                "currents": [{"files": str(path), "outside": "hold"}],
                "temperature": {"profile": "linear", "surface": 18.0, "gradient": -0.01},
                "salinity": [{"profile": "uniform", "value": 35.0}],
                "uniform_depth_m": 500.0,
            },
        }
    )


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    scenario = scenario_with(turning_current(tmp_path_factory.mktemp("water") / "turning.nc"))
    settings = Settings(ocean=scenario.ocean, epoch=Epoch.of(scenario), workers=1)
    with client_of(create_app(settings)) as client:
        yield client


@pytest.fixture(scope="module")
def calm() -> Iterator[TestClient]:
    with client_of(make_app()) as client:
        yield client


def flow(client: TestClient, more: str = "") -> tuple[float, float]:
    """Mean current [m/s] of the box."""
    found = client.get(f"/api/currents?{BOX}{more}").json()
    return float(np.mean(found["u"])), float(np.mean(found["v"]))


def test_sources_name_files_levels_and_times_in_the_order_asked(timed: TestClient) -> None:
    found = timed.get("/api/sources").json()
    fields = {field["name"]: field for field in found["fields"]}
    assert list(fields) == ["bathymetry", "currents", "temperature", "salinity", "wind", "tides"]
    first, *others = fields["currents"]["sources"]
    assert (first["files"], first["kind"], first["levels_m"]) == (["turning.nc"], "file", [0.0, 100.0, 3000.0])
    span = {"first": "2024-05-01T00:00:00Z", "last": "2024-05-01T12:00:00Z", "count": 3, "step_s": 21600.0}
    assert first["time"] == {**span, "outside": "hold"}
    assert first["attribution"] is None
    assert [source["kind"] for source in others] == ["shipped", "formula"]
    assert others[0]["attribution"].startswith("Currents")
    assert fields["currents"]["time_dependent"] and not fields["temperature"]["time_dependent"]
    assert [source["kind"] for source in fields["temperature"]["sources"]] == ["formula"]
    assert "FNOC" in fields["wind"]["sources"][0]["attribution"]
    assert found["time"] == {
        "first": span["first"], "last": span["last"], "step_s": 21600.0, "default": "2024-05-01T03:00:00Z",
    }  # fmt: skip


def test_without_timed_fields_there_are_no_bounds(calm: TestClient) -> None:
    found = calm.get("/api/sources").json()
    assert found["time"] is None
    assert not any(field["time_dependent"] for field in found["fields"])
    salinity = next(field for field in found["fields"] if field["name"] == "salinity")["sources"]
    credits = {source["name"]: source["attribution"] for source in salinity}
    assert "Levitus" in credits["Levitus climatology"] and "Zenkevich" in credits["Caspian Sea, one profile"]


def test_layers_alone_offer_a_week_from_the_start() -> None:
    table: dict[str, Any] = {"tides": True, "uniform_depth_m": 500.0}
    ends = {"start": {"lat": 36.7, "lon": -122.1}, "goal": {"lat": 36.71, "lon": -122.1}}
    scenario = Scenario.from_dict({**ends, "ocean": table, "start_time": "2024-05-01"})
    with client_of(create_app(Settings(ocean=scenario.ocean, epoch=Epoch.of(scenario)))) as client:
        found = client.get("/api/sources").json()
    assert found["time"]["default"] == found["time"]["first"] == "2024-05-01T00:00:00Z"
    assert found["time"]["last"] == "2024-05-08T00:00:00Z"
    currents = next(field for field in found["fields"] if field["name"] == "currents")
    assert currents["layers"] and currents["time_dependent"]


def test_currents_and_points_follow_the_time(timed: TestClient) -> None:
    assert flow(timed, "&time=2024-05-01T00:00Z") == pytest.approx((0.5, 0.0), abs=1e-6)
    assert flow(timed, "&time=2024-05-01T06:00:00") == pytest.approx((0.0, 0.4), abs=1e-6)
    assert flow(timed, "&time=2024-05-01T12:00:00Z&depth_m=50") == pytest.approx((-0.5, 0.0), abs=1e-6)
    assert flow(timed) == pytest.approx((0.25, 0.2), abs=1e-6)  # the mission begins at 03:00
    found = timed.get("/api/point?lat=36.7&lon=-122.1&time=2024-05-01T06:00Z").json()
    assert found["current_north_m_s"] == pytest.approx(0.4, abs=1e-6)
    assert found["current"]["w_m_s"] == pytest.approx(0.001, abs=1e-6)
    assert found["time"] == "2024-05-01T06:00:00Z"
    assert timed.get("/api/point?lat=36.7&lon=-122.1").json()["time"] == "2024-05-01T03:00:00Z"


def test_a_session_has_the_time_of_its_mission_and_all_share_the_ocean(timed: TestClient) -> None:
    sent = {**MISSION, "start_time": "2024-05-01T12:00:00Z", "max_duration_s": 1.0}
    assert timed.post("/api/mission?session=late", json=sent).status_code == 200
    assert flow(timed, "&session=late") == pytest.approx((-0.5, 0.0), abs=1e-6)
    assert flow(timed, "&session=other") == pytest.approx((0.25, 0.2), abs=1e-6)
    assert timed.get("/api/session?session=late").json()["mission"]["start_time"] == "2024-05-01T12:00:00Z"
    assert timed.post("/api/mission?session=usual", json={**MISSION, "max_duration_s": 1.0}).status_code == 200
    assert timed.get("/api/section?session=usual&levels=2").json()["time"] == "2024-05-01T03:00:00Z"


def test_a_mission_that_begins_outside_the_times_of_a_file_is_refused(tmp_path: Path) -> None:
    path = turning_current(tmp_path / "turning.nc")
    scenario = Scenario.from_dict({**MISSION_ENDS, "ocean": {"currents": [str(path)], "uniform_depth_m": 500.0}})
    with client_of(create_app(Settings(ocean=scenario.ocean, workers=1))) as client:
        sent = {**MISSION, "max_duration_s": 1.0}
        answer = client.post("/api/mission", json={**sent, "start_time": "2024-05-01T12:00:01Z"})
        assert answer.status_code == 400 and "start_time = 2024-05-01T12:00:01Z: currents" in answer.json()["error"]
        assert not client.get("/api/session").json()["plan_loaded"]
        assert client.post("/api/mission", json={**sent, "start_time": "2024-05-01T12:00:00Z"}).status_code == 200


def test_a_section_through_places(timed: TestClient) -> None:
    found = timed.get(f"/api/section?{LINE}&points=50&levels=9&time=2024-05-01T00:00Z").json()
    assert found["plan"] is None and found["time"] == "2024-05-01T00:00:00Z"
    assert found["distance_m"][0] == 0 and found["distance_m"] == sorted(found["distance_m"])
    assert (found["levels_m"][0], found["levels_m"][-1]) == (0.0, 500.0)
    fields = {name: np.array(field["values"], float) for name, field in found["fields"].items()}
    assert set(fields) == {"temperature", "salinity", "speed", "along", "across"}
    assert all(values.shape == (9, 50) for values in fields.values())
    np.testing.assert_allclose(fields["temperature"][:, 7], 18.0 - 0.01 * np.array(found["levels_m"]), atol=1e-4)
    north, east = slice(0, 17), slice(35, 50)  # 2.2 km to the north, then 3.6 km to the east, in water that sets east
    np.testing.assert_allclose(fields["along"][:, north], 0.0, atol=1e-3)
    np.testing.assert_allclose(fields["across"][:, north], 0.5, atol=1e-3)
    np.testing.assert_allclose(fields["along"][:, east], 0.5, atol=1e-3)
    np.testing.assert_allclose(fields["across"][:, east], 0.0, atol=1e-3)
    np.testing.assert_allclose(fields["speed"], 0.5, atol=1e-3)
    assert found["fields"]["speed"]["sources"] == ["turning.nc"]


def test_below_the_sea_floor_there_is_nothing(timed: TestClient) -> None:
    found = timed.get(f"/api/section?{LINE}&points=3&levels=3&max_depth_m=1000&quantities=salinity").json()
    assert found["levels_m"] == [0.0, 250.0, 1000.0] and found["floor_m"] == [500.0] * 3
    assert found["fields"]["salinity"]["values"] == [[35.0] * 3, [35.0] * 3, [None] * 3]


def test_the_section_of_a_plan_has_its_depths(calm: TestClient) -> None:
    empty = calm.get("/api/section?session=empty").json()
    assert empty["distance_m"] == [] and empty["fields"] == {} and empty["plan"] is None
    planned = calm.post("/api/mission?session=cut", json={**MISSION, "max_duration_s": 1.0}).json()
    found = calm.get("/api/section?session=cut").json()
    assert found["plan"]["depth_m"] == [point["depth_m"] for point in planned["waypoints"]]
    assert found["plan"]["distance_m"][-1] == pytest.approx(found["distance_m"][-1], abs=0.1)
    assert len(found["levels_m"]) == 40 and len(found["distance_m"]) == 160


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("section?lat=1&lon=2", "2 at least"),
        ("section?lat=1,2", "lon"),
        ("section?lat=1,x&lon=2,3", "numbers with commas"),
        ("section?lat=1,91&lon=2,3", "-90"),
        ("section?lat=1,nan&lon=2,3", "-90"),
        ("section?lat=1,2&lon=2,3,4", "as many of both"),
        (f"section?{LINE}&quantities=oxygen", "temperature, salinity"),
        (f"section?{LINE}&points=301", "2..300"),
        (f"section?{LINE}&levels=1", "2..60"),
        (f"section?{LINE}&max_depth_m=0", "1..12000"),
        (f"section?{LINE}&time=soon", "2026-03-01"),
        (f"currents?{BOX}&time=2024-13-01", "2026-03-01"),
        ("point?lat=1&lon=2&time=9999-01-01", "1700..2200"),
        ("point?lat=1&lon=2&time=", "2026-03-01"),
    ],
)
def test_what_is_wrong_is_named(calm: TestClient, query: str, wanted: str) -> None:
    answer = calm.get(f"/api/{query}")
    assert answer.status_code == 400
    assert wanted in answer.json()["error"]
