"""Scenarios: defaults, what is read back, and one line that says what is wrong where."""

import math
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from seatrial.errors import FileFormatError, InputError
from seatrial.mission.scenario import Scenario
from tests.conftest import ROOT
from tests.unit.mission.missions import scenario, short

EXAMPLES = sorted((ROOT / "examples").glob("*.toml"))


def refusal(values: dict[str, Any]) -> str:
    with pytest.raises(InputError) as caught:
        Scenario.from_dict(values, "x.toml")
    assert caught.value.exit_code == 2
    message = str(caught.value)
    assert len(message.splitlines()) == 1 and message.startswith("x.toml: ")
    return message.removeprefix("x.toml: ")


def test_defaults():
    s = Scenario.from_dict({"start": {"lat": 1, "lon": 2}, "goal": {"lat": 1, "lon": 3}})
    assert (s.simulation.max_duration_s, s.simulation.step_s, s.simulation.record_period_s) == (7200.0, 0.005, 0.1)
    assert (s.seed, s.simulation.control_period_s, s.mission.sample_spacing_m) == (0, None, 30.0)
    assert (s.vehicle.length_m, s.vehicle.radius_m, s.vehicle.mass_kg, s.vehicle.ballast) == (1.0, 0.1, 25.0, "none")
    assert (s.autopilot.radius_m, s.autopilot.final_radius_m) == (10.0, 6.0)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_examples_survive_the_round_trip(path: Path):
    import json

    first = Scenario.from_toml(path)
    assert Scenario.from_dict(first.model_dump(mode="json")) == first
    assert Scenario.from_dict(json.loads(first.to_json())) == first
    assert Scenario.from_dict(first.model_dump()) == first


def test_everything_survives_the_round_trip(tmp_path: Path):
    text = """
    name = "Ünï ☂ a/b"
    seed = 9223372036854775807
    start_time = 2026-03-01T12:00:00+02:00
    monthly = true
    [start]
    lat = "36°42' N"
    lon = 237.9
    heading_deg = 90
    [goal]
    lat = 36.7
    lon = -122
    [vehicle]
    battery = { capacity_Ah = 3, peukert = 1 }
    [mission]
    neighbours = 16
    cell_m = 100
    via = [{ lat = 36.7, lon = -122.05 }]
    [ocean]
    bathymetry = ["a.bath", "/b.bath"]
    currents = ["c.curr"]
    land = "d.geojson"
    [simulation]
    step_s = 0.05
    control_period_s = 0.1
    """
    (tmp_path / "s.toml").write_text("\ufeff" + text, encoding="utf-8")
    s = Scenario.from_toml(tmp_path / "s.toml")
    assert s.start.lat == 36.7 and s.start_time == datetime(2026, 3, 1, 10, tzinfo=UTC)
    assert s.ocean.bathymetry == (str(tmp_path / "a.bath"), "/b.bath") and s.ocean.land == str(tmp_path / "d.geojson")
    assert s.ocean.currents == (str(tmp_path / "c.curr"),)
    assert Scenario.from_dict(s.model_dump(mode="json")) == s


