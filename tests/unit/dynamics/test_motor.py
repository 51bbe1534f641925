"""The motor's efficiency and its electric power."""

from dataclasses import replace

import numpy as np
import pytest

from seatrial.dynamics.motor import Motor
from seatrial.errors import InputError
from tests.reference import probe


def test_power_by_the_formula_on_both_sides_of_the_peak():
    # eta = 0.85 (1 - alpha (1 - load / 0.75)^2), alpha 1.2 below and 0.6 above, at least 0.05; idle 2 W.
    load = np.linspace(0.001, 1.0, 500)
    alpha = np.where(load <= 0.75, 1.2, 0.6)
    eta = np.maximum(0.85 * (1.0 - alpha * (1.0 - load / 0.75) ** 2), 0.05)
    for shaft in (0.0, 3.0, 70.0):
        np.testing.assert_allclose(probe.motor_power(Motor(), shaft, load), 2.0 + shaft / eta, rtol=1e-13)


def test_peak_floor_and_rest():
    power = probe.motor_power(Motor(), 17.0, [0.75, 0.05, 1e-4, 0.0, 1.0])
    # At full load 0.85 (1 - 0.6 / 9) = 0.79333.
    expected = [2.0 + 17.0 / 0.85, 2.0 + 17.0 / 0.05, 2.0, 2.0, 2.0 + 17.0 / (0.85 * (1.0 - 0.6 / 9.0))]
    np.testing.assert_allclose(power, expected, rtol=1e-14)


@pytest.mark.parametrize(
    "field, value",
    [
        ("efficiency", 1.1),
        ("load_peak", 0.0),
        ("falloff_below", -1.0),
        ("falloff_above", float("inf")),
        ("efficiency_floor", 0.9),
        ("idle_power", -2.0),
        ("induced_speed", -1.0),
    ],
)
def test_numbers_out_of_range_are_named(field: str, value: float):
    with pytest.raises(InputError, match=f"motor {field}"):
        replace(Motor(), **{field: value})
