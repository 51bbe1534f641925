import pytest

from seatrial.errors import InputError
from seatrial.ocean.tides.listing import list_events, stations_near
from seatrial.ocean.tides.stations import Stations

START = 1_782_864_000.0  # 2026-07-01T00:00Z


def test_a_tide_station():
    told = list_events(Stations.shipped().find("9414290"), START, START + 86_400.0)
    rows = told["events"]
    assert isinstance(rows, list)
    assert [row["event"] for row in rows] == ["low", "high", "low", "high"]
    assert rows[0]["time"].startswith("2026-07-01T01:")
    assert rows[0]["height_datum_m"] == pytest.approx(rows[0]["height_msl_m"] + 0.951, abs=2e-3)
    assert "National Oceanic" in str(told["credit"])
    assert told["distance_m"] is None


def test_a_current_station():
    told = list_events(Stations.shipped().find("SFB1201"), START, START + 86_400.0, 12.4)
    rows = told["events"]
    assert isinstance(rows, list)
    for row in rows:
        assert ("towards_deg" in row) == (row["event"] != "slack")
        assert row["speed_m_s"] >= 0.0
    assert {row["towards_deg"] for row in rows if row["event"] == "ebb"} == {239}
    assert told["distance_m"] == 12


def test_near_a_place():
    found = stations_near(37.8, -122.48)
    assert [station.kind for station, _ in found] == ["tide", "current"]
    assert [station.kind for station, _ in stations_near(50.1, -5.5)] == ["tide"]
    with pytest.raises(InputError, match="no tide or current station within 100 km"):
        stations_near(0.0, -30.0)


def test_time_span_refused():
    station = Stations.shipped().find("9414290")
    with pytest.raises(InputError, match=r"time span = -1 days: must be a number in 0\.\.400 days"):
        list_events(station, START, START - 86_400.0)
    assert list_events(station, START, START)["events"] == []
