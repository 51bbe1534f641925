"""Bounded by bytes, the longest unused goes first."""

from seatrial.server.tiles.cache import TileCache


def test_the_least_recently_used_goes():
    cache = TileCache(max_bytes=4000)
    for key in "abc":
        cache.put(key, bytes(1000))
    assert cache.get("a") is not None
    cache.put("d", bytes(1000))
    assert [cache.get(key) is not None for key in "abcd"] == [True, False, True, True]
    assert cache.bytes <= cache.max_bytes


def test_a_tile_put_twice_counts_once():
    cache = TileCache(max_bytes=4000)
    for size in (1000, 2000, 500):
        cache.put("a", bytes(size))
    assert len(cache) == 1
    assert cache.bytes < 1000
    assert cache.get("a") == bytes(500)


def test_what_does_not_fit_is_not_kept():
    cache = TileCache(max_bytes=1000)
    cache.put("a", bytes(100))
    cache.put("a", bytes(1000))
    assert cache.get("a") is None
    assert (len(cache), cache.bytes) == (0, 0)


def test_empty_tiles_are_bounded_too():
    cache = TileCache(max_bytes=30_000)
    for key in range(10_000):
        cache.put(key, b"")
    assert len(cache) <= 100
    assert cache.get(9999) == b""
