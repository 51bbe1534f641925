"""Composite: who answers where."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from seatrial.errors import InputError
from seatrial.ocean.bathymetry import GridBathymetry
from seatrial.ocean.composite import NO_SOURCE, Composite
from seatrial.ocean.table import GridTable
from seatrial.ocean.uniform import UniformCurrents, UniformDepth


def flat(lat: Sequence[float], lon: Sequence[float], elevation: float, name: str) -> GridBathymetry:
    return GridBathymetry.from_array(lat, lon, np.full((2, 2), elevation), name)


BAY = flat([0.0, 1.0], [0.0, 1.0], -10.0, "bay")
SEA = flat([0.0, 4.0], [0.0, 4.0], -100.0, "sea")


def check_priority(composite: Callable[[Sequence[Any]], Composite]) -> None:
    found = composite([BAY, SEA]).sample([0.5, 2.0, 5.0], [0.5, 2.0, 5.0])
    np.testing.assert_array_equal(found.value[:2], [-10.0, -100.0])
    assert np.isnan(found.value[2])
    np.testing.assert_array_equal(found.valid, [True, True, False])
    np.testing.assert_array_equal(found.source, [0, 1, NO_SOURCE])


def test_first_valid_source_answers():
    check_priority(Composite)


def test_lower_sources_are_asked_for_open_points_only():
    asked: list[int] = []

    class Counted:
        name = "counted"

        def sample(self, lat: np.ndarray, lon: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            asked.append(lat.size)
            return UniformDepth(50.0).sample(lat, lon)

        def table(self) -> None:
            return None

    field = Composite([BAY, Counted()])
    field.sample([0.1, 0.2, 0.3], 0.5)
    assert asked == []
    found = field.sample([[0.1, 3.0], [0.3, 9.0]], 0.5)
    assert asked == [2]
    np.testing.assert_array_equal(found.value, [[-10.0, -50.0], [-10.0, -50.0]])
    np.testing.assert_array_equal(found.source, [[0, 1], [0, 1]])


def test_vectors_and_scalars():
    found = Composite([UniformCurrents(0.1, -0.2)]).sample(10.0, [20.0, 30.0], 5.0, 0.0)
    np.testing.assert_array_equal(found.value, [[0.1, -0.2], [0.1, -0.2]])
    found = Composite([BAY]).sample(0.5, 0.5)
    assert found.value.shape == found.valid.shape == found.source.shape == ()


def test_a_formula_may_only_be_last():
    with pytest.raises(InputError, match="uniform depth answers everywhere"):
        Composite([UniformDepth(10.0), BAY])
    with pytest.raises(InputError, match="at least one source"):
        Composite([])


def test_names_tables_and_whether_the_formula_can_be_reached():
    field = Composite([BAY, SEA, UniformDepth(10.0)])
    assert field.names == ("bay", "sea", "uniform depth")
    first, second, last = field.tables()
    assert isinstance(first, GridTable)
    assert isinstance(second, GridTable)
    assert last is None
    assert field.needs_formula
    lon = np.arange(0.5, 360.0)
    world = GridBathymetry.from_array(np.arange(-89.5, 90.0), lon, np.full((180, 360), -1000.0), "world")
    assert not Composite([BAY, world, UniformDepth(10.0)]).needs_formula
    assert not Composite([BAY]).needs_formula
    assert Composite([UniformDepth(10.0)]).needs_formula
