"""The engine's actuators behind the interface of the NumPy reference, all kinds in one compiled model."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from seatrial.dynamics.actuators import Build, tables
from seatrial.dynamics.flow import BETWEEN, Flow
from seatrial.dynamics.forces import (
    buoyancy_engine,
    drop_weight,
    fin,
    movable_mass,
    nonlinear_thruster,
    propeller,
    quadratic_propeller,
    rudder,
    tether,
    thruster,
    wing,
)
from seatrial.dynamics.model import compose, term_of
from seatrial.dynamics.scalar import vec6, wp
from seatrial.simulation.fleet import module_of
from tests.reference.actuator_kernel import make_look
from tests.reference.actuator_model import Case, Seen
from tests.reference.matrix_model import rotation

KINDS = (
    thruster, nonlinear_thruster, propeller, quadratic_propeller, fin, wing, rudder, buoyancy_engine, movable_mass,
    drop_weight, tether,
)  # fmt: skip


class ActuatorBench:
    """The compiled actuators."""

    def observe(self, cases: Sequence[Case], step: float) -> list[Seen]:
        """Each case in a step of `step` [s]; case k is member k and its component has slot k."""
        n = len(cases)
        shared = tables(n)
        for name in ("command", "effectiveness", "stuck"):
            getattr(shared, name).assign(np.array([float(getattr(c, name)) for c in cases]))
        shared.response.assign(np.array([c.before for c in cases]))
        build = Build(step, shared, [[k] for k in range(n)], [c.motor for c in cases])
        links, kept = self._links(cases, build)
        wrench, power = wp.zeros(n, dtype=vec6, device="cpu"), wp.zeros(n, dtype=wp.float64, device="cpu")
        flows = wp.array(_flows(cases, step), dtype=Flow, device="cpu")
        wp.launch(make_look(self.model), dim=n, inputs=[links, flows, wrench, power], device="cpu")
        assert len(kept) == len(KINDS)
        after = shared.response.numpy()
        return [Seen(*(float(x) if x.ndim == 0 else x for x in row))  # type: ignore[arg-type]
                for row in zip(wrench.numpy(), power.numpy(), after, strict=True)]  # fmt: skip

    model = compose(tuple(term_of(kind) for kind in KINDS))

    def _links(self, cases: Sequence[Case], build: Build) -> tuple[Any, list[Any]]:
        rows = []
        for kind in KINDS:
            fleet = [[c.component] if module_of(c.component) is kind else [] for c in cases]
            slots = [own if part else [] for own, part in zip(build.slots, fleet, strict=True)]
            own = Build(build.step, build.tables, slots, build.motors)
            if hasattr(kind, "records"):
                rows.append(kind.records(fleet, own))
            else:
                rows.append([kind.record(*part) if part else kind.Record() for part in fleet])
        return self.model.pack(rows), rows


def _flows(cases: Sequence[Case], step: float) -> np.ndarray:
    table: Any = np.zeros(len(cases), Flow.numpy_dtype())
    for row, case in zip(table, cases, strict=True):
        row["nu_r"], row["nu"] = case.nu_r, case.nu_r if case.nu is None else case.nu
        row["p"], row["q"], row["depth"] = case.p, np.roll(case.q, -1), case.p[2]
        row["down"] = rotation(np.asarray(case.q, np.float64)[None])[0][2]
        row["density"], row["gravity"], row["since"] = case.density, case.gravity, case.elapsed
        stages = [k for k in range(3) if case.elapsed == 0.5 * k * step]
        row["stage"] = stages[0] if stages else int(BETWEEN)
    return table
