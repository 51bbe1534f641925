"""Whole numbers in few bytes: differences from one to the next, bytes sorted by weight, for a deflated file.

A difference d is stored as 2 d, or as -2 d - 1 below zero, so that small ones have few bytes that are not zero.
"""

import numpy as np
from numpy.typing import NDArray


def pack(values: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Bytes (k, 4, n) of rows of whole numbers (k, n), whose differences must fit into 31 bits."""
    steps = np.diff(values.astype(np.int64), axis=1, prepend=0)
    folded = np.ascontiguousarray(np.where(steps < 0, -2 * steps - 1, 2 * steps), "<u4")
    rows, count = folded.shape
    return np.ascontiguousarray(folded.view(np.uint8).reshape(rows, count, 4).transpose(0, 2, 1))


def unpack(planes: NDArray[np.uint8]) -> NDArray[np.int32]:
    """The rows of whole numbers (k, n) of `pack`."""
    rows, _, count = planes.shape
    folded = np.ascontiguousarray(planes.transpose(0, 2, 1)).view("<u4").reshape(rows, count)
    steps = (folded >> 1).view(np.int32)
    np.negative(steps, out=steps, where=(folded & 1).astype(bool))
    steps -= (folded & 1).view(np.int32)
    return np.cumsum(steps, axis=1, dtype=np.int32)
