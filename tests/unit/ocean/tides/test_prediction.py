import numpy as np
import pytest

from seatrial.ocean.tides.constituents import constituent
from seatrial.ocean.tides.prediction import events, predict, velocity
from seatrial.ocean.tides.stations import Station

DAY = 86_400.0
START = 1_600_000_000.0 // DAY * DAY


def station(*constants: tuple[str, float, float], kind: str = "tide", mean: float = 0.0) -> Station:
    return Station("x/1", "X", 0.0, 0.0, kind, "x", constants, flood=60.0, ebb=250.0, mean=mean)


def test_a_solar_tide_is_a_cosine_of_the_clock():
    time = START + np.linspace(0.0, DAY, 97)
    height = predict(station(("S2", 2.0, 30.0)), time)
    np.testing.assert_allclose(height, 2.0 * np.cos(np.radians(30.0 * (time - START) / 3600.0 - 30.0)), atol=1e-9)


def test_sums_shapes_and_chunks():
    one, two = ("M2", 1.0, 10.0), ("O1", 0.5, 200.0)
    time = START + np.arange(10_000).reshape(100, 100) * 600.0
    both = predict(station(one, two), time)
    np.testing.assert_allclose(both, predict(station(one), time) + predict(station(two), time), atol=1e-12)
    assert both.shape == (100, 100)
    assert predict(station(one), START).shape == ()
    assert both[37, 5] == predict(station(one, two), time[37, 5])


def test_high_waters_follow_each_other_by_the_period():
    found = events(station(("M2", 1.0, 0.0)), START, START + 30 * DAY)
    highs = [e.time for e in found if e.kind == "high"]
    period = 360.0 / constituent("M2").speed * 3600.0
    # the node turns u by up to 2.1 deg in 3.3 years: 0.05 s per tide; found to 0.1 s
    np.testing.assert_allclose(np.diff(highs), period, atol=0.3)
    assert [e.kind for e in found[:4]] in (["high", "low"] * 2, ["low", "high"] * 2)
    assert all(abs(e.value) < 1.04 for e in found)


def test_events_of_a_current():
    one = station(("S2", 1.0, 0.0), kind="current", mean=0.5)
    found = events(one, START - 60.0, START + DAY)
    # speed 0.5 + cos(30 deg/h t): flood at 0 h, slack at 4 h (cos = -1/2), ebb of -0.5 at 6 h, slack at 8 h
    assert [e.kind for e in found[:5]] == ["flood", "slack", "ebb", "slack", "flood"]
    np.testing.assert_allclose([e.time - START for e in found[:5]], np.array([0, 4, 6, 8, 12]) * 3600.0, atol=1.0)
    np.testing.assert_allclose([e.value for e in found[:5]], [1.5, 0.0, -0.5, 0.0, 1.5], atol=1e-6)


def test_a_spell_that_does_not_turn_is_neither_flood_nor_ebb():
    found = events(station(("S2", 0.3, 0.0), kind="current", mean=1.0), START - 60.0, START + DAY)
    assert {e.kind for e in found} == {"flood"}


def test_velocity_takes_the_direction_of_flood_or_ebb():
    one = station(("S2", 1.0, 0.0), kind="current", mean=0.5)
    flow = velocity(one, START + np.array([0.0, 6.0]) * 3600.0)
    np.testing.assert_allclose(flow[0], 1.5 * np.array([np.sin(np.radians(60.0)), np.cos(np.radians(60.0))]))
    np.testing.assert_allclose(flow[1], 0.5 * np.array([np.sin(np.radians(250.0)), np.cos(np.radians(250.0))]))


def test_slow_events_are_all_found():
    # M12-like wiggles: 4M2S12 has the shortest period, 2.07 h
    found = events(station(("4M2S12", 0.1, 0.0)), START, START + DAY)
    period = 360.0 / constituent("4M2S12").speed * 3600.0
    assert len(found) == pytest.approx(2.0 * DAY / period, abs=1.0)
