"""Terrain-following levels against their definitions and values worked out by hand."""

import numpy as np
import pytest

from seatrial.ocean.readers.sigma import Stretching, stretching_curve, to_levels

S = np.linspace(-1.0, 0.0, 11)


def check_ends(depth_of: object) -> None:
    """Level -1 is the floor and level 0 the surface, for both transforms, whatever zeta."""
    h, zeta = np.array([[30.0, 500.0]]), np.array([[0.4, -0.7]])
    for transform in (0, 1, 2):
        levels = Stretching(S, np.sinh(5.0 * S) / np.sinh(5.0), 20.0, transform)
        depth = depth_of(levels, h, zeta)  # type: ignore[operator]
        np.testing.assert_allclose(depth[0], h, rtol=1e-12)
        np.testing.assert_allclose(depth[-1], -zeta, atol=1e-12)
        assert (np.diff(depth, axis=0) < 0.0).all()


def test_ends():
    check_ends(Stretching.depth)


def test_by_hand():
    """h = 100, hc = 20, s = -0.5, C = -0.2, zeta = 1: z0 = 20 (-0.3) - 20 = -26, z = -26 + 0.74 = -25.26 m;
    z0 = (-10 - 20) / 120 = -0.25, z = 1 - 101 / 4 = -24.25 m.
    """
    one, h = np.array([-0.5]), np.array([100.0])
    assert Stretching(one, np.array([-0.2]), 20.0, 1).depth(h, np.ones(1))[0, 0] == pytest.approx(25.26, abs=1e-12)
    assert Stretching(one, np.array([-0.2]), 20.0, 2).depth(h, np.ones(1))[0, 0] == pytest.approx(24.25, abs=1e-12)


@pytest.mark.parametrize("kind", [1, 2, 4])
@pytest.mark.parametrize("theta_s, theta_b", [(6.0, 0.1), (5.0, 0.4), (7.0, 2.0), (3.0, 0.0)])
def test_curves(kind: int, theta_s: float, theta_b: float):
    if kind == 1 and theta_b > 1.0:
        theta_b = 1.0
    C = stretching_curve(S, kind, theta_s, theta_b)
    np.testing.assert_allclose(C[[0, -1]], [-1.0, 0.0], atol=1e-12)
    assert (np.diff(C) > 0.0).all()


def test_curves_by_hand():
    """theta_s = 6, theta_b = 0.1 at s = -0.5, from the formulas with a pocket calculator's hyperbolic functions."""
    half = np.array([-0.5])
    # 0.9 sinh(-3)/sinh(6) + 0.1 (tanh(0)/(2 tanh 3) - 1/2) = -0.9 10.0178749/201.7131574 - 0.05
    np.testing.assert_allclose(stretching_curve(half, 1, 6.0, 0.1), -0.0946974, atol=1e-6)
    # (1 - cosh 3)/(cosh 6 - 1) = -9.0676620/200.7156361 = -0.0451767; (exp(-0.00451767) - 1)/(1 - exp(-0.1))
    np.testing.assert_allclose(stretching_curve(half, 4, 6.0, 0.1), -0.0473668, atol=1e-6)
    with pytest.raises(ValueError, match="Vstretching = 3"):
        stretching_curve(half, 3, 6.0, 0.1)


def test_nordic_file_has_curve_one(shared_data):
    """Cs_r of the Nordic file against Vstretching 1 with its theta_s = 6, theta_b = 0.1; packing steps are 1.4e-5."""
    from seatrial.ocean.readers.collection import Variable
    from seatrial.ocean.readers.opening import open_raw

    raw = open_raw(shared_data / "Nordic_subset.nc")
    s, C = Variable(raw, "s_rho").read(), Variable(raw, "Cs_r").read()
    np.testing.assert_allclose(C, stretching_curve(s, 1, 6.0, 0.1), atol=1.5e-5)


def check_to_levels(function: object) -> None:
    depth = np.array([[1.0, 2.0], [5.0, 20.0], [9.0, 70.0]])
    values = 3.0 + 2.0 * depth
    levels, floor = np.array([0.0, 3.0, 5.0, 9.5, 30.0, 80.0]), np.array([10.0, 75.0])
    found = function(values, depth, levels, floor)  # type: ignore[operator]
    expected = 3.0 + 2.0 * np.array([[1.0, 2.0], [3.0, 3.0], [5.0, 5.0], [9.0, 9.5], [np.nan, 30.0], [np.nan, np.nan]])
    np.testing.assert_allclose(found, expected, rtol=1e-14)


def test_to_levels():
    check_to_levels(to_levels)


def test_one_level():
    found = to_levels(np.array([[7.0]]), np.array([[5.0]]), np.array([0.0, 5.0, 8.0, 20.0]), np.array([10.0]))
    np.testing.assert_array_equal(found[:, 0], [7.0, 7.0, 7.0, np.nan])
