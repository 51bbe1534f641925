import gsw
import numpy as np
import pytest

from seatrial.errors import InputError
from seatrial.ocean.composite import NO_SOURCE, Composite
from seatrial.ocean.hydrography import GridScalar
from seatrial.ocean.profiles import UniformProfile
from seatrial.ocean.seawater import Derived, conditions, density, density_table, sound_speed
from seatrial.ocean.table import GridTable

# Check values of the documentation of TEOS-10 (www.teos-10.org, gsw_SA_from_SP, gsw_CT_from_t, gsw_rho,
# gsw_sound_speed), at 188 E 4 N
PRESSURE = np.array([10.0, 50.0, 125.0, 250.0, 600.0, 1000.0])
PRACTICAL = np.array([34.5487, 34.7275, 34.8605, 34.6810, 34.5680, 34.5600])
IN_SITU = np.array([28.7856, 28.4329, 22.8103, 10.2600, 6.8863, 4.4036])
ABSOLUTE = np.array(
    [
        34.711778344814114,
        34.891522618230098,
        35.025544862476920,
        34.847229026189588,
        34.736628598766619,
        34.732363065590846,
    ]
)
CONSERVATIVE = np.array(
    [
        28.809919826700281,
        28.439227816091140,
        22.786176893078498,
        10.226189266620782,
        6.827213633479988,
        4.323575748610455,
    ]
)
RHO = np.array(
    [1021.839935738108, 1022.262457966867, 1024.427195413316, 1027.790152759127, 1029.837779000189, 1032.002453224572]
)
SOUND = np.array(
    [1542.426412426373, 1542.558891663385, 1530.801535436184, 1494.551099295314, 1487.622786765276, 1484.271672296205]
)
DEPTH = -np.asarray(gsw.z_from_p(PRESSURE, 4.0))
PLACE = (DEPTH, 4.0, 188.0)


def test_published_check_values():
    absolute, conservative, pressure = conditions(IN_SITU, PRACTICAL, *PLACE)
    np.testing.assert_allclose(pressure, PRESSURE, rtol=1e-9)
    # the atlas of the salinity anomaly has had editions since: 7.5e-5 g/kg here
    np.testing.assert_allclose(absolute, ABSOLUTE, rtol=0.0, atol=1e-4)
    # the inputs of each check value are those of the one before rounded to 4 digits
    np.testing.assert_allclose(conservative, CONSERVATIVE, rtol=0.0, atol=2e-5)
    np.testing.assert_allclose(density(IN_SITU, PRACTICAL, *PLACE), RHO, rtol=0.0, atol=2e-4)
    # its check values take these temperatures as Conservative ones
    temperature = gsw.t_from_CT(ABSOLUTE, IN_SITU, PRESSURE)
    np.testing.assert_allclose(sound_speed(temperature, PRACTICAL, *PLACE), SOUND, rtol=0.0, atol=5e-4)


def test_turns_of_longitude_and_places_without_an_atlas():
    np.testing.assert_allclose(
        density(10.0, 35.0, 0.0, 4.0, [188.0, -172.0, 548.0]), density(10.0, 35.0, 0.0, 4.0, 188.0)
    )
    inland = density(10.0, 35.0, 0.0, 45.0, 85.0)
    assert inland == pytest.approx(float(gsw.rho(35.16504, gsw.CT_from_t(35.16504, 10.0, 0.0), 0.0)), abs=1e-9)
    assert np.isnan(density(np.nan, 35.0, 0.0, 4.0, 188.0))


def grid(value: float, name: str, hole: bool = False) -> GridScalar:
    values = np.full((1, 2, 3, 4), value, np.float32)
    if hole:
        values[..., 2:] = np.nan
    table = GridTable.from_box(values, 0.0, 2.0, 10.0, 13.0, (0.0, 100.0))
    return GridScalar(name, lambda: table)


def test_derived_names_both_sources_and_declines_where_one_does():
    temperature = Composite([grid(10.0, "a", hole=True), UniformProfile(12.0, "b")])
    salinity = Composite([grid(35.0, "a"), grid(34.0, "c")])
    field = Derived(sound_speed, temperature, salinity)
    assert field.names == ("TEOS-10 of a", "TEOS-10 of a and c", "TEOS-10 of b and a", "TEOS-10 of b and c")
    found = field.sample([1.0, 1.0, 50.0], [10.5, 12.5, 0.0], 50.0, 0.0)
    np.testing.assert_array_equal(found.source, [0, 2, NO_SOURCE])
    assert found.value[0] == pytest.approx(float(sound_speed(10.0, 35.0, 50.0, 1.0, 10.5)), abs=1e-9)
    assert found.value[1] == pytest.approx(float(sound_speed(12.0, 35.0, 50.0, 1.0, 12.5)), abs=1e-9)
    assert np.isnan(found.value[2])
    assert not found.valid[2]


def test_density_table_is_the_density_at_the_nodes():
    temperature, salinity = grid(10.0, "t", hole=True).table(), grid(35.0, "s").table()
    made = density_table(temperature, salinity)
    assert made.values.dtype == np.float32
    value, valid = made.sample([0.0, 2.0, 1.0], [10.0, 11.0, 12.9], [0.0, 100.0, 0.0])
    np.testing.assert_array_equal(valid, [True, True, False])
    expected = density(10.0, 35.0, np.array([0.0, 100.0]), np.array([0.0, 2.0]), np.array([10.0, 11.0]))
    np.testing.assert_allclose(value[:2, 0], expected, atol=1e-4)  # float32 of 1e3


def test_density_table_refuses_other_nodes():
    temperature = grid(10.0, "t").table()
    other = GridTable.from_box(np.full((1, 2, 3, 4), 35.0), 0.0, 2.0, 10.0, 14.0, (0.0, 100.0))
    deeper = GridTable.from_box(np.full((1, 2, 3, 4), 35.0), 0.0, 2.0, 10.0, 13.0, (0.0, 200.0))
    with pytest.raises(InputError, match="dlon of temperature and salinity differ"):
        density_table(temperature, other)
    with pytest.raises(InputError, match="levels of temperature and salinity differ"):
        density_table(temperature, deeper)
