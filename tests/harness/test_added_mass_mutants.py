"""Faulty estimates of added mass that the checks must reject."""

from typing import Any

import numpy as np
import pytest

from seatrial.dynamics.added_mass import LambFactors, lamb_factors
from tests.reference.checks_added_mass import check_factors, check_limits


def exchanged(slenderness: float) -> LambFactors:
    """Along and across mixed up."""
    k = lamb_factors(slenderness)
    return LambFactors(k.lateral, k.axial, k.rotational)


def logarithm_alone(slenderness: float) -> LambFactors:
    """The closed form as it is printed, which cancels for nearly round bodies."""
    e = np.sqrt(1.0 - 1.0 / slenderness**2) if slenderness > 1.0 else 1e-6
    log = 0.5 * np.log((1.0 + e) / (1.0 - e))
    alpha = 2.0 * (1.0 - e**2) / e**3 * (log - e)
    beta = 1.0 / e**2 - (1.0 - e**2) / e**3 * log
    d = beta - alpha
    rotational = e**4 * d / ((2.0 - e**2) * (2.0 * e**2 - (2.0 - e**2) * d))
    return LambFactors(float(alpha / (2 - alpha)), float(beta / (2 - beta)), float(rotational))


@pytest.mark.parametrize("wrong, check", [(exchanged, check_factors), (logarithm_alone, check_limits)])
def test_mutants_are_rejected(wrong: Any, check: Any):
    with pytest.raises(AssertionError):
        check(wrong)
