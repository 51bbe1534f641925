"""Where two sources have a station at one place, they must mean the same by a phase lag.

This is what the turns in `stations.CONVENTIONS` were found from, and what shows the conventions of SA_KV, S1_KV and
BETA2.
"""

from collections.abc import Iterator

import numpy as np
import pytest

from seatrial.ocean.tides.astronomy import J2000, longitudes
from seatrial.ocean.tides.constituents import constituent
from seatrial.ocean.tides.stations import Station, Stations


def pairs(one: str, other: str) -> Iterator[tuple[Station, Station]]:
    stations = Stations.shipped()
    numbers = {
        name: [i for i, id in enumerate(stations.ids) if id.split("/")[0] == name and not stations.current[i]]
        for name in (one, other)
    }
    lat, lon = stations.lat[numbers[other]], stations.lon[numbers[other]]
    for i in numbers[one]:
        apart = np.hypot(lat - stations.lat[i], (lon - stations.lon[i]) * np.cos(np.radians(stations.lat[i])))
        if apart.min() < 0.05:
            yield stations[i], stations[numbers[other][int(apart.argmin())]]


def difference(one: str, other: str, name: str, name_there: str) -> tuple[float, float]:
    """Amplitude-weighted mean difference of the phase lags [deg] once both count from the same argument, and how well
    they agree.
    """
    turned = longitudes(J2000)
    shift = float(constituent(name).argument(turned) - constituent(name_there).argument(turned))
    total, weight = 0j, 0.0
    for a, b in pairs(one, other):
        here, there = ({n: (h, g) for n, h, g in s.constants} for s in (a, b))
        if name in here and name_there in there:
            w = min(here[name][0], there[name_there][0])
            total += w * np.exp(1j * np.radians(here[name][1] - there[name_there][1] - shift))
            weight += w
    return float(np.degrees(np.angle(total))), float(abs(total) / weight)


@pytest.mark.parametrize(
    "name", ["M2", "S2", "N2", "K1", "O1", "P1", "K2", "M4", "SA", "SSA", "S1", "M1", "M3", "NU2", "L2", "MSF"]
)
def test_noaa_and_ticon(name: str):
    degrees, agreement = difference("noaa", "ticon", name, name)
    # Gauges up to 5 km apart, in harbours too: the small ones agree to 15 deg in the mean, a wrong convention is off by
    # 90
    assert abs(degrees) < 15.0
    assert agreement > 0.6


@pytest.mark.parametrize(
    "name, there",
    {
        "M2": "M2",
        "SIGMA1": "SIGMA1",
        "2MK5": "2MK5",
        "SK3": "SK3",
        "SA_KV": "SA",
        "S1_KV": "S1",
        "ALPHA2": "MA2",
        "BETA2": "MB2",
        "MKS2": "MKS2",
    }.items(),
)
def test_kartverket_and_ticon(name: str, there: str):
    degrees, agreement = difference("kartverket", "ticon", name, there)
    # at most five places, amplitudes of millimetres but for M2, SA and ALPHA2
    assert abs(degrees) < (2.0 if name == "M2" else 5.0 if name == "SA_KV" else 20.0)
    assert agreement > 0.9
