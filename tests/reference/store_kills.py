"""Kills processes with signal 9 at chosen instants of a save, a renaming and a removal in the run library.

    python -m tests.reference.store_kills RUN_FILE FOLDER

Makes one library a case below FOLDER, named after it; every one holds the run "kept" when the case begins. A process
of its own then does what the case says and is killed on the way.
"""

import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import xarray as xr

from seatrial.mission.files import load
from seatrial.mission.record import Run
from seatrial.server.store import Store

Action = Callable[[Store, Run, str], object]


def die() -> None:
    """What `kill -9` does."""
    os.kill(os.getpid(), signal.SIGKILL)


def save(store: Store, run: Run, kept: str) -> object:
    """Store another run."""
    return store.save(replace(run, name="in flight"))


def rename(store: Store, run: Run, kept: str) -> object:
    """Give the run that is there another name."""
    return store.rename(kept, "renamed")


def delete(store: Store, run: Run, kept: str) -> object:
    """Remove the run that is there."""
    store.delete(kept)
    return None


def delete_and_save(store: Store, run: Run, kept: str) -> object:
    """Leave as many cards as the index has rows, of other runs."""
    path, keep = store._card(kept), os.unlink
    store._asked = lambda question: None  # the index hears of neither
    keep(path)
    store.save(replace(run, name="in flight"))
    die()
    return None


def at_call(owner: Any, name: str, number: int, is_after: bool) -> Callable[[], None]:
    """Die before or after the n-th call of a function."""

    def arm() -> None:
        real, calls = getattr(owner, name), [0]

        def counted(*arguments: Any, **options: Any) -> Any:
            calls[0] += 1
            if calls[0] == number and not is_after:
                die()
            result = real(*arguments, **options)
            if calls[0] == number:
                die()
            return result

        setattr(owner, name, counted)

    return arm


def half_way(owner: Any, name: str, path_of: Callable[..., Path]) -> Callable[[], None]:
    """Die when half of a file is written."""

    def arm() -> None:
        real = getattr(owner, name)

        def halved(*arguments: Any, **options: Any) -> None:
            real(*arguments, **options)
            path = path_of(*arguments)
            os.truncate(path, path.stat().st_size // 2)
            die()

        setattr(owner, name, halved)

    return arm


def in_the_transaction() -> None:
    """Die when the index has been told and not committed."""

    def asked(self: Store, question: Callable[[Any], Any]) -> Any:
        database = self._database
        with database:
            found = question(database)
            if database.in_transaction:
                die()
        return found

    Store._asked = asked


@dataclass(frozen=True)
class Case:
    """Where a process dies, and which runs are there afterwards, by their names."""

    action: Action
    arm: Callable[[], None]
    names: tuple[str, ...]


KEPT, BOTH = ("kept",), ("in flight", "kept")
CASES = {
    "save, half of the run file": Case(save, half_way(xr.Dataset, "to_netcdf", lambda data, path, **_: path), KEPT),
    "save, the run file without its name": Case(save, at_call(os, "replace", 1, False), KEPT),
    "save, the run file without a card": Case(save, at_call(os, "replace", 1, True), KEPT),
    "save, half of the card": Case(save, half_way(Path, "write_text", lambda path, text, **_: path), KEPT),
    "save, the card without its name": Case(save, at_call(os, "replace", 2, False), KEPT),
    "save, the card and no row of the index": Case(save, at_call(os, "replace", 2, True), BOTH),
    "save, in the transaction": Case(save, in_the_transaction, BOTH),
    "rename, half of the card": Case(rename, half_way(Path, "write_text", lambda path, text, **_: path), KEPT),
    "rename, the card and not the index": Case(rename, at_call(os, "replace", 1, True), ("renamed",)),
    "rename, in the transaction": Case(rename, in_the_transaction, ("renamed",)),
    "delete, the card alone": Case(delete, at_call(Path, "unlink", 1, True), ()),
    "delete, both files": Case(delete, at_call(Path, "unlink", 2, True), ()),
    "delete, in the transaction": Case(delete, in_the_transaction, ()),
    "as many cards as rows, of other runs": Case(delete_and_save, lambda: None, ("in flight",)),
}


def main() -> None:
    """Make the libraries of all cases."""
    run, folder = load(Path(sys.argv[1])), Path(sys.argv[2])
    for name, case in CASES.items():
        store = Store(folder / name)
        kept = store.save(replace(run, name="kept"))
        store.close()
        child = os.fork()
        if child == 0:
            store = Store(folder / name)
            case.arm()
            case.action(store, run, kept)
            os._exit(1)  # it should have died
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL, f"{name}: status {status}"


if __name__ == "__main__":
    main()
