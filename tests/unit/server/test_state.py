"""What belongs to the event loop is ended there; the thread that waits for the end never looks at it."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

from seatrial.server.app import create_app
from seatrial.server.settings import Settings
from seatrial.server.state import State
from tests.reference.http_server import calm_ocean


class OfTheLoop(set[Any]):
    """A set that may be looked through in its own thread alone: elsewhere it may change meanwhile."""

    def __init__(self) -> None:
        super().__init__()
        self._thread = threading.get_ident()

    def __iter__(self) -> Iterator[Any]:
        assert threading.get_ident() == self._thread, "looked through in another thread than the loop's"
        return super().__iter__()


def test_tasks_end_in_the_loop_before_the_threads_do():
    async def run() -> None:
        app = create_app(Settings(data=None), calm_ocean())
        state: State = app.state.seatrial
        async with app.router.lifespan_context(app):
            state._tasks, state._waits = OfTheLoop(), OfTheLoop()
            kept = asyncio.create_task(asyncio.sleep(3600.0))
            state.keep(kept)
            await asyncio.sleep(0)
        assert kept.cancelled() and state.has_ended

    asyncio.run(run())


def test_stopping_twice_is_stopping_once():
    async def run() -> None:
        app = create_app(Settings(data=None), calm_ocean())
        async with app.router.lifespan_context(app):
            app.state.seatrial.stop()
        assert app.state.seatrial.has_ended

    asyncio.run(run())
