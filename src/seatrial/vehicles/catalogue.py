"""Vehicles by name.

A vehicle is a file of this package, `NAME.toml` or a module `NAME.py` with a function of its own name, a vehicle file
anywhere, named by its path, or an entry point of another package.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from seatrial.dynamics.battery import Battery
from seatrial.dynamics.vehicle import Vehicle
from seatrial.errors import InputError
from seatrial.vehicles.reading import VehicleFile, read_vehicle

ENTRY_POINTS = "seatrial.vehicles"
"""Entry-point group through which other packages add vehicles; the entry is a function that returns a `Vehicle`."""
FOLDER = Path(__file__).parent
_TOOLS = frozenset({"catalogue", "parameters", "reading"})


@dataclass(frozen=True)
class Entry:
    """What is known of a vehicle before it is made."""

    name: str
    kind: str
    """AUV, glider, ROV or USV; "" where its maker does not say."""
    about: str
    """One line."""
    make: Callable[..., Vehicle]
    """Makes it; its parameters are the options that the vehicle has."""
    file: VehicleFile | None = None
    """Its file with the sources of all numbers, where it has one."""

    @property
    def sources(self) -> tuple[str, ...]:
        """Where its numbers come from."""
        return tuple(self.file.sources.values()) if self.file is not None else self.make().sources


@cache
def _others(read: Callable[..., Any]) -> dict[str, EntryPoint]:
    """Vehicles of other packages by name; asked once, since reading what is installed takes 10 ms and more."""
    found: dict[str, EntryPoint] = {}
    for point in read(group=ENTRY_POINTS):
        found.setdefault(point.name, point)
    return found


@cache
def _here() -> frozenset[str]:
    files = {path.stem for path in FOLDER.glob("*.toml")}
    return frozenset(files | {path.stem for path in FOLDER.glob("[a-z]*.py") if path.stem not in _TOOLS})


def names() -> tuple[str, ...]:
    """Names of the vehicles that can be asked for, sorted."""
    return tuple(sorted(_here() | _others(entry_points).keys()))


def entry(name: str) -> Entry:
    """The vehicle `name`, or that of the file at the path `name` (ends in .toml).

    `InputError` with the known names when there is none.
    """
    if name.endswith(".toml"):
        return _of_file(read_vehicle(name), name)
    if name not in names():
        raise InputError(f"vehicle model = {name!r}: must be one of {', '.join(names())}, or a vehicle file (.toml)")
    return _known(name)


@cache
def _known(name: str) -> Entry:
    other = _others(entry_points).get(name)
    if other is not None:
        make = other.load()
        return Entry(name, getattr(make, "kind", ""), _first_line(import_module(make.__module__).__doc__), make)
    if (path := FOLDER / f"{name}.toml").is_file():
        return _of_file(read_vehicle(path), name)
    module = import_module(f"seatrial.vehicles.{name}")
    return Entry(name, module.KIND, _first_line(module.__doc__), getattr(module, name))


def _of_file(file: VehicleFile, name: str) -> Entry:
    def make(battery: Battery | None = None) -> Vehicle:
        return file.vehicle if battery is None else replace(file.vehicle, battery=battery)

    return Entry(name, file.kind, file.about, make, file)


def _first_line(text: str | None) -> str:
    return (text or "").strip().partition("\n")[0]


def factory(name: str) -> Callable[..., Vehicle]:
    """The function that makes the vehicle `name`; `InputError` with the known names when there is none."""
    return entry(name).make
