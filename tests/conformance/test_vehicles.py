"""What every vehicle must do; a new file in `vehicles` is found and held to it."""

import inspect
from dataclasses import replace

import numpy as np
import pytest

from seatrial.dynamics.vehicle import Vehicle
from seatrial.mission.build import build_vehicle
from seatrial.mission.scenario import VehicleOptions
from seatrial.simulation.columns import INDEX
from seatrial.simulation.settings import Settings
from seatrial.simulation.simulation import Simulation, Start
from seatrial.vehicles.catalogue import factory, names
from tests.reference.checks_conserved import moving, turned, turned_vectors
from tests.reference.engine import Engine
from tests.reference.matrix_model import Inputs, MatrixModel, at_rest, still, times
from tests.reference.seas import still_sea


@pytest.fixture(params=names())
def name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def vehicle(name: str) -> Vehicle:
    return factory(name)()


def test_is_made_without_arguments_and_says_where_its_numbers_come_from(name: str, vehicle: Vehicle):
    assert vehicle.name == name
    assert vehicle.sources
    assert all(vehicle.sources)


def test_mass_matrices_are_those_of_a_body_in_water(vehicle: Vehicle):
    np.testing.assert_allclose(vehicle.inertia, vehicle.inertia.T, rtol=1e-12)
    np.testing.assert_allclose(vehicle.added_mass, vehicle.added_mass.T, rtol=1e-12)
    assert np.linalg.eigvalsh(vehicle.added_mass).min() >= 0.0
    assert np.linalg.eigvalsh(vehicle.rigid_body_mass).min() > 0.0
    # No body has a moment of inertia above the sum of the two others.
    moments = np.linalg.eigvalsh(vehicle.inertia)
    assert moments[2] <= moments[0] + moments[1]


def test_finite_and_steady_at_rest(vehicle: Vehicle):
    n = len(vehicle.thrusters)
    rate = Engine([vehicle], 0.01).rates(at_rest(1, n), still(1, n))
    assert np.all(np.isfinite(rate.nu))
    # Level and at rest nothing pushes it sideways or turns it; it may float or sink.
    np.testing.assert_allclose(rate.nu[0, [0, 1, 3, 5]], 0.0, atol=1e-12)


def test_floats_or_sinks_as_its_numbers_say(vehicle: Vehicle):
    start = Start(vehicle, 0.0, 0.0, 100.0)
    rows = Simulation([start], still_sea(), Settings(step=0.02)).advance(500).rows[0]
    net = vehicle.buoyancy() - vehicle.weight()
    rise = 100.0 - rows[-1, INDEX["depth"]]
    assert np.all(np.isfinite(rows))
    assert np.sign(rise) == np.sign(net) or abs(net) < 1e-9 * vehicle.weight()


def test_neutral_ballast_hovers(name: str):
    if "ballast" not in inspect.signature(factory(name)).parameters:
        pytest.skip("has no ballast option")
    start = Start(factory(name)(ballast="neutral"), 0.0, 0.0, 100.0)
    rows = Simulation([start], still_sea(), Settings(step=0.02)).advance(3000).rows[0]
    np.testing.assert_allclose(rows[:, INDEX["depth"]], 100.0, rtol=0.0, atol=1e-9)


def test_follows_the_matrix_form(vehicle: Vehicle):
    rng, n = np.random.default_rng(64), 50
    count = len(vehicle.thrusters)
    s = moving(rng, n, count)
    inputs = Inputs(rng.normal(scale=0.5, size=(n, 3)), rng.uniform(-1.0, 1.0, (n, count)))
    ours, theirs = (make([vehicle] * n, 0.01).rates(s, inputs) for make in (Engine, MatrixModel))
    np.testing.assert_allclose(ours.nu, theirs.nu, rtol=0.0, atol=1e-12 * np.abs(theirs.nu).max())


def test_water_takes_its_energy(vehicle: Vehicle):
    # Without weight, buoyancy at the origin and thrust only damping works on it: nu^T M nu_dot <= 0.
    rng, n = np.random.default_rng(65), 500
    count = len(vehicle.thrusters)
    bare = replace(vehicle, volume=vehicle.mass / 1025.0, center_of_buoyancy=vehicle.center_of_gravity)
    s = replace(moving(rng, n, count), nu=rng.normal(size=(n, 6)))
    force = times(np.array([vehicle.inertia_matrix] * n), Engine([bare] * n, 0.01).rates(s, still(n, count)).nu)
    assert np.all(np.einsum("ni,ni->n", s.nu, force) <= 0.0)


def test_rates_turn_and_move_with_the_world(vehicle: Vehicle):
    rng, n = np.random.default_rng(66), 50
    count = len(vehicle.thrusters)
    s, system = moving(rng, n, count), Engine([vehicle] * n, 0.01)
    current = np.column_stack([rng.normal(scale=0.5, size=(n, 2)), np.zeros(n)])
    inputs = Inputs(current, rng.uniform(-1.0, 1.0, (n, count)))
    plain = system.rates(s, inputs)
    for psi in (0.3, -2.0, np.pi):
        moved = turned(s, psi)
        moved = replace(moved, p=moved.p + np.array([1000.0, -500.0, 0.0]))
        there = system.rates(moved, replace(inputs, current=turned_vectors(current, psi)))
        np.testing.assert_allclose(there.nu, plain.nu, rtol=0.0, atol=1e-12 * np.abs(plain.nu).max())
        np.testing.assert_allclose(there.p, turned_vectors(plain.p, psi), rtol=0.0, atol=1e-13)


def test_batch_equals_loop(vehicle: Vehicle):
    starts = [
        Start(vehicle, 10.0 * k, 20.0 * k, 50.0, (0.1 * k, 0.2, k), commands=(0.1 * k,) * len(vehicle.thrusters))
        for k in range(4)
    ]
    together = Simulation(starts, still_sea(), Settings(step=0.02)).advance(200).rows
    for start, rows in zip(starts, together, strict=True):
        alone = Simulation([start], still_sea(), Settings(step=0.02)).advance(200).rows[0]
        assert alone.tobytes() == rows.tobytes()


def test_a_scenario_can_name_it(name: str) -> None:
    assert build_vehicle(VehicleOptions(model=name)).mass > 0.0
