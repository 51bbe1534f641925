"""Runs in the background, the table that they fill, and the session that plays them."""

import asyncio
import threading
from typing import Any

import numpy as np
import pytest

from seatrial.mission.record import Run
from seatrial.mission.run import run
from seatrial.mission.scenario import Scenario
from seatrial.planning.plan import Plan
from seatrial.server import compute
from seatrial.server.compute import Computation, Workers, finished_computation, most_bytes
from seatrial.server.forms import MissionRequest, record_period, request_of, scenario_of
from seatrial.server.playback import Extent
from seatrial.server.replies import Refusal
from seatrial.server.session import Session
from seatrial.server.sessions import Sessions
from seatrial.server.settings import Limits
from seatrial.server.snapshot import EMPTY_ROW, fields, row_values, state_word, wrapped_degrees
from seatrial.server.table import KEPT, PLACE, Table, table_of
from seatrial.simulation.columns import COLUMNS, INDEX
from seatrial.simulation.status import Status
from tests.reference.http_server import MISSION, Clock, calm_ocean, until


def scenario(**changes: Any) -> Scenario:
    request = MissionRequest.model_validate(MISSION | changes)
    settings = Scenario.from_dict({"start": {"lat": 0, "lon": 0}, "goal": {"lat": 0, "lon": 1}})
    return scenario_of(request, settings.vehicle, settings.ocean, Limits())


@pytest.fixture(scope="module")
def short() -> Run:
    return run(scenario(max_duration_s=20.0), ocean=calm_ocean())


def test_a_table_grows_and_what_a_reader_holds_does_not_change():
    table, rows = Table(first_rows=2), np.arange(5.0 * len(COLUMNS)).reshape(5, len(COLUMNS))
    seen = []
    for row in rows:
        table.append(row[None, :])
        seen.append((table.columns, table.columns.copy()))
    for columns, as_it_was in seen:
        assert np.array_equal(columns, as_it_was)
    assert np.array_equal(table.columns, rows[:, [INDEX[name] for name in KEPT]].T)


def test_readers_see_whole_rows_while_a_writer_appends():
    table, done = Table(first_rows=1), threading.Event()

    def write() -> None:
        for k in range(2000):
            table.append(np.full((3, len(COLUMNS)), float(k)))
        done.set()

    thread = threading.Thread(target=write)
    thread.start()
    while not done.is_set():
        columns = table.columns
        assert columns.shape[1] % 3 == 0
        assert np.array_equal(columns, np.repeat(np.arange(columns.shape[1] / 3), 3)[None, :].repeat(len(KEPT), 0))
    thread.join()


def test_rows_are_the_same_as_those_of_the_run_file(short: Run):
    computation = Computation(scenario(max_duration_s=20.0), short.plan)
    result = computation.compute(calm_ocean())
    assert result is not None and computation.status is Status.TIMED_OUT and not computation.is_computing
    assert np.array_equal(computation.table.columns, table_of(short.history).columns)
    assert computation.extent == Extent(20.0, True) and computation.events == list(short.events)


def test_a_run_that_is_cancelled_before_it_begins_or_on_its_way(short: Run):
    computation = Computation(scenario(max_duration_s=1e5), short.plan)
    computation.cancel()
    assert computation.compute(calm_ocean()) is None and computation.status is Status.INTERRUPTED
    handed: list[Run] = []
    workers = Workers(calm_ocean(), 1, lambda computation, run: handed.append(run))
    long = Computation(scenario(max_duration_s=4e5, goal_lat=40.0), short.plan)
    workers.start(long)
    until(lambda: long.table.columns.shape[1] > 0)
    workers.close()
    assert workers.pool.has_ended()
    assert not long.is_computing and not handed


def test_an_engine_that_breaks_is_said_and_not_raised(short: Run, monkeypatch: pytest.MonkeyPatch):
    def broken(*arguments: object, **options: object) -> Run:
        raise ZeroDivisionError("deep inside")

    monkeypatch.setattr(compute, "carry_out", broken)
    session = Session("a", Clock())
    computation = Computation(scenario(), short.plan)
    session.load(short.plan, b"{}", computation)
    assert computation.compute(calm_ocean()) is None
    found = session.snapshot()
    assert (found["state"], found["computing"], found["finished"]) == ("failed", False, True)
    assert "broke down" in found["error"]


def test_a_stored_run_is_what_was_stored(short: Run):
    computation = finished_computation(short, "abcdefghijkl")
    assert computation.scenario == scenario(max_duration_s=20.0) and computation.run_id == "abcdefghijkl"
    assert request_of(computation.scenario) | MISSION == request_of(computation.scenario)


def test_a_new_plan_starts_at_its_beginning_paused_and_keeps_the_speed(short: Run):
    clock = Clock()
    session = Session("a", clock)
    first = finished_computation(short, "abcdefghijkl")
    session.load(short.plan, b"1", first)
    session.set_speed(8.0)
    session.play()
    clock.now += 1.0
    assert session.snapshot()["t"] == 8.0 and session.snapshot()["state"] == "running"
    session.load(short.plan, b"2", finished_computation(short, "abcdefghijkm"))
    found = session.snapshot()
    assert (found["t"], found["state"], found["playback_speed"]) == (0.0, "paused", 8.0) and first.is_cancelled


def test_a_run_that_several_sessions_play_is_not_cancelled_by_one(short: Run):
    shared = finished_computation(short, "abcdefghijkl")
    shared.is_shared = True
    session = Session("a", Clock())
    session.load(short.plan, b"1", shared)
    session.load(short.plan, b"2", finished_computation(short, "abcdefghijkm"))
    assert not shared.is_cancelled


