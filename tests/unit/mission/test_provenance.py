import hashlib
import json
from pathlib import Path

from seatrial.mission.provenance import PACKAGES, package_version, provenance
from tests.unit.mission.missions import calm, scenario


def test_files_have_sums(tmp_path: Path):
    land = tmp_path / "l.geojson"
    land.write_text("some land")
    s = scenario(ocean={"land": str(land), "currents": [str(tmp_path / "gone.curr")]}, seed=7)
    p = provenance(s, calm())
    assert p["files"] == {str(tmp_path / "gone.curr"): "unknown", str(land): hashlib.sha256(b"some land").hexdigest()}
    assert p["seed"] == 7 and p["land"] == str(land) and p["control_period_s"] == 0.05
    assert set(p["packages"]) == set(PACKAGES) and "unknown" not in p["packages"].values()  # type: ignore[call-overload]
    assert json.loads(json.dumps(p)) == p


def test_land_in_words():
    for ocean, words in (({"land": True}, "Natural Earth 1:10m"), ({"land": False}, "none")):
        assert provenance(scenario(ocean=ocean), calm())["land"] == words
    assert "lakes" in str(provenance(scenario(ocean={"lakes": True}), calm())["land"])


def test_a_package_that_is_not_there():
    assert package_version("no-such-package-of-that-name") == "unknown"
