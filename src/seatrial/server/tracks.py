"""The history of the run: snapshots for the seed's client, columns for ours, events."""

import numpy as np
from numpy.typing import NDArray
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from seatrial.server.replies import json_reply, json_text, text_reply
from seatrial.server.requests import MOST_EVERY, since, whole
from seatrial.server.session import Session
from seatrial.server.snapshot import ADDED_ROW_KEYS, GROUNDED, SEED_KEYS, fields
from seatrial.server.state import session_of, state_of
from seatrial.server.table import PLACE, Columns
from seatrial.simulation.status import Status

TRACK = {
    "t": "t", "lat": "lat", "lon": "lon", "depth_m": "depth_m", "sea_floor_depth_m": "sea_floor_depth_m",
    "speed_m_s": "speed_m_s", "speed_through_water_m_s": "speed_through_water_m_s", "power_W": "power_W", "soc": "soc",
    "compass_deg": "compass_deg",
}  # fmt: skip
"""Columns of the track and the fields that they hold."""
_VARYING = SEED_KEYS[:15]
_AT_ONCE = 500
"""Snapshots that are written without a break, so that other threads have their turn."""
_MOST = 2**62


async def get_history(request: Request) -> Response:
    """Recorded snapshots from row `since` on, a page at most."""
    state, session = state_of(request), session_of(request)
    first = since(request)
    keys = _VARYING if request.query_params.get("fields") == "seed" else (*_VARYING, *ADDED_ROW_KEYS)
    text = await state.in_reader(history_text, session, first, state.settings.limits.history_items, keys)
    return text_reply(text)


def history_text(session: Session, first: int, most: int, keys: tuple[str, ...]) -> bytes:
    """`{since, total, items}` in JSON."""
    run, plan = session.computation, session.plan
    if run is None or plan is None:
        return json_text({"since": first, "total": 0, "items": []})
    status = run.status  # before the table: what is complete stays as it is
    columns = run.table.columns
    total = columns.shape[1]
    parts = []
    for begin in range(min(first, total), min(first + most, total), _AT_ONCE):
        beyond = min(begin + _AT_ONCE, first + most, total)
        parts.append(_items_text(columns[:, begin:beyond], keys, len(plan.lat), status if beyond == total else None))
    return b'{"since":%d,"total":%d,"items":[%s]}' % (first, total, b",".join(parts))


def _items_text(columns: Columns, keys: tuple[str, ...], wp_total: int, last: Status | None) -> bytes:
    """Snapshots in JSON, with commas between them; `last` is how the run ended when its last row is among them.

    Each column is written at once and cut at its commas, which is several times faster than writing rows.
    """
    found = fields(columns)
    found["wp"] = np.rint(columns[PLACE["waypoint"]]).astype(np.int64)
    if last is Status.ARRIVED:
        found["wp"][-1] = wp_total  # none is ahead
    table = [json_text(np.ascontiguousarray(found[key]))[1:-1].split(b",") for key in keys]
    begun = b"{" + b",".join(f'"{key}":%b'.encode() for key in keys) + b","
    item, end = begun + _flags(wp_total, None) + b"}", begun + _flags(wp_total, last) + b"}"
    rows = list(zip(*table, strict=True))
    return b",".join([*(item % row for row in rows[:-1]), (item if last is None else end) % rows[-1]])


def _flags(wp_total: int, last: Status | None) -> bytes:
    flags = {"running": False, "finished": last is not None, "grounded": last in GROUNDED, "plan_loaded": True}
    return json_text({"wp_total": wp_total, **flags})[1:-1]


async def get_track(request: Request) -> Response:
    """Columns of the history from row `since` on, each `every`-th row."""
    state, session = state_of(request), session_of(request)
    first, every = since(request), whole(request, "every", 1, 1, MOST_EVERY)
    run = session.computation
    columns = None if run is None else run.table.columns
    text = await state.in_reader(track_text, columns, first, every, state.settings.limits.track_rows)
    return text_reply(text)


def track_text(columns: Columns | None, first: int, every: int, most: int) -> bytes:
    """`{since, next, total, every, ...columns}` in JSON; rows are those whose number is a multiple of `every`."""
    total = 0 if columns is None else columns.shape[1]
    begin = -(-min(first, _MOST) // every) * every
    chosen = range(begin, total, every)[:most]
    following = chosen[-1] + every if len(chosen) else first
    head = json_text({"since": first, "next": following, "total": total, "every": every})
    values = _chosen(columns, chosen) if columns is not None and len(chosen) else dict.fromkeys(TRACK, np.zeros(0))
    parts = [head[:-1], *(b'"%s":%s' % (name.encode(), json_text(column)) for name, column in values.items())]
    return b",".join(parts) + b"}"


def _chosen(columns: Columns, rows: range) -> dict[str, NDArray[np.float64]]:
    part = columns[:, rows.start : rows[-1] + 1 : rows.step]
    found = fields(part)
    return {name: np.ascontiguousarray(found[field]) for name, field in TRACK.items()}


async def get_events(request: Request) -> Response:
    """What happened in the run: waypoints reached, and how it ended."""
    run = session_of(request).computation
    events = [] if run is None else list(run.events)
    return json_reply({"items": [{"t": t, "kind": kind, "waypoint": waypoint} for t, kind, waypoint in events]})


ROUTES = [
    Route("/api/history", get_history, methods=["GET"]),
    Route("/api/track", get_track, methods=["GET"]),
    Route("/api/events", get_events, methods=["GET"]),
]
