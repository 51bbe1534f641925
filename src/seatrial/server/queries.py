"""Query strings are held to the OpenAPI document: what it does not name, what comes twice, and numbers out of range.

Only what the swordfish API reads leniently has no type in the document and is left to its endpoint.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import parse_qsl

from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from seatrial.server.replies import Refusal

Parameters = Mapping[str, Mapping[str, Any]]
"""Query parameters of an endpoint by name, as the OpenAPI document has them."""

EVERYWHERE = ("session", "token")
"""Parameters that every endpoint takes."""
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_WHOLE = re.compile(r"[+-]?[0-9]+")
_SHOWN = 40


class Checked:
    """An endpoint whose query strings are held to its parameters."""

    def __init__(self, app: ASGIApp, path: str, parameters: Parameters) -> None:
        self._app, self._path, self._parameters = app, path, parameters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on what is allowed; `Refusal` with 400 for the rest."""
        pairs = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        check_query(self._path, self._parameters, pairs)
        await self._app(scope, receive, send)


def check_query(path: str, parameters: Parameters, pairs: Iterable[tuple[str, str]]) -> None:
    """`Refusal` with 400 and one line for the first thing in a query string that an endpoint does not take."""
    seen: set[str] = set()
    for name, text in pairs:
        if name not in parameters and name not in EVERYWHERE:
            known = ", ".join(parameters) or "none but session"
            raise Refusal(400, f"unknown query parameter {name[:_SHOWN]!r}: {path} takes {known}")
        if name in seen:
            raise Refusal(400, f"{name} is given more than once: must be given once")
        seen.add(name)
        if name in parameters:
            check_value(parameters[name], text)


def check_value(parameter: Mapping[str, Any], text: str) -> None:
    """`Refusal` when a value is not what the document says of its parameter."""
    name, schema = parameter["name"], parameter["schema"]
    if "enum" in schema and text not in schema["enum"]:
        raise Refusal(400, f"{name} = {text[:_SHOWN]!r}: must be {' or '.join(map(repr, schema['enum']))}")
    kind = schema.get("type")
    if kind not in ("number", "integer") or parameter.get("x-read-as"):
        return
    unit = f" {parameter['x-unit']}" if "x-unit" in parameter else ""
    allowed = f"must be a {'whole ' if kind == 'integer' else ''}number{_range(schema)}{unit}"
    if not (_WHOLE if kind == "integer" else _NUMBER).fullmatch(text):
        problem = f"{name} = {text[:_SHOWN]!r}: {allowed}"
        otherwise = parameter.get("x-refused-with")
        raise Refusal(400, otherwise, problem) if otherwise else Refusal(400, problem)
    value = int(text) if kind == "integer" and len(text) < _SHOWN else float(text)
    if not schema.get("minimum", -1e300) <= value <= schema.get("maximum", 1e300):
        raise Refusal(400, f"{name} = {text[:_SHOWN]}{unit}: {allowed}")


def _range(schema: Mapping[str, Any]) -> str:
    if "minimum" not in schema or "maximum" not in schema:
        return ""
    low, high = (_plain(schema[bound]) for bound in ("minimum", "maximum"))
    return f" in {low}..{high}"


def _plain(bound: float) -> str:
    return str(bound) if isinstance(bound, int) else f"{bound:g}"


def checked_routes(routes: Iterable[Route], paths: Mapping[str, Mapping[str, Any]]) -> list[BaseRoute]:
    """The same routes, each held to what a document's `paths` say of it."""
    found: list[BaseRoute] = []
    for route in routes:
        method = next(m for m in sorted(route.methods or ()) if m != "HEAD").lower()
        listed = paths.get(route.path, {}).get(method, {}).get("parameters", ())
        parameters = {p["name"]: p for p in listed if p["in"] == "query"}
        checked = Route(route.path, route.endpoint, methods=list(route.methods or ()))
        checked.app = Checked(checked.app, route.path, parameters)
        found.append(checked)
    return found
