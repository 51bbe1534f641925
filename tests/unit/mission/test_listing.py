from pathlib import Path

import pytest

from seatrial.errors import InputError
from seatrial.mission.files import save
from seatrial.mission.listing import describe, listing
from seatrial.simulation.status import Status
from tests.conftest import ROOT
from tests.unit.mission.missions import arrived


@pytest.mark.parametrize("what", ["vehicles", "sources", "forces", "controllers", "statuses"])
def test_every_list_says_something(what: str):
    rows = listing(what)
    assert rows and all(row.name and row.about for row in rows)
    assert len({row.name for row in rows}) == len(rows)


def test_contents():
    assert {"torpedo": "AUV"}.items() <= {item.name: item.more["kind"] for item in listing("vehicles")}.items()
    assert [item.name for item in listing("statuses")] == [s.word for s in Status]
    with pytest.raises(InputError, match="must be one of vehicles, sources"):
        listing("ships")


def test_describe(tmp_path: Path):
    assert describe("torpedo")["net_buoyancy_N"] == pytest.approx(71.28, abs=0.01)
    assert describe(str(ROOT / "examples/gibraltar.toml"))["simulation"]["record_period_s"] == 0.1
    assert "properties" in describe("schema")
    shown = describe(str(save(arrived(), tmp_path / "a.nc")))
    assert shown["status"] == "arrived" and shown["provenance"]["seed"] == 0 and shown["end"][-1][1] == "arrived"
    for nothing in ("", "nope", "catalogue", "a\nb"):
        with pytest.raises(InputError, match="must be a run file"):
            describe(nothing)
