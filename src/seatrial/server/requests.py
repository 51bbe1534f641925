"""What comes in: bodies with a bound, and numbers from query strings."""

import asyncio
import math
import re
from typing import Any

import orjson
from starlette.requests import ClientDisconnect, Request

from seatrial.errors import InputError
from seatrial.ocean.moments import parse_moment
from seatrial.server.replies import Refusal
from seatrial.server.settings import Limits

LARGEST = 2**64 - 1
MOST_EVERY = 1_000_000
"""Largest distance of the rows of a track."""
LATEST_S = 1e9
"""Largest size of a mission time in a query [s]; it is then clamped to what is computed."""
_DRAINED = 16 * 1024**2
"""Of a body that is too large, so much is read and thrown away, so that the client hears why."""


async def read_body(request: Request, limits: Limits) -> bytes:
    """The body; `Refusal` when it is too large or takes too long."""
    body, seen = bytearray(), 0
    too_large = Refusal(413, f"request body: must be at most {limits.body_bytes} bytes")
    announced = request.headers.get("content-length", "")
    if announced.isdecimal() and int(announced) > _DRAINED:
        raise too_large
    try:
        async with asyncio.timeout(limits.body_seconds):
            async for part in request.stream():
                seen += len(part)
                if seen > _DRAINED:
                    raise too_large
                if seen <= limits.body_bytes:
                    body += part
    except TimeoutError:
        raise Refusal(408, f"request body: must arrive within {limits.body_seconds:g} s") from None
    except ClientDisconnect:
        raise Refusal(400, "request body: the client went away") from None
    if seen > limits.body_bytes:
        raise too_large
    return bytes(body)


async def read_object(request: Request, limits: Limits, otherwise: str = "") -> dict[str, Any]:
    """The body as a JSON object; else a `Refusal` that says what is wrong, or `otherwise` and that as the detail."""
    body = await read_body(request, limits)
    try:
        value = orjson.loads(body)
        if not isinstance(value, dict):
            raise ValueError(f"is a {_KINDS.get(type(value), 'number')}")
    except ValueError as error:
        problem = f"request body: must be a JSON object: {error}" if body else "request body: must be a JSON object"
        raise (Refusal(400, otherwise, problem) if otherwise else Refusal(400, problem)) from None
    return value


_KINDS = {list: "list", str: "text", bool: "truth value", type(None): "null"}


def whole(request: Request, name: str, default: int, low: int, high: int) -> int:
    """A whole number of the query, clamped to `low..high`. As the swordfish API reads it: leading digits count, what
    is no number is 0.
    """
    text = request.query_params.get(name)
    if text is None:
        return default
    found = re.match(r"\s*([+-]?)0*(\d{1,19})", text)
    value = int(found[1] + found[2]) if found else 0
    return min(max(value, low), high)


def since(request: Request) -> int:
    """The first row that is asked for: as `whole`, but a negative number is beyond every end."""
    text = request.query_params.get("since", "0")
    found = re.match(r"\s*([+-]?)(\d+)", text)
    if not found:
        return 0
    value = min(int(found[2][:40]), LARGEST)
    return LARGEST + 1 - value if found[1] == "-" and value else value


def number(request: Request, name: str) -> float | None:
    """A number of the query; None when it is missing or no number."""
    try:
        return float(request.query_params.get(name, ""))
    except ValueError:
        return None


def ranged(request: Request, name: str, unit: str, low: float, high: float, default: float | None = None) -> float:
    """A number of the query that must lie in a range."""
    value = number(request, name) if name in request.query_params else default
    allowed = f"must be a number in {low:g}..{high:g} {unit}".rstrip()
    if value is None:
        given = request.query_params.get(name)
        raise Refusal(400, f"{name} is missing: {allowed}" if given is None else f"{name} = {given[:40]!r}: {allowed}")
    if not math.isfinite(value) or not low <= value <= high:
        raise Refusal(400, f"{name} = {value:g} {unit}: {allowed}")
    return value


def moment_of(request: Request, otherwise: float | None = None) -> float | None:
    """The time of the query in ISO 8601, UTC where it has no zone [s since 1970]; without one, `otherwise`."""
    text = request.query_params.get("time")
    if text is None:
        return otherwise
    try:
        return parse_moment("time", text[:40]).timestamp()
    except (InputError, OverflowError):
        allowed = "must be a date and time in the years 1700..2200 such as 2026-03-01T12:00:00Z"
        raise Refusal(400, f"time = {text[:40]!r}: {allowed}") from None
