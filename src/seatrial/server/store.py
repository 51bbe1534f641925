"""The run library: one NetCDF file and one small JSON file a run, and an SQLite index that is made again when it is
damaged.

A run is there when its JSON file is: that is written last, and whole or not at all. What a crash leaves over goes at
the next start.
"""

import contextlib
import json
import logging
import re
import secrets
import sqlite3
import threading
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from seatrial.errors import InputError
from seatrial.mission.files import save as save_run
from seatrial.mission.outputs import written_whole
from seatrial.mission.record import Run
from seatrial.mission.scenario import VehicleOptions
from seatrial.server.hulls import listed
from seatrial.server.replies import Refusal

log = logging.getLogger("seatrial.server")

ID = re.compile(r"[a-z0-9]{12}")
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
_TABLE = """
create table if not exists runs (
    id text primary key, name text not null, created text not null, bytes integer not null, summary text not null
);
create index if not exists by_time on runs (created desc, id);
"""
Result = TypeVar("Result")


def summary_of(run: Run) -> dict[str, Any]:
    """What the list of runs shows of one."""
    plan, mission = run.plan, run.scenario["mission"]
    return {
        "status": run.status.word,
        "distance_m": round(run.last("distance"), 3),
        "duration_s": run.duration_s,
        "energy_J": round(run.last("energy"), 2),
        "start": [float(plan.lat[0]), float(plan.lon[0])],
        "goal": [float(plan.lat[-1]), float(plan.lon[-1])],
        "vehicle": listed(VehicleOptions.model_validate(run.scenario["vehicle"])),
        "cruise_depth_m": mission["cruise_depth_m"],
        "cruise_speed_m_s": mission["cruise_speed_m_s"],
    }


