"""`seatrial sample` on the command line: places, sections, series, tables, own files, pictures."""

import csv
import io
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from seatrial.ocean.raster_files import Raster, write_bath
from tests.unit.test_cli import Command, check_refusal, one_object, seatrial  # noqa: F401


def points(answer) -> list[dict]:
    return one_object(answer)["points"]


def test_one_place(seatrial: Command):  # noqa: F811
    found = one_object(seatrial("sample", "-33.9", "18.2", "20", "--time", "2026-07-01T12:00Z", "--json"))
    for key in ("land", "depth_m", "current", "temperature_degC", "salinity", "depth_source", "temperature_source"):
        assert key in found
    assert {"u_m_s", "v_m_s", "w_m_s", "source"} <= set(found["current"]) and found["time"] == "2026-07-01T12:00:00Z"


def test_mistyped_option(seatrial: Command):  # noqa: F811
    for command in ("sample", "tides"):
        for words in (("--tim", "2026-07-01"), ("--tim",), ("--tim=now",)):
            answer = seatrial(command, "-36.7", "-122.1", *words)
            assert answer.code == 2 and answer.out == "" and "No such option: --tim" in answer.err


def test_section(seatrial: Command):  # noqa: F811
    words = ("sample", "-33.9", "18.2", "--to", "-34.5", "17 30 E", "--points", "4", "--depths", "0,20")
    found = points(seatrial(*words, "--json"))
    assert len(found) == 8 and [p["at_depth_m"] for p in found[:2]] == [0.0, 20.0]
    assert (found[-1]["lat"], found[-1]["lon"]) == (-34.5, 17.5) and found[0]["distance_m"] == 0.0
    text = seatrial(*words).out.splitlines()
    assert (
        text[0].split()
        == "distance [km] lat [deg] lon [deg] depth [m] floor [m] east [m/s] north [m/s] T [degC] S [1]".split()
    )
    assert len(text) == 9 + 4 and text[-1].startswith("salinity: ")


def test_series(seatrial: Command):  # noqa: F811
    words = ("--time", "2026-01-31T12:00", "--until", "2026-02-01T12:00", "--every", "6h")
    found = points(seatrial("sample", "36.7", "-122.3", *words, "--json"))
    assert [p["time"] for p in found][::4] == ["2026-01-31T12:00:00Z", "2026-02-01T12:00:00Z"] and len(found) == 5
    assert [p["current"]["source"] for p in found[::4]] == ["climatology, month 1", "climatology, month 2"]


def test_table_in_and_out(seatrial: Command, in_temporary_folder: Path, monkeypatch):  # noqa: F811
    Path("p.csv").write_text("lat,lon,depth\n-33.9,18.2,5\n36 42 N,122 06 W,\n")
    found = list(csv.DictReader(io.StringIO(seatrial("sample", "--csv-in", "p.csv", "--csv").out)))
    assert [row["at_depth_m"] for row in found] == ["5.0", "0.0"] and float(found[1]["depth_m"]) > 1000.0
    monkeypatch.setattr("sys.stdin", io.StringIO("36.7,-122.1\n"))
    assert len(points(seatrial("sample", "--csv-in", "-", "--json"))) == 1


def test_picture(seatrial: Command, in_temporary_folder: Path):  # noqa: F811
    answer = seatrial("sample", "36.5", "-123", "--to", "36.8", "-121.8", "--points", "9", "--plot", "s.png", "--json")
    found = one_object(answer)
    assert found["picture"] == "s.png" and Path("s.png").read_bytes().startswith(b"\x89PNG")
    depths = [p["at_depth_m"] for p in found["points"][:40]]
    assert (
        len(found["points"]) == 9 * 40 and depths[0] == 0.0 and depths[-1] == max(p["depth_m"] for p in found["points"])
    )


@pytest.fixture
def own(in_temporary_folder: Path) -> Path:
    values = [[[[-111.0, -111.0], [-111.0, -111.0]]]]
    write_bath("own.bath", Raster.from_axes([36.0, 37.0], [-123.0, -122.0], values))
    Path("own.toml").write_text(
        "start = { lat = 36.2, lon = -122.8 }\ngoal = { lat = 36.4, lon = -122.6 }\n"
        '[ocean]\nbathymetry = ["own.bath"]\n'
    )
    return in_temporary_folder


@pytest.mark.parametrize("option", [("--file", "own.bath"), ("--ocean", "own.toml")])
def test_own_data(seatrial: Command, own: Path, option):  # noqa: F811
    found = one_object(seatrial("sample", "36.5", "-122.5", *option, "--json"))
    assert found["depth_m"] == 111.0 and found["depth_source"] == "own.bath"
    found = points(seatrial("sample", "36.5", "-122.5", "--to", "36.5", "-124", "--points", "2", *option, "--json"))
    assert [p["depth_source"] for p in found] == ["own.bath", "ETOPO1 6'"]


