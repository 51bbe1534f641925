"""Eddies and tides as the engine adds them, against the layers themselves."""

import numpy as np
import pytest

from seatrial.ocean.composite import Composite
from seatrial.ocean.eddies import DAY, Eddies
from seatrial.ocean.land import Land
from seatrial.ocean.layered import Layer
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.tidal import TidalCurrents
from seatrial.ocean.uniform import UniformCurrents, UniformDepth
from seatrial.simulation.settings import Settings
from seatrial.simulation.simulation import Simulation, Start
from seatrial.vehicles.torpedo import torpedo

BEGIN = 1_780_000_000.0
GATE = (37.8107, -122.502)


# Linear between nodes: of a wave of length L a share of (2 pi mesh / L)^2 / 8 is lost. Eddies: waves lie around 2 pi
# scales (0.2 %), those of 1 / 20 of it, a few thousandths of the energy, whole: 0.02 of the rms 0.2 m/s. Tides: M2
# every 300 s (2e-4) and a weight that falls from 1 to 0 over 20 nodes (0.5 %), of 1.5 m/s; the direction jumps at
# slack.
@pytest.mark.parametrize(
    "layer, place, tolerance",
    [(Eddies(0.2, 30.0, seed=4), (35.0, 179.99), 0.012), (TidalCurrents(), GATE, 0.02)],
    ids=["eddies", "tides"],
)
def test_the_drift_of_a_vehicle(layer: Layer, place: tuple[float, float], tolerance: float):
    ocean = Ocean(Land.none(), Composite([UniformDepth(4000.0)]), Composite([UniformCurrents(0.1, -0.05)]), (layer,))
    start = Start(torpedo(ballast="neutral"), *place, 40.0)
    settings = Settings(step=0.02, record_period=60.0, start_time=BEGIN)
    sim = Simulation([start], ocean, settings, layers=[one.tabulated() for one in ocean.layers])
    rows = sim.advance(round(3600.0 / settings.step)).rows[0]
    assert len(rows) > 50
    expected = ocean.current(rows[:, 1], rows[:, 2], rows[:, 3], BEGIN + rows[:, 0]).value
    np.testing.assert_allclose(rows[:, 15:17], expected, atol=tolerance)
    assert np.linalg.norm(expected - [0.1, -0.05], axis=-1).max() > 0.05  # it does add something


def test_tabulated_eddies_between_their_nodes():
    eddies = Eddies(0.2, 30.0, seed=4)
    made = eddies.tabulated()
    rng = np.random.default_rng(2)
    row, column = 3000, 1234
    axes = made.axes
    window = made.window((slice(row, row + 40), slice(column, column + 40)), BEGIN, BEGIN + 10 * DAY)  # type: ignore[arg-type]
    lat = axes.lat0 + axes.dlat * (row + rng.uniform(0, 39, 500))
    lon = axes.lon0 + axes.dlon * (column + rng.uniform(0, 39, 500))
    depth, time = rng.uniform(0, 4000, 500), BEGIN + rng.uniform(0, 10 * DAY, 500)
    value, valid = window.sample(lat, lon, depth, time)
    assert valid.all()
    error = value - eddies.sample(lat, lon, depth, time)[0]
    # rms: a sixth of what a wave loses at worst, over the spectrum some 4 % of the speed near the surface
    assert np.sqrt((error**2).sum(axis=-1).mean()) < 0.06 * 0.2
