"""The command line inside this process: what it prints where, and how it ends."""

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import xarray as xr
from typer.testing import CliRunner

from seatrial import cli
from seatrial.mission.files import load
from tests.conftest import ROOT
from tests.unit.mission.test_water import currents

MISSION = """
name = "Short"
start = { lat = 36.70, lon = -122.10 }
goal = { lat = 36.70, lon = -122.0985 }
vehicle = { ballast = "neutral" }
mission = { cruise_depth_m = 5.0, cruise_speed_m_s = 0.8, descent_rate_m_s = 0.15 }
simulation = { step_s = 0.05 }
"""
LAND = MISSION.replace("-122.0985", "-121.5")
LATE = MISSION + 'start_time = 2021-01-01T00:00:00Z\nocean = { currents = ["model.nc"] }'
DEEP = MISSION.replace("cruise_depth_m = 5.0", "cruise_depth_m = 11000.0")


class Answer(NamedTuple):
    code: int
    out: str
    err: str


Command = Callable[..., Answer]


@pytest.fixture
def seatrial(in_temporary_folder: Path, capfd: pytest.CaptureFixture[str]) -> Command:
    """Run a command in a folder that has s.toml; argument by argument."""
    (in_temporary_folder / "s.toml").write_text(MISSION)

    def call(*arguments: object) -> Answer:
        capfd.readouterr()
        code: object = 0
        try:
            cli.main([str(a) for a in arguments])
        except SystemExit as end:
            code = end.code
        out, err = capfd.readouterr()
        return Answer(int(str(code or 0)), out, err)

    return call


def check_refusal(answer: Answer) -> str:
    """Exit code 2, nothing on standard output, one line on standard error."""
    assert answer.code == 2 and answer.out == "" and "Traceback" not in answer.err
    assert len(answer.err.splitlines()) == 1 and answer.err.startswith("seatrial: "), answer.err
    return answer.err


def one_object(answer: Answer) -> dict[str, Any]:
    """The one JSON object on standard output, which has only numbers that JSON knows."""
    assert answer.code == 0 and answer.err == ""

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is no JSON")

    value = json.loads(answer.out, parse_constant=refuse)
    assert isinstance(value, dict)
    return value


def test_run_json(seatrial: Command, in_temporary_folder: Path):
    found = one_object(seatrial("run", "s.toml", "--json"))
    for key in ("status", "distance_m", "duration_s", "energy_J", "planned", "steps", "wall_s", "file", "picture"):
        assert key in found
    assert found["status"] == "arrived" and found["file"] == "results/s.nc" and found["picture"] == "results/s.png"
    assert sorted(os.listdir("results")) == ["s.nc", "s.png"]
    run = load("results/s.nc")
    assert run.summary() == {k: v for k, v in found.items() if k not in ("file", "picture")}
    shown = one_object(seatrial("show", "results/s.nc", "--json"))
    assert shown["distance_m"] == found["distance_m"] and shown["provenance"]["seed"] == 0
    assert "arrived" in seatrial("show", "results/s.nc").out


def test_run_text(seatrial: Command):
    answer = seatrial("run", "s.toml", "-o", "ü ☂/x.NC", "--no-picture")
    assert (
        answer.code == 0 and answer.err == "" and answer.out.startswith("Short: arrived (reached the last waypoint)\n")
    )
    assert "Wh by a rule of thumb (without hull drag, propeller slip, diving, currents)\n  simulated  " in answer.out
    assert os.listdir("ü ☂") == ["x.NC"]


def test_plan(seatrial: Command):
    found = one_object(seatrial("plan", "s.toml", "-o", "new/p.json", "--json"))
    assert {"name", "lat", "lon", "depth", "speed", "distance_m", "duration_s", "energy_J", "warnings"} <= set(found)
    assert json.loads(Path("new/p.json").read_text()) == found and os.listdir("new") == ["p.json"]
    assert "0.14 km by great circle" in seatrial("plan", "s.toml").out


