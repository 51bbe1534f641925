"""Threads that work through what they are given, and whose end is waited for no longer than wanted."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

Result = TypeVar("Result")


class Pool:
    """A bounded number of threads; first come, first served."""

    def __init__(self, count: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(count, thread_name_prefix=name)
        self._under_way: set[Future[Any]] = set()

    def submit(self, work: Callable[..., Result], *arguments: Any) -> Future[Result]:
        """Have something done."""
        future = self._threads.submit(work, *arguments)
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return future

    def close(self) -> None:
        """Begin nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def has_ended(self, seconds: float | None = None) -> bool:
        """Wait for what is under way, for ever or so long; whether it came to its end."""
        return not wait(tuple(self._under_way), seconds).not_done
