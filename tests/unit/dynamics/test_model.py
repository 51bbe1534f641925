"""Models hold exactly the forces in use, and a user's own."""

from dataclasses import replace

import numpy as np
import pytest

from seatrial.dynamics.forces import linear_damping, quadratic_damping
from seatrial.dynamics.model import Force, Term, compose
from seatrial.simulation.fleet import assemble
from tests.reference.bodies import DEEP, drifter, driven
from tests.reference.engine import Engine
from tests.reference.matrix_model import at_rest, still
from tests.reference.own_force_kernel import Record, wrench

LINEAR = Term(linear_damping.Record, linear_damping.wrench)
QUADRATIC = Term(quadratic_damping.Record, quadratic_damping.wrench)


def push(force: tuple[float, float, float]) -> Force:
    record = Record()
    record.force = force
    return Force(Term(Record, wrench), record)


def test_absent_terms_are_not_in_the_model():
    assert len(assemble([drifter()], 0.01).model.terms) == 1
    assert len(assemble([driven(drifter())], 0.01).model.terms) == 4
    assert len(assemble([drifter(), driven(drifter())], 0.01).model.terms) == 4


def test_a_model_is_made_once():
    assert compose((LINEAR, QUADRATIC)) is compose((LINEAR, QUADRATIC))
    assert compose((LINEAR, QUADRATIC)) is not compose((QUADRATIC, LINEAR))


def test_records_must_fit_the_terms():
    with pytest.raises(ValueError):
        compose((LINEAR, QUADRATIC)).pack([[QUADRATIC.record()]])


def test_a_force_of_ones_own_acts_on_its_vehicle_alone():
    pushed = replace(drifter(), forces=(push((50.0, 0.0, -25.0)),))
    rate = Engine([drifter(), pushed, drifter()], 0.01).rates(at_rest(3, 0, DEEP), still(3, 0))
    expected = np.zeros((3, 6))
    expected[1, [0, 2]] = 2.0, -1.0
    np.testing.assert_allclose(rate.nu, expected, atol=1e-14)