def test_sessions_expire_and_give_memory_back(short: Run):
    clock = Clock()
    sessions = Sessions(Limits(session_idle_s=100.0), clock)
    sessions.get("old")
    clock.now += 60.0
    sessions.get("new")
    clock.now += 60.0
    sessions.tidy()
    assert [s.name for s in sessions] == ["new"]
    crowded = Sessions(Limits(table_bytes=1), clock)
    for name in ("default", "a", "b"):
        clock.now += 1.0
        crowded.get(name).load(short.plan, b"", finished_computation(short, "abcdefghijkl"))
    crowded.get("b").streams = 1
    crowded.tidy()
    assert sorted(s.name for s in crowded) == ["b", "default"]


def test_a_run_that_several_sessions_play_counts_once(short: Run):
    shared = finished_computation(short, "abcdefghijkl")
    sessions = Sessions(Limits(table_bytes=2 * shared.nbytes), Clock())
    for name in ("default", "a", "b", "c"):
        sessions.get(name).load(short.plan, b"", shared)
    sessions.tidy()
    assert len(sessions) == 4 and sessions.held() == shared.nbytes and sessions.held(sessions.get("a")) == shared.nbytes


def test_a_run_that_computes_counts_as_long_as_it_may_become(short: Run):
    run = Computation(scenario(max_duration_s=400_000.0), short.plan)
    assert run.table.nbytes < run.nbytes == most_bytes(run.scenario) <= (Limits().rows + 2) * len(KEPT) * 8
    run.cancel()
    run.compute(calm_ocean())
    assert run.nbytes == run.table.nbytes


def test_room_for_a_run_is_made_of_what_nobody_uses_or_the_run_is_refused(short: Run):
    clock, size = Clock(), finished_computation(short, "abcdefghijkl").nbytes
    sessions = Sessions(Limits(table_bytes=3 * size), clock)
    for name in ("old", "watched", "mine"):
        clock.now += 1.0
        sessions.get(name).load(short.plan, b"", finished_computation(short, "abcdefghijkl"))
    mine = sessions.get("mine")
    sessions.get("watched").streams = 1
    sessions.make_room(mine, size)
    assert len(sessions) == 3, "the run of the session itself makes room"
    sessions.make_room(mine, 2 * size)
    assert sorted(s.name for s in sessions) == ["mine", "watched"]
    with pytest.raises(Refusal, match="too much history is in use") as refused:
        sessions.make_room(mine, 2 * size + 1)
    assert refused.value.status == 429 and sorted(s.name for s in sessions) == ["mine", "watched"]


def test_what_is_in_use_does_not_expire():
    clock = Clock()
    sessions = Sessions(Limits(session_idle_s=100.0), clock)
    for name in ("watched", "planning", "idle"):
        sessions.get(name)
    sessions.get("watched").streams = 1

    async def plan() -> None:
        async with sessions.get("planning").planning:
            clock.now += 101.0
            sessions.tidy()

    asyncio.run(plan())
    assert sorted(s.name for s in sessions) == ["planning", "watched"]


def test_one_row_and_many_rows_give_the_same_fields():
    columns = np.random.default_rng(1).uniform(-3.0, 3.0, (len(KEPT), 50))
    columns[PLACE["heading"]] = np.linspace(0.0, 2.0 * np.pi, 50, endpoint=False)
    columns[PLACE["lon"]] = np.linspace(-180.0, 179.99999999999, 50)
    columns[PLACE["sea_floor_depth"], 3] = np.nan
    many = fields(columns)
    for k in range(50):
        one = row_values(columns[:, k])
        assert set(one) == set(many) == set(EMPTY_ROW)
        for key, value in one.items():
            assert (value is None and np.isnan(many[key][k])) or value == pytest.approx(many[key][k], abs=1e-9)
    assert (many["lon"] < 180.0).all() and (many["compass_deg"] < 360.0).all()


def test_headings_count_from_east_against_the_clock():
    for compass, heading in ((0.0, 90.0), (90.0, 0.0), (180.0, -90.0), (270.0, 180.0), (359.0, 91.0), (271.0, 179.0)):
        assert wrapped_degrees(90.0 - compass) == heading


@pytest.mark.parametrize(
    "state, of",
    [
        ("no plan", (False, False, False, None)), ("paused", (True, False, False, None)),
        ("running", (True, True, False, Status.ARRIVED)), ("complete", (True, False, True, Status.ARRIVED)),
        ("brownout", (True, False, True, Status.BROWNOUT)), ("GROUNDED", (True, False, True, Status.GROUNDED)),
        ("GROUNDED", (True, False, True, Status.ON_LAND)), ("failed", (True, False, True, Status.TIMED_OUT)),
        ("failed", (True, False, True, Status.NONFINITE)), ("failed", (True, False, True, None)),
    ],
)  # fmt: skip
def test_names_of_states(state: str, of: tuple[bool, bool, bool, Status | None]):
    assert state_word(*of) == state


@pytest.mark.parametrize("longest", [0.01, 7200.0, 19_999.0, 20_001.0, 1e5, 5e5])
def test_the_longest_run_fits_into_its_rows(longest: float):
    period = record_period(longest, 200_000)
    assert longest / period + 2 <= 200_000 and (period == 0.1 or longest / (period / 2) + 2 > 200_000)


def test_plans_are_not_lost_when_no_row_is_there_yet(short: Run):
    session = Session("a", Clock())
    plan: Plan = short.plan
    session.load(plan, b"", Computation(scenario(), plan))
    found = session.snapshot()
    assert (found["lat"], found["lon"], found["wp_total"], found["computing"]) == (36.7, -122.1, 11, True)
    assert found["soc"] == 1.0 and found["state"] == "paused" and found["rows"] == 0
