"""The tiles over HTTP."""

import asyncio
import gzip
from collections.abc import Callable, Sequence
from functools import partial

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from seatrial.ocean.ocean import Ocean
from seatrial.server.pools import Pool
from seatrial.server.tiles.address import MAX_ZOOM, Tile
from seatrial.server.tiles.asked import Refused, accepts_gzip, depths_of, knows, scale_of, tile_of
from seatrial.server.tiles.base import MAX_BASE_ZOOM, base_tile
from seatrial.server.tiles.cache import TileCache
from seatrial.server.tiles.colours import legend
from seatrial.server.tiles.levels import level_of
from seatrial.server.tiles.outlines import FULL_ZOOM
from seatrial.server.tiles.raster import bathymetry_png, terrain_png
from seatrial.server.tiles.version import data_version
from seatrial.server.tiles.workshop import Overloaded, TileWorkshop

MVT_TYPE = "application/vnd.mapbox-vector-tile"
CACHE_CONTROL = "public, max-age=600"
"""Ten minutes without a question, then the ETag decides: another ocean may be served at the same address later."""

_LIKELY = (2, 3, 4, 5, 6, FULL_ZOOM, 1, 0)  # zooms in the order in which they are made ahead

Key = tuple[str | int | float, ...]
Ask = Callable[[Request], tuple[Key, Callable[[], bytes]]]
"""Key of the tile that is asked for, and how to make it; raises `Refused`."""


def routes(ocean: Ocean, cache: TileCache | None = None, threads: Pool | None = None) -> list[Route]:
    """Routes below `/tiles` for an ocean; finished tiles are kept in `cache`, or in one of the usual size.

    Tiles are made in `threads`, or in ones of their own. What they have in common is made ahead, in the background,
    from now on.
    """
    tiles = _Tiles(ocean, TileWorkshop(TileCache() if cache is None else cache, threads=threads))
    tiles.prepare()
    return [
        Route("/tiles/base/{z}/{x}/{y}.mvt", tiles.base),
        Route("/tiles/bathymetry/legend.json", _legend),
        Route("/tiles/bathymetry/{z}/{x}/{y}.png", tiles.bathymetry),
        Route("/tiles/terrain/{z}/{x}/{y}.png", tiles.terrain),
    ]


class _Tiles:
    """Answers requests for tiles of one ocean."""

    def __init__(self, ocean: Ocean, workshop: TileWorkshop) -> None:
        self._ocean = ocean
        self._workshop = workshop
        self._version = workshop.later(partial(data_version, ocean))

    def prepare(self, zooms: Sequence[int] = _LIKELY) -> None:
        """Make what all vector tiles of a level need, one level after the other between the tiles asked for."""

        def make() -> None:
            level_of(self._ocean.land, zooms[0])
            self.prepare(zooms[1:])

        if zooms:
            self._workshop.later(make)

    async def base(self, request: Request) -> Response:
        """A vector tile, compressed where the client takes it; 204 when nothing is in it."""
        packed = accepts_gzip(request)
        response = await self._answer(request, self._ask_base, MVT_TYPE, "gzip" if packed else "")
        response.headers["Vary"] = "Accept-Encoding"
        return response

    async def bathymetry(self, request: Request) -> Response:
        """A picture of depth."""
        return await self._answer(request, self._ask_bathymetry, "image/png")

    async def terrain(self, request: Request) -> Response:
        """A picture that holds elevations."""
        return await self._answer(request, self._ask_terrain, "image/png")

    def _ask_base(self, request: Request) -> tuple[Key, Callable[[], bytes]]:
        tile = tile_of(request, MAX_BASE_ZOOM)
        return ("base", tile.z, tile.x, tile.y), partial(_packed_base_tile, self._ocean, tile)

    def _ask_bathymetry(self, request: Request) -> tuple[Key, Callable[[], bytes]]:
        tile, (least, most), scale = tile_of(request, MAX_ZOOM), depths_of(request), scale_of(request)
        key = ("bathymetry", tile.z, tile.x, tile.y, least, most, scale)
        return key, partial(bathymetry_png, self._ocean, tile, most, scale, least)

    def _ask_terrain(self, request: Request) -> tuple[Key, Callable[[], bytes]]:
        tile = tile_of(request, MAX_ZOOM)
        return ("terrain", tile.z, tile.x, tile.y), partial(terrain_png, self._ocean.bathymetry, tile)

    async def _answer(self, request: Request, ask: Ask, media_type: str, encoding: str = "") -> Response:
        try:
            key, make = ask(request)
            key = (await asyncio.shield(asyncio.wrap_future(self._version)), *key)
            headers = {"ETag": _etag(key, encoding), "Cache-Control": CACHE_CONTROL}
            if knows(request, headers["ETag"]):
                return Response(status_code=304, headers=headers)
            tile = await self._workshop.tile(key, make)
        except Refused as refused:
            return _refusal(refused.status, str(refused))
        except Overloaded as overloaded:
            return _refusal(503, str(overloaded))
        if not tile:
            return Response(status_code=204, headers=headers)
        if encoding:
            headers["Content-Encoding"] = encoding
        elif media_type == MVT_TYPE:
            tile = gzip.decompress(tile)
        return Response(tile, headers=headers, media_type=media_type)


async def _legend(request: Request) -> Response:
    try:
        least, most = depths_of(request)
        return JSONResponse(legend(most, least), headers={"Cache-Control": CACHE_CONTROL})
    except Refused as refused:
        return _refusal(refused.status, str(refused))


def _packed_base_tile(ocean: Ocean, tile: Tile) -> bytes:
    made = base_tile(ocean, tile)
    return gzip.compress(made, compresslevel=6, mtime=0) if made else b""


def _etag(key: Key, encoding: str) -> str:
    return '"' + "-".join(str(part) for part in (*key, encoding) if part != "") + '"'


def _refusal(status: int, error: str) -> Response:
    headers = {"Cache-Control": "no-store"} | ({"Retry-After": "1"} if status == 503 else {})
    return JSONResponse({"error": error}, status, headers)
