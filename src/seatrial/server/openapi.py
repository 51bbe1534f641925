"""The OpenAPI document of the HTTP interface, from the typed requests and the shapes of the answers."""

from functools import cache
from typing import Any

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from seatrial.mission.provenance import package_version
from seatrial.ocean.sampling.along import QUANTITIES
from seatrial.server.cuts import LEVELS, MOST_CORNERS, POINTS
from seatrial.server.forms import ControlRequest, MissionRequest, RenameRequest, VehicleRequest
from seatrial.server.places import BOUNDS, MISSING_BOUNDS
from seatrial.server.replies import json_text, text_reply
from seatrial.server.requests import LATEST_S, MOST_EVERY
from seatrial.server.settings import Limits
from seatrial.server.shapes import NUMBER, SCHEMAS, TEXT, Schema, named

_WHEN = "ISO 8601, UTC where there is no zone; by default when the mission of the session begins."
_AS_NAMES = "#/components/schemas/{model}"
_LENIENT = {"description": "A whole number; leading digits count and what is no number is 0, as in the swordfish API."}


def _query(
    name: str,
    schema: Schema,
    is_required: bool = False,
    about: str = "",
    unit: str = "",
    refused_with: str = "",
    read_as: str = "",
) -> Schema:
    """A parameter. For `queries.py`: its unit, the error of what is no number, and what its endpoint reads itself."""
    found = {"name": name, "in": "query", "required": is_required, "schema": schema}
    others = {"description": about, "x-unit": unit, "x-refused-with": refused_with, "x-read-as": read_as}
    return found | {key: value for key, value in others.items() if value}


def _whole(low: int, high: int) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


SESSION = _query("session", {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}, about="By default of the cookie.")
SINCE, EVERY = _query("since", _whole(0, 2**53)), _query("every", _whole(1, MOST_EVERY))
FROM = _query("since", _LENIENT | {"description": _LENIENT["description"] + " -1 is 2^64 - 1."})
FIELDS = _query("fields", {"enum": ["seed"]}, about='"seed" leaves out what is added to the swordfish API.')
TIME = _query(
    "t",
    {**NUMBER, "minimum": -LATEST_S, "maximum": LATEST_S},
    about="Mission time [s], clamped to 0..computed_s; the state when playback stands there. The cursor stays.",
    unit="s",
)
ID: Schema = {"name": "id", "in": "path", "required": True, "schema": {"type": "string", "pattern": "^[a-z0-9]{12}$"}}
_BOUND: Schema = {**NUMBER, "minimum": -1e6, "maximum": 1e6}
_LATITUDE: Schema = {**NUMBER, "minimum": -90, "maximum": 90}
GRID = [
    *(
        _query(name, _LATITUDE if "lat" in name else _BOUND, True, unit="deg", refused_with=MISSING_BOUNDS)
        for name in BOUNDS
    ),
    *(_query(name, _LENIENT | {"description": "Clamped to 4..192."}) for name in ("width", "height")),
]


def _content(schema: Schema, kind: str = "application/json") -> Schema:
    return {"content": {kind: {"schema": schema}}}


def _operation(
    about: str,
    answer: str,
    parameters: tuple[Schema, ...] = (),
    body: type[BaseModel] | None = None,
    refusals: tuple[int, ...] = (400, 429),
) -> Schema:
    """A JSON endpoint."""
    found: Schema = {
        "summary": about,
        "responses": {
            "200": {"description": "Done", **_content(named(answer))},
            **{str(code): {"description": "Refused", **_content(named("Error"))} for code in refusals},
        },
    }
    if parameters:
        found["parameters"] = list(parameters)
    if body is not None:
        found["requestBody"] = {"required": True, **_content(named(body.__name__))}
        found["responses"] |= {
            str(code): {"description": "Refused", **_content(named("Error"))} for code in (400, 408, 413)
        }
    return found


def _file(about: str, kind: str, parameters: tuple[Schema, ...]) -> Schema:
    shape = {"type": "string", "format": "binary"} if kind.endswith("netcdf") else TEXT
    refused = {str(code): {"description": "Refused", **_content(named("Error"))} for code in (400, 404, 429)}
    return {
        "summary": about,
        "parameters": list(parameters),
        "responses": {"200": {"description": "Done", **_content(shape, kind)}, **refused},
    }


