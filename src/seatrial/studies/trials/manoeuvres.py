"""Manoeuvres by the name that the command line knows them by, and trials of a vehicle of the catalogue."""

import inspect
import re
from types import ModuleType

from seatrial.dynamics.vehicle import Vehicle
from seatrial.errors import InputError
from seatrial.studies.trials import dive, free_decay, pull_out, spiral, stopping, straight, turning_circle, zigzag
from seatrial.vehicles import catalogue

MANOEUVRES: dict[str, ModuleType] = {
    "straight": straight,
    "turning-circle": turning_circle,
    "zigzag": zigzag,
    "pull-out": pull_out,
    "spiral": spiral,
    "stopping": stopping,
    "dive": dive,
    "free-decay": free_decay,
}


def manoeuvre(name: str) -> ModuleType:
    """The module of a manoeuvre; `InputError` with the known names when there is none."""
    if name not in MANOEUVRES:
        raise InputError(f"trial {name!r}: must be one of {', '.join(MANOEUVRES)}")
    return MANOEUVRES[name]


def about(name: str) -> str:
    """What a manoeuvre is, in one line."""
    return re.sub(r"\s+", " ", (MANOEUVRES[name].__doc__ or "").strip())


def vehicle_of(name: str) -> tuple[Vehicle, bool, str]:
    """A vehicle by name or file, whether it is a surface vessel, and how it was trimmed.

    That is "neutral" where it has the choice, and "" where its numbers leave none.
    """
    entry = catalogue.entry(name)
    trimmed = "ballast" in inspect.signature(entry.make).parameters
    vehicle = entry.make(ballast="neutral") if trimmed else entry.make()
    return vehicle, entry.kind == "USV", "neutral" if trimmed else ""
