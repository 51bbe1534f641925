"""What a request for a tile asks for, checked."""

import re

from starlette.requests import Request

from seatrial.server.tiles.address import Tile
from seatrial.server.tiles.colours import DEFAULT_MAX_DEPTH, LEAST_SPAN, clamp_max_depth

_WHOLE = re.compile(r"0|[1-9][0-9]{0,8}")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_LONGEST = 40  # characters of a number
_SCALES = {"1": 1, "2": 2}


class Refused(Exception):
    """A request that gets no tile; `status` is that of HTTP."""

    def __init__(self, status: int, error: str) -> None:
        super().__init__(error)
        self.status = status


def tile_of(request: Request, max_zoom: int) -> Tile:
    """The tile in the path; `Refused` with 404 when there is none of that name."""
    given = {name: request.path_params[name] for name in ("z", "x", "y")}
    for name, text in given.items():
        if not _WHOLE.fullmatch(text):
            raise Refused(404, f"no tile with {name} = {text[:_LONGEST]!r}: must be a whole number")
    z, x, y = (int(text) for text in given.values())
    if z > max_zoom:
        raise Refused(404, f"no tile with z = {z}: must be 0..{max_zoom}")
    for name, number in (("x", x), ("y", y)):
        if number >= 1 << z:
            raise Refused(404, f"no tile with {name} = {number}: must be 0..{(1 << z) - 1} at z = {z}")
    return Tile(z, x, y)


def depths_of(request: Request) -> tuple[float, float]:
    """Depths [m] of the first and of the darkest colour, the latter clamped; `Refused` with 400 for no such range."""
    least = _metres(request, "min_depth_m", 0.0)
    most = clamp_max_depth(_metres(request, "max_depth_m", DEFAULT_MAX_DEPTH))
    if not 0.0 <= least <= most - LEAST_SPAN:
        raise Refused(400, f"min_depth_m = {least:g} m: must be 0..{most - LEAST_SPAN:g}, short of max_depth_m")
    return least, most


def _metres(request: Request, name: str, default: float) -> float:
    text = request.query_params.get(name)
    if text is None:
        return default
    if len(text) > _LONGEST or not _NUMBER.fullmatch(text):
        raise Refused(400, f"{name} = {text[:_LONGEST]!r}: must be a number of metres")
    # hundredths are more than the 255 colours tell apart, and keep the number of different tiles down
    return round(max(-1e6, min(float(text), 1e6)), 2)


def scale_of(request: Request) -> int:
    """1, or 2 for screens with small pixels; `Refused` with 400 for anything else."""
    text = request.query_params.get("scale", "1")
    if text not in _SCALES:
        raise Refused(400, f"scale = {text[:_LONGEST]!r}: must be 1 or 2")
    return _SCALES[text]


def accepts_gzip(request: Request) -> bool:
    """Whether the client takes gzip, by name or by `*`, and not with weight 0."""
    weights = {}
    for item in request.headers.get("accept-encoding", "").lower().split(","):
        name, _, weight = item.partition(";")
        weights[name.strip()] = weight.replace(" ", "").removeprefix("q=") or "1"
    weight = weights.get("gzip", weights.get("*", "0"))
    return weight.strip("0.") != ""


def knows(request: Request, etag: str) -> bool:
    """Whether the client has what this ETag names (RFC 9110, 13.1.2)."""
    named = {item.strip().removeprefix("W/") for item in request.headers.get("if-none-match", "").split(",")}
    return etag in named or "*" in named
