"""What the package holds, found by looking: modules, their dataclasses, and instances made from their field types."""

import dataclasses
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from enum import Enum
from types import ModuleType
from typing import Any

import numpy as np

from seatrial import control, dynamics
from seatrial.dynamics import forces
from seatrial.errors import InputError

ARRAYS = [(6,), (3,), (6, 6), (3, 3)]
"""Shapes that are tried for an array."""


def modules(package: ModuleType) -> Iterator[ModuleType]:
    """The modules of a package, without its subpackages."""
    for found in sorted(pkgutil.iter_modules(package.__path__), key=lambda m: m.name):
        if not found.ispkg:
            yield importlib.import_module(f"{package.__name__}.{found.name}")


def force_modules() -> list[ModuleType]:
    """Every force."""
    return list(modules(forces))


def parameter_classes(module: ModuleType) -> list[type]:
    """Frozen dataclasses that a module defines."""
    own = [c for _, c in inspect.getmembers(module, inspect.isclass) if c.__module__ == module.__name__]
    return [c for c in own if dataclasses.is_dataclass(c)]


def record_makers() -> list[tuple[str, type, Any]]:
    """(name, dataclass, function) of every function `x_record` of control and dynamics beside its dataclass."""
    result = []
    for package in (control, dynamics):
        for module in modules(package):
            by_name = {c.__name__.lower(): c for c in parameter_classes(module)}
            for name, function in inspect.getmembers(module, inspect.isfunction):
                stem = name.removesuffix("_record")
                made = by_name.get(stem, by_name.get(stem + "gains"))
                if name.endswith("_record") and function.__module__ == module.__name__ and made:
                    result.append((f"{module.__name__}.{name}", made, function))
    return result


def value_for(annotation: Any, rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    """A plausible value of a field by its type."""
    if annotation is float:
        return float(rng.uniform(0.1, 2.0))
    if annotation is bool:
        return bool(rng.random() < 0.5)
    if annotation is int:
        return int(rng.integers(1, 5))
    if annotation is str:
        return "example"
    if annotation is np.ndarray:
        a = rng.uniform(0.1, 2.0, shape)
        return a @ a.T + np.eye(shape[0]) if len(shape) == 2 else a
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return next(iter(annotation))
    if getattr(annotation, "__origin__", None) is tuple:
        v = rng.normal(size=3)
        return tuple((v / np.linalg.norm(v)).tolist())
    raise TypeError(f"no value for a field of type {annotation}")


def example(cls: type, rng: np.random.Generator) -> Any:
    """An instance with random numbers; a module whose class does not take them offers `examples(rng)` itself."""
    own = getattr(inspect.getmodule(cls), "examples", None)
    if own is not None:
        return own(rng)
    for shape in ARRAYS:
        values = {f.name: value_for(f.type, rng, shape) for f in dataclasses.fields(cls) if f.init}
        try:
            return cls(**values)
        except InputError:
            continue
    raise TypeError(f"{cls.__module__}.{cls.__name__}: no example found; let the module offer examples(rng)")
