"""What the components of a vehicle are to each other: which module each comes from, and what none may count twice."""

import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from seatrial.errors import InputError

AXES = ("surge", "sway", "heave", "roll", "pitch", "yaw")


def module_of(component: Any) -> ModuleType:
    """The force module that a component comes from."""
    return sys.modules[type(component).__module__]


def nonzero_axes(*rows: np.ndarray) -> tuple[int, ...]:
    """Axes, 0..5, on which any of the arrays, six numbers or rows each, has something."""
    return tuple(k for k in range(6) if any(np.any(np.asarray(row)[k]) for row in rows))


def numbers(quantity: str, value: Any, shape: tuple[int, ...]) -> np.ndarray:
    """`value` as finite numbers of `shape`, else an `InputError` that names the quantity."""
    try:
        array = np.array(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"{quantity}: must be numbers of shape {shape}") from None
    if array.shape != shape or not np.all(np.isfinite(array)):
        raise InputError(f"{quantity}: must be finite numbers of shape {shape}, not shape {array.shape}")
    return array


def check_parts(components: Sequence[Any], quadratic_damping: np.ndarray) -> None:
    """Refuse components that a vehicle cannot have together, with an `InputError`.

    Drag that grows with the square of the speed comes from one place on each axis: what a module names in
    `quadratic_axes(component)` may come neither from another component nor from `quadratic_damping`, shape (6,).
    """
    owner = {k: "quadratic_damping" for k in nonzero_axes(quadratic_damping)}
    seen: set[ModuleType] = set()
    for component in components:
        module, name = module_of(component), type(component).__name__
        if module in seen and not hasattr(module, "records"):
            raise InputError(f"components: a vehicle has at most one {name}")
        seen.add(module)
        for axis in module.quadratic_axes(component) if hasattr(module, "quadratic_axes") else ():
            if axis in owner:
                raise InputError(
                    f"components: {name} is the quadratic drag in {AXES[axis]}, which {owner[axis]} has too; "
                    "drop one of the two, or the same drag counts twice"
                )
            owner[axis] = name
