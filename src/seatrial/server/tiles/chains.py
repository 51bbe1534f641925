"""Lines from one list of points and what is drawn between them."""

import numpy as np
import shapely
from numpy.typing import NDArray

Geometries = NDArray[np.object_]
Floats = NDArray[np.float64]


def joined(points: Floats, drawn: NDArray[np.bool_]) -> Geometries:
    """Lines through points (n, 2), of which the pieces (n - 1,) from each to the next are drawn or not."""
    chain = np.cumsum(np.concatenate([[True], ~drawn]))  # a point begins a line unless a piece leads to it
    used = np.bincount(chain)[chain] > 1
    if not used.any():
        return np.empty(0, dtype=object)
    _, number = np.unique(chain[used], return_inverse=True)
    made = np.empty(number[-1] + 1, dtype=object)
    shapely.linestrings(points[used], indices=number, out=made)
    return made
