from pathlib import Path

import numpy as np
import pytest

from seatrial.errors import InputError
from seatrial.ocean.tides import stations as module
from seatrial.ocean.tides.stations import Stations
from tools.world_data.tides import write_stations


@pytest.fixture(scope="module")
def stations() -> Stations:
    return Stations.shipped()


def test_counts(stations: Stations):
    assert len(stations) == 4458
    assert stations.current.sum() == 856
    assert all("left out" in note for note in stations.notes)
    assert sum("S3 of 1690" in note for note in stations.notes) == 1


def test_a_tide_station(stations: Stations):
    found = stations.find("9414290")
    assert (found.kind, found.datum, found.source) == ("tide", "MLLW", "noaa")
    assert found.msl == pytest.approx(0.951)
    assert stations.find(" NOAA/9414290 ").id == found.id
    # docs/data.md: San Francisco M2 0.576 m, 208.2 deg
    assert {name: (a, g) for name, a, g in found.constants}["M2"] == (0.576, 208.2)


def test_a_current_station(stations: Stations):
    found = stations.find("COD0911@5")
    assert found.is_current
    assert (found.flood, found.ebb, found.mean) == (84, 264, -0.1029)


RECORDS = [
    {
        "id": "ticon/here", "name": "Hér, \u00e9\u4e2d", "lat": -36.1234, "lon": 5, "kind": "tide", "source": "ticon",
        "constants": [[1, 4.9897, 359.9], [0, 0.0005, 0]], "datum": "LAT", "msl": -0.106,
    },
    {
        "id": "noaa/flow", "name": "Flow", "lat": 0.3, "lon": -179.9999, "kind": "current", "source": "noaa",
        "constants": [[0, 1.2345, 10.5]], "flood": 37, "ebb": 217, "mean": -0.1116,
    },
]  # fmt: skip


def test_stations_are_read_as_they_were_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "DATA", write_stations(tmp_path / "s.npz", RECORDS, ["M2", "S2"]))
    read = Stations.shipped.__wrapped__(Stations)
    tide, flow = read[0], read[-1]
    assert (tide.id, tide.name, tide.lat, tide.lon) == ("ticon/here", "Hér, \u00e9\u4e2d", -36.1234, 5.0)
    assert (tide.kind, tide.source, tide.datum, tide.msl, tide.is_current) == ("tide", "ticon", "LAT", -0.106, False)
    assert tide.constants == (("S2", 4.9897, 359.9), ("M2", 0.0005, 0.0))
    assert (tide.flood, tide.ebb, tide.mean) == (0.0, 180.0, 0.0)
    assert (flow.id, flow.lat, flow.lon, flow.kind, flow.is_current) == ("noaa/flow", 0.3, -179.9999, "current", True)
    assert (flow.flood, flow.ebb, flow.mean, flow.datum, flow.msl) == (37, 217, -0.1116, None, None)
    assert flow.constants == (("M2", 1.2345, 10.5),)
    assert len(read) == 2
    with pytest.raises(IndexError):
        read[2]


@pytest.mark.parametrize("key, value", [("lat", 1.23456), ("msl", 40.0), ("constants", [[0, 7.0, 1.0]])])
def test_numbers_that_the_file_cannot_hold_are_not_written(tmp_path: Path, key: str, value: object):
    with pytest.raises(ValueError, match=r"has more than . decimals or does not fit"):
        write_stations(tmp_path / "s.npz", [{**RECORDS[0], key: value}], ["M2", "S2"])


def test_by_name(stations: Stations):
    assert stations.find("newlyn").id == "ticon/newlyn-new-gbr-bodc"
    assert stations.find("newlyn").left_out == ("3L2", "3N2", "S3")
    assert stations.find("9414290").left_out == ()
    with pytest.raises(InputError, match="is the name of several stations; near it: noaa/COD0911 "):
        stations.find("Woods Hole")
    with pytest.raises(InputError, match=r"no such station; near it: .*Golden Gate"):
        stations.find("San Franc")
    with pytest.raises(InputError, match=r"station '': no such station: must be one id"):
        stations.find("")


def test_nearest(stations: Stations):
    found = stations.nearest(50.1, -5.54, "tide")
    assert found is not None
    station, distance = found
    assert station.name == "Newlyn"
    # 0.003 deg of latitude and 0.0027 deg of longitude at 50 N
    assert distance == pytest.approx(
        np.hypot(0.003 * 111_195.0, 0.0027 * 111_195.0 * np.cos(np.radians(50.1))), rel=1e-3
    )
    assert stations.nearest(0.0, -30.0, "current", 1e6) is None
    east = stations.nearest(50.1, 354.46, "tide")
    assert east is not None
    assert east[1] == pytest.approx(distance, rel=1e-6)


@pytest.mark.parametrize("lat, lon", [(91.0, 0.0), (np.nan, 0.0), (0.0, np.inf)])
def test_place_refused(lat: float, lon: float, stations: Stations):
    with pytest.raises(InputError, match="must be a number in"):
        stations.nearest(lat, lon, "tide")


def test_the_two_constituents_that_kartverket_has_under_one_name(stations: Stations):
    names = [name for name, _, _ in stations.find("kartverket/OSL").constants]
    assert names.count("MKS2") == 1
    assert names.count("BETA2") == 1
    assert not any(
        name in ("T3", "R3", "S3", "3L2", "3N2") for i in range(len(stations)) for name, _, _ in stations[i].constants
    )
