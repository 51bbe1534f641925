"""The run library over HTTP: list, open, rename, delete, compare, download."""

import re
from collections import OrderedDict
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from seatrial.mission.files import load
from seatrial.mission.record import Run
from seatrial.server.compute import Computation, finished_computation
from seatrial.server.forms import RenameRequest, parsed, request_of
from seatrial.server.hulls import described
from seatrial.server.missions import plan_text
from seatrial.server.plans import plan_fields
from seatrial.server.replies import Refusal, json_reply, json_text, text_reply
from seatrial.server.requests import MOST_EVERY, read_object, since, whole
from seatrial.server.state import session_of, state_of
from seatrial.server.store import Store
from seatrial.server.table import Table, table_of
from seatrial.server.tracks import track_text

_FIRST_PAGE = 50


def store_of(request: Request) -> Store:
    """The library; a `Refusal` when the server keeps nothing."""
    store = state_of(request).store
    if store is None:
        raise Refusal(404, "this server keeps no runs")
    return store


async def get_runs(request: Request) -> Response:
    """A page of stored runs, the newest first."""
    state = state_of(request)
    if state.store is None:
        return json_reply({"items": [], "total": 0})
    limit = whole(request, "limit", _FIRST_PAGE, 1, state.settings.limits.page)
    items, total = await state.in_reader(state.store.page, limit, whole(request, "offset", 0, 0, 2**53))
    return json_reply({"items": items, "total": total})


async def get_run(request: Request) -> Response:
    """Summary, plan, vehicle and mission of a stored run."""
    state, store, run_id = state_of(request), store_of(request), request.path_params["id"]
    entry = store.get(run_id)
    return text_reply(await state.in_reader(_run_text, store.path(run_id), entry))


def _run_text(path: Path, entry: dict[str, Any]) -> bytes:
    run = load(path)
    computation = finished_computation(run, entry["id"])
    scenario = computation.scenario
    return json_text(
        {
            **entry,
            "plan": plan_fields(run.plan, scenario.mission.cruise_depth_m),
            "vehicle": described(scenario.vehicle),
            "mission": request_of(scenario),
            "rows": int(run.history.sizes["time"]),
            "events": [{"t": t, "kind": kind, "waypoint": waypoint} for t, kind, waypoint in run.events],
            "provenance": run.provenance,
        }
    )


async def open_run(request: Request) -> Response:
    """Load a stored run into the session, at its beginning; the answer is its plan."""
    state, session, store = state_of(request), session_of(request), store_of(request)
    entry = store.get(request.path_params["id"])
    async with session.planning:
        computation, text = await state.in_reader(_opened, store.path(entry["id"]), entry)
        scenario = computation.scenario
        state.sessions.make_room(session, computation.nbytes)
        session.load(computation.planned, text, computation)
        session.title, session.vehicle = entry["name"], scenario.vehicle
        session.mission, session.vehicle_sent = request_of(scenario), {}
    state.sessions.tidy()
    return text_reply(text)


def _opened(path: Path, entry: dict[str, Any]) -> tuple[Computation, bytes]:
    run: Run = load(path)
    computation = finished_computation(run, entry["id"])
    return computation, plan_text(computation.scenario, run.plan)


async def rename_run(request: Request) -> Response:
    """Give a stored run another name."""
    state, store = state_of(request), store_of(request)
    sent = parsed(RenameRequest, await read_object(request, state.settings.limits))
    entry = await state.in_reader(store.rename, request.path_params["id"], sent.name)
    for session in state.sessions:
        if session.computation is not None and session.computation.run_id == entry["id"]:
            session.title = sent.name
    return json_reply(entry)


async def delete_run(request: Request) -> Response:
    """Remove a stored run; sessions that play it go on playing it, without an id."""
    state, store, run_id = state_of(request), store_of(request), request.path_params["id"]
    await state.in_reader(store.delete, run_id)
    for session in state.sessions:
        if session.computation is not None and session.computation.run_id == run_id:
            session.computation.run_id = None
    return json_reply({"ok": True})


async def get_run_track(request: Request) -> Response:
    """Columns of a stored run, for comparing."""
    state, store, run_id = state_of(request), store_of(request), request.path_params["id"]
    store.get(run_id)
    first, every = since(request), whole(request, "every", 1, 1, MOST_EVERY)
    most = state.settings.limits.track_rows
    text = await state.in_reader(lambda: track_text(_TABLES.table(store.path(run_id)).columns, first, every, most))
    return text_reply(text)


async def get_run_file(request: Request) -> Response:
    """The NetCDF file of a stored run."""
    store, run_id = store_of(request), request.path_params["id"]
    entry = store.get(run_id)
    plain = re.sub(r"[^A-Za-z0-9_-]+", "-", entry["name"]).strip("-") or "run"
    return FileResponse(store.path(run_id), media_type="application/x-netcdf", filename=f"{plain}-{run_id}.nc")


class _Tables:
    """The tables of the last stored runs that were compared."""

    def __init__(self, most: int = 2) -> None:
        self._most, self._known = most, OrderedDict[Path, Table]()

    def table(self, path: Path) -> Table:
        """The table of a run file."""
        found = self._known.pop(path, None) or table_of(load(path).history)
        self._known[path] = found
        while len(self._known) > self._most:
            self._known.popitem(last=False)
        return found


_TABLES = _Tables()

ROUTES = [
    Route("/api/runs", get_runs, methods=["GET"]),
    Route("/api/runs/{id}", get_run, methods=["GET"]),
    Route("/api/runs/{id}", rename_run, methods=["PATCH"]),
    Route("/api/runs/{id}", delete_run, methods=["DELETE"]),
    Route("/api/runs/{id}/open", open_run, methods=["POST"]),
    Route("/api/runs/{id}/track", get_run_track, methods=["GET"]),
    Route("/api/runs/{id}/file", get_run_file, methods=["GET"]),
]
