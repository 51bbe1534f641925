import numpy as np
import pytest

from seatrial.errors import InputError
from seatrial.ocean.tidal import TidalCurrents, TidalHeights
from seatrial.ocean.tides.prediction import predict, velocity
from seatrial.ocean.tides.stations import Stations

TIME = 1.7e9 + 1800.0 * np.arange(8)


def test_at_a_lonely_station_it_is_the_stations_own():
    station = Stations.shipped().find("noaa/ACT8411")  # Egmont Channel
    flow, valid = TidalCurrents(500.0).sample(station.lat, station.lon, 5.0, TIME)
    assert valid.all()
    np.testing.assert_allclose(flow, velocity(station, TIME), atol=1e-12)


def test_it_fades_with_the_distance_and_ends_at_the_reach():
    station = Stations.shipped().find("noaa/ACT8411")
    metres = np.array([0.0, 250.0, 499.0, 501.0])
    lat = station.lat + np.degrees(metres / 6_371_008.8)
    flow, valid = TidalCurrents(500.0).sample(lat, station.lon, 5.0, TIME[0])
    np.testing.assert_array_equal(valid, [True, True, True, False])
    own = velocity(station, TIME[0])
    np.testing.assert_allclose(flow[1], (1.0 - 0.25) ** 2 * own, rtol=1e-5)
    assert np.abs(flow[2]).max() < 2e-5
    assert np.isnan(flow[3]).all()


def test_between_stations_the_weights_never_add_up_to_more_than_one():
    one = TidalCurrents(30_000.0)
    lat, lon = np.meshgrid(np.linspace(37.6, 38.0, 9), np.linspace(-122.6, -122.3, 9), indexing="ij")
    speed = np.linalg.norm(one.sample(lat, lon, 0.0, TIME[0])[0], axis=-1)
    stations = Stations.shipped()
    near = np.flatnonzero(stations.current & (stations.distances(37.8, -122.45) < 70_000.0))
    assert np.nanmax(speed) <= max(np.linalg.norm(velocity(stations[int(i)], TIME[0])) for i in near) + 1e-12


def test_heights():
    station = Stations.shipped().find("9414290")
    height, valid = TidalHeights(500.0).sample(station.lat, station.lon, 0.0, TIME)
    assert valid.all()
    np.testing.assert_allclose(height, predict(station, TIME), atol=1e-12)
    height, valid = TidalHeights().sample([37.8, 0.0], [-122.5, -30.0], 0.0, TIME[:1])
    np.testing.assert_array_equal(valid, [True, False])
    assert np.isnan(height[1])
    assert TidalHeights().table() is None


def test_what_is_not_finite_is_invalid():
    assert not TidalCurrents().sample([np.nan, 37.8], [0.0, np.inf], 0.0, TIME[0])[1].any()
    assert not TidalCurrents().sample(37.8107, -122.502, 0.0, np.nan)[1]


@pytest.mark.parametrize("make", [TidalCurrents, TidalHeights])
def test_refused(make):
    with pytest.raises(InputError, match=r"reach of tidal stations = 0 m: must be a number in 100\.\.100000 m"):
        make(0.0)
