"""What a server compiles at its start: what the missions in its ocean need, and nothing else."""

from dataclasses import replace

import pytest

from seatrial.mission.ocean_options import OceanOptions
from seatrial.ocean.eddies import Eddies
from seatrial.ocean.ocean import Ocean
from seatrial.server import start
from seatrial.server.app import create_app
from seatrial.server.settings import Settings
from seatrial.server.state import State
from tests.reference.http_server import calm_ocean


def compiled(monkeypatch: pytest.MonkeyPatch, ocean: Ocean, options: OceanOptions | None = None) -> list[str]:
    parts: list[str] = []
    monkeypatch.setattr(start, "compile_engine", parts.extend)
    settings = Settings(data=None, ocean=options or OceanOptions())
    state: State = create_app(settings, ocean).state.seatrial
    try:
        start._compile(state)
    finally:
        state.close()
    return parts


def test_shipped_data_need_the_plain_kernel_alone(monkeypatch: pytest.MonkeyPatch):
    assert compiled(monkeypatch, Ocean.shipped()) == ["planner", "plain"]
    assert compiled(monkeypatch, calm_ocean()) == ["planner", "plain"]


def test_layers_and_a_field_of_density_need_the_general_one_alone(monkeypatch: pytest.MonkeyPatch):
    layered = replace(calm_ocean(), layers=(Eddies(0.1, 30.0, 1),))
    assert compiled(monkeypatch, layered) == ["planner", "general"]
    assert compiled(monkeypatch, calm_ocean(), OceanOptions(density="field")) == ["planner", "general"]
