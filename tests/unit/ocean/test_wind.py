import netCDF4
import numpy as np
import pytest

from seatrial.errors import InputError
from seatrial.ocean.currents import DATA
from seatrial.ocean.wind import ShippedWind


def test_nodes_are_those_of_the_file():
    with netCDF4.Dataset(DATA / "wind_monthly_2p5deg.nc") as data:
        east, north = (data[name][:].astype(float).filled(np.nan) for name in ("uwnd", "vwnd"))
    value, valid = ShippedWind(3).sample([-50.0, 15.0], [90.0, -40.0])
    assert valid.all()
    np.testing.assert_allclose(value[0], [east[2, 16, 108], north[2, 16, 108]], atol=1e-5)
    np.testing.assert_allclose(value[1], [east[2, 42, 56], north[2, 42, 56]], atol=1e-5)
    year = ShippedWind().sample(-50.0, 90.0)[0]
    np.testing.assert_allclose(year, [east[:, 16, 108].mean(), north[:, 16, 108].mean()], atol=1e-5)


@pytest.mark.parametrize(
    "lat, lon, month, east, north",
    [
        (15.0, -40.0, None, -1, -1),  # north-east trades
        (-15.0, -120.0, None, -1, 1),  # south-east trades
        (-50.0, 90.0, None, 1, 0),  # roaring forties and furious fifties
        (45.0, -30.0, 1, 1, 0),  # westerlies
        (12.0, 60.0, 7, 1, 1),  # south-west monsoon
        (12.0, 60.0, 1, -1, -1),  # north-east monsoon
    ],
)
def test_great_winds_blow_where_they_should(lat: float, lon: float, month: int | None, east: int, north: int):
    u, v = ShippedWind(month).sample(lat, lon)[0]
    assert u * east > 2.0
    assert north == 0 or v * north > 1.0


def test_mean_speed_is_more_than_the_mean_vector():
    lat, lon = np.arange(-40.0, 41.0, 2.5)[:, None], np.arange(-180.0, 180.0, 2.5)
    speed, known = ShippedWind(7).mean_speed(lat, lon)
    vector = np.linalg.norm(ShippedWind(7).sample(lat, lon)[0], axis=-1)
    assert 0.5 < known.mean() < 0.95
    assert np.mean(vector[known]) / np.mean(speed[known]) == pytest.approx(0.63, abs=0.08)  # MANIFEST: 0.63 on average
    assert np.isnan(speed[~known]).all()


def test_names_and_refusal():
    assert ShippedWind().name == "FNOC wind climatology"
    assert ShippedWind(2).name == "FNOC wind climatology, month 2"
    with pytest.raises(InputError, match=r"month = 13: must be 1..12"):
        ShippedWind(13)
