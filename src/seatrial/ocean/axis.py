"""Axes of grids: whether they are even, and the fractional number of a coordinate among nodes that are not."""

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import InputError

SINGLE_ROUNDING = 2.0**-22
"""Relative error of a coordinate that went through single precision, with a margin of two."""

Array = NDArray[np.float64]


def check_ascending(name: str, axis: Array, unit: str, least: int = 1) -> None:
    """InputError unless `axis` is a row of at least `least` finite, strictly ascending numbers."""
    if axis.ndim != 1 or axis.size < least or not np.all(np.isfinite(axis)) or np.any(np.diff(axis) <= 0):
        raise InputError(f"{name} axis [{unit}]: must have at least {least} finite values that ascend")


def check_even(name: str, axis: Array) -> None:
    """InputError unless `axis` [deg] has at least two values and ascends in even steps (within 1 % of a step)."""
    check_ascending(name, axis, "deg", 2)
    if departure(axis) > 0.01 * (axis[-1] - axis[0]) / (axis.size - 1):
        steps = np.diff(axis)
        raise InputError(f"{name} axis [deg]: must be evenly spaced, steps are {steps.min():g}..{steps.max():g}")


def departure(axis: Array) -> float:
    """Greatest distance of a node from where it would lie if the axis were even."""
    even = axis[0] + (axis[-1] - axis[0]) * np.arange(axis.size) / (axis.size - 1)
    return float(np.abs(axis - even).max())


def is_even(axis: Array) -> bool:
    """Whether the nodes of an ascending axis [deg] are even but for the rounding of single precision.

    Such nodes are 0.08 k + c written as 32 bits; the even axis is the truer one. Half a hundredth of a step at most.
    """
    step = (axis[-1] - axis[0]) / (axis.size - 1)
    return departure(axis) <= min(5e-3 * step, max(1e-9 * step, SINGLE_ROUNDING * float(np.abs(axis).max())))


def interval(nodes: Array, x: Array) -> NDArray[np.intp]:
    """Number of the last node (but one) that is not beyond `x`, at least 0."""
    return np.clip(np.searchsorted(nodes, x, side="right") - 1, 0, nodes.size - 2)


def fraction(nodes: Array, x: Array) -> Array:
    """Fractional number k + (x - nodes[k]) / (nodes[k + 1] - nodes[k]); the end intervals continue outwards."""
    k = interval(nodes, x)
    return k + (x - nodes[k]) / (nodes[k + 1] - nodes[k])


def buckets(nodes: Array, count: int) -> NDArray[np.int32]:
    """For each of `count` equal parts from the first node to the last, `interval` a hair before the part begins.

    A search that starts there and steps up while the next node is not beyond the coordinate finds `interval`.
    """
    width = (nodes[-1] - nodes[0]) / count
    begin = nodes[0] + (np.arange(count) - 1e-6) * width
    return interval(nodes, begin).astype(np.int32)
