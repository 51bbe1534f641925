"""Indices of sea trials: known tracks, and the reference traces."""

import pytest

from seatrial.errors import FileFormatError, InputError
from seatrial.studies.trials import indices
from seatrial.studies.trials.trace import read_trace, write_trace
from tests.conftest import ROOT
from tests.reference import checks_trials as checks

REFERENCE = ROOT.parent / "shared" / "data" / "reference"


@pytest.mark.parametrize("check", checks.CHECKS, ids=lambda check: check.__name__)
def test_indices_of_known_tracks(check):
    check(checks.Functions())


@pytest.mark.skipif(not REFERENCE.is_dir(), reason="the reference traces are not here")
@pytest.mark.parametrize(
    "file, function, known",
    [
        (
            "mss_remus_turn_dr10_1200",
            indices.turning_circle,
            {
                "advance_m": 22.83,
                "tactical_diameter_m": 35.47,
                "steady_radius_m": 17.00,
                "steady_speed_m_s": 1.9525,
                "steady_turn_rate_rad_s": 0.11482,
            },
        ),
        ("mss_otter_turn", indices.turning_circle, {"advance_m": 8.87, "tactical_diameter_m": 17.25}),
        ("mss_remus_dive_ds5_1200", indices.dive, {"steady_pitch_deg": -12.338, "depth_change_m": 23.145}),
        ("mss_remus_straight_1525", indices.straight, {"steady_speed_m_s": 2.5396}),
        ("mss_otter_straight", indices.straight, {"steady_speed_m_s": 1.8287}),
    ],
)
def test_indices_of_the_reference_traces(file, function, known):
    # The figures published with them take an index from the next row, at most a tenth of a second later.
    found = function(read_trace(REFERENCE / f"{file}.csv"))
    for name, value in known.items():
        assert found[name] == pytest.approx(value, rel=2e-3), name


def test_a_trace_comes_back_from_its_file(tmp_path):
    trace = checks.circle(1.5, 0.2, 0.5)
    write_trace(trace, tmp_path / "a.csv")
    again = read_trace(tmp_path / "a.csv")
    assert again.north == pytest.approx(trace.north, rel=1e-9, abs=1e-9)
    assert again.heading == pytest.approx(trace.heading, rel=1e-9)


@pytest.mark.parametrize(
    "text, error, words",
    [
        ("t,u\n0,1\n1,1\n", FileFormatError, "column v is missing"),
        ("t,u\n", FileFormatError, "0 rows"),
        ("t,u,v,w,p,q,r,x,y,z,phi,theta,psi\n" + "0" + ",0" * 12 + "\n0" + ",0" * 12 + "\n", InputError, "ascend"),
        ("t,u,v,w,p,q,r,x,y,z,phi,theta,psi\n" + "0" + ",a" * 12 + "\n1" + ",0" * 12 + "\n", InputError, "numbers"),
    ],
)
def test_bad_traces_are_named(tmp_path, text, error, words):
    path = tmp_path / "a.csv"
    path.write_text(text)
    with pytest.raises(error, match=words):
        read_trace(path)
    with pytest.raises(InputError, match="cannot be read"):
        read_trace(tmp_path / "none.csv")
