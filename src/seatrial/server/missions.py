"""Mission, plan, vehicle, playback control and the session as a whole."""

import math
import time
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from seatrial.errors import PlanningError
from seatrial.frames.geodesy import path_length
from seatrial.mission.build import build_request
from seatrial.mission.run import density_of
from seatrial.mission.run import limits as limits_of
from seatrial.mission.scenario import Scenario
from seatrial.planning.plan import Plan
from seatrial.planning.route import plan_route
from seatrial.server.compute import Computation, most_bytes
from seatrial.server.forms import (
    MISSING_ACTION,
    MISSING_ENDS,
    MissionRequest,
    VehicleRequest,
    control_request,
    mission_request,
    parsed,
    scenario_of,
)
from seatrial.server.hulls import clamp_warnings, described
from seatrial.server.plans import EMPTY, plan_fields, refusal_fields
from seatrial.server.replies import Refusal, json_reply, json_text, text_reply
from seatrial.server.requests import LATEST_S, ranged, read_object
from seatrial.server.session import Session
from seatrial.server.state import State, session_of, state_of
from seatrial.simulation.windows import check_start


async def post_mission(request: Request) -> Response:
    """Plan a mission and put it into the session; its run is computed in the background."""
    state, session = state_of(request), session_of(request)
    asked = mission_request(await read_object(request, state.settings.limits, MISSING_ENDS))
    try:
        text, seconds = await load_mission(state, session, asked)
    except PlanningError as error:
        return json_reply(refusal_fields(error), 422)
    answer = text_reply(text)
    answer.headers["server-timing"] = f"plan;dur={1e3 * seconds:.1f}"
    return answer


async def load_mission(state: State, session: Session, asked: MissionRequest) -> tuple[bytes, float]:
    """Plan and start a mission in a session, one after another; the answer with the plan, and the planner's time [s].

    That time is counted from when it is this mission's turn.
    """
    limits = state.settings.limits
    check_waypoints(asked, limits.waypoints)
    if state.waiting >= limits.waiting:
        raise Refusal(429, f"too many missions wait for the planner: at most {limits.waiting}")
    state.waiting += 1
    try:
        async with session.planning:
            scenario = scenario_of(asked, session.vehicle, state.settings.ocean, limits, state.settings.epoch)
            state.sessions.make_room(session, most_bytes(scenario))
            began = time.perf_counter()
            planned, text = await state.in_planner(planned_text, scenario, state.ocean)
            seconds = time.perf_counter() - began
            start(state, session, scenario, planned, text)
            session.mission = asked.model_dump(mode="json")
            return text, seconds
    finally:
        state.waiting -= 1


def start(state: State, session: Session, scenario: Scenario, planned: Plan, text: bytes) -> None:
    """Put a planned mission into a session and compute it."""
    computation = Computation(scenario, planned)
    session.load(planned, text, computation)
    state.sessions.tidy()
    state.workers.start(computation)


def planned_text(scenario: Scenario, ocean: Any) -> tuple[Plan, bytes]:
    """The plan of a scenario without what its vehicle cannot do, and the answer, which has that too.

    InputError when it begins outside the times of a file that refuses others.
    """
    check_start(ocean, density_of(scenario, ocean), scenario.start_time.timestamp())
    planned = plan_route(build_request(scenario), ocean)
    return planned, plan_text(scenario, planned)


def plan_text(scenario: Scenario, planned: Plan) -> bytes:
    """The answer that carries a plan."""
    shown = replace(planned, warnings=(*planned.warnings, *limits_of(scenario)))
    return json_text(plan_fields(shown, scenario.mission.cruise_depth_m))


def check_waypoints(asked: MissionRequest, most: int) -> None:
    """Refuse a spacing that gives too many waypoints, before anything is planned."""
    lat = [asked.start_lat, *(place.lat for place in asked.via), asked.goal_lat]
    lon = [asked.start_lon, *(place.lon for place in asked.via), asked.goal_lon]
    length, spacing = path_length(lat, lon), asked.sample_spacing_m
    if length / spacing > most:
        least = f"{math.ceil(length / most)} m for {length / 1000:.0f} km"
        raise Refusal(400, f"sample_spacing_m = {spacing:g} m: must be at least {least}")