def test_sample(seatrial: Command):
    found = one_object(seatrial("sample", "36.7", "-122.1", "50", "--json"))
    assert found["land"] is False and found["at_depth_m"] == 50.0 and found["depth_m"] > 1000.0
    assert found["sea_floor_depth_m"] == found["depth_m"] and found["time"] is None and found["tide"] is None
    assert {"u_m_s", "v_m_s", "w_m_s", "source"} <= set(found["current"])
    assert 5.0 < found["temperature_degC"] < 15.0 and 33.0 < found["salinity"] < 34.0
    assert all(found[f"{name}_source"] for name in ("depth", "current", "temperature", "salinity"))
    assert one_object(seatrial("sample", "-90", "0", "--json"))["current_source"] is None
    assert seatrial("sample", "-33.9", "18").out.startswith("33°54.00′S 18°00.00′E: sea\n")
    assert "on land: no water" in seatrial("sample", "46 N", "10 E").out


def test_sample_at_a_time(seatrial: Command):
    place = ("sample", "37.81", "-122.52")
    found = one_object(seatrial(*place, "--time", "2026-07-01T12:00:00+02:00", "--json"))
    assert found["time"] == "2026-07-01T10:00:00Z"
    assert found["current_source"] == "climatology, month 7" and found["wind"]["source"].endswith("month 7")
    assert -1.5 < found["tide"]["height_m"] < 1.5
    text = seatrial(*place, "--time", "2026-07-01").out
    assert "  wind       mean " in text and "above mean sea level on 2026-07-01T00:00:00Z" in text


def test_tides(seatrial: Command):
    found = one_object(seatrial("tides", "9414290", "--from", "2026-07-01", "--to", "2026-07-02", "--json"))
    (station,) = found["stations"]
    assert station["id"] == "noaa/9414290" and [e["event"] for e in station["events"]] == ["low", "high", "low", "high"]
    lines = seatrial("tides", "37.8", "-122.48", "--from", "2026-07-01").out.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == [
        lines[0],
        next(x for x in lines if ", current)" in x),
    ]
    assert ", tide)" in lines[0]
    assert any(" flood " in line for line in lines) and sum("not for navigation" in line for line in lines) == 2
    assert "events" in one_object(seatrial("tides", "9414290", "--json"))["stations"][0]


def test_list_and_show(seatrial: Command):
    assert one_object(seatrial("list", "vehicles", "--json"))["items"][0]["name"] == "torpedo"
    assert "timed_out" in seatrial("list", "statuses").out
    assert one_object(seatrial("show", "torpedo", "--json"))["mass_kg"] == 25.0
    assert one_object(seatrial("show", "s.toml", "--json"))["simulation"]["max_duration_s"] == 7200.0
    assert one_object(seatrial("show", "schema"))["title"] == "Scenario"
    assert "mass_kg" in seatrial("show", "torpedo").out


def test_warm(seatrial: Command):
    found = one_object(seatrial("warm", "--json"))
    assert list(found["parts"]) == ["planner", "plain", "general"]
    assert found["compile_s"] == sum(found["parts"].values()) and min(found["parts"].values()) >= 0.0
    lines = seatrial("warm").out.splitlines()
    assert [line.split(" ready after ")[0].strip() for line in lines] == ["planner", "plain", "general"]
    assert "shipped data" in lines[1] and "files with times" in lines[2]


