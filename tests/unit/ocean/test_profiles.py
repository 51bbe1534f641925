import numpy as np
import pytest

from seatrial.errors import InputError
from seatrial.ocean.composite import Composite
from seatrial.ocean.profiles import LinearProfile, ThermoclineProfile, TwoLayerProfile, UniformProfile

DEPTH = np.array([-5.0, 0.0, 39.0, 40.0, 50.0, 1000.0])


@pytest.mark.parametrize(
    "profile, expected",
    [
        (UniformProfile(35.0), np.full(6, 35.0)),
        (LinearProfile(20.0, -0.01), 20.0 - 0.01 * np.maximum(DEPTH, 0.0)),
        (
            ThermoclineProfile(18.0, 6.0, 40.0, 10.0),
            6.0 + 12.0 / (1.0 + np.exp(2.0 * (np.maximum(DEPTH, 0.0) - 40.0) / 10.0)),  # (1 - tanh x) / 2
        ),
        (TwoLayerProfile(18.0, 6.0, 40.0), np.array([18.0, 18.0, 18.0, 6.0, 6.0, 6.0])),
    ],
)
def test_formula(profile, expected: np.ndarray):
    value, valid = profile.sample(10.0, 20.0, DEPTH, 0.0)
    np.testing.assert_allclose(value, expected, rtol=1e-12)
    assert valid.all()
    assert profile.table() is None
    found = Composite([profile]).sample(10.0, [[20.0], [400.0]], DEPTH, 1e9)
    assert found.value.shape == (2, 6)
    np.testing.assert_allclose(found.value[1], expected, rtol=1e-12)


@pytest.mark.parametrize(
    "profile",
    [
        UniformProfile(1.0),
        LinearProfile(1.0, 0.1),
        ThermoclineProfile(1.0, 2.0, 3.0, 4.0),
        TwoLayerProfile(1.0, 2.0, 3.0),
    ],
)
def test_what_is_not_finite_is_invalid(profile):
    value, valid = profile.sample([0.0, np.nan, 0.0, 0.0], [0.0, 0.0, np.inf, 0.0], [0.0, 0.0, 0.0, np.nan])
    np.testing.assert_array_equal(valid, [True, False, False, False])
    assert np.isnan(value[1:]).all()


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: UniformProfile(np.nan), "value = nan"),
        (lambda: LinearProfile(1.0, np.inf), "gradient = inf per m"),
        (lambda: ThermoclineProfile(1.0, 2.0, 3.0, 0.0), "thickness = 0 m: must be a number in 0.001..12000 m"),
        (lambda: ThermoclineProfile(1.0, 2.0, -3.0, 1.0), "depth = -3 m"),
        (lambda: TwoLayerProfile(1.0, 2e9, 3.0), "lower = 2e[+]09"),
    ],
)
def test_refused(make, message: str):
    with pytest.raises(InputError, match=message):
        make()
