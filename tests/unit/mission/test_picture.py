"""The picture is drawn for every kind of run."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread

from seatrial.errors import InputError
from seatrial.mission.picture import draw
from seatrial.mission.record import Run
from seatrial.mission.run import run
from seatrial.mission.scenario import Scenario
from seatrial.ocean.ocean import Ocean
from seatrial.simulation.status import Status
from tests.conftest import ROOT
from tests.unit.mission.missions import arrived, calm, scenario


def check_picture(result: Run, ocean: Ocean, path: Path) -> None:
    image = imread(draw(result, ocean, path))
    assert image.shape[1] > 1000 and image.shape[0] > 600
    assert len(np.unique(image[::7, ::7, :3].reshape(-1, 3), axis=0)) > 20, "nearly empty"


@pytest.mark.parametrize("name", sorted(p.stem for p in (ROOT / "examples").glob("*.toml")))
def test_every_example(name: str, tmp_path: Path):
    example = Scenario.from_toml(ROOT / "examples" / f"{name}.toml")
    coarse = {"step_s": 0.05, "max_duration_s": 120.0}
    brief = example.model_copy(update={"simulation": example.simulation.model_copy(update=coarse)})
    ocean = Ocean.shipped()
    check_picture(run(brief, ocean=ocean), ocean, tmp_path / "p.png")


def test_a_single_row(tmp_path: Path):
    r = run(scenario(), cancelled=lambda: True)
    assert r.status is Status.INTERRUPTED and r.history.sizes["time"] == 1
    check_picture(r, calm(), tmp_path / "p.png")


def test_a_current_and_other_kinds_of_file(tmp_path: Path):
    for ending in ("pdf", "svg"):
        assert draw(arrived(), calm(east=0.3), tmp_path / f"p.{ending}").stat().st_size > 10_000
    assert sorted(p.name for p in tmp_path.iterdir()) == ["p.pdf", "p.svg"]


def test_a_name_with_signs_of_mathematics(tmp_path: Path):
    check_picture(replace(arrived(), name="cost $1_2^3 & \\alpha ☂ <b>"), calm(), tmp_path / "p.png")


def test_at_the_pole(tmp_path: Path):
    r = run(scenario(start__lat=89.9999, goal__lat=89.9995, simulation__max_duration_s=20.0))
    check_picture(r, calm(), tmp_path / "p.png")


def test_places_that_cannot_be_written(tmp_path: Path):
    (tmp_path / "dir.png").mkdir()
    for name in ("dir.png", "p.xyz", "p"):
        with pytest.raises(InputError, match="picture"):
            draw(arrived(), calm(), tmp_path / name)
    assert [p.name for p in tmp_path.iterdir()] == ["dir.png"]
