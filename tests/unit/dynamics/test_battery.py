"""The battery: exact current, energy, charge and temperature in closed form."""

from dataclasses import replace

import numpy as np
import pytest

from seatrial.dynamics.battery import Battery
from seatrial.dynamics.motor import Motor
from seatrial.errors import InputError
from tests.reference import probe
from tests.reference.bodies import DEEP, drifter, driven
from tests.reference.engine import Engine
from tests.reference.matrix_model import at_rest, still

PACK = Battery()


def open_circuit(charge: np.ndarray) -> np.ndarray:
    """Hermite cubic from 21.0 to 29.4 V with zero slope at its ends."""
    return 21.0 + 8.4 * charge**2 * (3.0 - 2.0 * charge)


def test_current_is_the_root_of_the_power():
    rng = np.random.default_rng(51)
    charge, power = rng.uniform(0.0, 1.0, 2000), np.exp(rng.uniform(np.log(1e-9), np.log(2700.0), 2000))
    ours = probe.battery(PACK, charge, power)
    assert np.all(ours["delivers"] == 1.0)
    current = ours["current"]
    # (V_oc - I R) I back to the power: the form of the root without cancellation is good to a few roundings.
    np.testing.assert_allclose((open_circuit(charge) - current * 0.04) * current, power, rtol=1e-12)
    np.testing.assert_allclose(ours["voltage"], open_circuit(charge) - 0.04 * current, rtol=1e-14)
    assert np.all(current <= open_circuit(charge) / 0.08)  # the smaller root


def test_more_than_it_can_give():
    charge = np.array([0.0, 0.3, 1.0])
    limit = open_circuit(charge) ** 2 / (4.0 * 0.04)
    below, above = probe.battery(PACK, charge, limit * (1 - 1e-9)), probe.battery(PACK, charge, limit * 2.0)
    assert np.all(below["delivers"] == 1.0)
    assert np.all(above["delivers"] == 0.0)
    np.testing.assert_allclose(above["current"], open_circuit(charge) / 0.08, rtol=1e-14)
    np.testing.assert_allclose(above["voltage"], open_circuit(charge) / 2.0, rtol=1e-14)


def test_open_circuit_voltage_is_flat_at_both_ends_and_held_beyond():
    idle = probe.battery(PACK, np.array([-0.1, 0.0, 1e-4, 0.5, 1.0 - 1e-4, 1.0, 1.1]), 0.0)
    # 8.4 * 3 * (1e-4)^2 = 2.5e-7 V away from an end.
    np.testing.assert_allclose(idle["voltage"], [21.0, 21.0, 21.0, 25.2, 29.4, 29.4, 29.4], atol=3e-7)
    np.testing.assert_array_equal(idle["current"], 0.0)
    np.testing.assert_array_equal(idle["charge"], 0.0)


def test_peukert_acts_above_the_reference_current_only():
    power = np.array([1.0, 100.0, 250.0, 400.0, 1500.0])
    ours = probe.battery(PACK, 0.8, power)
    factor = np.maximum(ours["current"] / 10.0, 1.0) ** 0.08
    np.testing.assert_allclose(ours["charge"], -ours["current"] * factor / (3600.0 * 40.0), rtol=1e-14)
    assert ours["current"][2] < 10.0 < ours["current"][3]


@pytest.mark.parametrize("power, peukert", [(200.0, 1.08), (800.0, 1.08), (800.0, 1.0)])
def test_constant_power_in_closed_form(power: float, peukert: float):
    # With equal voltages full and empty the current is constant: charge falls in a line, heat approaches I^2 R / G
    # exponentially, energy is P t. One idling motor draws the power.
    flat = Battery(full_voltage=24.0, empty_voltage=24.0, peukert=peukert)
    vehicle = replace(driven(drifter()), battery=flat, motor=Motor(idle_power=power))
    time, step = 600.0, 0.5
    end = Engine([vehicle], step).march(at_rest(1, 1, DEEP), still(1, 1), round(time / step))
    current = (24.0 - np.sqrt(24.0**2 - 4.0 * 0.04 * power)) / 0.08
    drain = current * max(current / 10.0, 1.0) ** (peukert - 1.0) / (3600.0 * 40.0)
    warm = 283.15 + current**2 * 0.04 / 6.0
    # 1,200 roundings; RK4 is exact on lines and errs by (h G / C)^5 / 120 = 1e-20 a step on the exponential.
    np.testing.assert_allclose(end.energy, power * time, rtol=1e-12)
    np.testing.assert_allclose(end.charge, 1.0 - drain * time, rtol=1e-11)
    np.testing.assert_allclose(end.temperature, warm + (288.15 - warm) * np.exp(-time * 6.0 / 8000.0), rtol=1e-12)
    late = Engine([vehicle], 10.0).march(at_rest(1, 1, DEEP), still(1, 1), 4000)
    np.testing.assert_allclose(late.temperature, warm, rtol=1e-10)  # exp(-40000 * 6 / 8000) = 1e-13


def test_an_unlimited_battery_keeps_its_charge():
    ours = probe.battery(Battery(capacity=float("inf")), 1.0, np.array([10.0, 2000.0]))
    np.testing.assert_array_equal(ours["charge"], 0.0)
    assert np.all(ours["current"] > 0.0)


@pytest.mark.parametrize(
    "field, value",
    [
        ("empty_voltage", 0.0),
        ("full_voltage", 20.0),
        ("resistance", 0.0),
        ("capacity", -1.0),
        ("peukert", 0.9),
        ("reference_current", 0.0),
        ("heat_capacity", 0.0),
        ("conductance", -1.0),
        ("initial_temperature", float("nan")),
        ("brownout_charge", 1.5),
    ],
)
def test_numbers_out_of_range_are_named(field: str, value: float):
    with pytest.raises(InputError, match=f"battery {field}"):
        replace(PACK, **{field: value})
