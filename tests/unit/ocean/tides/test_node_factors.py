"""Node factors against the series in N that textbooks give, and against what defines them."""

import numpy as np
import pytest

from seatrial.ocean.tides.astronomy import J2000, longitudes, orbit
from seatrial.ocean.tides.node_factors import FACTORS

TIME = J2000 + np.linspace(0.0, 18.613 * 365.25 * 86_400.0, 2000, endpoint=False)
N = np.radians(longitudes(TIME)[4])

# f and u [deg] of Pugh, Tides, Surges and Mean Sea-Level (1987), table 4:3, and Doodson (IHO list, 2017)
SERIES = {
    "mm": (1.000 - 0.130 * np.cos(N), 0.0 * N),
    "mf": (1.043 + 0.414 * np.cos(N), -23.7 * np.sin(N)),
    "o1": (1.009 + 0.187 * np.cos(N), 10.8 * np.sin(N)),
    "k1": (1.006 + 0.115 * np.cos(N), -8.9 * np.sin(N)),
    "m2": (1.000 - 0.037 * np.cos(N), -2.1 * np.sin(N)),
    "k2": (1.024 + 0.286 * np.cos(N), -17.7 * np.sin(N)),
    "j1": (1.0129 + 0.1676 * np.cos(N), -12.9 * np.sin(N)),
}


@pytest.mark.parametrize("name", SERIES)
def test_series(name: str):
    f, u = FACTORS[name](orbit(TIME))
    series_f, series_u = SERIES[name]
    # the series stop at the first term: the next ones are up to 0.04 and 2.7 deg for mf, 0.017 and 1.3 deg elsewhere
    np.testing.assert_allclose(f, series_f, atol=0.05 if name == "mf" else 0.025)
    np.testing.assert_allclose(np.degrees(u), series_u, atol=3.5 if name == "mf" else 1.8)


@pytest.mark.parametrize("name", ["mf", "o1", "j1", "oo1", "m2", "m3", "eta2", "k1", "k2"])
def test_mean_of_the_tide_over_the_turn_of_the_node_is_its_amplitude(name: str):
    f, u = FACTORS[name](orbit(TIME))
    # f is defined so: Schureman, paragraph 74; his rounded coefficients leave a thousandth or two
    assert np.mean(f * np.cos(u)) == pytest.approx(1.0, abs=4e-3)
    assert np.mean(f * np.sin(u)) == pytest.approx(0.0, abs=4e-3)


def test_the_sun_knows_no_node():
    f, u = FACTORS["solar"](orbit(TIME))
    assert (f == 1.0).all()
    assert (u == 0.0).all()


def test_l2_and_m1_follow_the_perigee():
    time = J2000 + np.linspace(0.0, 8.85 * 365.25 * 86_400.0, 4000)
    o = orbit(time)
    f, u = FACTORS["l2"](o)
    base, turn = FACTORS["m2"](o)
    # 1 / R_a of Schureman, formula 213, lies between 1 - 6 t and 1 + 6 t, t = tan^2(I / 2)
    t = 6.0 * np.tan(o.inclination / 2.0) ** 2
    assert ((f / base >= 1.0 - t - 1e-12) & (f / base <= 1.0 + t + 1e-12)).all()
    assert np.degrees(np.abs(u - turn)).max() < 25.0
    f, _ = FACTORS["m1"](o)
    ratio = f / FACTORS["o1"](o)[0]
    assert 0.9 < ratio.min() < 1.1
    assert 1.7 < ratio.max() < 2.0
