"""Where on a lattice a route may begin and end."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seatrial.ocean.ocean import Ocean
from seatrial.planning.floor import safe_legs
from seatrial.planning.lattice import Lattice
from seatrial.planning.link import Candidates
from seatrial.planning.request import Place
from seatrial.planning.search import Bytes

SNAP = 50
"""Start and goal are looked for within this many cells."""

_FIRST_BATCH = 4
_BATCH = 64


@dataclass(frozen=True)
class End:
    """An end of the route [deg]; `keep`: the route can begin at the place itself, not only at a cell near it."""

    place: Place
    keep: bool


def candidates(end: End, lattice: Lattice, blocked: Bytes, ocean: Ocean, cruise_depth: float) -> Candidates:
    """Open cells near an end that can be reached from it in a straight line, nearest first.

    The leg must be safe; from an end that is not kept, because the water is too shallow there, it must only miss land.
    """
    y, x = (float(a) for a in lattice.to_units(*end.place))
    rows, columns = (
        np.arange(max(round(at) - SNAP, 0), min(round(at) + SNAP, count - 1) + 1)
        for at, count in ((y, lattice.rows), (x, lattice.columns))
    )
    away = np.hypot(rows[:, None] - y, columns[None, :] - x)
    away[blocked[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] != 0] = np.inf
    order = np.argsort(away, axis=None, kind="stable")[: np.count_nonzero(away <= SNAP)]
    cells = rows[order // len(columns)] * lattice.columns + columns[order % len(columns)]

    def reachable(batch: NDArray[np.int64]) -> NDArray[np.bool_]:
        lat, lon = lattice.centres(batch)
        if end.keep:
            return safe_legs(ocean, cruise_depth, *end.place, lat, lon)
        return ~ocean.land.crosses(*end.place, lat, lon)

    def nearest(wanted: Callable[[NDArray[np.int64]], NDArray[np.bool_]]) -> Iterator[int]:
        left, size = cells, _FIRST_BATCH
        while len(left := left[wanted(left)]):
            batch, left, size = left[:size], left[size:], _BATCH
            batch = batch[reachable(batch)]
            while len(batch):
                yield int(batch[0])
                batch = batch[1:]
                batch = batch[wanted(batch)]

    return nearest
