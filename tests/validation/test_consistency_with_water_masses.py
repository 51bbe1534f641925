"""Shipped temperature and salinity, and what TEOS-10 makes of them, against water masses that every textbook has.

Talley, Pickard, Emery and Swift, Descriptive Physical Oceanography (2011), chapters 4 and 9 to 14; Tomczak and Godfrey,
Regional Oceanography (2003). The climatology is smooth over several hundred km, so cores are a little weaker than
observed.
"""

import numpy as np
import pytest

from seatrial.ocean.hydrography import CLIMATOLOGY, shipped
from seatrial.ocean.seawater import Derived, density, sound_speed

TEMPERATURE, SALINITY = shipped("temperature"), shipped("salinity")
SOUND = Derived(sound_speed, TEMPERATURE, SALINITY)
DENSITY = Derived(density, TEMPERATURE, SALINITY)
DEPTH = np.arange(0.0, 4001.0, 25.0)


def profile(field, lat: float, lon: float) -> np.ndarray:
    found = field.sample(lat, lon, DEPTH, 0.0)
    assert found.valid.all()
    return found.value


@pytest.mark.parametrize(
    "place, lat, lon, depth, temperature, salinity",
    [
        ("Pacific deep water", 0.5, -150.0, 4000.0, (1.2, 1.8), (34.65, 34.73)),
        ("Antarctic bottom water, Weddell Sea", -65.0, -40.0, 4000.0, (-1.0, 0.0), (34.60, 34.70)),
        ("North Atlantic deep water", 30.5, -50.5, 3000.0, (2.4, 3.3), (34.88, 34.97)),
        ("Eastern Mediterranean intermediate", 35.0, 20.0, 300.0, (13.5, 15.5), (38.7, 39.1)),
        ("Red Sea, surface", 22.0, 38.0, 0.0, (26.0, 30.0), (38.0, 41.0)),
        ("Red Sea, deep", 22.0, 38.0, 600.0, (21.0, 22.5), (40.2, 41.0)),
        ("Baltic, Gotland, surface", 58.0, 20.0, 0.0, (5.0, 10.0), (6.0, 8.5)),
        ("Arctic surface water", 85.0, 0.5, 0.0, (-1.9, -1.0), (31.0, 34.0)),
        ("North Atlantic subtropical salinity maximum", 25.5, -35.5, 0.0, (22.0, 26.0), (37.0, 37.7)),
        ("Western Pacific warm pool", 2.0, 160.0, 0.0, (28.0, 30.0), (34.0, 35.0)),
        ("Northern Pacific", 45.0, -170.0, 0.0, (5.0, 11.0), (32.5, 33.7)),
        ("Sargasso Sea, eighteen degree water", 32.5, -60.5, 300.0, (17.0, 18.7), (36.3, 36.7)),
    ],
)
def test_water_mass(place: str, lat: float, lon: float, depth: float, temperature: tuple, salinity: tuple):
    t, s = TEMPERATURE.sample(lat, lon, depth, 0.0), SALINITY.sample(lat, lon, depth, 0.0)
    assert TEMPERATURE.names[int(t.source)] == CLIMATOLOGY
    assert temperature[0] <= float(t.value) <= temperature[1]
    assert salinity[0] <= float(s.value) <= salinity[1]


def test_mediterranean_water_in_the_gulf_of_cadiz():
    salinity = profile(SALINITY, 36.0, -9.5)
    below = DEPTH >= 500.0
    core = DEPTH[below][np.argmax(salinity[below])]
    assert 900.0 <= core <= 1300.0  # 1000 to 1200 m
    assert salinity[below].max() > 36.0
    assert salinity[below].max() > salinity[DEPTH == 550.0] + 0.1
    # west of it the tongue is still there, weaker
    west = profile(SALINITY, 36.0, -20.0)[DEPTH == core]
    assert 35.3 < west < salinity[below].max()


def test_antarctic_intermediate_water_is_a_minimum_of_salinity():
    salinity = profile(SALINITY, -25.0, -20.0)
    band = (DEPTH > 300.0) & (DEPTH < 1800.0)
    core = DEPTH[band][np.argmin(salinity[band])]
    assert 600.0 <= core <= 1000.0
    assert 34.2 < salinity[band].min() < 34.5


@pytest.mark.parametrize(
    "lat, lon, low, high, least, most",
    [
        (30.0, -60.0, 1000.0, 1400.0, 1488.0, 1496.0),  # Sargasso Sea, axis near 1200 m (Munk 1974: 1300 m)
        (30.0, -140.0, 600.0, 1000.0, 1477.0, 1484.0),  # subtropical North Pacific, 600 to 800 m
        (-35.0, 90.0, 900.0, 1400.0, 1480.0, 1490.0),  # southern Indian Ocean
    ],
)
def test_sound_channel(lat: float, lon: float, low: float, high: float, least: float, most: float):
    speed = profile(SOUND, lat, lon)
    axis = DEPTH[np.argmin(speed)]
    assert low <= axis <= high
    assert least <= speed.min() <= most
    # far below, pressure wins: 0.016 to 0.018 (m/s)/m
    slope = np.polyfit(DEPTH[DEPTH >= 3000.0], speed[DEPTH >= 3000.0], 1)[0]
    assert 0.0150 < slope < 0.0185


def test_polar_water_has_its_sound_channel_at_the_surface():
    speed = profile(SOUND, 84.0, 20.0)
    assert DEPTH[np.argmin(speed)] <= 50.0


def test_density_rises_with_depth():
    lat, lon = np.meshgrid(np.arange(-59.5, 60.0, 10.0), np.arange(-179.5, 180.0, 15.0), indexing="ij")
    found = DENSITY.sample(lat[..., None], lon[..., None], np.array([0.0, 200.0, 1000.0, 3000.0]), 0.0)
    open_sea = (found.source == DENSITY.names.index(f"TEOS-10 of {CLIMATOLOGY}")).all(axis=-1)
    assert open_sea.sum() > 80
    assert (np.diff(found.value[open_sea], axis=-1) > 0.0).all()
    surface = found.value[open_sea][:, 0]
    assert 1018.0 < surface.min() < surface.max() < 1029.0
    # some 4.4 kg/m3 per km of pressure: 1041 at 3000 m
    np.testing.assert_allclose(found.value[open_sea][:, 3], 1041.4, atol=0.6)
