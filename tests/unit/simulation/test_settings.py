"""Periods are whole ticks; numbers out of range are named."""

from dataclasses import replace

import pytest

from seatrial.errors import InputError
from seatrial.simulation.settings import Settings, ticks


@pytest.mark.parametrize(
    "seconds, count", [(0.005, 6), (1 / 60, 20), (1 / 16, 75), (0.02, 24), (0.1, 120), (7200.0, 8_640_000)]
)
def test_periods_are_whole_ticks(seconds: float, count: int):
    assert ticks("step", seconds) == count


@pytest.mark.parametrize(
    "name, value, words",
    [
        ("step", 0.0013, "whole number of ticks"),
        ("step", 0.0, "step"),
        ("step", float("nan"), "step"),
        ("record_period", 0.00001, "record_period"),
        ("control_period", 0.0075, "whole number of steps"),
        ("frame_radius", 60_000.0, "frame_radius"),
        ("density", 500.0, "density"),
        ("gravity", -9.81, "gravity"),
        ("water_temperature", 10.0, "water_temperature"),
    ],
)
def test_bad_settings(name: str, value: float, words: str):
    with pytest.raises(InputError, match=words):
        replace(Settings(), **{name: value})
