"""Vehicles by name: a module of this package that offers a function of its own name, or an entry point of another."""

import pkgutil
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import seatrial.vehicles
from seatrial.dynamics.vehicle import Vehicle
from seatrial.errors import InputError

ENTRY_POINTS = "seatrial.vehicles"
"""Entry-point group through which other packages add vehicles; the entry is a function that returns a `Vehicle`."""


@cache
def _others(read: Callable[..., Any]) -> dict[str, EntryPoint]:
    """Vehicles of other packages by name; asked once, since reading what is installed takes 10 ms and more."""
    found: dict[str, EntryPoint] = {}
    for point in read(group=ENTRY_POINTS):
        found.setdefault(point.name, point)
    return found


@cache
def _here() -> frozenset[str]:
    return frozenset(m.name for m in pkgutil.iter_modules(seatrial.vehicles.__path__) if m.name != "catalogue")


def names() -> tuple[str, ...]:
    """Names of the vehicles that can be asked for, sorted."""
    return tuple(sorted(_here() | _others(entry_points).keys()))


def factory(name: str) -> Callable[..., Vehicle]:
    """The function that makes the vehicle `name`; `InputError` with the known names when there is none."""
    if name not in names():
        raise InputError(f"vehicle model = {name!r}: must be one of {', '.join(names())}")
    other = _others(entry_points).get(name)
    return getattr(import_module(f"seatrial.vehicles.{name}"), name) if other is None else other.load()
