"""The run library on disk."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from seatrial.errors import InputError
from seatrial.mission.record import Run
from seatrial.mission.run import run
from seatrial.mission.scenario import Scenario
from seatrial.server.replies import Refusal
from seatrial.server.store import ID, Store
from tests.reference.http_server import calm_ocean


@pytest.fixture(scope="module")
def short() -> Run:
    scenario = Scenario.from_dict(
        {
            "start": {"lat": 36.7, "lon": -122.1},
            "goal": {"lat": 36.701, "lon": -122.1},
            "simulation": {"max_duration_s": 5.0},
        }
    )
    return run(scenario, ocean=calm_ocean())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path)
    yield store
    store.close()


def test_save_list_rename_delete(store: Store, short: Run):
    ids = [store.save(replace(short, name=f"run {k}")) for k in range(5)]
    assert all(ID.fullmatch(run_id) for run_id in ids) and len(set(ids)) == 5
    page, total = store.page(2, 1)
    assert total == 5 and len(page) == 2
    assert page[0].keys() == set(
        "id name created bytes status distance_m duration_s energy_J start goal vehicle cruise_depth_m cruise_speed_m_s"
        " named".split()
    )
    assert (
        store.get(ids[0])["status"] == "timed_out" and store.path(ids[0]).stat().st_size == store.get(ids[0])["bytes"]
    )
    store.rename(ids[0], "another name")
    assert store.get(ids[0])["name"] == "another name"
    store.delete(ids[1])
    assert store.page(10, 0)[1] == 4 and not store.path(ids[1]).exists()
    for unknown in (ids[1], "../../etc", "", "x" * 300):
        with pytest.raises(Refusal):
            store.get(unknown)


def test_the_oldest_without_a_name_go_first_and_those_in_use_never(store: Store, short: Run):
    ids = [store.save(short) for _ in range(6)]
    size = store.get(ids[0])["bytes"]
    store.rename(ids[1], "dear to me")
    everything = 6 * size + 1000
    assert store.prune(6, everything, ()) == []
    assert store.prune(4, everything, (ids[0],)) == [ids[2], ids[3]]
    assert [entry["id"] for entry in store.page(10, 0)[0]] == [ids[5], ids[4], ids[1], ids[0]]
    assert not store.path(ids[2]).exists() and not store._card(ids[2]).exists()
    assert store.prune(10, 3 * size + 1000, ()) == [ids[0]], "by size as well"
    assert store.prune(1, everything, ()) == [ids[4], ids[5]], "a name is kept as long as anything else can go"
    last = store.save(short)
    assert store.prune(1, everything, (last,)) == [ids[1]] and store.prune(0, 0, (last,)) == []
    assert store.page(10, 0)[1] == 1


def test_runs_of_one_moment_and_cards_of_before_are_pruned_too(tmp_path: Path, short: Run):
    first = Store(tmp_path)
    ids = [first.save(short) for _ in range(3)]
    first.close()
    for run_id in ids:
        card = tmp_path / "runs" / f"{run_id}.json"
        entry = json.loads(card.read_text()) | {"created": "2026-01-01T00:00:00.000+00:00"}
        card.write_text(json.dumps({key: value for key, value in entry.items() if key != "named"}))
    (tmp_path / "library.sqlite").unlink()
    again = Store(tmp_path)
    assert again.prune(1, 10**12, ()) == sorted(ids)[:2]
    again.close()


def test_it_survives_a_restart(tmp_path: Path, short: Run):
    first = Store(tmp_path)
    run_id = first.save(short)
    first.rename(run_id, "kept")
    first.close()
    again = Store(tmp_path)
    assert again.get(run_id)["name"] == "kept" and again.page(10, 0)[1] == 1
    again.close()


@pytest.mark.parametrize("damage", [b"", b"no database at all" * 400, None])
def test_an_index_that_is_damaged_or_gone_is_made_again(tmp_path: Path, short: Run, damage: bytes | None):
    first = Store(tmp_path)
    run_id = first.save(short)
    first.rename(run_id, "kept")
    first.close()
    index = tmp_path / "library.sqlite"
    index.unlink() if damage is None else index.write_bytes(damage)
    again = Store(tmp_path)
    assert again.get(run_id)["name"] == "kept"
    again.close()


def test_an_index_that_breaks_while_it_is_used_is_made_again(store: Store, short: Run, tmp_path: Path):
    run_id = store.save(short)
    store._database.execute("drop table runs")
    assert store.get(run_id)["id"] == run_id and store.page(10, 0)[1] == 1


def test_what_a_crash_leaves_over_goes_and_the_rest_stays(tmp_path: Path, short: Run):
    first = Store(tmp_path)
    run_id = first.save(short)
    first.close()
    runs = tmp_path / "runs"
    (runs / ".seatrial-x1.part").write_bytes(b"half a file")
    shutil.copy(runs / f"{run_id}.nc", runs / "aaaaaaaaaaaa.nc")
    (runs / "bbbbbbbbbbbb.json").write_text("{}")
    (runs / "cccccccccccc.json").write_text("{")
    (runs / "cccccccccccc.nc").write_bytes(b"")
    (runs / "notes of the user.txt").write_text("mine")
    again = Store(tmp_path)
    assert [entry["id"] for entry in again.page(10, 0)[0]] == [run_id]
    again.close()
    left = {path.name for path in runs.iterdir()}
    assert {f"{run_id}.nc", f"{run_id}.json", "notes of the user.txt"} <= left
    assert not {".seatrial-x1.part", "aaaaaaaaaaaa.nc", "bbbbbbbbbbbb.json"} & left


def test_a_folder_that_cannot_be_used(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="data folder"):
        Store(tmp_path / "file")


def test_the_index_is_in_write_ahead_mode(store: Store):
    mode: sqlite3.Cursor = store._database.execute("pragma journal_mode")
    assert mode.fetchone()[0] == "wal"
