"""Few at a time, each once, away from the event loop."""

import asyncio
from threading import Event, Lock

import pytest

from seatrial.server.tiles.cache import TileCache
from seatrial.server.tiles.workshop import Overloaded, TileWorkshop

PATIENCE = 30.0


class Counted:
    """Makes tiles when it is let, and counts how often and how many at once."""

    def __init__(self) -> None:
        self.go, self.started = Event(), Event()
        self.calls = self.now = self.most = 0
        self._lock = Lock()

    def make(self) -> bytes:
        with self._lock:
            self.calls, self.now = self.calls + 1, self.now + 1
            self.most = max(self.most, self.now)
        self.started.set()
        assert self.go.wait(PATIENCE)
        with self._lock:
            self.now -= 1
        return b"tile"


def test_all_who_ask_for_a_tile_share_one_making():
    counted, workshop = Counted(), TileWorkshop(TileCache())

    async def ask() -> list[bytes]:
        asked = [asyncio.create_task(workshop.tile("a", counted.make)) for _ in range(20)]
        await asyncio.sleep(0)
        counted.go.set()
        return await asyncio.gather(*asked)

    assert asyncio.run(ask()) == [b"tile"] * 20
    assert asyncio.run(workshop.tile("a", counted.make)) == b"tile"
    assert counted.calls == 1


def test_at_most_so_many_at_once():
    counted, workshop = Counted(), TileWorkshop(TileCache(), parallel=3)

    async def ask() -> None:
        asked = [asyncio.create_task(workshop.tile(key, counted.make)) for key in range(12)]
        await asyncio.sleep(0)
        counted.go.set()
        await asyncio.gather(*asked)

    asyncio.run(ask())
    assert counted.calls == 12
    assert counted.most <= 3


def test_one_who_leaves_does_not_take_the_tile_along():
    counted, workshop = Counted(), TileWorkshop(TileCache())

    async def ask() -> bytes:
        leaving = asyncio.create_task(workshop.tile("a", counted.make))
        staying = asyncio.create_task(workshop.tile("a", counted.make))
        await asyncio.to_thread(counted.started.wait, PATIENCE)
        leaving.cancel()
        await asyncio.sleep(0)
        counted.go.set()
        return await staying

    assert asyncio.run(ask()) == b"tile"
    assert counted.calls == 1


def test_too_many_are_refused_and_later_ones_are_not():
    counted, workshop = Counted(), TileWorkshop(TileCache(), parallel=1, waiting=2)

    async def ask() -> None:
        asked = [asyncio.create_task(workshop.tile(key, counted.make)) for key in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Overloaded, match="2 tiles"):
            await workshop.tile("c", counted.make)
        counted.go.set()
        await asyncio.gather(*asked)
        assert await workshop.tile("c", counted.make) == b"tile"

    asyncio.run(ask())


def test_a_tile_that_fails_can_be_asked_for_again():
    workshop = TileWorkshop(TileCache())

    def fail() -> bytes:
        raise ArithmeticError("no tile today")

    with pytest.raises(ArithmeticError, match="no tile today"):
        asyncio.run(workshop.tile("a", fail))
    assert asyncio.run(workshop.tile("a", lambda: b"tile")) == b"tile"
