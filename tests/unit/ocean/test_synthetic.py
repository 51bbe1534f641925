"""Synthetic currents; their values are held in tests/validation."""

import numpy as np

from seatrial.ocean.synthetic import SyntheticCurrents, synthetic_velocity


def test_turn_of_the_longitude_makes_no_difference():
    lon = np.array([-180.0, -122.1, 0.0, 29.05, 179.99])
    reference, valid = SyntheticCurrents().sample(36.7, lon, 10.0)
    assert valid.all()
    for turn in (-720.0, 360.0):
        # 240 rad per degree times the rounding of the longitude
        np.testing.assert_allclose(SyntheticCurrents().sample(36.7, lon + turn, 10.0)[0], reference, atol=1e-10)
    np.testing.assert_array_equal(reference, synthetic_velocity(36.7, lon, 10.0))


def test_decay_and_bound():
    surface, deep = synthetic_velocity(12.3, 45.6, 0.0), synthetic_velocity(12.3, 45.6, 200.0)
    np.testing.assert_allclose(deep, surface / np.e, rtol=1e-14)
    np.testing.assert_array_equal(synthetic_velocity(12.3, 45.6, -5.0), surface)
    rng = np.random.default_rng(1)
    velocity, _ = SyntheticCurrents().sample(rng.uniform(-90, 90, 20_000), rng.uniform(-180, 180, 20_000))
    # sums of the amplitudes
    assert np.abs(velocity[:, 0]).max() < 0.42
    assert np.abs(velocity[:, 1]).max() < 0.35
    assert np.linalg.norm(velocity, axis=-1).max() > 0.3


def test_not_finite_is_invalid():
    velocity, valid = SyntheticCurrents().sample([np.nan, 0.0, 0.0, 0.0], [0.0, np.inf, 0.0, 0.0], [0, 0, np.nan, 0])
    np.testing.assert_array_equal(valid, [False, False, False, True])
    assert np.isnan(velocity[:3]).all()
    assert SyntheticCurrents().table() is None
