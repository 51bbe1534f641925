"""Kill -9 at any instant leaves a library that can be read, and costs at most the run in flight."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from seatrial.mission.files import load, save
from seatrial.mission.run import run
from seatrial.mission.scenario import Scenario
from seatrial.server.store import Store
from tests.house.places import ROOT
from tests.reference.http_server import calm_ocean
from tests.reference.store_kills import CASES


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with the library that each case left."""
    folder = tmp_path_factory.mktemp("kills")
    ends = {"start": {"lat": 36.7, "lon": -122.1}, "goal": {"lat": 36.701, "lon": -122.1}}
    short = run(Scenario.from_dict({**ends, "simulation": {"max_duration_s": 5.0}}), ocean=calm_ocean())
    save(short, folder / "short.nc")
    command = [sys.executable, "-m", "tests.reference.store_kills", str(folder / "short.nc"), str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def store(libraries: Path, request: pytest.FixtureRequest) -> Iterator[Store]:
    store = Store(libraries / request.param)
    yield store
    store.close()


@pytest.mark.parametrize("store, name", [(name, name) for name in CASES], indirect=["store"])
def test_what_is_left_is_whole(libraries: Path, store: Store, name: str):
    items, total = store.page(10, 0)
    assert total == len(items) and tuple(sorted(item["name"] for item in items)) == CASES[name].names
    for item in items:
        assert load(store.path(item["id"])).status.word == "timed_out"
        assert store.path(item["id"]).stat().st_size == item["bytes"]
    files = {path.name for path in (libraries / name / "runs").iterdir()}
    assert files == {f"{item['id']}.{ending}" for item in items for ending in ("nc", "json")}, "nothing is left over"
