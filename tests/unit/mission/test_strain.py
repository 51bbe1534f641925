"""What a plan asks too much of, said before the run."""

import pytest

from seatrial.mission.run import plan
from seatrial.mission.scenario import Scenario


def warnings_of(**changes: object) -> str:
    values: dict[str, object] = {
        "start": {"lat": 0.0, "lon": -30.0},
        "goal": {"lat": 0.02, "lon": -30.0},
        "vehicle": {"ballast": "neutral"},
        "mission": {"cruise_depth_m": 20.0, "cruise_speed_m_s": 0.8, "descent_rate_m_s": 0.15},
        "ocean": {"land": False, "uniform_depth_m": 500.0, "currents": {"east_m_s": 0.0, "north_m_s": 0.1}},
    }
    return "\n".join(plan(Scenario.from_dict(values | changes)).warnings)


def test_a_mission_within_reach_has_no_warning() -> None:
    assert warnings_of() == ""


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"ocean": {"land": False, "uniform_depth_m": 500.0, "currents": {"east_m_s": 0.9, "north_m_s": 0.0}}},
            "cannot stem the current of 0.90 m/s",
        ),
        ({"simulation": {"max_duration_s": 1000.0}}, "given up after max_duration_s = 1000 s"),
        ({"vehicle": {"ballast": "neutral", "battery": {"capacity_Ah": 0.5}}}, "holds some 12 Wh"),
    ],
)
def test_what_is_too_much_is_said(changes: dict[str, object], words: str) -> None:
    assert words in warnings_of(**changes)


def test_an_unlimited_battery_is_never_too_small() -> None:
    assert warnings_of(vehicle={"ballast": "neutral", "battery": "unlimited"}) == ""
