"""Random eddies: what their words say of spectrum, decay and memory, and no divergence."""

import numpy as np
import pytest
from scipy import special, stats

from seatrial.errors import InputError
from seatrial.ocean.eddies import DAY, STEEPEST, Eddies
from seatrial.ocean.tides.stations import EARTH_RADIUS

SIGNIFICANCE = 1e-3
RMS, SCALE_KM, MEMBERS = 0.2, 30.0, 120
SCALE = 1000.0 * SCALE_KM


def members(count: int = MEMBERS) -> list[Eddies]:
    return [Eddies(RMS, SCALE_KM, seed=seed) for seed in range(count)]


def eastward(metres: np.ndarray, lat: float = 30.0) -> np.ndarray:
    """Longitudes of points that far east of 20 W at a latitude, along the parallel."""
    return -20.0 + np.degrees(metres / (EARTH_RADIUS * np.cos(np.radians(lat))))


def test_mean_square_of_the_speed():
    # One place in each member; with 128 waves a component is normal, its square has the variance 2 s^4.
    flow = np.array([e.sample(30.0, -20.0)[0] for e in members(400)])
    component = RMS**2 / 2.0
    statistic = (flow**2).sum() / component  # chi squared
    low, high = stats.chi2.ppf([SIGNIFICANCE / 2, 1 - SIGNIFICANCE / 2], flow.size)
    assert low < statistic < high
    assert abs(flow.mean()) < stats.norm.ppf(1 - SIGNIFICANCE / 2) * np.sqrt(component / flow.size)


def test_components_are_normal_and_independent():
    flow = np.array([e.sample(-10.0, 100.0)[0] for e in members(400)])
    for part in flow.T / np.sqrt(RMS**2 / 2.0):
        assert stats.kstest(part, "norm").pvalue > SIGNIFICANCE
    correlation = float(np.mean(flow.prod(axis=1)) / (RMS**2 / 2.0))
    assert abs(correlation) < stats.norm.ppf(1 - SIGNIFICANCE / 2) / np.sqrt(flow.shape[0])


def test_the_globe_has_the_stated_speed_in_every_member():
    rng = np.random.default_rng(0)
    lat, lon = np.degrees(np.arcsin(rng.uniform(-1, 1, 4000))), rng.uniform(-180, 180, 4000)
    for e in members(3):
        flow, valid = e.sample(lat, lon)
        assert valid.all()
        # each wave has its energy exactly; the mean over 4000 places of a speed squared whose deviation is its mean:
        # 1.6 %
        assert (flow**2).sum(axis=-1).mean() == pytest.approx(RMS**2, rel=5 / np.sqrt(4000.0))


