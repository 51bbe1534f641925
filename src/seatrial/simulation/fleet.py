"""Vehicles as the kernel reads them: records in flat tables, and the model that sums exactly the forces in use."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from seatrial.control.allocation import channel_matrix
from seatrial.dynamics.battery import battery_record
from seatrial.dynamics.forces import linear_damping, quadratic_damping, restoring, thruster
from seatrial.dynamics.integrator import Plant
from seatrial.dynamics.model import Model, Term, compose
from seatrial.dynamics.motion import body_record
from seatrial.dynamics.motor import motor_record
from seatrial.dynamics.scalar import vec4, wp
from seatrial.dynamics.vehicle import Vehicle


@dataclass(frozen=True)
class Fleet:
    """Warp arrays over all members."""

    model: Model
    plants: Any
    links: Any
    allocation: Any
    thrusters: tuple[Any, ...]
    """Thruster records; they own the command and response tables."""


def _built_in(vehicle: Vehicle) -> dict[Term, Any]:
    """The forces that every vehicle has by its own numbers."""
    hull = restoring.Restoring(
        vehicle.mass, vehicle.volume, vehicle.hull_height, vehicle.center_of_gravity, vehicle.center_of_buoyancy
    )
    forces = {Term(restoring.Record, restoring.wrench): restoring.record(hull)}
    if np.any(vehicle.linear_damping):
        linear = linear_damping.LinearDamping(vehicle.linear_damping)
        forces[Term(linear_damping.Record, linear_damping.wrench)] = linear_damping.record(linear)
    if np.any(vehicle.quadratic_damping):
        quadratic = quadratic_damping.QuadraticDamping(vehicle.quadratic_damping)
        forces[Term(quadratic_damping.Record, quadratic_damping.wrench)] = quadratic_damping.record(quadratic)
    return forces | {force.term: force.record for force in vehicle.forces}


def assemble(vehicles: Sequence[Vehicle], step: float) -> Fleet:
    """Records of `vehicles` for steps of `step` [s]; terms appear in the order in which vehicles first use them."""
    thrusters = thruster.records([v.thrusters for v in vehicles], step)
    per_vehicle = [_built_in(v) for v in vehicles]
    if any(v.thrusters for v in vehicles):
        for forces, record in zip(per_vehicle, thrusters, strict=True):
            forces[Term(thruster.Record, thruster.wrench)] = record
    terms = tuple(dict.fromkeys(term for forces in per_vehicle for term in forces))
    model = compose(terms)
    links = model.pack([[forces.get(term, term.record()) for forces in per_vehicle] for term in terms])
    plants = []
    for vehicle, record in zip(vehicles, thrusters, strict=True):
        plant = Plant()
        plant.body = body_record(vehicle)
        plant.thrusters = record
        plant.motor = motor_record(vehicle.motor)
        plant.battery = battery_record(vehicle.battery)
        plants.append(plant)
    allocation = np.concatenate([channel_matrix(v.thrusters) for v in vehicles]) if vehicles else np.zeros((0, 4))
    return Fleet(
        model,
        wp.array(plants, dtype=Plant, device="cpu"),
        links,
        wp.array(allocation, dtype=vec4, device="cpu"),
        tuple(thrusters),
    )
