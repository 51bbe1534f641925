"""Vehicles by name: a module of this package that offers a function of its own name, or an entry point of another."""

import pkgutil
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points

import seatrial.vehicles
from seatrial.dynamics.vehicle import Vehicle
from seatrial.errors import InputError

ENTRY_POINTS = "seatrial.vehicles"
"""Entry-point group through which other packages add vehicles; the entry is a function that returns a `Vehicle`."""


def names() -> tuple[str, ...]:
    """Names of the vehicles that can be asked for, sorted."""
    here = {m.name for m in pkgutil.iter_modules(seatrial.vehicles.__path__) if m.name != "catalogue"}
    return tuple(sorted(here | {point.name for point in entry_points(group=ENTRY_POINTS)}))


def factory(name: str) -> Callable[..., Vehicle]:
    """The function that makes the vehicle `name`; `InputError` with the known names when there is none."""
    if name not in names():
        raise InputError(f"vehicle model = {name!r}: must be one of {', '.join(names())}")
    for point in entry_points(group=ENTRY_POINTS):
        if point.name == name:
            return point.load()
    return getattr(import_module(f"seatrial.vehicles.{name}"), name)
