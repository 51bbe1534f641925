"""Checks of Lamb's factors against his table and their limits."""

from collections.abc import Callable

import numpy as np

LAMB_TABLE = (
    (1.00, 0.500, 0.500, 0.0), (1.50, 0.305, 0.621, 0.094), (2.00, 0.209, 0.702, 0.240), (2.51, 0.156, 0.763, 0.367),
    (2.99, 0.122, 0.803, 0.465), (3.99, 0.082, 0.860, 0.608), (4.99, 0.059, 0.895, 0.701), (6.01, 0.045, 0.918, 0.764),
    (6.97, 0.036, 0.933, 0.805), (8.01, 0.029, 0.945, 0.840), (9.02, 0.024, 0.954, 0.865), (9.97, 0.021, 0.960, 0.883),
)  # fmt: skip
"""Slenderness, k1, k2, k' (Lamb 1932, art. 115, table)."""

Factors = Callable[[float], tuple[float, float, float]]


def check_factors(factors: Factors) -> None:
    """The table within 0.0025: it was computed by hand and departs from its own formula by up to 0.0022 (k2 at 2.00).

    The formula itself is confirmed by quadrature of Lamb's integrals in the tests.
    """
    for slenderness, *expected in LAMB_TABLE:
        np.testing.assert_allclose(tuple(factors(slenderness)), expected, rtol=0.0, atol=2.5e-3)


def check_limits(factors: Factors) -> None:
    """A sphere (1/2, 1/2, 0), the first order beside it, and an endless spheroid (0, 1, 1).

    For e^2 = x: alpha_0 = 2/3 - 4 x / 15, so k1 = 1/2 - 3 x / 10 and k2 = 1/2 + 3 x / 20, k' = x^2 / 6.
    """
    np.testing.assert_allclose(tuple(factors(1.0)), (0.5, 0.5, 0.0), rtol=0.0, atol=1e-15)
    for x in (1e-4, 1e-6):
        k1, k2, turning = factors(float(1.0 / np.sqrt(1.0 - x)))
        np.testing.assert_allclose([0.5 - k1, k2 - 0.5], [0.3 * x, 0.15 * x], rtol=3.0 * x + 1e-9)
        np.testing.assert_allclose(turning, x**2 / 6.0, rtol=3.0 * x + 1e-9)
    np.testing.assert_allclose(tuple(factors(1e5)), (0.0, 1.0, 1.0), rtol=0.0, atol=1e-8)
