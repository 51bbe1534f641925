"""Faulty forces of the hull that the checks must reject; the formulas of the literature pass them."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from seatrial.dynamics.forces.crossflow import CrossflowDrag
from seatrial.dynamics.forces.derivatives import Derivatives
from seatrial.dynamics.forces.hull_lift import HullLift
from seatrial.dynamics.forces.matrix_damping import MatrixDamping
from seatrial.dynamics.forces.matrix_quadratic_damping import MatrixQuadraticDamping
from seatrial.dynamics.forces.projected_drag import ProjectedDrag
from seatrial.dynamics.forces.seabed import SeabedDamping
from tests.reference import checks_hull as checks
from tests.reference import checks_hull_motion as motion
from tests.reference.engine import MakeSystem
from tests.reference.hull_forces import HullForces, Wrench
from tests.reference.hull_model import HullModel
from tests.reference.matrix_model import Array, Inputs, States


class MatrixTransposed(HullForces):
    def matrix(self, force: MatrixDamping, nu_r: Array) -> Array:
        return -nu_r @ np.asarray(force.matrix)


class QuadraticWithoutSign(HullForces):
    def matrix_quadratic(self, force: MatrixQuadraticDamping, nu_r: Array) -> Array:
        return -(nu_r**2) @ np.asarray(force.matrix).T


class ProjectedByMean(HullForces):
    """Area weighted with the squares of the direction, which is no shadow."""

    def shadow(self, areas: Array, n: Array) -> Array:
        return (n**2) @ areas


class ProjectedAlongAxes(HullForces):
    """The diagonal form: a sphere has less drag along an axis than across."""

    def projected(self, force: ProjectedDrag, nu_r: Array) -> Array:
        return -np.asarray(force.diagonal) * np.abs(nu_r) * nu_r


class HeaveDrives(HullForces):
    """The fault of case D04."""

    def crossflow(self, force: CrossflowDrag, nu_r: Array, density: float) -> Array:
        return super().crossflow(force, nu_r, density) * np.array([1.0, 1.0, -1.0, 1.0, 1.0, 1.0])


class PitchUpsideDown(HullForces):
    """w + x q, as if q were positive nose down."""

    def jacobian(self, x: float) -> Array:
        return super().jacobian(x) * np.array([1.0, 1.0, 1.0, 1.0, -1.0, 1.0])


class StripsTooMany(HullForces):
    """One strip more than the hull is long."""

    def crossflow(self, force: CrossflowDrag, nu_r: Array, density: float) -> Array:
        return super().crossflow(force, nu_r, density) * (1.0 + 1.0 / force.strips)


class PlanesMixedUp(HullForces):
    def strip_speed(self, force: CrossflowDrag, across: Array) -> Array:
        return np.abs(across)


class CurveOfOneSpeed(HullForces):
    def crossflow(self, force: CrossflowDrag, nu_r: Array, density: float) -> Array:
        c_d = np.array([force.drag.at(float(s)) for s in np.hypot(nu_r[:, 1], nu_r[:, 2])])
        scale = force.drag.at(0.0) / np.where(c_d > 0.0, c_d, 1.0)
        return super().crossflow(force, nu_r, density) * scale[:, None]


class LiftByAngle(HullForces):
    """C_L proportional to the angle all around: a step where the flow comes from astern."""

    def lift_coefficient(self, force: HullLift, alpha: Array) -> Array:
        return force.lift_slope * alpha


class LiftHalf(HullForces):
    def lift_coefficient(self, force: HullLift, alpha: Array) -> Array:
        return 0.5 * super().lift_coefficient(force, alpha)


class LiftAtTheOrigin(HullForces):
    def lift(self, force: HullLift, nu_r: Array, density: float) -> Array:
        return super().lift(force, nu_r, density) * np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0])


class SeabedLinearInClearance(HullForces):
    def seabed_gain(self, force: SeabedDamping, clearance: Array) -> Array:
        return np.exp(-np.maximum(clearance, 0.0) / force.length)


class SeabedAttracts(HullForces):
    """The damping taken for a force away from the sea floor."""

    def seabed(self, force: SeabedDamping, nu_r: Array, clearance: Array) -> Array:
        return -np.abs(super().seabed(force, nu_r, clearance))


class SizesForgotten(HullForces):
    def derivatives(self, force: Derivatives, nu_r: Array) -> Array:
        plain = Derivatives(tuple((name.replace("|", ""), value) for name, value in force.terms))
        return super().derivatives(plain, nu_r)


class HullDrives(HullModel):
    def others(self, s: States, nu_r: Array, inputs: Inputs) -> Array:
        return -super().others(s, nu_r, inputs)


class HalfTheLift(HullModel):
    hull = LiftHalf()


class ForcesOverGround(HullModel):
    """The hull's forces from the velocity over ground."""

    def others(self, s: States, nu_r: Array, inputs: Inputs) -> Array:
        return super().others(s, s.nu, inputs)


CHECKS = {name: check for name, check in vars(checks).items() if name.startswith("check_")}

MUTANTS: list[tuple[type[HullForces], tuple[str, ...]]] = [
    (MatrixTransposed, ("check_matrices", "check_agreement")),
    (QuadraticWithoutSign, ("check_matrices", "check_agreement")),
    (ProjectedByMean, ("check_projected", "check_agreement")),
    (ProjectedAlongAxes, ("check_projected",)),
    (HeaveDrives, ("check_heave_of_case_d04", "check_passive", "check_crossflow_lever")),
    (PitchUpsideDown, ("check_crossflow_lever", "check_crossflow_about_the_axis", "check_agreement")),
    (StripsTooMany, ("check_heave_of_case_d04", "check_crossflow_turning")),
    (PlanesMixedUp, ("check_crossflow_about_the_axis",)),
    (CurveOfOneSpeed, ("check_drag_curve",)),
    (LiftByAngle, ("check_lift_has_no_step",)),
    (LiftHalf, ("check_lift", "check_agreement")),
    (LiftAtTheOrigin, ("check_lift_lever",)),
    (SeabedLinearInClearance, ("check_seabed",)),
    (SeabedAttracts, ("check_seabed", "check_passive")),
    (SizesForgotten, ("check_derivatives", "check_agreement")),
]


@pytest.mark.parametrize("name", CHECKS)
def test_literature_passes(name: str):
    CHECKS[name](HullForces())


@pytest.mark.parametrize("mutant, names", MUTANTS, ids=[m.__name__ for m, _ in MUTANTS])
def test_mutant_is_rejected(mutant: Callable[[], Wrench], names: tuple[str, ...]):
    for name in names:
        with pytest.raises(AssertionError):
            CHECKS[name](mutant())


# Short versions: the faults are gross, and the reference is slow.
MOTION = {
    "trajectory": partial(motion.check_hull_trajectory, duration=0.5),
    "galilean": partial(motion.check_hull_galilean, duration=0.2, step=0.01),
    "passive": partial(motion.check_hull_passive, duration=3.0, step=0.05),
}


@pytest.mark.parametrize("check", MOTION.values(), ids=MOTION)
def test_matrix_form_passes(check: Callable[[MakeSystem], None]):
    check(HullModel)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize(
    "name, mutant",
    [("trajectory", HalfTheLift), ("galilean", ForcesOverGround), ("passive", HullDrives)],
)
def test_faulty_motion_is_rejected(name: str, mutant: type[HullModel]):
    with pytest.raises(AssertionError):
        MOTION[name](mutant)


def test_every_check_rejects_something():
    assert {name for _, names in MUTANTS for name in names} == set(CHECKS)
