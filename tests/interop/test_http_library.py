"""The run library over HTTP."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from seatrial.errors import InputError
from seatrial.mission.files import load
from seatrial.mission.record import Run
from seatrial.server.settings import Limits
from tests.reference.http_server import MISSION, client_of, computed, make_app, until


def test_runs_are_kept_listed_opened_renamed_downloaded_and_deleted(tmp_path: Path):
    with client_of(make_app(tmp_path / "data")) as client:
        assert client.get("/api/runs").json() == {"items": [], "total": 0}
        last = computed(client, {**MISSION, "name": "First"})
        until(lambda: client.get("/api/snapshot").json()["run"] is not None)
        run_id = client.get("/api/snapshot").json()["run"]
        (entry,) = client.get("/api/runs").json()["items"]
        assert (entry["id"], entry["name"], entry["status"]) == (run_id, "First", "arrived")
        assert entry["start"] == [36.7, -122.1] and entry["bytes"] > 1000

        plan = client.get("/api/plan").json()
        opened = client.post(f"/api/runs/{run_id}/open?session=other")
        assert opened.json() == plan
        found = client.get("/api/snapshot?session=other").json()
        assert (found["rows"], found["t"], found["run"], found["name"]) == (last["rows"], 0, run_id, "First")
        assert not found["computing"] and found["status"] == "arrived"
        session = client.get("/api/session?session=other").json()
        assert session["vehicle"]["ballast"] == "neutral" and session["mission"]["goal_lat"] == 36.7015
        for path in ("/api/history", "/api/events", "/api/track?every=10"):
            sign = "&" if "?" in path else "?"
            assert client.get(f"{path}{sign}session=other").json() == client.get(path).json()

        whole = client.get(f"/api/runs/{run_id}").json()
        assert whole["plan"]["waypoints"] == plan["waypoints"] and whole["rows"] == last["rows"]
        assert whole["mission"]["name"] == "First" and whole["events"][-1]["kind"] == "arrived"
        assert client.get(f"/api/runs/{run_id}/track?every=10").json() == client.get("/api/track?every=10").json()

        file = client.get(f"/api/runs/{run_id}/file")
        assert f"First-{run_id}.nc" in file.headers["content-disposition"]
        (tmp_path / "copy.nc").write_bytes(file.content)
        assert load(tmp_path / "copy.nc").status.word == "arrived"

        assert client.patch(f"/api/runs/{run_id}", json={"name": "Second"}).json()["name"] == "Second"
        assert client.get("/api/snapshot").json()["name"] == "Second"
        assert client.patch(f"/api/runs/{run_id}", json={"name": ""}).status_code == 400
        assert client.delete(f"/api/runs/{run_id}").json() == {"ok": True}
        assert client.get("/api/runs").json()["total"] == 0 and client.get("/api/snapshot").json()["run"] is None
        assert client.get(f"/api/runs/{run_id}").status_code == 404


def kept(client: TestClient) -> str:
    """The id under which the run of the default session is stored."""
    until(lambda: client.get("/api/snapshot").json()["run"] is not None)
    return client.get("/api/snapshot").json()["run"]


def test_the_library_is_bounded_and_what_is_open_or_has_a_name_stays(tmp_path: Path):
    with client_of(make_app(tmp_path, Limits(keep_runs=3))) as client:
        ids = []
        for _ in range(5):
            computed(client)
            ids.append(kept(client))
            if len(ids) == 1:
                client.post(f"/api/runs/{ids[0]}/open?session=other")
            if len(ids) == 2:
                assert client.patch(f"/api/runs/{ids[1]}", json={"name": "mine"}).json()["named"]
        until(lambda: client.get("/api/runs").json()["total"] == 3)
        assert [entry["id"] for entry in client.get("/api/runs").json()["items"]] == [ids[4], ids[1], ids[0]]
        assert client.get("/api/snapshot?session=other").json()["run"] == ids[0]
    with client_of(make_app(tmp_path, Limits(keep_runs=1))) as client:
        assert [entry["id"] for entry in client.get("/api/runs").json()["items"]] == [ids[1]], "at the start too"


def test_a_run_that_cannot_be_written_is_played_all_the_same_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def full(run: Run, path: Path) -> Path:
        raise InputError(f"run file {path}: cannot be written (No space left on device)")

    monkeypatch.setattr("seatrial.server.store.save_run", full)
    with client_of(make_app(tmp_path)) as client:
        computed(client)
        until(lambda: client.get("/api/snapshot").json()["error"] is not None)
        found = client.get("/api/snapshot").json()
        assert "could not be kept in the library" in found["error"] and str(tmp_path) not in found["error"]
        assert found["status"] == "arrived" and found["run"] is None and client.get("/api/runs").json()["total"] == 0
        client.post("/api/control", json={"action": "set_cursor", "value": 1e9})
        assert client.get("/api/snapshot").json()["state"] == "complete"
    assert "No space left" in caplog.text


def test_a_restart_keeps_the_runs(tmp_path: Path):
    with client_of(make_app(tmp_path)) as client:
        computed(client)
        until(lambda: client.get("/api/snapshot").json()["run"] is not None)
        run_id, server = client.get("/api/snapshot").json()["run"], client.get("/api/session").json()["server"]
        assert client.get("/api/session?session=other").json()["server"] == server
    with client_of(make_app(tmp_path)) as client:
        assert client.get("/api/session").json()["server"] != server
        assert [entry["id"] for entry in client.get("/api/runs").json()["items"]] == [run_id]
        assert client.post(f"/api/runs/{run_id}/open").status_code == 200
        assert client.get("/api/snapshot").json()["plan_loaded"]


def test_a_run_that_is_replaced_is_cancelled_and_not_kept(tmp_path: Path):
    long = {**MISSION, "goal_lat": 37.5, "max_duration_s": 400_000}
    with client_of(make_app(tmp_path)) as client:
        client.post("/api/vehicle", json={"ballast": "neutral", "battery": "unlimited"})
        assert client.post("/api/mission", json=long).status_code == 200
        session = client.app.state.seatrial.sessions.get("default")  # type: ignore[attr-defined]
        first = session.computation
        until(lambda: client.get("/api/snapshot").json()["rows"] > 0)
        computed(client)
        until(lambda: not first.is_computing)
        assert first.status.word == "interrupted" and first.run_id is None
        until(lambda: client.get("/api/snapshot").json()["run"] is not None)
        assert client.get("/api/runs").json()["total"] == 1


def test_a_server_that_keeps_nothing():
    with client_of(make_app()) as client:
        assert client.get("/api/runs").json() == {"items": [], "total": 0}
        assert client.get("/api/runs/abcdefghijkl").json()["error"] == "this server keeps no runs"
