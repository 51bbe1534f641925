"""Forces of the hull: closed forms and the literature's formulas, for the kernels; and numbers that are refused."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from seatrial.dynamics.drag_curves import DragCurve, cylinder, hoerner
from seatrial.dynamics.forces.crossflow import CrossflowDrag
from seatrial.dynamics.forces.derivatives import Derivatives
from seatrial.dynamics.forces.hull_lift import HullLift
from seatrial.dynamics.forces.matrix_damping import MatrixDamping
from seatrial.dynamics.forces.matrix_quadratic_damping import MatrixQuadraticDamping
from seatrial.dynamics.forces.projected_drag import ProjectedDrag
from seatrial.dynamics.forces.seabed import SeabedDamping
from seatrial.errors import InputError
from tests.reference import checks_hull as checks
from tests.reference.hull_forces import Wrench
from tests.reference.wrenches import kernel_wrench

ALL = {name: check for name, check in vars(checks).items() if name.startswith("check_")}


@pytest.mark.parametrize("check", ALL.values(), ids=ALL)
def test_kernel(check: Callable[[Wrench], None]):
    check(kernel_wrench)


def test_sufficient_condition_of_a_quadratic_matrix_holds():
    rng = np.random.default_rng(97)
    nu, found = rng.normal(size=(2000, 6)), 0
    for _ in range(200):
        d = rng.uniform(0.0, 1.0) * rng.normal(size=(6, 6))
        np.fill_diagonal(d, rng.uniform(1.0, 3.0, 6))
        if MatrixQuadraticDamping(d).takes_energy():
            found += 1
            power = -np.einsum("ni,ij,nj->n", nu, d, np.abs(nu) * nu)
            assert np.all(power <= 0.0)
    assert found > 5
    driving = np.eye(6)
    driving[0, 1] = -9.0
    assert not MatrixQuadraticDamping(driving).takes_energy()


def test_lift_slope_of_a_very_slender_hull_is_that_of_jones():
    # pi AR / 2 (Jones 1946); AR = 1e-4 departs by AR^2 / 16.
    hull = HullLift(1.0, 1e-2, 0.1)
    np.testing.assert_allclose(hull.lift_slope, np.pi * 1e-4 / 2.0, rtol=1e-9)


def test_curves_of_the_literature():
    # A section twice as wide as deep, and one wider than the curve goes; a cylinder below and above the drag crisis.
    np.testing.assert_allclose(hoerner(0.4, 0.2).at(1.0), 0.8258, atol=5e-5)
    assert hoerner(100.0, 0.2).at(0.0) == 0.559315
    pipe = cylinder(10.0, 1.0)
    np.testing.assert_allclose(pipe.at(0.1), 1.2102 * 0.68, rtol=1e-3)
    np.testing.assert_allclose(pipe.at(0.65), 0.285 * 0.82, rtol=1e-2)
    np.testing.assert_allclose(pipe.at(0.2) / pipe.at(0.2 - 1e-9), 0.82 / 0.68, rtol=1e-6)


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: MatrixDamping(np.eye(5)), r"shape \(6, 6\)"),
        (lambda: MatrixDamping(-np.eye(6)), "eigenvalue -1"),
        (lambda: MatrixQuadraticDamping(np.full((6, 6), np.nan)), "finite"),
        (lambda: MatrixQuadraticDamping(-np.eye(6)), "-1 on its diagonal"),
        (lambda: ProjectedDrag(np.array([1.0, 1.0, -1.0, 0.0, 0.0, 0.0])), "projected drag"),
        (lambda: replace(checks.TORPEDO, strips=0), "cross-flow strips = 0"),
        (lambda: replace(checks.TORPEDO, length=-1.0), "cross-flow length = -1 m"),
        (lambda: replace(checks.TORPEDO, profile=(1.0,)), "1 shares for 20 strips"),
        (lambda: replace(checks.TORPEDO, profile=(2.0,) * 20), "cross-flow profile = 2"),
        (lambda: DragCurve(()), "0 coefficients"),
        (lambda: DragCurve((1.0, 1.0), (2.0, 1.0)), "must not fall"),
        (lambda: DragCurve((-1.0,)), "drag coefficient = -1"),
        (lambda: hoerner(0.0, 1.0), "beam = 0 m"),
        (lambda: cylinder(1.0, 0.0), "cylinder diameter"),
        (lambda: HullLift(0.0, 0.2, 0.1), "hull lift area"),
        (lambda: HullLift(0.3, 0.2, 0.1, position=(float("nan"), 0.0, 0.0)), "hull lift position"),
        (lambda: SeabedDamping(0.0, 1.0), "seabed damping length"),
        (lambda: SeabedDamping(1.0, -1.0), "seabed damping linear"),
        (lambda: Derivatives((("Q_uv", 1.0),)), "derivative 'Q_uv'"),
        (lambda: Derivatives((("Y_v|r", 1.0),)), "derivative"),
        (lambda: Derivatives((("Y_uv", float("inf")),)), "derivative Y_uv"),
        (lambda: Derivatives((("Y_uv", 1.0), ("Y_uv", 2.0))), "given 2 times"),
    ],
)
def test_bad_numbers_are_named(make: Callable[[], object], words: str):
    with pytest.raises(InputError, match=words):
        make()


def test_positions_of_strips():
    np.testing.assert_allclose(
        CrossflowDrag(2.0, 1.0, 1.0, DragCurve((1.0,)), 4, 0.5).positions(), [-0.25, 0.25, 0.75, 1.25]
    )
    at_ends = CrossflowDrag(2.0, 1.0, 1.0, DragCurve((1.0,)), 2, ends=True)
    np.testing.assert_allclose(at_ends.positions(), [-1.0, 0.0, 1.0])
