"""Chooses lattices, one after another, until one has a way or none can."""

from seatrial.errors import NoRoute
from seatrial.ocean.ocean import Ocean
from seatrial.planning.around import way_around
from seatrial.planning.ends import SNAP, End
from seatrial.planning.finish import Way
from seatrial.planning.guards import written
from seatrial.planning.lattice import Lattice, lattice_between
from seatrial.planning.link import Apart
from seatrial.planning.request import Place, RouteRequest

ATTEMPTS = ((1.0, 1.0), (2.0, 1.0), (1.0, 2.0), (4.0, 1.0), (1.0, 4.0), (8.0, 1.0))
"""How much larger, and how much finer, than the first lattice."""

_FINE_CELLS = 4_000_000
"""A finer lattice is tried when it has no more cells than this."""


def detour(
    request: RouteRequest, ocean: Ocean, start: Place, goal: Place, keep_start: bool, keep_goal: bool
) -> tuple[Lattice, Way]:
    """The way from start to goal [deg] and the lattice it was found on.

    Without a way, the lattice is made larger, unless the water about one end is shut in, and finer: a strait may be
    narrower than the cells. NoRoute when nothing is left to try.
    """
    ends = End(start, keep_start), End(goal, keep_goal)
    shut_in, reason = 0.0, ""
    for scale, finer in ATTEMPTS:
        if shut_in and finer == 1.0:
            continue
        lattice = lattice_between(*start, *goal, request.cell, max(scale, shut_in), finer)
        if finer > 1.0 and (request.cell is not None or lattice.rows * lattice.columns > _FINE_CELLS):
            continue
        try:
            return lattice, way_around(lattice, ocean, request, *ends)
        except Apart as apart:
            if apart.closed or not shut_in:
                reason = _reason(request, start, goal, lattice, apart)
            if apart.closed:
                shut_in = max(scale, shut_in)
    raise NoRoute(reason)


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
