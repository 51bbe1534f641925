"""Actuators refuse numbers out of range and name them."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from seatrial.dynamics.forces import (
    buoyancy_engine,
    drop_weight,
    movable_mass,
    nonlinear_thruster,
    rudder,
    tether,
    wing,
)
from seatrial.dynamics.forces.fin import Fin
from seatrial.dynamics.forces.thruster import Thruster
from seatrial.dynamics.response import Bessa, Yoerger
from seatrial.errors import InputError
from tests.reference.checks_actuators import REMUS, example_of

RNG = np.random.default_rng(95)
FIN = Fin("f", (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), 0.01, 3.0)
SLOW = nonlinear_thruster.NonlinearThruster("t", (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 20.0)
PARTS = {m.__name__.rpartition(".")[2]: example_of(m, RNG)
         for m in (buoyancy_engine, drop_weight, movable_mass, rudder, tether, wing)}  # fmt: skip


@pytest.mark.parametrize(
    "part, change, words",
    [
        (
            Thruster("t", (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 20.0),
            {"max_reverse_thrust": -1.0},
            "max_reverse_thrust = -1 N",
        ),
        (SLOW, {"law": Yoerger(0.1)}, "time_constant with self-damping = 0 s"),
        (Yoerger(0.1), {"beta": -0.1}, "beta"),
        (Bessa(1.0), {"dead": -1.0}, "dead"),
        (Bessa(1.0), {"saturation": 0.0}, "saturation"),
        (FIN, {"normal": (0.6, 0.8, 0.0)}, "normal .* right angles to the chord"),
        (FIN, {"chord": (2.0, 0.0, 0.0)}, "chord .* unit vector"),
        (FIN, {"stall_angle": 1.0}, "stall_angle = 1 rad"),
        (FIN, {"max_rate": 0.0}, "max_rate"),
        (PARTS["wing"], {"area": -1.0}, "area = -1 m2"),
        (PARTS["rudder"], {"normal": (1.0, 0.0, 0.0)}, "normal .* across the x axis"),
        (REMUS, {"thrust_coefficients": (0.4, -0.3, 0.1)}, "advance_range .* finite for a degree above 1"),
        (REMUS, {"advance_range": (1.0, 0.0)}, "advance_range .* rise"),
        (REMUS, {"torque_coefficients": (float("nan"),)}, "torque_coefficients"),
        (REMUS, {"wake_fraction": 1.0}, "wake_fraction"),
        (PARTS["buoyancy_engine"], {"min_volume": 0.0, "max_volume": 0.0}, "above min_volume"),
        (PARTS["movable_mass"], {"axis": (1.0, 1.0, 0.0)}, "axis .* unit vector"),
        (PARTS["drop_weight"], {"mass": 0.0}, "mass = 0 kg"),
        (PARTS["tether"], {"length": 0.0}, "length = 0 m"),
    ],
)
def test_bad_numbers_are_named(part: Any, change: dict, words: str):
    with pytest.raises(InputError, match=words):
        replace(part, **change)
