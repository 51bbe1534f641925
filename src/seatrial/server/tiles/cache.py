"""Finished tiles in memory, the least recently used of them dropped when they take too many bytes."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock

_OVERHEAD = 300
"""Bytes that an entry takes beside the tile itself, so that empty tiles are bounded too."""


class TileCache:
    """Tiles by key; safe to use from several threads."""

    def __init__(self, max_bytes: int = 64 * 2**20) -> None:
        """`max_bytes` of memory at most; a tile that is larger by itself is not kept."""
        self.max_bytes = max_bytes
        self._tiles: OrderedDict[Hashable, bytes] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, key: Hashable) -> bytes | None:
        """The tile, None when it is not there."""
        with self._lock:
            tile = self._tiles.get(key)
            if tile is not None:
                self._tiles.move_to_end(key)
            return tile

    def put(self, key: Hashable, tile: bytes) -> None:
        """Keep a tile, at the expense of those not asked for the longest."""
        size = len(tile) + _OVERHEAD
        with self._lock:
            before = self._tiles.pop(key, None)
            if before is not None:
                self._bytes -= len(before) + _OVERHEAD
            if size > self.max_bytes:
                return
            self._tiles[key] = tile
            self._bytes += size
            while self._bytes > self.max_bytes:
                _, dropped = self._tiles.popitem(last=False)
                self._bytes -= len(dropped) + _OVERHEAD

    def __len__(self) -> int:
        """Number of tiles."""
        with self._lock:
            return len(self._tiles)

    @property
    def bytes(self) -> int:
        """Memory in use."""
        with self._lock:
            return self._bytes