def test_own_file_with_times(seatrial: Command, in_temporary_folder: Path):  # noqa: F811
    time = np.array(["2026-03-01", "2026-03-02"], "datetime64[ns]")
    lat, lon = np.array([36.0, 37.0]), np.array([237.0, 238.0])
    values = np.stack([np.zeros((2, 2)), np.ones((2, 2))])
    parts = {name: (("time", "lat", "lon"), values * sign, {"units": "m/s"}) for name, sign in (("uo", 1), ("vo", -1))}
    xr.Dataset(parts, {"time": time, "lat": lat, "lon": lon}).to_netcdf("own.nc")
    words = ("sample", "36.5", "-122.5", "--file", "own.nc")
    assert "own.nc: has 2 times, 2026-03-01T00:00:00Z..2026-03-02T00:00:00Z: choose with" in check_refusal(
        seatrial(*words)
    )
    found = one_object(seatrial(*words, "--time", "2026-03-01T06:00", "--json"))["current"]
    assert (found["u_m_s"], found["v_m_s"], found["source"]) == (0.25, -0.25, "own.nc")
    series = points(seatrial(*words, "--time", "2026-03-01", "--until", "2026-03-02", "--every", "12h", "--json"))
    assert [p["current"]["u_m_s"] for p in series] == [0.0, 0.5, 1.0]
    late = one_object(seatrial(*words, "--time", "2026-03-03", "--json"))
    said = "no current at that time: own.nc has 2026-03-01T00:00:00Z..2026-03-02T00:00:00Z"
    assert late["current"]["u_m_s"] is None and late["temperature_degC"] is not None and late["note"] == said
    Path("p.csv").write_text("lat,lon,time\n36.5,-122.5,2026-03-01T06:00\n")
    assert points(seatrial("sample", "--csv-in", "p.csv", "--file", "own.nc", "--json"))[0]["current"]["u_m_s"] == 0.25


def model(path: str, temperature: bool, **units: str) -> None:
    """Currents, and perhaps temperatures, whose units are those given."""
    lat, lon, ones = np.array([36.0, 37.0]), np.array([237.0, 238.0]), np.ones((2, 2))
    parts = {name: (("lat", "lon"), ones, {"units": unit}) for name, unit in units.items()}
    if temperature:
        parts["temp"] = (("lat", "lon"), 10.0 * ones, {"units": "degC"})
    xr.Dataset(parts, {"lat": lat, "lon": lon}).to_netcdf(path)


def test_refusal_is_about_what_the_file_holds(seatrial: Command, in_temporary_folder: Path):  # noqa: F811
    model("unit.nc", False, water_u="kg", water_v="m/s")
    model("half.nc", False, water_u="m/s")
    model("alien.nc", False, foo="m/s")
    for name, reason in (
        ("unit.nc", "unit.nc: water_u: units = 'kg'"),
        ("half.nc", "half.nc: no variable for north of SeaWaterVelocity"),
        ("alien.nc", "alien.nc: holds no quantity that is known: its fields are foo"),
    ):
        assert reason in check_refusal(seatrial("sample", "36.5", "-122.5", "--file", name))
        assert reason in check_refusal(seatrial("convert", name, "o.nc"))


def test_what_is_not_used_of_a_file_is_said(seatrial: Command, in_temporary_folder: Path):  # noqa: F811
    model("both.nc", True, water_u="kg", water_v="m/s")
    answer = seatrial("sample", "36.5", "-122.5", "--file", "both.nc")
    assert answer.code == 0 and "10.00 degC (both.nc)" in answer.out and "(climatology)" in answer.out
    assert answer.err.startswith("seatrial: note: not used: both.nc: water_u: units = 'kg'")
    assert len(answer.err.splitlines()) == 1


@pytest.mark.parametrize(
    "words, said",
    [
        (("36.7", "-122", "--to", "95", "0"), "latitude"),
        (("36.7", "-122", "-5"), "depth = -5 m"),
        (("36.7", "-122", "-5", "--to", "36", "-122"), "depth = -5 m"),
        (("36.7", "-122", "--until", "2026-01-01"), "--until: needs --time"),
        (("36.7", "-122", "--time", "2026-01-02", "--until", "2026-01-01"), "must not be before"),
        (("36.7", "-122", "--time", "2026-01-01", "--until", "2026-01-02", "--every", "often"), "--every 'often'"),
        (("36.7", "-122", "--depths", "deep"), "--depths 'deep'"),
        (("36.7", "-122", "--csv-in", "p.csv"), "--csv-in: brings the places"),
        (("--csv-in", "none.csv"), "--csv-in none.csv: cannot be read"),
        (("36.7", "-122", "--plot", "s.txt"), "name must end in"),
        (("36.7", "-122", "--file", "none.nc"), "none.nc"),
        (("36.7", "-122", "--ocean", "none.toml"), "none.toml"),
        (("36.7", "-122", "--ocean", "s.toml", "--file", "x.bath"), "--ocean and --file: give one of them"),
    ],
)
def test_refusals(seatrial: Command, words, said):  # noqa: F811
    assert said in check_refusal(seatrial("sample", *words))


@pytest.mark.parametrize("words", [(), ("36.7",), ("36.7", "-122", "--to", "36", "")])
def test_places_that_are_missing(seatrial: Command, words):  # noqa: F811
    answer = seatrial("sample", *words)
    assert answer.code == 2 and answer.out == "" and "needs LAT and LON, or --csv-in" in answer.err
