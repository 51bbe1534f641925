"""Vehicles with every force of the hull between them, and the matrix form that knows these forces."""

from dataclasses import replace

import numpy as np

from seatrial.dynamics.drag_curves import DragCurve
from seatrial.dynamics.forces.crossflow import CrossflowDrag, Planes
from seatrial.dynamics.forces.derivatives import Derivatives
from seatrial.dynamics.forces.hull_lift import HullLift
from seatrial.dynamics.forces.matrix_damping import MatrixDamping
from seatrial.dynamics.forces.matrix_quadratic_damping import MatrixQuadraticDamping
from seatrial.dynamics.forces.projected_drag import ProjectedDrag
from seatrial.dynamics.forces.seabed import SeabedDamping
from seatrial.dynamics.vehicle import Vehicle
from tests.reference.hull_forces import HullForces
from tests.reference.matrix_model import Array, Inputs, MatrixModel, States
from tests.reference.random_vehicles import positive_definite, random_vehicle


def coupled(rng: np.random.Generator, size: Array) -> np.ndarray:
    """A quadratic matrix whose couplings are too small to drive anything."""
    share = 0.05 * rng.normal(size=(6, 6))
    np.fill_diagonal(share, rng.uniform(1.0, 2.0, 6))
    matrix = share * np.minimum.outer(size, size)
    assert MatrixQuadraticDamping(matrix).takes_energy()
    return matrix


def hulls(rng: np.random.Generator) -> list[Vehicle]:
    """Five vehicles with four thrusters each; none drives itself."""
    bare = [replace(random_vehicle(rng), quadratic_damping=np.zeros(6)) for _ in range(5)]
    size = [v.mass ** (1.0 / 3.0) / 5.0 for v in bare]
    scales = [v.mass * np.array([1.0, 2.0, 2.0, s**2, s**2, s**2]) for v, s in zip(bare, size, strict=True)]
    linear = [MatrixDamping(positive_definite(rng, np.sqrt(0.5 * scale))) for scale in scales]
    near = SeabedDamping(3.0, 20.0, 15.0)
    over_speed = DragCurve((1.2, 1.0, 0.5), (2e4, 1e5, 4e5), 0.2)
    sets = (
        (linear[0], MatrixQuadraticDamping(coupled(rng, scales[0])), near),
        (linear[1], ProjectedDrag(scales[1])),
        (
            CrossflowDrag(2.0 * size[2], 0.3 * size[2], 0.2 * size[2], DragCurve((1.1,)), middle=0.1 * size[2]),
            HullLift(0.5 * size[2] ** 2, 0.3 * size[2], 0.2, position=(0.5 * size[2], 0.0, 0.0)),
            Derivatives((("K_p|p|", -float(scales[2][3])), ("Y_p|p|", 0.0))),
            near,
        ),
        (
            CrossflowDrag(2.0 * size[3], 0.3 * size[3], 0.3 * size[3], over_speed, planes=Planes.COMBINED, ends=True),
            HullLift(0.5 * size[3] ** 2, 0.3 * size[3], 0.2, all_planes=True),
        ),
        (linear[4], Derivatives((("X_u|u|", -float(scales[4][0])), ("Y_uv", -0.5), ("N_ur", -0.1)))),
    )
    return [replace(v, components=c) for v, c in zip(bare, sets, strict=True)]


class HullModel(MatrixModel):
    """The matrix form with the forces of `components`."""

    hull = HullForces()

    def others(self, s: States, nu_r: Array, inputs: Inputs) -> Array:
        """Sum over the components of each vehicle."""
        tau = np.zeros_like(nu_r)
        clearance = inputs.sea_floor_depth - s.p[:, 2]
        for k, vehicle in enumerate(self.vehicles):
            for component in vehicle.components:
                tau[k] += self.hull(component, nu_r[k : k + 1], inputs.density, clearance[k : k + 1])[0]
        return tau
