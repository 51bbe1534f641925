"""Plans a route: the great circle where it is clear, else a search round what is in the way."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seatrial.frames.geodesy import interpolate, path_length, wrap_longitude
from seatrial.ocean.ocean import Ocean
from seatrial.planning.estimate import estimate
from seatrial.planning.floor import least_depth
from seatrial.planning.guards import check_place
from seatrial.planning.plan import Plan
from seatrial.planning.request import Place, RouteRequest
from seatrial.planning.shore import Ends, great_circle_near_shore

Array = NDArray[np.float64]

GREAT_CIRCLE = "great circle"
SEARCH = "search"

_NEAR_ENDS = 5.0
"""A great circle may be near the shore within this many shore clearances of its ends."""


@dataclass(frozen=True, eq=False)
class Piece:
    """The route between two places that the request names [deg]."""

    lat: Array
    lon: Array
    method: str
    start_moved_m: float = 0.0
    goal_moved_m: float = 0.0
    cell_m: float = 0.0
    expanded: int = 0
    warnings: tuple[str, ...] = ()


def plan_route(request: RouteRequest, ocean: Ocean) -> Plan:
    """The waypoints from start to goal, through the `via` points in their order.

    Raises StartOnLand, GoalOnLand (for via points too), TooDeep when the cruise depth lies below the sea floor at one
    of these places, and NoRoute.
    """
    names = ["start", *(f"via point {k}" for k in range(1, len(request.via) + 1)), "goal"]
    places = [_normal(place) for place in (request.start, *request.via, request.goal)]
    floors = [check_place(name, place, request.cruise_depth, ocean) for name, place in zip(names, places, strict=True)]
    # a sea floor that is not known (NaN) is no obstacle
    keep = [not floor < request.cruise_depth + request.clearance for floor in floors]
    pieces: list[Piece] = []
    for k in range(len(places) - 1):
        start = places[k]
        if pieces and not keep[k]:
            start, keep[k] = (float(pieces[-1].lat[-1]), float(pieces[-1].lon[-1])), True
        pieces.append(_piece(request, ocean, start, places[k + 1], keep[k], keep[k + 1], names[k], names[k + 1]))
    return _assemble(request, pieces)


def _normal(place: Place) -> Place:
    return place[0], float(wrap_longitude(place[1]))


def _piece(
    request: RouteRequest, ocean: Ocean, start: Place, goal: Place, keep_start: bool, keep_goal: bool, *names: str
) -> Piece:
    if keep_start and keep_goal and great_circle_clear(request, ocean, start, goal):
        return Piece(np.array([start[0], goal[0]]), np.array([start[1], goal[1]]), GREAT_CIRCLE)
    # the engine is loaded only here: a clear great circle does without it
    from seatrial.planning.detour import detour

    lattice, way = detour(request, ocean, start, goal, keep_start, keep_goal)
    warnings = []
    for name, moved in zip(names, (way.start_moved_m, way.goal_moved_m), strict=True):
        if moved > 0.0:
            depth = request.cruise_depth + request.clearance
            warnings.append(f"{name} moved {moved:.0f} m to water at least {depth:g} m deep")
    wanted, kept = request.shore_clearance, way.shore_clearance
    if kept < wanted:
        warnings.append(f"no route keeps {wanted:g} m from the shore: reduced to {kept:g} m where it is narrow")
    return Piece(
        way.lat, way.lon, SEARCH, way.start_moved_m, way.goal_moved_m, lattice.cell, way.expanded, tuple(warnings)
    )


def great_circle_clear(request: RouteRequest, ocean: Ocean, start: Place, goal: Place) -> bool:
    """Whether the shortest line touches no land and keeps the clearance above the sea floor.

    And, except near its ends, the clearance from the shore.
    """
    if bool(ocean.land.crosses(*start, *goal)):
        return False
    if least_depth(ocean.bathymetry, *start, *goal)[0][0] < request.cruise_depth + request.clearance:
        return False
    near = _NEAR_ENDS * request.shore_clearance
    return not great_circle_near_shore(ocean.land, *start, *goal, request.shore_clearance, Ends(near, near))


def _assemble(request: RouteRequest, pieces: list[Piece]) -> Plan:
    lat = np.concatenate([pieces[0].lat[:1], *(piece.lat[1:] for piece in pieces)])
    lon = wrap_longitude(np.concatenate([pieces[0].lon[:1], *(piece.lon[1:] for piece in pieces)]))
    way_lat, way_lon = waypoints(lat, lon, request.spacing)
    count = len(way_lat) + 2
    depth, speed = np.full(count, request.cruise_depth), np.full(count, request.cruise_speed)
    depth[[0, -1]] = 0.0
    speed[[0, 1, -1]] = request.descent_rate
    total = estimate(path_length(lat, lon), request.cruise_depth, request.cruise_speed, request.descent_rate)
    return Plan(
        lat=np.concatenate([way_lat[:1], way_lat, way_lat[-1:]]),
        lon=np.concatenate([way_lon[:1], way_lon, way_lon[-1:]]),
        depth=depth,
        speed=speed,
        distance_m=total.distance_m,
        duration_s=total.duration_s,
        energy_J=total.energy_J,
        route_lat=lat,
        route_lon=lon,
        method=SEARCH if any(piece.method == SEARCH for piece in pieces) else GREAT_CIRCLE,
        start_moved_m=pieces[0].start_moved_m,
        goal_moved_m=pieces[-1].goal_moved_m,
        cell_m=max(piece.cell_m for piece in pieces),
        expanded=sum(piece.expanded for piece in pieces),
        warnings=tuple(warning for piece in pieces for warning in piece.warnings),
    )


def waypoints(lat: Array, lon: Array, spacing: float) -> tuple[Array, Array]:
    """Points along a route [deg]: each geodesic leg in equal pieces of at most `spacing` [m], each corner once."""
    legs = [interpolate(lat[k], lon[k], lat[k + 1], lon[k + 1], spacing) for k in range(len(lat) - 1)]
    first = [part[:1] for part in legs[0]]
    return (
        np.concatenate([first[0], *(leg[0][1:] for leg in legs)]),
        np.concatenate([first[1], *(leg[1][1:] for leg in legs)]),
    )