def _live_paths() -> dict[str, Schema]:
    mission = _operation("Plan a mission and load it", "Plan", (SESSION,), MissionRequest)
    mission["responses"]["422"] = {"description": "There is no such mission", **_content(named("Plan"))}
    mission["responses"]["503"] = {"description": "The server is stopping", **_content(named("Error"))}
    return {
        "/api/health": {"get": _operation("Whether the server lives", "Done", refusals=(400,))},
        "/api/mission": {"post": mission},
        "/api/plan": {"get": _operation("The plan that is loaded", "Plan", (SESSION,))},
        "/api/control": {"post": _operation("Playback", "Done", (SESSION,), ControlRequest)},
        "/api/vehicle": {
            "get": _operation("The vehicle", "Vehicle", (SESSION,)),
            "post": _operation("Another vehicle", "Vehicle", (SESSION,), VehicleRequest),
        },
        "/api/session": {"get": _operation("All that a page needs after a reload", "Session", (SESSION,))},
        "/api/snapshot": {"get": _operation("State at the cursor", "Snapshot", (SESSION, FIELDS, TIME))},
        "/api/stream": {"get": _file("Snapshots as server-sent events", "text/event-stream", (SESSION, FIELDS))},
        "/api/history": {"get": _operation("Recorded snapshots, a page at most", "History", (SESSION, FROM, FIELDS))},
        "/api/track": {"get": _operation("Columns of the history", "Track", (SESSION, SINCE, EVERY))},
        "/api/events": {"get": _operation("What happened in the run", "Events", (SESSION,))},
    }


def _ocean_paths() -> dict[str, Schema]:
    depth = _query("depth_m", {"description": "Metres; what is no number is 0, as in the swordfish API."})
    deep = _query("depth_m", {**NUMBER, "minimum": 0, "maximum": 12_000}, unit="m")
    about = "Degrees, or text such as 0°30'W."
    place = (
        _query("lat", _LATITUDE, True, about, read_as="position"),
        _query("lon", NUMBER, True, about, read_as="position"),
    )
    when = _query("time", {"type": "string", "format": "date-time"}, about=_WHEN)
    return {
        "/api/bathymetry": {"get": _operation("Depths on a grid", "Bathymetry", tuple(GRID), refusals=(400,))},
        "/api/currents": {"get": _operation("Currents on a grid", "Currents", (*GRID, depth, when), refusals=(400,))},
        "/api/point": {"get": _operation("What is at a place", "Point", (*place, deep, when), refusals=(400,))},
        "/api/sources": {"get": _operation("Whose data, what is asked first, and when", "Sources", refusals=(400,))},
        "/api/section": {"get": _operation("Water along a route", "Section", _cut(when), refusals=(400,))},
    }


def _cut(when: Schema) -> tuple[Schema, ...]:
    """Parameters of a section."""
    about = (
        f"2 to {MOST_CORNERS} numbers with commas between them, {{}}; without both the route of the session, if any."
    )
    depth = {**NUMBER, "minimum": 1, "maximum": 12_000}
    return (
        SESSION,
        when,
        *(_query(name, TEXT, about=about.format(f"{name} in degrees")) for name in ("lat", "lon")),
        _query("quantities", TEXT, about=f"Some of {', '.join(QUANTITIES)}, with commas between them; all by default."),
        *(_query(name, _whole(low, high)) for name, (low, high, _) in {"points": POINTS, "levels": LEVELS}.items()),
        _query(
            "max_depth_m", depth, about="The lowest level; by default the deepest sea floor of the route.", unit="m"
        ),
    )


def _library_paths() -> dict[str, Schema]:
    missing = (400, 404, 429)
    page = (_query("limit", _whole(1, Limits.page)), _query("offset", _whole(0, 2**53)))
    return {
        "/api/runs": {"get": _operation("Stored runs, the newest first", "Runs", page, refusals=(400,))},
        "/api/runs/{id}": {
            "get": _operation("A stored run", "StoredRun", (ID,), refusals=missing),
            "patch": _operation("Rename a stored run", "Stored", (ID,), RenameRequest, missing),
            "delete": _operation("Remove a stored run", "Done", (ID,), refusals=missing),
        },
        "/api/runs/{id}/open": {"post": _operation("Play a stored run", "Plan", (ID, SESSION), refusals=missing)},
        "/api/runs/{id}/track": {
            "get": _operation("Columns of a stored run", "Track", (ID, SINCE, EVERY), refusals=missing)
        },
        "/api/runs/{id}/file": {"get": _file("The NetCDF file", "application/x-netcdf", (ID,))},
    }


def document() -> dict[str, Any]:
    """The whole document."""
    schemas = dict(SCHEMAS)
    for model in (MissionRequest, VehicleRequest, ControlRequest, RenameRequest):
        shape = model.model_json_schema(ref_template=_AS_NAMES)
        schemas |= shape.pop("$defs", {})
        schemas[model.__name__] = shape
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Seatrial",
            "version": package_version(),
            "description": "Missions of marine robots: plan, watch, scrub, keep. "
            'Every error is {"error": one line}. Every endpoint takes `session` and `token` in its query; '
            "parameters that it does not name, or that come twice, are refused.",
        },
        "paths": _live_paths() | _ocean_paths() | _library_paths(),
        "components": {"schemas": schemas},
    }


@cache
def _text() -> bytes:
    return json_text(document())


async def get_docs(request: Request) -> Response:
    """The OpenAPI document."""
    return text_reply(_text())


ROUTES = [Route("/api/docs", get_docs, methods=["GET"])]
