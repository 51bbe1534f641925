"""Vehicles as the kernel reads them: records in flat tables, and the model that sums exactly the forces in use."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from seatrial.control.allocation import channel_matrix
from seatrial.dynamics.actuators import Build, Tables, slots, tables
from seatrial.dynamics.battery import battery_record
from seatrial.dynamics.forces import linear_damping, quadratic_damping, restoring
from seatrial.dynamics.model import Model, Term, compose, term_of
from seatrial.dynamics.motion import body_record
from seatrial.dynamics.parts import module_of
from seatrial.dynamics.rate import Plant
from seatrial.dynamics.scalar import vec4, wp
from seatrial.dynamics.vehicle import Vehicle


@dataclass(frozen=True)
class Fleet:
    """Warp arrays over all members."""

    model: Model
    plants: Any
    links: Any
    allocation: Any
    """Share of each channel that goes to each slot."""
    actuators: Tables
    first_slot: tuple[int, ...]
    """Where the slots of each member begin, and where those of the last one end."""
    records: tuple[Any, ...]
    """They own the tables that the links point to."""


def takes_commands(component: Any) -> bool:
    """Whether a component has a slot."""
    return hasattr(module_of(component), "settle")


def actuators_of(vehicle: Vehicle) -> tuple[Any, ...]:
    """Everything of a vehicle that takes commands, in the order of its slots."""
    return tuple(c for c in (*vehicle.thrusters, *vehicle.components) if takes_commands(c))


def _parts(vehicle: Vehicle) -> dict[ModuleType, list[Any]]:
    """All components of a vehicle by kind, those first that every vehicle has by its own numbers."""
    hull = restoring.Restoring(
        vehicle.mass, vehicle.volume, vehicle.hull_height, vehicle.center_of_gravity, vehicle.center_of_buoyancy
    )
    parts: dict[ModuleType, list[Any]] = {restoring: [hull]}
    if np.any(vehicle.linear_damping):
        parts[linear_damping] = [linear_damping.LinearDamping(vehicle.linear_damping)]
    if np.any(vehicle.quadratic_damping):
        parts[quadratic_damping] = [quadratic_damping.QuadraticDamping(vehicle.quadratic_damping)]
    for component in (*vehicle.components, *vehicle.thrusters):
        parts.setdefault(module_of(component), []).append(component)
    return parts


def _rows(module: ModuleType, fleet: Sequence[Sequence[Any]], build: Build) -> list[Any]:
    """Records of one kind, one per member; a member without it has an empty one."""
    if hasattr(module, "records"):
        return module.records(fleet, build)
    return [module.record(*components) if components else module.Record() for components in fleet]


def _slot_numbers(vehicles: Sequence[Vehicle]) -> tuple[list[int], list[dict[int, int]]]:
    """Where each member's slots begin (and the last ones end), and the slot of each component by its identity."""
    first, numbers = [0], []
    for vehicle in vehicles:
        found = actuators_of(vehicle)
        numbers.append({id(c): first[-1] + k for k, c in enumerate(found)})
        first.append(first[-1] + len(found))
    return first, numbers


def _own(vehicles: Sequence[Vehicle]) -> dict[Term, list[Any]]:
    """Records of the forces that users wrote, member by member."""
    terms = dict.fromkeys(force.term for vehicle in vehicles for force in vehicle.forces)
    found = [{force.term: force.record for force in vehicle.forces} for vehicle in vehicles]
    return {term: [forces.get(term, term.record()) for forces in found] for term in terms}


def _allocation(vehicles: Sequence[Vehicle]) -> np.ndarray:
    """Channels to slots: thrusters by geometry, nothing else follows channels."""
    parts = [np.zeros((len(actuators_of(v)), 4)) for v in vehicles]
    for part, vehicle in zip(parts, vehicles, strict=True):
        part[: len(vehicle.thrusters)] = channel_matrix(vehicle.thrusters)
    return np.concatenate(parts) if parts else np.zeros((0, 4))


def assemble(vehicles: Sequence[Vehicle], step: float) -> Fleet:
    """Records of `vehicles` for steps of `step` [s]; terms appear in the order in which vehicles first use them."""
    first, numbers = _slot_numbers(vehicles)
    shared = tables(first[-1])
    parts = [_parts(v) for v in vehicles]
    motors = [v.motor for v in vehicles]
    rows: dict[Term, list[Any]] = {}
    for module in dict.fromkeys(module for one in parts for module in one):
        fleet = [one.get(module, []) for one in parts]
        taken = hasattr(module, "settle")
        of_kind = [[n[id(c)] for c in some] if taken else [] for n, some in zip(numbers, fleet, strict=True)]
        rows[term_of(module)] = _rows(module, fleet, Build(step, shared, of_kind, motors))
    rows |= _own(vehicles)
    model = compose(tuple(rows))
    plants = []
    for vehicle, own in zip(vehicles, slots(shared, np.diff(first).tolist()), strict=True):
        plant = Plant()
        plant.body, plant.slots = body_record(vehicle), own
        plant.battery, plant.hotel_power = battery_record(vehicle.battery), vehicle.hotel_power
        plants.append(plant)
    return Fleet(
        model,
        wp.array(plants, dtype=Plant, device="cpu"),
        model.pack(list(rows.values())),
        wp.array(_allocation(vehicles), dtype=vec4, device="cpu"),
        shared,
        tuple(first),
        tuple(rows.values()),
    )
