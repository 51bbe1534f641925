"""Where tiles are made: outside the event loop, few at a time, each once however many ask for it."""

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import TypeVar

from seatrial.server.pools import Pool
from seatrial.server.tiles.cache import TileCache

PARALLEL = 2
"""Tiles that are made at the same time."""
WAITING = 1024
"""Tiles that may be waited for; two maps of a large screen ask for some hundred."""


Result = TypeVar("Result")


class Overloaded(Exception):
    """More tiles are waited for than the workshop takes on."""


class TileWorkshop:
    """Makes tiles in `parallel` threads and keeps them in `cache`; usable from any number of event loops.

    `threads` may be somebody's who wants to see them end.
    """

    def __init__(
        self, cache: TileCache, parallel: int = PARALLEL, waiting: int = WAITING, threads: Pool | None = None
    ) -> None:
        self._cache = cache
        self._threads = threads or Pool(parallel, "tiles")
        self._waiting = waiting
        self._pending: dict[Hashable, Future[bytes]] = {}
        self._lock = Lock()

    async def tile(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """The tile of that key, from the cache or made by `make` in another thread.

        `Overloaded` when too many are waited for; what `make` raises goes to all who wait for the tile.
        """
        kept = self._cache.get(key)
        if kept is not None:
            return kept
        # one who leaves must not take the tile from the others
        return await asyncio.shield(asyncio.wrap_future(self._made(key, make)))

    def later(self, work: Callable[[], Result]) -> Future[Result]:
        """Do something useful when the tiles that are asked for by now are made."""
        return self._threads.submit(work)

    def _made(self, key: Hashable, make: Callable[[], bytes]) -> Future[bytes]:
        with self._lock:
            pending = self._pending.get(key)
            if pending is not None:
                return pending
            if len(self._pending) >= self._waiting:
                raise Overloaded(f"{self._waiting} tiles are being waited for; try again shortly")
            future = self._pending[key] = self._threads.submit(self._make, key, make)
        return future

    def _make(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        try:
            tile = make()
            self._cache.put(key, tile)
            return tile
        finally:
            with self._lock:
                del self._pending[key]
