"""Vehicle files: TOML with a unit, a source and a range of validity for every number.

```toml
name = "dolphin"
kind = "AUV"
about = "One line that `seatrial list vehicles` shows"

[sources]
trial = "Who (year): where it was published"

[body]                      # fields of `Vehicle`; a table's source and valid hold for all its numbers
source = "trial"
mass = { value = 30.0, unit = "kg" }
added_mass = { value = [1.0, 30.0, 30.0, 0.1, 5.0, 5.0], unit = "kg, kg m2", derived = "strip theory over the hull" }

[[thruster]]                # one table for each component, named like its module in `dynamics.forces`
name = "main"
source = "trial"
position = { value = [-0.8, 0.0, 0.0], unit = "m" }

[crossflow]                 # a module with `from_values` takes names of its own
source = "trial"
length = { value = 1.6, unit = "m" }

[battery]                   # and [motor]: departures from the usual ones

[published]                 # figures that the vehicle is checked against
top_speed = { value = 2.1, unit = "m/s", source = "trial" }
```
"""

import dataclasses
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from importlib import import_module
from inspect import isclass
from pathlib import Path
from typing import Any

import numpy as np

from seatrial.dynamics.battery import Battery
from seatrial.dynamics.forces.thruster import Thruster
from seatrial.dynamics.motor import Motor
from seatrial.dynamics.vehicle import Vehicle
from seatrial.errors import FileFormatError, InputError
from seatrial.vehicles.parameters import Parameter, Table

KINDS = ("AUV", "glider", "ROV", "USV")
_DIAGONAL = {"inertia": 3, "added_mass": 6}
"""Matrices that a file may give by their diagonal."""
_HEAD = frozenset({"name", "kind", "about", "sources", "body", "battery", "motor", "published"})
_BODY = frozenset(f.name for f in fields(Vehicle)) - {"name", "thrusters", "components", "forces", "sources"}


@dataclass(frozen=True)
class VehicleFile:
    """What a vehicle file says."""

    path: str
    name: str
    kind: str
    about: str
    sources: Mapping[str, str]
    """Citations by key."""
    tables: Mapping[str, tuple[Table, ...]]
    """Tables by name; components have as many as there are of the kind."""

    @cached_property
    def vehicle(self) -> Vehicle:
        """The vehicle. InputError naming file and quantity when its numbers do not make one."""
        try:
            return self._vehicle()
        except InputError as error:
            text = str(error)
            raise InputError(text if text.startswith(self.path) else f"{self.path}: {text}") from None

    def _vehicle(self) -> Vehicle:
        (body,) = self.tables["body"]
        values = _fields(self.path, body, _BODY)
        for name, size in _DIAGONAL.items():
            value = np.asarray(values.get(name, 0.0), np.float64)
            if value.shape == (size,):
                values[name] = np.diag(value)
        for name, cls in (("battery", Battery), ("motor", Motor)):
            for table in self.tables.get(name, ()):
                values[name] = cls(**_fields(self.path, table, frozenset(f.name for f in fields(cls))))
        parts = [self._component(kind, table) for kind in self.component_kinds for table in self.tables[kind]]
        missing = [
            f.name
            for f in fields(Vehicle)
            if f.name not in values
            and f.name != "name"
            and f.default is dataclasses.MISSING
            and f.default_factory is dataclasses.MISSING
        ]
        if missing:
            raise InputError(f"{self.path}: body.{missing[0]} is missing")
        return Vehicle(
            name=self.name,
            thrusters=tuple(p for p in parts if isinstance(p, Thruster)),
            components=tuple(p for p in parts if not isinstance(p, Thruster)),
            sources=tuple(self.sources.values()),
            **values,
        )

    @property
    def component_kinds(self) -> tuple[str, ...]:
        """Kinds of components that the file has, in its order."""
        return tuple(name for name in self.tables if name not in _HEAD)

    def _component(self, kind: str, table: Table) -> Any:
        cls = component_class(kind)
        if cls is None:
            raise InputError(f"{self.path}: {kind}: no such component; `seatrial list forces` has them")
        from_values = getattr(sys.modules[cls.__module__], "from_values", None)
        if from_values is not None:
            return from_values(table.values())
        return cls(**_fields(self.path, table, frozenset(f.name for f in fields(cls))))

    def parameters(self) -> Iterator[tuple[str, Parameter]]:
        """Dotted name and parameter of every number, in the order of the file."""
        for tables in self.tables.values():
            for table in tables:
                yield from table.rows()

    def published(self) -> dict[str, Parameter]:
        """Figures that the vehicle is checked against, by name."""
        return {name: p for table in self.tables.get("published", ()) for name, p in table.parameters.items()}


def component_class(kind: str) -> type | None:
    """The dataclass of a module of `dynamics.forces`; None when there is no such module."""
    if not kind.isidentifier():
        return None
    try:
        module = import_module(f"seatrial.dynamics.forces.{kind}")
    except ModuleNotFoundError:
        return None
    own = (c for c in vars(module).values() if isclass(c) and c.__module__ == module.__name__)
    return next((c for c in own if dataclasses.is_dataclass(c)), None)


def _fields(path: str, table: Table, known: frozenset[str]) -> dict[str, Any]:
    values = table.values()
    if unknown := sorted(values.keys() - known):
        raise InputError(f"{path}: {table.where}{unknown[0]}: unknown; there are {', '.join(sorted(known))}")
    return values


def read_vehicle(path: str | Path) -> VehicleFile:
    """A vehicle file. InputError or FileFormatError, one line that names file and place, for what is wrong with it."""
    path = Path(path)
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"vehicle file {path}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FileFormatError(f"vehicle file {path}: {error}") from None
    text = str(path)
    for key in ("name", "kind", "about"):
        if not isinstance(content.get(key), str) or not content[key].strip():
            raise InputError(f"{text}: {key}: must be text")
    if content["kind"] not in KINDS:
        raise InputError(f"{text}: kind = {content['kind']!r}: must be one of {', '.join(KINDS)}")
    sources = content.get("sources", {})
    if not isinstance(sources, Mapping) or not all(isinstance(s, str) for s in sources.values()):
        raise InputError(f"{text}: sources: must be a table of texts")
    if not isinstance(content.get("body"), Mapping):
        raise InputError(f"{text}: body: must be a table")
    tables = {}
    for name, item in content.items():
        if name not in ("name", "kind", "about", "sources"):
            tables[name] = _tables(text, name, item, sources)
    return VehicleFile(text, content["name"], content["kind"], content["about"], sources, tables)


def _tables(path: str, name: str, item: Any, sources: Mapping[str, str]) -> tuple[Table, ...]:
    items = item if isinstance(item, list) else [item]
    if not items or not all(isinstance(one, Mapping) for one in items):
        raise InputError(f"{path}: {name}: must be a table, or tables [[{name}]]")
    if len(items) == 1:
        return (Table(path, f"{name}.", items[0], sources),)
    return tuple(Table(path, f"{name}[{k}].", one, sources) for k, one in enumerate(items))