@pytest.mark.parametrize(
    "key",
    ["x", "start__x", "goal__x", "vehicle__x", "vehicle__battery__x", "mission__x", "ocean__x", "simulation__x",
     "autopilot__x", "mission__cruise_speed"],
)  # fmt: skip
def test_unknown_keys_are_refused_at_every_level(key: str):
    assert refusal(short(**{key: 1})) == f"unknown key '{key.replace('__', '.')}'"


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, True, "5", [5], {}, -1, 12_000.5])
def test_a_number_must_be_one_in_its_range(bad: object):
    message = refusal(short(mission__cruise_depth_m=bad))
    assert message.startswith("mission.cruise_depth_m") and message.endswith(": must be a number in 0..12000 m")


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("start__lat", 91, "start.lat = 91 deg: must be a number in -90..90 deg"),
        ("start__lat", 90.00000001, "start.lat = 90.00000001 deg: must be a number in -90..90 deg"),
        ("goal__lon", 1e9, "goal.lon = 1000000000 deg: must be a number in -1080..1080 deg"),
        ("start", 3, "start = 3: must be a table"),
        ("vehicle", [1], "vehicle = [1]: must be a table"),
        ("name", "", "name = '': must be one line of 1..200 printable characters"),
        ("name", "a\nb", "name = 'a\\nb': must be one line of 1..200 printable characters"),
        ("name", 3, "name = 3: must be text"),
        ("seed", -1, "seed = -1: must be a whole number in 0..9223372036854775807"),
        ("seed", 1.5, "seed = 1.5: must be a whole number in 0..9223372036854775807"),
        ("start_time", 3, "start_time = 3: must be a date and time such as 2026-03-01T12:00:00Z"),
        ("start_time", "soon", "start_time = 'soon': must be a date and time such as 2026-03-01T12:00:00Z"),
        ("start_time", datetime(1, 1, 1), "start_time = 0001-01-01T00:00:00: must be in the years 1700..2200"),
        ("monthly", 1, "monthly = 1: must be true or false"),
        ("vehicle__ballast", "heavy", "vehicle.ballast = 'heavy': must be 'none' or 'neutral'"),
        ("vehicle__battery", "much", "vehicle.battery = 'much': must be a table or \"unlimited\""),
        ("vehicle__battery", {"capacity_Ah": 0},
         "vehicle.battery.capacity_Ah = 0 A h: must be a number in 0.001..1e+07 A h"),
        ("vehicle__battery", {"full_voltage_V": 10},
         "vehicle.battery.full_voltage_V = 10 V: must be at least empty_voltage_V = 21 V"),
        ("vehicle__thruster_time_constant_s", 61,
         "vehicle.thruster_time_constant_s = 61 s: must be a number in 0..60 s"),
        ("mission__cruise_speed_m_s", 0, "mission.cruise_speed_m_s = 0 m/s: must be a number in 0.01..20 m/s"),
        ("mission__neighbours", 4, "mission.neighbours = 4: must be 8 or 16"),
        ("mission__via", 3, "mission.via = 3: must be a list"),
        ("mission__via", [3], "mission.via[0] = 3: must be a table"),
        ("mission__via", [{"lat": 1}], "mission.via[0].lon is missing"),
        ("ocean__density_kg_m3", 1, "ocean.density_kg_m3 = 1 kg/m3: must be a number in 900..1200 kg/m3"),
        ("ocean__water_temperature_K", 10, "ocean.water_temperature_K = 10 K: must be a number in 250..330 K"),
        ("ocean__land", 3, "ocean.land = 3: must be true, false or the name of a file"),
        ("ocean__land", "", "ocean.land = '': must be the name of a file"),
        ("ocean__currents", 3, "ocean.currents = 3: must be a list of files or a table"),
        ("ocean__currents", {"east_m_s": 1.0}, "ocean.currents.north_m_s is missing"),
        ("ocean__currents", {"east_m_s": 11, "north_m_s": 0},
         "ocean.currents.east_m_s = 11 m/s: must be a number in -10..10 m/s"),
        ("ocean__bathymetry", ["a.bath"], "ocean.uniform_depth_m = 200 m: must not be given together with bathymetry"),
        ("simulation__step_s", 0.00123, "simulation.step_s = 0.00123 s: must be a whole number of ticks of 1/1200 s"),
        ("simulation__step_s", 1e-300, "simulation.step_s = 1e-300 s: must be a number in 0.000833333..10 s"),
        ("simulation__control_period_s", 0.07,
         "simulation.control_period_s = 0.07 s: must be a whole number of steps of 0.05 s"),
        ("simulation__max_duration_s", math.inf,
         "simulation.max_duration_s = inf s: must be a number in 0.000833333..1e+09 s"),
    ],
)  # fmt: skip
def test_one_line_names_key_value_unit_and_range(key: str, value: object, message: str):
    assert refusal(short(**{key: value})) == message


def test_what_is_missing_is_named():
    assert refusal({}) == "start is missing (and 1 more)"
    assert refusal(short(start__lat=None)) == "start.lat is missing"


def test_text_positions():
    assert scenario(start__lat="36 42 N").start.lat == 36.7
    message = refusal(short(start__lat="91 N"))
    assert message.startswith("start.lat: latitude '91 N': beyond the pole; must be degrees")


def test_a_period_is_a_whole_number_of_ticks_whatever_its_rounding():
    assert scenario(simulation__step_s=0.00083333333).simulation.step_s == 1 / 1200


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[start\nlat", "not valid TOML"), (b'name = "\xff"', "not UTF-8"),
        (b"x = " + b"[" * 5000, "nested too deeply"),
        (b"seed = " + b"9" * 5000, "not valid TOML"), (b"#" * 10_000_001, "small TOML file"), (b"", "start is missing"),
    ],
)  # fmt: skip
def test_damaged_files(tmp_path: Path, content: bytes, said: str):
    path = tmp_path / "s.toml"
    path.write_bytes(content)
    with pytest.raises(InputError, match=said) as caught:
        Scenario.from_toml(path)
    assert len(str(caught.value).splitlines()) == 1 and str(path) in str(caught.value)


def test_files_that_are_none(tmp_path: Path):
    for path in (tmp_path, tmp_path / "none.toml", Path("n" * 5000), tmp_path / "none.toml" / "x"):
        with pytest.raises(InputError, match=r"no such file|cannot be read"):
            Scenario.from_toml(path)
    assert issubclass(FileFormatError, InputError)


def test_the_schema_describes_every_key():
    schema = Scenario.model_json_schema()
    assert schema["additionalProperties"] is False
    assert schema["$defs"]["MissionOptions"]["properties"]["cruise_depth_m"]["maximum"] == 12_000
