"""`seatrial trial` from the command line: one object, files, a comparison, and one line for what cannot be."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from seatrial import cli
from seatrial.errors import InputError

CIRCLE = ("trial", "turning-circle", "torpedo", "--throttle", "0.5", "--helm", "0.5", "--duration", "90")


def invoke(*arguments: str) -> str:
    done = CliRunner().invoke(cli.app, list(arguments))
    if isinstance(done.exception, InputError):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.output


def test_a_turning_circle_is_one_object_and_compares_with_itself(tmp_path: Path):
    trace, picture = tmp_path / "turn.csv", tmp_path / "turn.png"
    found = json.loads(invoke(*CIRCLE, "--json", "-o", str(trace), "--plot", str(picture)))
    for name in ("advance_m", "tactical_diameter_m", "steady_radius_m", "steady_speed_m_s", "steady_turn_rate_rad_s"):
        assert found[name] > 0.0
    assert found["steady_radius_m"] == pytest.approx(found["steady_speed_m_s"] / found["steady_turn_rate_rad_s"])
    assert picture.stat().st_size > 1000 and found["ballast"] == "neutral"
    told = invoke(*CIRCLE, "--compare", str(trace))
    rows = [line.split() for line in told.splitlines() if line.startswith("tactical_diameter_m")]
    assert abs(float(rows[-1][-1])) < 1e-3


def test_a_spiral_by_shares_has_no_gain_per_angle():
    found = json.loads(invoke("trial", "spiral", "torpedo", "--throttle", "0.5", "--duration", "5", "--json"))
    assert found["gain_per_s"] is None and found["loop_height_rad_s"] < 1e-3


def test_the_manoeuvres_are_listed():
    assert "zigzag" in invoke("trial", "--list")
    assert {item["name"] for item in json.loads(invoke("trial", "--list", "--json"))["items"]} >= {"dive", "spiral"}


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("trial", "loop", "torpedo"), "must be one of straight"),
        (("trial", "straight"), "needs a manoeuvre and a vehicle"),
        (("trial", "straight", "nope"), "must be one of"),
        (("trial", "straight", "torpedo", "--throttle", "3"), "--throttle = 3"),
        (("trial", "straight", "torpedo", "--rpm", "100"), "has no shaft"),
        (("trial", "turning-circle", "torpedo", "--rudder-deg", "10"), "has no such foil"),
        (("trial", "straight", "torpedo", "-o", "x.txt"), "must end in .csv"),
        (("trial", "straight", "torpedo", "--compare", "none.csv"), "cannot be read"),
    ],
)
def test_what_cannot_be_is_one_line(arguments: tuple[str, ...], words: str):
    with pytest.raises(InputError) as caught:
        invoke(*arguments)
    assert words in str(caught.value) and "\n" not in str(caught.value)
