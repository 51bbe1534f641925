"""What the water is like: grids of depth and current for the map, one place in words, and whose data it is."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from seatrial.errors import InputError, check_number
from seatrial.frames.position import parse_latitude, parse_longitude
from seatrial.ocean.composite import is_windowed
from seatrial.ocean.describing import NEW_YEAR_2000
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.sampling.rows import stamp
from seatrial.server.origins import ATTRIBUTION, described_sources, time_bounds
from seatrial.server.replies import Refusal, json_reply, json_text, text_reply
from seatrial.server.requests import moment_of, number, ranged, whole
from seatrial.server.state import start_of, state_of

BOUNDS = ("lat_min", "lon_min", "lat_max", "lon_max")
MISSING_BOUNDS = "missing lat_min/lon_min/lat_max/lon_max"
SMALLEST, LARGEST, WIDTH, HEIGHT = 4, 192, 48, 32
DEEPEST = 12_000.0
FARTHEST = 1e6
_SMALL = 6000
"""Cells that are answered at once; larger grids go to a thread."""

Grid = dict[str, Any]


def grid_of(request: Request) -> Grid:
    """Bounds and size of the grid that is asked for."""
    values = {name: number(request, name) for name in BOUNDS}
    if any(value is None or math.isnan(value) for value in values.values()):
        raise Refusal(400, MISSING_BOUNDS)
    for name, value in values.items():
        high = 90.0 if name.startswith("lat") else FARTHEST
        check_number(name, value or 0.0, "deg", -high, high)
    width = whole(request, "width", WIDTH, SMALLEST, LARGEST)
    return {**values, "width": width, "height": whole(request, "height", HEIGHT, SMALLEST, LARGEST)}


def centres(grid: Grid) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Latitude and longitude [deg] of the cells of a grid, row by row from `lat_min`, shape (height, width)."""
    lat0, lon0, lat1, lon1 = (grid[name] for name in BOUNDS)
    lat = lat0 + (lat1 - lat0) * (np.arange(grid["height"]) + 0.5) / grid["height"]
    lon = lon0 + (lon1 - lon0) * (np.arange(grid["width"]) + 0.5) / grid["width"]
    north, east = np.broadcast_arrays(lat[:, None], lon[None, :])
    return north, east


def bathymetry_text(ocean: Ocean, grid: Grid) -> bytes:
    """Whole metres of depth, 0 on land; null where nothing is known."""
    depth = np.rint(ocean.depth(*centres(grid))[0]).ravel()
    known = np.isfinite(depth)
    deepest = int(depth[known].max()) if known.any() else 0
    depths = (
        depth.astype(np.int64) if known.all() else [int(d) if k else None for d, k in zip(depth, known, strict=True)]
    )
    return json_text({**grid, "max_depth_m": deepest, "depths": depths})


def currents_text(ocean: Ocean, grid: Grid, depth: float, moment: float | None = None) -> bytes:
    """East and north velocity of the water [m/s] at a time [s since 1970], 0 on land, null where nothing answers."""
    lat, lon = centres(grid)
    found = ocean.current(lat, lon, min(max(depth, 0.0), DEEPEST), NEW_YEAR_2000 if moment is None else moment)
    is_dry = np.asarray(ocean.land.contains(lat.ravel(), lon.ravel()), bool)
    level = found.value.reshape(is_dry.size, -1)[:, :2]
    flow = np.where(is_dry[:, None], 0.0, np.round(level, 6)) + 0.0
    u, v = np.ascontiguousarray(flow.T)
    when = {} if moment is None else {"time": stamp(moment)}
    return json_text({**grid, "depth_m": depth, **when, "u": u, "v": v})


async def get_bathymetry(request: Request) -> Response:
    """Depths on a grid."""
    state, grid = state_of(request), grid_of(request)
    if grid["width"] * grid["height"] <= _SMALL:
        return text_reply(bathymetry_text(state.ocean, grid))
    return text_reply(await state.in_reader(bathymetry_text, state.ocean, grid))


async def get_currents(request: Request) -> Response:
    """Currents on a grid at one depth and time, by default that at which the session's mission begins."""
    state, grid = state_of(request), grid_of(request)
    depth = number(request, "depth_m") or 0.0
    if not math.isfinite(depth):
        raise Refusal(400, f"depth_m = {depth:g} m: must be a number")
    moment = moment_of(request, start_of(request))
    if grid["width"] * grid["height"] <= _SMALL and not reads_files(state.ocean):
        return text_reply(currents_text(state.ocean, grid, depth, moment))
    return text_reply(await state.in_reader(currents_text, state.ocean, grid, depth, moment))


def reads_files(ocean: Ocean) -> bool:
    """Whether the current may have to be read from a file, or be added up, which is nothing for the event loop."""
    return bool(ocean.layers) or any(is_windowed(source) for source in ocean.currents.sources)


async def get_point(request: Request) -> Response:
    """What is at one place and time; positions may be written as degrees or as text such as 0°30'W."""
    query = request.query_params
    if "lat" not in query or "lon" not in query:
        raise Refusal(400, "missing lat/lon")
    depth = ranged(request, "depth_m", "m", 0.0, DEEPEST, 0.0)
    lat, lon = _place(query["lat"], parse_latitude), _place(query["lon"], parse_longitude)
    state, moment = state_of(request), moment_of(request, start_of(request))
    return json_reply(await state.in_reader(state.ocean.describe, lat, lon, depth, moment))


def _place(text: str, parse: Any) -> float:
    if len(text) > 60:
        raise InputError("lat, lon: must be at most 60 characters")
    return parse(text)


async def get_sources(request: Request) -> Response:
    """Names of the data behind the ocean, and whose they are."""
    state = state_of(request)
    ocean, options = state.ocean, state.settings.ocean
    start = start_of(request)
    fields = await state.in_reader(described_sources, ocean, options)
    land = "user file" if isinstance(options.land, str) else "Natural Earth 1:10m" if options.land else "none"
    return json_reply(
        {
            "bathymetry": list(ocean.bathymetry.names),
            "currents": list(ocean.currents.names),
            "land": land,
            "attribution": list(ATTRIBUTION),
            "fields": fields,
            "time": time_bounds(fields, NEW_YEAR_2000 if start is None else start),
        }
    )


ROUTES = [
    Route("/api/bathymetry", get_bathymetry, methods=["GET"]),
    Route("/api/currents", get_currents, methods=["GET"]),
    Route("/api/point", get_point, methods=["GET"]),
    Route("/api/sources", get_sources, methods=["GET"]),
]
