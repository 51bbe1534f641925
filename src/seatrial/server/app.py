"""The application: routes, errors, what starts and stops with it."""

import asyncio
import contextlib
import importlib
import logging
import time
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from seatrial.errors import InputError
from seatrial.ocean.ocean import Ocean
from seatrial.server import cuts, library, missions, openapi, places, streams, tracks
from seatrial.server.pages import Assets, Page
from seatrial.server.pools import Pool
from seatrial.server.queries import checked_routes
from seatrial.server.replies import Refusal, error_reply
from seatrial.server.safety import Safety
from seatrial.server.session import Clock
from seatrial.server.settings import Settings
from seatrial.server.state import State

log = logging.getLogger("seatrial.server")
_TILES = "seatrial.server.tiles.routes"


def create_app(
    settings: Settings | None = None,
    ocean: Ocean | None = None,
    assets: Assets | None = None,
    clock: Clock = time.monotonic,
) -> Starlette:
    """The server of a mission as an ASGI application."""
    settings = settings or Settings()
    state = State(settings, ocean, clock)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        ticker = asyncio.create_task(state.hub.run())
        try:
            yield
        finally:
            ticker.cancel()
            state.stop()
            await asyncio.to_thread(state.close)

    groups = (
        missions.ROUTES,
        tracks.ROUTES,
        streams.ROUTES,
        places.ROUTES,
        cuts.ROUTES,
        library.ROUTES,
        openapi.ROUTES,
    )
    routes = checked_routes([route for group in groups for route in group], openapi.document()["paths"])
    routes += [*tile_routes(state.ocean, state.tile_makers), *Page(assets or Assets()).routes()]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Safety, settings=settings)],
        exception_handlers={
            Refusal: _refused,
            InputError: _bad_input,
            HTTPException: _no_such_path,
            Exception: _broken,
        },
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.seatrial = state
    return app


def tile_routes(ocean: Ocean, threads: Pool) -> list[BaseRoute]:
    """Routes of the map tiles; none, with a line in the log, when this build has no tiles."""
    try:
        tiles = importlib.import_module(_TILES)
    except ImportError as error:
        log.warning("no map tiles: %s", error)
        return []
    return list(tiles.routes(ocean, threads=threads))


async def _refused(request: Request, error: Exception) -> Response:
    refusal = error if isinstance(error, Refusal) else Refusal(400, str(error))
    return error_reply(refusal.status, refusal.error, refusal.detail)


async def _bad_input(request: Request, error: Exception) -> Response:
    return error_reply(400, str(error))


async def _no_such_path(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    if status in (404, 405):
        return error_reply(404, f"no such path: {request.method} {request.url.path[:80]}")
    return error_reply(status, str(getattr(error, "detail", error)))


async def _broken(request: Request, error: Exception) -> Response:
    return error_reply(500, "something broke in the server; its log says more")