REFUSED: dict[str, tuple[list[str], str]] = {
    "no scenario": (["run", "none.toml"], "scenario none.toml: no such file"),
    "folder": (["plan", "."], "cannot be read (Is a directory)"),
    "land": (["run", "land.toml"], "goal position is on land"),
    "deep": (["run", "deep.toml"], "cruise depth 11000 m is deeper than the sea floor there"),
    "unknown key": (["plan", "typo.toml"], "typo.toml: unknown key 'missoin'"),
    "not utf-8": (["run", "latin.toml"], "not UTF-8"),
    "output below a file": (["run", "s.toml", "-o", "s.toml/x.nc"], "cannot be written (Not a directory)"),
    "output that is a folder": (["run", "s.toml", "-o", "dir.nc"], "no regular file"),
    "output in proc": (["run", "s.toml", "-o", "/proc/x.nc"], "cannot be written"),
    "output that is a device": (["run", "s.toml", "-o", "null.nc"], "no regular file"),
    "output without ending": (["run", "s.toml", "-o", "x"], "name must end in .nc"),
    "output that is the picture": (["run", "s.toml", "-o", "x.png"], "name must end in .nc"),
    "output that is nothing": (["run", "s.toml", "-o", ""], "name must end in .nc"),
    "output that is long": (["run", "s.toml", "-o", "n" * 300 + ".nc"], "File name too long"),
    "picture in the way": (["run", "s.toml", "-o", "pic.nc"], "picture pic.png: is there already"),
    "plan outside the times": (["plan", "late.toml"], "start_time = 2021-01-01T00:00:00Z: currents model.nc has 2020-"),
    "run outside the times": (["run", "late.toml"], "start_time = 2021-01-01T00:00:00Z: currents model.nc has 2020-"),
    "plan output": (["plan", "s.toml", "-o", "/proc/x.json"], "cannot be written"),
    "plan output without ending": (["plan", "s.toml", "-o", "x"], "name must end in .json"),
    "latitude": (["sample", "91", "0"], "latitude '91': beyond the pole"),
    "latitude that is none": (["sample", "nan", "0"], "latitude 'nan': not understood"),
    "depth": (["sample", "0", "0", "nan"], "depth = nan m: must be a number in 0..12000 m"),
    "depth below all": (["sample", "0", "0", "20000"], "depth = 20000 m: must be a number in 0..12000 m"),
    "negative depth": (["sample", "0", "0", "-5"], "depth = -5 m: must be a number in 0..12000 m"),
    "time": (["sample", "0", "0", "--time", "soon"], "time = 'soon': must be a date and time in 1700..2200 such as"),
    "station": (["tides", "Atlantis"], "station 'Atlantis': no such station: must be one id"),
    "place without stations": (["tides", "0", "-30"], "place 0 -30: no tide or current station within 100 km"),
    "time of tides": (["tides", "9414290", "--from", "2026-13-01"], "--from = '2026-13-01': must be a date and time"),
    "times the wrong way": (["tides", "9414290", "--from", "2026-02-01", "--to", "2026-01-01"], "time span = -31 days"),
    "list": (["list", "ships"], "must be one of vehicles, sources, forces, controllers, statuses"),
    "show": (["show", "ship"], "must be a run file (.nc), a scenario (.toml), schema, or a vehicle (torpedo)"),
    "show nothing": (["show", ""], "must be a run file"),
    "show no file": (["show", "none.nc"], "no such file"),
    "show a folder": (["show", "dir.nc"], "no regular file"),
    "show text": (["show", "text.nc"], "cannot be read as NetCDF"),
    "show a fifo": (["show", "fifo.nc"], "no regular file"),
}


@pytest.mark.parametrize("case", REFUSED, ids=lambda name: name.replace(" ", "-"))
def test_bad_input(seatrial: Command, in_temporary_folder: Path, case: str):
    files = {"land": LAND, "deep": DEEP, "typo": MISSION + "missoin = 1", "late": LATE}
    for name, text in files.items():
        Path(f"{name}.toml").write_text(text)
    currents(in_temporary_folder / "model.nc")
    Path("latin.toml").write_bytes(b'name = "\xe9"')
    Path("text.nc").write_text("text")
    Path("dir.nc").mkdir()
    Path("pic.png").mkdir()
    Path("null.nc").symlink_to(os.devnull)
    os.mkfifo("fifo.nc")
    before = sorted(os.listdir())
    arguments, said = REFUSED[case]
    with_json = [*arguments, "--json"] if arguments[0] != "sample" else arguments
    assert said in check_refusal(seatrial(*with_json))
    assert sorted(os.listdir()) == before, "something is left"


