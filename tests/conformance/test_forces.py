"""What every force must do; a new file in `dynamics/forces` is found and held to it."""

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from seatrial.dynamics.actuators import build_alone
from seatrial.dynamics.flow import Flow
from seatrial.dynamics.model import Model, compose, term_of
from seatrial.dynamics.scalar import vec6, wp
from tests.reference.catalogue import example, force_modules, parameter_classes
from tests.reference.wrench_kernel import make_wrench

MEMBERS = 40
STEP = 0.02


def short_name(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2]


@pytest.fixture(params=force_modules(), ids=short_name)
def module(request: pytest.FixtureRequest) -> ModuleType:
    return request.param


def model_of(module: ModuleType) -> Model:
    return compose((term_of(module),))


def examples(module: ModuleType, n: int = MEMBERS) -> list[Any]:
    """Forces with random numbers; where a member has several of a kind, lists of one to three."""
    rng = np.random.default_rng(61)
    (cls,) = parameter_classes(module)
    if hasattr(module, "records"):
        return [[example(cls, rng) for _ in range(rng.integers(1, 4))] for _ in range(n)]
    return [example(cls, rng) for _ in range(n)]


def records(module: ModuleType, forces: list[Any]) -> list[Any]:
    return (
        module.records(forces, build_alone([len(f) for f in forces], STEP))
        if hasattr(module, "records")
        else [module.record(f) for f in forces]
    )


def flows(n: int = MEMBERS, **columns: Any) -> np.ndarray:
    """Random instants of submerged bodies."""
    rng = np.random.default_rng(62)
    table: Any = np.zeros(n, Flow.numpy_dtype())
    down = rng.normal(size=(n, 3))
    table["down"] = down / np.linalg.norm(down, axis=1, keepdims=True)
    table["nu_r"] = rng.normal(size=(n, 6))
    table["nu"] = table["nu_r"] + np.pad(rng.normal(size=(n, 3)), ((0, 0), (0, 3)))
    table["depth"], table["density"], table["gravity"] = 100.0, 1025.0, 9.81
    for name, value in columns.items():
        table[name] = value
    return table


def wrenches(module: ModuleType, forces: list[Any], table: np.ndarray) -> np.ndarray:
    """Wrench of each member, shape (n, 6)."""
    model = model_of(module)
    out = wp.zeros(len(table), dtype=vec6, device="cpu")
    rows = records(module, forces)  # own the tables that the links point to
    links = model.pack([rows])
    instants = wp.array(table, dtype=Flow, device="cpu")
    wp.launch(make_wrench(model), dim=len(table), inputs=[links, instants, out], device="cpu")
    assert len(rows) == len(table)
    return out.numpy()


def test_offers_record_and_wrench(module: ModuleType):
    for name in ("Record", "wrench"):
        assert hasattr(module, name), f"{module.__name__} has no {name}"
    assert hasattr(module, "record") or hasattr(module, "records")
    assert len(parameter_classes(module)) == 1


def test_batch_equals_loop(module: ModuleType):
    forces, table = examples(module), flows()
    together = wrenches(module, forces, table)
    for k in range(MEMBERS):
        alone = wrenches(module, [forces[k]], table[k : k + 1])
        assert alone.tobytes() == together[k : k + 1].tobytes()


def test_finite_at_rest(module: ModuleType):
    still = wrenches(module, examples(module), flows(nu=0.0, nu_r=0.0))
    assert np.all(np.isfinite(still))
    if getattr(module, "dissipative", False):
        np.testing.assert_array_equal(still, 0.0)


def test_finite_out_of_the_water(module: ModuleType):
    assert np.all(np.isfinite(wrenches(module, examples(module), flows(depth=-50.0))))


def test_declared_dissipation(module: ModuleType):
    if not getattr(module, "dissipative", False):
        pytest.skip("not declared dissipative")
    n = 1000
    forces = (examples(module) * (n // MEMBERS + 1))[:n]
    table = flows(n)
    power = np.einsum("ni,ni->n", table["nu_r"], wrenches(module, forces, table))
    assert np.all(power <= 0.0)
    assert power.min() < 0.0


def test_declared_potential(module: ModuleType):
    """A conservative wrench depends on pose alone and does no work over a full turn about any axis."""
    if not getattr(module, "conservative", False):
        pytest.skip("not declared conservative")
    forces, slow, fast = examples(module), flows(nu=0.0, nu_r=0.0), flows()
    np.testing.assert_array_equal(wrenches(module, forces, slow), wrenches(module, forces, fast))
    axis = flows()["nu_r"][:, :3]
    axis = axis / np.linalg.norm(axis, axis=1, keepdims=True)
    work, size = np.zeros(MEMBERS), np.zeros(MEMBERS)
    for angle in np.linspace(0.0, 2.0 * np.pi, 32, endpoint=False):
        # The body turned by `angle` about `axis` sees the vertical turned back.
        d = slow["down"]
        along = np.einsum("ni,ni->n", axis, d)[:, None] * axis
        seen = along + np.cos(angle) * (d - along) - np.sin(angle) * np.cross(axis, d)
        moment = wrenches(module, forces, flows(nu=0.0, nu_r=0.0, down=seen))[:, 3:]
        work += np.einsum("ni,ni->n", moment, axis)
        size += np.linalg.norm(moment, axis=1)
    assert np.all(np.abs(work) <= 1e-12 * np.maximum(size, 1e-300))


def test_record_keeps_the_numbers(module: ModuleType):
    for force, record in zip(examples(module), records(module, examples(module)), strict=True):
        for name in module.Record.vars:
            if not isinstance(force, list) and hasattr(force, name):
                number = np.asarray(getattr(force, name))
                np.testing.assert_array_equal(np.array(getattr(record, name)).reshape(number.shape), number)
