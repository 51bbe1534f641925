"""The kernel's wrench of one component, with the signature of `hull_forces.Wrench`."""

from typing import Any

import numpy as np

from seatrial.dynamics.flow import Flow
from seatrial.dynamics.model import compose, term_of
from seatrial.dynamics.parts import module_of
from seatrial.dynamics.scalar import vec6, wp
from tests.reference.hull_forces import FAR
from tests.reference.matrix_model import Array
from tests.reference.wrench_kernel import make_wrench


def kernel_wrench(component: Any, nu_r: Array, density: float = 1025.0, clearance: Array | float = FAR) -> Array:
    """Wrench in body axes at the body origin, shape (n, 6)."""
    table: Any = np.zeros(len(nu_r), Flow.numpy_dtype())
    table["nu_r"] = table["nu"] = nu_r
    table["down"], table["depth"], table["gravity"], table["density"] = [0.0, 0.0, 1.0], 100.0, 9.81, density
    table["sea_floor_depth"] = 100.0 + np.asarray(clearance)
    module = module_of(component)
    model = compose((term_of(module),))
    row = module.record(component)
    out = wp.zeros(len(table), dtype=vec6, device="cpu")
    inputs = [model.pack([[row] * len(table)]), wp.array(table, dtype=Flow, device="cpu"), out]
    wp.launch(make_wrench(model), dim=len(table), inputs=inputs, device="cpu")
    return out.numpy()
