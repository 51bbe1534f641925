"""Sections of the water along a route."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from seatrial.errors import InputError, check_number
from seatrial.frames.geodesy import inverse
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.sampling.along import QUANTITIES, route_section
from seatrial.ocean.sampling.rows import stamp
from seatrial.planning.plan import Plan
from seatrial.server.replies import Refusal, json_text, text_reply
from seatrial.server.requests import moment_of, ranged, whole
from seatrial.server.state import peek_session, start_of, state_of

POINTS, LEVELS = (2, 300, 160), (2, 60, 40)
"""Least, most and usual number of points along a section, and of its levels."""
MOST_CORNERS = 200
"""Places in a list of the query."""
_TEXT = 8000
NOTHING: dict[str, Any] = {"time": None, "fields": {}, "plan": None}

Array = NDArray[np.float64]


async def get_section(request: Request) -> Response:
    """Temperature, salinity and current over distance and depth along the session's route, or through given places."""
    state, query = state_of(request), request.query_params
    if "lat" in query or "lon" in query:
        lat, lon = _listed(query.get("lat", ""), "lat", 90.0), _listed(query.get("lon", ""), "lon", 1e6)
        if lat.size != lon.size or lat.size < 2:
            raise Refusal(400, f"lat, lon: {lat.size} and {lon.size} numbers: must be as many of both, 2 at least")
        plan = None
    else:
        session = peek_session(request)
        plan = None if session is None else session.plan
        lat, lon = (np.zeros(0), np.zeros(0)) if plan is None else (plan.route_lat, plan.route_lon)
    wanted = tuple(dict.fromkeys(query["quantities"].split(","))) if "quantities" in query else tuple(QUANTITIES)
    if unknown := next((name for name in wanted if name not in QUANTITIES), None):
        raise Refusal(400, f"quantities: {unknown[:40]!r} is unknown; there are: {', '.join(QUANTITIES)}")
    deepest = ranged(request, "max_depth_m", "m", 1.0, 12_000.0) if "max_depth_m" in query else None
    sizes = [
        whole(request, name, usual, least, most)
        for name, (least, most, usual) in {"points": POINTS, "levels": LEVELS}.items()
    ]
    moment = moment_of(request, start_of(request))
    return text_reply(await state.in_reader(section_text, state.ocean, lat, lon, plan, wanted, moment, sizes, deepest))


def section_text(
    ocean: Ocean,
    lat: Array,
    lon: Array,
    plan: Plan | None,
    wanted: tuple[str, ...],
    moment: float | None,
    sizes: list[int],
    deepest: float | None,
) -> bytes:
    """The section in JSON; null below the sea floor, on land and where nothing answers. Without places it is empty."""
    if not lat.size:
        return json_text({**dict.fromkeys(("lat", "lon", "distance_m", "floor_m", "levels_m"), ()), **NOTHING})
    time = math.nan if moment is None else moment
    found = route_section(ocean, lat, lon, wanted, time, sizes[0], sizes[1], deepest)
    fields: dict[str, Any] = {
        name: {
            "unit": QUANTITIES[name],
            "values": np.ascontiguousarray(np.round(values, 4)),
            "sources": list(found.sources[name]),
        }
        for name, values in found.values.items()
    }
    return json_text(
        {
            "time": None if moment is None else stamp(moment),
            "lat": np.round(found.lat, 7),
            "lon": np.round(found.lon, 7),
            "distance_m": np.round(found.distance, 2),
            "floor_m": np.round(found.floor, 2),
            "levels_m": np.round(found.levels, 3),
            "fields": fields,
            "plan": None if plan is None else _profile(plan),
        }
    )


def _profile(plan: Plan) -> dict[str, Any]:
    """Planned depth [m] over the distance along the waypoints [m]."""
    length = inverse(plan.lat[:-1], plan.lon[:-1], plan.lat[1:], plan.lon[1:])[0]
    return {
        "distance_m": np.round(np.concatenate([[0.0], np.cumsum(length)]), 2),
        "depth_m": np.round(plan.depth, 3),
    }


def _listed(text: str, name: str, largest: float) -> Array:
    """Numbers of a list with commas."""
    words = text.split(",") if text and len(text) <= _TEXT else []
    if not 1 <= len(words) <= MOST_CORNERS:
        raise Refusal(400, f"{name}: must be 2..{MOST_CORNERS} numbers with commas between them")
    try:
        values = [float(word) for word in words]
    except ValueError:
        raise Refusal(400, f"{name} = {text[:40]!r}: must be numbers with commas between them") from None
    for value in values:
        if not math.isfinite(value):
            raise InputError(f"{name} = {value:g} deg: must be a number in {-largest:g}..{largest:g} deg")
        check_number(name, value, "deg", -largest, largest)
    return np.array(values)


ROUTES = [Route("/api/section", get_section, methods=["GET"])]
