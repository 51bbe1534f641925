"""Faulty actuators that the checks must reject; the right ones pass the same checks."""

from typing import Any

import numpy as np
import pytest

from seatrial.dynamics.power import ActuatorDisk
from tests.reference.actuator_model import ActuatorModel, Array, Case
from tests.reference.checks_actuators import CHECKS


class ReverseAsAhead(ActuatorModel):
    def thrust_share(self, case: Case, time: float) -> float:
        share = super().thrust_share(case, time)
        top = getattr(case.component, "max_reverse_thrust", None) or case.component.max_thrust
        return share * case.component.max_thrust / top if share < 0.0 else share


class DampingWithoutSign(ActuatorModel):
    """f^2 for f |f|."""

    def yoerger(self, f: float, command: float, lag: float, beta: float, time: float) -> float:
        return super().yoerger(f, command, lag, beta if f > 0.0 else -beta, time)


class DampingTwice(ActuatorModel):
    def yoerger(self, f: float, command: float, lag: float, beta: float, time: float) -> float:
        return super().yoerger(f, command, lag, 2.0 * beta, time)


class DeadZoneWithJump(ActuatorModel):
    def dead_zone(self, force: float, dead: float, saturation: float) -> float:
        return float(np.clip(force, -saturation, saturation)) if abs(force) > dead else 0.0


class DiskOfRadius(ActuatorModel):
    def disk(self, m: ActuatorDisk, force: float, along: float, density: float) -> float:
        return super().disk(m, force, along, density / 4.0)


class TorqueWithoutSign(ActuatorModel):
    """gz-sim#1399: the hand of the screw is forgotten."""

    def propeller(self, case: Case, n: float, rate: float) -> tuple[Array, float]:
        wrench, power = super().propeller(case, n, rate)
        wrench[3] = abs(wrench[3])
        return wrench, power


class WakeForgotten(ActuatorModel):
    def propeller(self, case: Case, n: float, rate: float) -> tuple[Array, float]:
        from dataclasses import replace

        return super().propeller(replace(case, component=replace(case.component, wake_fraction=0.0)), n, rate)


class OneFactor(ActuatorModel):
    def factor(self, c: Any, n: float) -> float:
        return c.forward_factor


class LagWithoutLimit(ActuatorModel):
    def servo(self, before: float, target: float, lag: float, rate: float, time: float) -> float:
        return super().servo(before, target, lag, np.inf, time)


class LiftOnTheChord(ActuatorModel):
    """Lift and drag in body axes instead of across and along the flow."""

    def foil(self, case: Case, angle: float) -> Array:
        wrench, c = super().foil(case, angle), case.component
        return wrench - np.concatenate([float(wrench[:3] @ c.chord) * np.asarray(c.chord), np.zeros(3)])


class LiftTurnedRound(ActuatorModel):
    def lift_and_drag(self, lift: float, drag: float) -> complex:
        return complex(-drag, -lift)


class RudderByWholeSpeed(ActuatorModel):
    def rudder(self, case: Case, angle: float, rate: float) -> tuple[Array, float]:
        wrench, power = super().rudder(case, angle, rate)
        v, n = np.asarray(case.nu_r)[:3], np.asarray(case.component.normal)
        return wrench * float(v @ v) / max(v[0] ** 2 + float(v @ n) ** 2, 1e-300), power


class PumpWithoutPressure(ActuatorModel):
    def buoyancyengine(self, case: Case, volume: float, rate: float) -> tuple[Array, float]:
        return super().buoyancyengine(case, volume, rate)[0], 5.0 * (rate != 0.0)


class WeightAlongTheBody(ActuatorModel):
    def down(self, case: Case) -> Array:
        return np.array([0.0, 0.0, 1.0])


class TetherPushes(ActuatorModel):
    def tension(self, c: Any, stretch: float, rate: float) -> float:
        return c.stiffness * stretch + c.damping * rate


MUTANTS: list[tuple[type[ActuatorModel], tuple[str, ...]]] = [
    (ReverseAsAhead, ("reverse limit", "agreement")),
    (DampingWithoutSign, ("agreement",)),
    (DampingTwice, ("yoerger",)),
    (DeadZoneWithJump, ("bessa",)),
    (DiskOfRadius, ("power models",)),
    (TorqueWithoutSign, ("handed pair",)),
    (WakeForgotten, ("propeller",)),
    (OneFactor, ("otter",)),
    (LagWithoutLimit, ("servo",)),
    (LiftOnTheChord, ("foil power",)),
    (LiftTurnedRound, ("foil",)),
    (RudderByWholeSpeed, ("rudder",)),
    (PumpWithoutPressure, ("buoyancy engine",)),
    (WeightAlongTheBody, ("weights",)),
    (TetherPushes, ("tether",)),
]


@pytest.mark.parametrize("name", [name for name in CHECKS if name != "agreement"])
def test_reference_passes(name: str):
    CHECKS[name](ActuatorModel())


@pytest.mark.parametrize("mutant, names", MUTANTS, ids=[m.__name__ for m, _ in MUTANTS])
def test_mutant_is_rejected(mutant: type[ActuatorModel], names: tuple[str, ...]):
    for name in names:
        with pytest.raises(AssertionError):
            CHECKS[name](mutant())


def test_every_check_rejects_something():
    assert {name for _, names in MUTANTS for name in names} == set(CHECKS)
