import numpy as np

from seatrial.ocean.bathymetry import GridBathymetry
from seatrial.ocean.composite import NO_SOURCE, Composite
from seatrial.ocean.currents import ShippedCurrents
from seatrial.ocean.eddies import Eddies
from seatrial.ocean.land import Land
from seatrial.ocean.layered import Layered
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.tidal import TidalCurrents
from seatrial.ocean.uniform import UniformCurrents

GATE, FAR = (37.8107, -122.502), (30.0, -140.0)
TIME = 1.7e9


def test_layers_add_up_and_say_so():
    eddies, tides = Eddies(0.1, 30.0, seed=2), TidalCurrents()
    field = Layered(Composite([UniformCurrents(0.3, -0.1)]), (eddies, tides))
    assert field.names == (
        "uniform current",
        "uniform current + eddies",
        "uniform current + tidal stations",
        "uniform current + eddies + tidal stations",
    )
    lat, lon = np.array([GATE[0], FAR[0]]), np.array([GATE[1], FAR[1]])
    found = field.sample(lat, lon, 10.0, TIME)
    np.testing.assert_array_equal(found.source, [3, 1])
    more = eddies.sample(lat, lon, 10.0, TIME)[0]
    tide = tides.sample(lat, lon, 10.0, TIME)[0]
    np.testing.assert_allclose(found.value, np.array([0.3, -0.1]) + more + np.nan_to_num(tide), rtol=1e-12)
    assert np.abs(tide[0]).max() > 0.05


def test_no_base_no_answer():
    field = Layered(Composite([ShippedCurrents()]), (Eddies(0.1, 30.0),))
    found = field.sample(46.0, 10.0, 0.0, TIME)
    assert not found.valid
    assert found.source == NO_SOURCE
    assert np.isnan(found.value).all()


def test_in_an_ocean():
    bay = GridBathymetry.from_array([30.0, 40.0], [-145.0, -120.0], np.full((2, 2), -50.0))
    plain = Ocean(Land.none(), Composite([bay]), Composite([UniformCurrents(0.3, -0.1)]))
    layered = Ocean(plain.land, plain.bathymetry, plain.currents, (Eddies(0.1, 30.0, seed=2),))
    place = layered.describe(*FAR, 10.0, TIME)
    assert place["current_source"] == "uniform current + eddies"
    assert place["current_east_m_s"] != plain.describe(*FAR, 10.0, TIME)["current_east_m_s"]
    np.testing.assert_array_equal(
        layered.field("SeaWaterVelocity").sample(*FAR, 10.0, TIME).value, layered.current(*FAR, 10.0, TIME).value
    )
