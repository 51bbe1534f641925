"""What there is by name, and what is in a thing that has one."""

import os
import pkgutil
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

from seatrial.errors import InputError


class Item(NamedTuple):
    """One thing of a list: its name, a line about it, and what else is said of its kind."""

    name: str
    about: str
    more: Mapping[str, str] = MappingProxyType({})


def _modules(package: str) -> list[Item]:
    module = import_module(package)
    rows = []
    for found in pkgutil.iter_modules(module.__path__):
        about = (import_module(f"{package}.{found.name}").__doc__ or "").strip().splitlines()[0]
        rows.append(Item(found.name, about))
    return rows


def _vehicles() -> list[Item]:
    from seatrial.vehicles import catalogue

    entries = [catalogue.entry(name) for name in catalogue.names()]
    return [Item(e.name, e.about, {"kind": e.kind, "source": "; ".join(e.sources)}) for e in entries]


def _sources() -> list[Item]:
    from seatrial.ocean.ocean import Ocean

    ocean = Ocean.shipped()
    rows = [Item(name, "bathymetry") for name in ocean.bathymetry.names]
    return rows + [Item(name, "currents") for name in ocean.currents.names]


def _statuses() -> list[Item]:
    from seatrial.simulation.status import MEANING

    return [Item(status.word, meaning) for status, meaning in MEANING.items()]


_LISTS = {
    "vehicles": _vehicles,
    "sources": _sources,
    "forces": lambda: _modules("seatrial.dynamics.forces"),
    "controllers": lambda: _modules("seatrial.control"),
    "statuses": _statuses,
}


def listing(what: str) -> list[Item]:
    """What there is by name; `InputError` for a list that does not exist."""
    if what not in _LISTS:
        raise InputError(f"list {what!r}: must be one of {', '.join(_LISTS)}")
    return _LISTS[what]()


def _vehicle(name: str) -> dict[str, Any]:
    from dataclasses import asdict

    from seatrial.mission.capability import net_buoyancy, top_ascent, top_descent, top_speed
    from seatrial.vehicles import catalogue

    vehicle = catalogue.factory(name)()
    return {
        "name": vehicle.name,
        "mass_kg": vehicle.mass,
        "volume_m3": vehicle.volume,
        "net_buoyancy_N": net_buoyancy(vehicle),
        "top_speed_m_s": top_speed(vehicle),
        "top_descent_m_s": top_descent(vehicle),
        "top_ascent_m_s": top_ascent(vehicle),
        "center_of_buoyancy_m": list(vehicle.center_of_buoyancy),
        "inertia_kg_m2": vehicle.inertia.diagonal().tolist(),
        "added_mass": vehicle.added_mass.diagonal().tolist(),
        "linear_damping": vehicle.linear_damping.tolist(),
        "quadratic_damping": vehicle.quadratic_damping.tolist(),
        "thrusters": {
            t.name: f"{t.max_thrust:g} N along {list(t.axis)} at {[round(p, 6) for p in t.position]} m"
            for t in vehicle.thrusters
        },
        "motor": asdict(vehicle.motor),
        "battery": asdict(vehicle.battery),
        "sources": list(vehicle.sources),
    }


def describe(what: str) -> dict[str, Any]:
    """A run file, a scenario file, the scenario schema or a vehicle as plain values."""
    from seatrial.mission.scenario import Scenario
    from seatrial.vehicles import catalogue

    if what == "schema":
        return Scenario.model_json_schema()
    if what.endswith(".toml"):
        return Scenario.from_toml(what).model_dump(mode="json")
    if what.endswith(".nc") or (what and os.path.lexists(what)):
        from seatrial.mission.files import load

        run = load(what)
        ends = [[time, kind, waypoint] for time, kind, waypoint in run.events if waypoint < 0]
        return {**run.summary(), "provenance": run.provenance, "end": ends}
    if what in catalogue.names():
        return _vehicle(what)
    known = ", ".join(catalogue.names())
    raise InputError(f"show {what!r}: must be a run file (.nc), a scenario (.toml), schema, or a vehicle ({known})")
