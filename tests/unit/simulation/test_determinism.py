"""Same inputs, same bits: twice in a row, however the steps are divided, alone or in company, on one thread or two."""

import numpy as np
import pytest

from seatrial.ocean.bathymetry import ShippedBathymetry
from seatrial.ocean.composite import Composite
from seatrial.ocean.currents import ShippedCurrents
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.synthetic import SyntheticCurrents
from seatrial.simulation.simulation import Simulation, Start, Waypoints
from seatrial.vehicles.torpedo import torpedo

STEPS = 3000


@pytest.fixture(scope="module")
def ocean() -> Ocean:
    return Ocean(Land.none(), Composite([ShippedBathymetry()]), Composite([ShippedCurrents(), SyntheticCurrents()]))


def starts() -> list[Start]:
    """Three different vehicles off Monterey on routes with several waypoints."""
    hulls = [
        torpedo(ballast="neutral"),
        torpedo(2.0, 0.15, 80.0, ballast="neutral", thruster_time_constant=0.3),
        torpedo(1.2, 0.10, 30.0, ballast="neutral"),
    ]
    result = []
    for k, hull in enumerate(hulls):
        lat = 36.70 + 0.01 * k + np.array([0.0, 1e-4, 2e-4, 1e-3])
        lon = np.full(4, -122.10)
        route = Waypoints(lat, lon, np.array([3.0, 4.0, 5.0, 5.0]), np.array([0.2, 0.7, 0.7, 0.7]))
        result.append(Start(hull, 36.70 + 0.01 * k, -122.10, 1.0, (0.0, 0.0, 0.4 * k), waypoints=route))
    return result


def history(members: list[Start], ocean: Ocean, chunk: int = STEPS, threads: int = 1) -> list[tuple[bytes, bytes]]:
    """Bytes of all rows and events of each member."""
    sim = Simulation(members, ocean)
    done, rows, events = 0, [[] for _ in members], [[] for _ in members]
    while done < STEPS:
        now = min(chunk, STEPS - done)
        part = sim.advance(now, threads=threads)
        done += now
        for k in range(len(members)):
            rows[k].append(part.rows[k])
            events[k].append(part.events[k])
    return [(np.concatenate(r).tobytes(), np.concatenate(e).tobytes()) for r, e in zip(rows, events, strict=True)]


@pytest.fixture(scope="module")
def expected(ocean: Ocean) -> list[tuple[bytes, bytes]]:
    return history(starts(), ocean)


def test_twice_in_a_row(ocean: Ocean, expected: list[tuple[bytes, bytes]]):
    assert history(starts(), ocean) == expected
    assert all(len(rows) > 100 * 8 for rows, _ in expected)
    assert any(len(events) for _, events in expected)


@pytest.mark.parametrize("chunk", [1, 7, 5000])
def test_any_division_into_chunks(ocean: Ocean, expected: list[tuple[bytes, bytes]], chunk: int):
    assert history(starts(), ocean, chunk) == expected


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_any_number_of_threads(ocean: Ocean, expected: list[tuple[bytes, bytes]], threads: int):
    assert history(starts(), ocean, 1000, threads) == expected


def test_alone_or_in_company(ocean: Ocean, expected: list[tuple[bytes, bytes]]):
    for member, together in zip(starts(), expected, strict=True):
        assert history([member], ocean) == [together]
    assert history(starts()[::-1], ocean) == expected[::-1]