async def get_plan(request: Request) -> Response:
    """The plan of the session."""
    text = session_of(request).plan_text
    return json_reply(EMPTY) if text is None else text_reply(text)


async def post_control(request: Request) -> Response:
    """Play, pause, reset, set the speed or the cursor."""
    session = session_of(request)
    asked = control_request(await read_object(request, state_of(request).settings.limits, MISSING_ACTION))
    if asked.action == "set_speed":
        session.set_speed(asked.value or 0.0)
    elif asked.action == "set_cursor":
        session.set_cursor(asked.value or 0.0)
    else:
        {"play": session.play, "pause": session.pause, "reset": session.reset}[asked.action]()
    return json_reply({"ok": True})


async def get_vehicle(request: Request) -> Response:
    """The vehicle of the session."""
    vehicle = session_of(request).vehicle
    return json_reply(await state_of(request).in_reader(described, vehicle))


async def post_vehicle(request: Request) -> Response:
    """Another vehicle; with a plan loaded, its run is computed again from the beginning."""
    state, session = state_of(request), session_of(request)
    sent = parsed(VehicleRequest, await read_object(request, state.settings.limits))
    options = sent.options()
    answer = await state.in_reader(described, options)
    async with session.planning:
        run = session.computation
        if run is not None:
            scenario = run.scenario.model_copy(update={"vehicle": options})
            state.sessions.make_room(session, most_bytes(scenario))
            start(state, session, scenario, run.planned, await state.in_reader(plan_text, scenario, run.planned))
        session.vehicle, session.vehicle_sent = options, sent.model_dump(mode="json")
    size = {"length_m": sent.length_m, "radius_m": sent.radius_m}
    was_used = {name: answer[name] for name in ("length_m", "radius_m", "mass_kg")}
    return json_reply({**answer, **size, "used": was_used, "warnings": clamp_warnings(options)})


async def get_session(request: Request) -> Response:
    """All that a page needs after a reload."""
    state, session = state_of(request), session_of(request)
    vehicle = await state.in_reader(described, session.vehicle)
    run = session.computation
    here, extent = session.move()
    return json_reply(
        {
            "session": session.name,
            "server": state.serial,
            "outdated": await state.in_reader(lambda: state.age.is_behind),
            "vehicle": {**vehicle, "sent": session.vehicle_sent or None},
            "mission": session.mission,
            "playback_speed": here.speed,
            "cursor_s": here.cursor,
            "computed_s": extent.end,
            "run": None if run is None else run.run_id,
            "serial": None if run is None else run.serial,
            "name": session.title,
            "plan_loaded": run is not None,
        }
    )


async def get_snapshot(request: Request) -> Response:
    """State at the cursor, or at the mission time `t` without moving the cursor."""
    query = request.query_params
    t = ranged(request, "t", "s", -LATEST_S, LATEST_S) if "t" in query else None
    return json_reply(snapshot_fields(session_of(request), query.get("fields") == "seed", t))


def snapshot_fields(session: Session, is_seed: bool, t: float | None = None) -> dict[str, Any]:
    """The snapshot, with the fields of the swordfish API alone where that is asked for."""
    found = session.snapshot(t)
    return dict(list(found.items())[:20]) if is_seed else found


async def get_health(request: Request) -> Response:
    """Whether the server lives."""
    return json_reply({"ok": True})


ROUTES = [
    Route("/api/health", get_health, methods=["GET"]),
    Route("/api/mission", post_mission, methods=["POST"]),
    Route("/api/plan", get_plan, methods=["GET"]),
    Route("/api/control", post_control, methods=["POST"]),
    Route("/api/vehicle", get_vehicle, methods=["GET"]),
    Route("/api/vehicle", post_vehicle, methods=["POST"]),
    Route("/api/session", get_session, methods=["GET"]),
    Route("/api/snapshot", get_snapshot, methods=["GET"]),
]