class Store:
    """Runs in a folder. Every method may be called from any thread."""

    def __init__(self, folder: Path) -> None:
        self._runs, self._index = folder / "runs", folder / "library.sqlite"
        self._lock, self._is_closed = threading.Lock(), False
        try:
            self._runs.mkdir(parents=True, exist_ok=True)
            self._remove_left_over()
            self._database = self._opened()
        except (OSError, sqlite3.Error) as error:
            raise InputError(f"data folder {folder}: cannot be used ({error})") from None

    def close(self) -> None:
        """Let go of the index."""
        with self._lock:
            self._is_closed = True
            self._database.close()

    def save(self, run: Run) -> str:
        """Store a run; its id."""
        run_id = "".join(secrets.choice(_LETTERS) for _ in range(12))
        path = save_run(run, self.path(run_id))
        entry = {
            "id": run_id,
            "name": run.name,
            "created": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "bytes": path.stat().st_size,
            **summary_of(run),
            "named": False,
        }
        self._write(entry)
        return run_id

    def path(self, run_id: str) -> Path:
        """The NetCDF file of a run whose id is known to be one."""
        return self._runs / f"{run_id}.nc"

    def page(self, limit: int, offset: int) -> tuple[list[dict[str, Any]], int]:
        """Runs, the newest first, and how many there are in all."""

        def ask(database: sqlite3.Connection) -> tuple[list[dict[str, Any]], int]:
            rows = database.execute(
                "select summary from runs order by created desc, id limit ? offset ?", (limit, offset)
            )
            total = database.execute("select count(*) from runs").fetchone()[0]
            return [json.loads(row[0]) for row in rows], total

        return self._asked(ask)

    def get(self, run_id: str) -> dict[str, Any]:
        """What the list has of one run; a `Refusal` when there is none of that id."""
        found = None
        if ID.fullmatch(run_id):
            question = "select summary from runs where id = ?"
            found = self._asked(lambda database: database.execute(question, (run_id,)).fetchone())
        if found is None:
            raise Refusal(404, f"no run {run_id[:20]!r} in the library")
        return json.loads(found[0])

    def rename(self, run_id: str, name: str) -> dict[str, Any]:
        """Give a run another name."""
        entry = self.get(run_id) | {"name": name, "named": True}
        self._write(entry)
        return entry

    def prune(self, most: int, most_bytes: int, in_use: Collection[str]) -> list[str]:
        """Remove runs until at most `most` are left, of at most `most_bytes` in all; the ids of those that went.

        The oldest go first, those that somebody gave a name to last, and those `in_use` stay whatever there is.
        """
        question = "select id, created, bytes, summary from runs"
        rows = self._asked(lambda database: database.execute(question).fetchall())
        count, size, gone = len(rows), sum(row[2] for row in rows), []
        order = [(bool(json.loads(text).get("named")), created, run_id, n) for run_id, created, n, text in rows]
        for is_named, _, run_id, nbytes in sorted(order):
            if count <= most and size <= most_bytes:
                break
            if run_id in in_use:
                continue
            log.warning("the library is full: run %s %sgoes", run_id, "with a name of its own " if is_named else "")
            with contextlib.suppress(Refusal):  # somebody else removed it just now
                self.delete(run_id)
            count, size = count - 1, size - nbytes
            gone.append(run_id)
        return gone

    def delete(self, run_id: str) -> None:
        """Remove a run for good."""
        self.get(run_id)
        self._card(run_id).unlink(missing_ok=True)
        self.path(run_id).unlink(missing_ok=True)
        self._asked(lambda database: database.execute("delete from runs where id = ?", (run_id,)))

    def _card(self, run_id: str) -> Path:
        return self._runs / f"{run_id}.json"

    def _write(self, entry: dict[str, Any]) -> None:
        text = json.dumps(entry)
        with written_whole("run card", self._card(entry["id"])) as temporary:
            temporary.write_text(text, encoding="utf-8")
        row = (entry["id"], entry["name"], entry["created"], entry["bytes"], text)
        self._asked(lambda database: database.execute("insert or replace into runs values (?, ?, ?, ?, ?)", row))

    def _asked(self, question: Callable[[sqlite3.Connection], Result]) -> Result:
        """An answer of the index; when it turns out to be damaged, of a new one."""
        with self._lock:
            if self._is_closed:
                raise InputError("the run library is closed, since the server stops")
            try:
                with self._database:
                    return question(self._database)
            except sqlite3.DatabaseError:
                log.warning("the index of the run library is damaged and was made again")
                self._database.close()
                self._database = self._rebuilt()
                with self._database:
                    return question(self._database)

    def _opened(self) -> sqlite3.Connection:
        """The index, made again when it does not say what the cards say: a process may have died between the two."""
        with contextlib.suppress(sqlite3.DatabaseError):
            database = self._connected()
            if self._is_right(database):
                return database
            database.close()
        return self._rebuilt()

    def _is_right(self, database: sqlite3.Connection) -> bool:
        try:
            is_whole = database.execute("pragma quick_check").fetchone()[0] == "ok"
            listed = {run_id: json.loads(text) for run_id, text in database.execute("select id, summary from runs")}
        except (sqlite3.DatabaseError, ValueError):
            return False
        return is_whole and listed == {entry["id"]: entry for entry in self._cards()}

    def _connected(self) -> sqlite3.Connection:
        database = sqlite3.connect(self._index, check_same_thread=False, timeout=10.0)
        try:
            database.execute("pragma journal_mode = wal")
            database.execute("pragma synchronous = normal")
            database.executescript(_TABLE)
        except sqlite3.Error:
            database.close()
            raise
        return database

    def _rebuilt(self) -> sqlite3.Connection:
        """A new index from the cards in the folder."""
        for ending in ("", "-wal", "-shm"):
            self._index.with_name(self._index.name + ending).unlink(missing_ok=True)
        database = self._connected()
        with database:
            for entry in self._cards():
                row = (entry["id"], entry["name"], entry["created"], entry["bytes"], json.dumps(entry))
                database.execute("insert or replace into runs values (?, ?, ?, ?, ?)", row)
        return database

    def _cards(self) -> list[dict[str, Any]]:
        found = []
        for path in sorted(self._runs.glob("*.json")):
            try:
                entry = json.loads(path.read_text(encoding="utf-8"))
                if {"id", "name", "created", "bytes"} <= entry.keys() and entry["id"] == path.stem:
                    found.append(entry)
            except (OSError, ValueError, AttributeError):
                log.warning("run card %s cannot be read", path.name)
        return found

    def _remove_left_over(self) -> None:
        """Files of saves that did not come to their end."""
        for path in self._runs.iterdir():
            is_run = path.suffix == ".nc" and ID.fullmatch(path.stem)
            if path.suffix == ".part" or (is_run and not self._card(path.stem).exists()):
                path.unlink(missing_ok=True)
            elif path.suffix == ".json" and not self.path(path.stem).exists():
                path.unlink(missing_ok=True)