@pytest.mark.parametrize(
    "arguments", [["bogus"], ["run"], ["sample", "1"], ["plan", "s.toml", "--bogus"], ["sample", "0", "0", "x"]]
)
def test_usage_errors(seatrial: Command, arguments: list[str]):
    answer = seatrial(*arguments)
    assert answer.code == 2 and answer.out == "" and "Error: " in answer.err and "Traceback" not in answer.err


def test_help_of_every_command_has_an_example():
    runner = CliRunner()
    top = runner.invoke(cli.app, ["--help"])
    assert (
        top.exit_code == 0
        and "Example: seatrial" in top.output
        and "..." not in top.output.split("Commands:")[1].replace(", ...", "")
    )
    commands = [line.split()[0] for line in top.output.split("Commands:")[1].splitlines() if line.strip()]
    assert {"run", "plan", "sample", "list", "show", "warm", "bench"} <= set(commands)
    for command in commands:
        for option in ("--help", "-h"):
            text = runner.invoke(cli.app, [command, option]).output
            assert f"Example: seatrial {command}" in text, command
            # A server has no result to print.
            assert "--json" in text or command == "serve", command


def test_numbers_that_json_has_no_word_for(capsys: pytest.CaptureFixture[str]):
    cli._print_json({"a": float("nan"), "b": [float("inf"), 1.5], "c": ("x", None)})
    assert json.loads(capsys.readouterr().out) == {"a": None, "b": [None, 1.5], "c": ["x", None]}


def test_a_full_disk_under_standard_output(seatrial: Command, monkeypatch: pytest.MonkeyPatch):
    def full(*args: object, err: bool = False, **named: object) -> None:
        if not err:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(cli, "_no_reader", lambda: SystemExit(1))
    monkeypatch.setattr(cli.typer, "echo", full)
    assert seatrial("list").code == 1


def test_examples_are_valid_scenarios(seatrial: Command):
    for path in sorted((ROOT / "examples").glob("*.toml")):
        assert one_object(seatrial("show", path, "--json"))["name"]


def test_a_signal_is_remembered_once_somebody_asks():
    stop = cli.Stop()
    with pytest.raises(cli.Stopped):
        stop.handle(signal.SIGINT, None)
    # Python drops what is raised in a callback of its own; the question finds the signal all the same
    assert stop.asked()
    later = cli.Stop()
    assert not later.asked()
    later.handle(signal.SIGTERM, None)
    assert later.asked() and later.signal == signal.SIGTERM
    with pytest.raises(cli.Stopped) as second:
        later.handle(signal.SIGINT, None)
    assert second.value.exit_code == 130


def test_a_signal_while_planning_leaves_nothing(seatrial: Command, monkeypatch: pytest.MonkeyPatch):
    def interrupted(*args: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr("seatrial.mission.run.plan_route", interrupted)
    before = signal.getsignal(signal.SIGINT)
    answer = seatrial("run", "s.toml", "--json")
    assert answer == (130, "", "seatrial: interrupted: nothing was saved\n") and os.listdir() == ["s.toml"]
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_while_saving_waits_for_the_file(
    seatrial: Command, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, code: int
):
    original = xr.Dataset.to_netcdf

    def interrupted(self: xr.Dataset, *args: Any, **named: Any) -> Any:
        os.kill(os.getpid(), number)
        return original(self, *args, **named)

    monkeypatch.setattr(xr.Dataset, "to_netcdf", interrupted)
    answer = seatrial("run", "s.toml", "-o", "x.nc", "--json")
    assert (answer.code, answer.err) == (code, "seatrial: interrupted: the history so far is in x.nc\n")
    assert json.loads(answer.out)["status"] == "arrived" and load("x.nc").status.word == "arrived"
    assert sorted(os.listdir()) == ["s.toml", "x.nc"]
