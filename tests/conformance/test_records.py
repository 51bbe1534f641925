"""Kernel records keep the numbers of their dataclasses; a new `x_record` in control or dynamics is found by itself."""

import dataclasses
from typing import Any

import numpy as np
import pytest

from tests.reference.catalogue import record_makers, value_for

MAKERS = record_makers()


def test_some_are_found():
    names = [name for name, _, _ in MAKERS]
    assert "seatrial.control.heading.heading_record" in names
    assert "seatrial.dynamics.battery.battery_record" in names


@pytest.mark.parametrize("name, cls, make", MAKERS, ids=[m[0] for m in MAKERS])
def test_record_keeps_the_numbers(name: str, cls: type, make: Any):
    default = cls()
    nudged = {}
    for f in dataclasses.fields(cls):
        value = getattr(default, f.name)
        if f.type is float and np.isfinite(value):
            # A nearby number that every range check takes.
            nudged[f.name] = value * 0.999 if value else 1e-3 * value_for(float, np.random.default_rng(63), ())
    instance = dataclasses.replace(default, **nudged)
    record = make(instance)
    shared = [f.name for f in dataclasses.fields(cls) if hasattr(record, f.name)]
    assert shared, f"{name} shares no field with {cls.__name__}"
    for field in shared:
        if isinstance(getattr(instance, field), float):
            assert getattr(record, field) == pytest.approx(getattr(instance, field), rel=1e-7), field
