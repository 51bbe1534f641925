"""Chooses lattices, one after another, until one has a way or none can."""

from seatrial.errors import NoRoute
from seatrial.ocean.ocean import Ocean
from seatrial.planning.around import Way, way_around
from seatrial.planning.ends import SNAP, End
from seatrial.planning.guards import written
from seatrial.planning.lattice import Lattice, lattice_between
from seatrial.planning.link import Apart
from seatrial.planning.request import Place, RouteRequest

LARGEST_SCALE = 8.0
FINEST = 4.0

_FINE_CELLS = 4_000_000
"""A finer lattice is tried when it has no more cells than this."""


def detour(
    request: RouteRequest, ocean: Ocean, start: Place, goal: Place, keep_start: bool, keep_goal: bool
) -> tuple[Lattice, Way]:
    """The way from start to goal [deg] and the lattice it was found on.

    Without a way, the lattice is made larger when both ends reach its border, and finer when one of them is shut in:
    a strait may be narrower than the cells. NoRoute when neither is left to try.
    """
    scale, finer = 1.0, 1.0
    while True:
        lattice = lattice_between(*start, *goal, request.cell, scale, finer)
        try:
            return lattice, way_around(lattice, ocean, request, End(start, keep_start), End(goal, keep_goal))
        except Apart as apart:
            if not apart.closed and scale < LARGEST_SCALE:
                scale *= 2.0
            elif request.cell is None and finer < FINEST and _affordable(lattice):
                finer *= 2.0
            else:
                raise NoRoute(_reason(request, start, goal, lattice, apart)) from None


def _affordable(lattice: Lattice) -> bool:
    return 4 * lattice.rows * lattice.columns <= _FINE_CELLS


def _reason(request: RouteRequest, start: Place, goal: Place, lattice: Lattice, apart: Apart) -> str:
    depth = request.cruise_depth + request.clearance
    water = f"water at least {depth:g} m deep (cells of {lattice.cell:.0f} m)"
    route = f"no route from {written(start)} to {written(goal)}"
    for name, missing in (("start", apart.no_start), ("goal", apart.no_goal)):
        if missing:
            return f"{route}: no {water} can be reached within {SNAP * lattice.cell:.0f} m of the {name}"
    if apart.closed:
        return f"{route}: one of them lies in closed {water}"
    return f"{route}: no {water} connects them"