def covariance(d: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Covariance of the velocity across and along a distance d [m] over the variance of a component.

    For psi = Matern of smoothness 2: x^2 K_2(x) / 2, x = d / scale: along f = -C' / d, across g = -C''; both are 1 at d
    = 0. C' = -x^2 K_1(x) / 2 (times 1 / scale), so f = x K_1(x), g = (x^2 K_1)' = x K_1 - x^2 K_0, over C''(0) = -1 /
    2.
    """
    x = d / SCALE
    along = x * special.k1(x)
    return along - x**2 * special.k0(x), along


def test_covariance_of_the_velocity():
    distance = np.array([10e3, 30e3, 60e3, 120e3])
    flow = np.array([e.sample(30.0, eastward(np.append(0.0, distance)))[0] for e in members(400)])
    variance = RMS**2 / 2.0
    for k, known in ((1, 0), (0, 1)):  # north is across the distance, east along it
        product = (flow[:, :1, k] * flow[:, 1:, k]).mean(axis=0) / variance
        expected = covariance(distance)[known]
        # variance of a product of normal variables: 1 + rho^2; cutting off at 20 kappa takes up to 0.01
        deviation = np.sqrt((1.0 + expected**2) / flow.shape[0])
        assert (np.abs(product - expected) < stats.norm.ppf(1 - SIGNIFICANCE / 8) * deviation + 0.012).all()


def test_slope_of_the_spectrum():
    step, count = 5e3, 512
    along = eastward(step * np.arange(count), 0.0)
    window = np.hanning(count)
    power = np.zeros(count // 2 + 1)
    for e in members(150):
        power += np.abs(np.fft.rfft(e.sample(0.0, along)[0][:, 1] * window)) ** 2
    k = 2.0 * np.pi * np.fft.rfftfreq(count, step) * SCALE  # in units of kappa
    # Across a line: k^2 times the integral of (1 + K^2)^(-7/2) 2 pi K over K from k to the cut
    model = k**2 * ((1.0 + k**2) ** -2.5 - (1.0 + STEEPEST**2) ** -2.5)
    bands = [(k >= low) & (k < high) for low, high in ((0.3, 0.6), (0.6, 1.2), (1.2, 2.5), (2.5, 5.0), (5.0, 10.0))]
    found, expected = (np.log([x[band].mean() for band in bands]) for x in (power / power.sum(), model / model.sum()))
    # some 300 waves fall into the last band, 6 % of its energy; more in the others
    np.testing.assert_allclose(found, expected, atol=4 * 0.06)
    slope = (found[4] - found[3]) / np.log(2.0)
    assert slope == pytest.approx(-2.85, abs=0.4)  # -3 beyond


def test_peak_of_the_energy_is_at_the_scale():
    size = np.concatenate([np.linalg.norm(e.waves[0], axis=1) for e in members(50)]) * SCALE
    # cumulated energy over |k|: x^(5/2), x = k^2 / (1 + k^2), up to 20 kappa
    x = size**2 / (1.0 + size**2)
    cut = STEEPEST**2 / (1.0 + STEEPEST**2)
    assert stats.kstest((x / cut) ** 2.5, "uniform").pvalue > SIGNIFICANCE
    assert size.max() <= STEEPEST


@pytest.mark.parametrize("lat, lon", [(0.0, 0.0), (60.0, 179.999), (-89.0, 30.0), (45.0, -120.0)])
def test_no_divergence(lat: float, lon: float):
    e = Eddies(RMS, SCALE_KM, seed=5)
    h = 1e-4
    across = np.radians(h) * EARTH_RADIUS
    beside = e.sample(lat, [lon - h, lon + h], 50.0, 3e8)[0][:, 0]
    over = e.sample([lat - h, lat + h], lon, 50.0, 3e8)[0][:, 1] * np.cos(np.radians([lat - h, lat + h]))
    shrink = np.cos(np.radians(lat))
    east, north = (np.diff(beside) / (2 * across * shrink)).item(), (np.diff(over) / (2 * across * shrink)).item()
    # second differences of waves of 1.5 km at least: (k h)^2 / 6 = 4e-5 of a gradient of 20 kappa u
    assert abs(east + north) < 2e-4 * STEEPEST / SCALE * RMS
    assert abs(east) + abs(north) > 100.0 * abs(east + north)


def test_decay_and_memory():
    e = Eddies(RMS, SCALE_KM, seed=1, decay_m=400.0, memory_days=5.0)
    surface, deep = e.sample(10.0, 20.0, [0.0, 400.0])[0]
    np.testing.assert_allclose(deep, surface / np.e, rtol=1e-12)
    np.testing.assert_array_equal(e.sample(10.0, 20.0, -3.0)[0], surface)
    days = np.array([0.0, 5.0, 10.0])
    flow = np.array(
        [Eddies(RMS, SCALE_KM, s, memory_days=5.0).sample(0.0, 0.0, 0.0, days * DAY)[0] for s in range(200)]
    )
    correlation = (flow[:, :1] * flow).mean(axis=(0, 2)) / (RMS**2 / 2.0)
    expected = np.exp(-((days / 5.0) ** 2) / 2.0)
    deviation = np.sqrt((1.0 + expected**2) / 400.0)
    assert (np.abs(correlation - expected) < stats.norm.ppf(1 - SIGNIFICANCE / 6) * deviation).all()


def test_the_same_seed_is_the_same_field_and_another_is_another():
    place = (np.linspace(-80, 80, 9), 33.0, 10.0, 1e9)
    one = Eddies(RMS, SCALE_KM, seed=7).sample(*place)[0]
    np.testing.assert_array_equal(one, Eddies(RMS, SCALE_KM, seed=7).sample(*place)[0])
    assert np.abs(one - Eddies(RMS, SCALE_KM, seed=8).sample(*place)[0]).max() > 0.01
    np.testing.assert_array_equal(one[3], Eddies(RMS, SCALE_KM, seed=7).sample(place[0][3], *place[1:])[0])
    np.testing.assert_allclose(one, Eddies(2 * RMS, SCALE_KM, seed=7).sample(*place)[0] / 2.0, rtol=1e-12)
    np.testing.assert_allclose(
        Eddies(RMS, SCALE_KM).sample(20.0, 180.0)[0], Eddies(RMS, SCALE_KM).sample(20.0, -540.0)[0], atol=1e-9
    )


def test_what_is_not_finite_is_invalid():
    value, valid = Eddies(RMS, SCALE_KM).sample([np.nan, 0.0, 0.0], [0.0, np.inf, 0.0], 0.0)
    np.testing.assert_array_equal(valid, [False, False, True])
    assert np.isnan(value[:2]).all()


@pytest.mark.parametrize(
    "options, message",
    [
        ({"rms_m_s": -1.0, "scale_km": 30.0}, "eddies rms_m_s = -1 m/s: must be a number in 0..2 m/s"),
        ({"rms_m_s": 0.1, "scale_km": 0.0}, "eddies scale_km = 0 km"),
        ({"rms_m_s": 0.1, "scale_km": 30.0, "decay_m": np.nan}, "eddies decay_m = nan m"),
        ({"rms_m_s": 0.1, "scale_km": 30.0, "seed": -1}, "eddies seed = -1: must be a whole number"),
        ({"rms_m_s": 0.1, "scale_km": 30.0, "modes": 0}, "eddies modes = 0"),
    ],
)
def test_refused(options: dict, message: str):
    with pytest.raises(InputError, match=message):
        Eddies(**options)
