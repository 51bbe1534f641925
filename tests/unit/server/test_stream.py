"""The hub: who gets what when, and that nothing queues up."""

import asyncio
import json
from collections.abc import Coroutine
from typing import Any

import pytest

from seatrial.mission.record import Run
from seatrial.mission.run import run as carry_out
from seatrial.mission.scenario import Scenario
from seatrial.server.compute import finished_computation
from seatrial.server.replies import Refusal
from seatrial.server.sessions import Sessions
from seatrial.server.settings import Limits
from seatrial.server.stream import GROWTH_S, IDLE_S, TICK_S, EventStream, Hub
from tests.reference.http_server import Clock, calm_ocean


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def make_hub(limits: Limits | None = None) -> tuple[Hub, Sessions, Clock]:
    clock = Clock()
    sessions = Sessions(limits or Limits(), clock)
    return Hub(sessions, limits or Limits(), clock), sessions, clock


@pytest.fixture(scope="module")
def short() -> Run:
    scenario = {"start": {"lat": 36.7, "lon": -122.1}, "goal": {"lat": 36.701, "lon": -122.1}}
    return carry_out(Scenario.from_dict({**scenario, "simulation": {"max_duration_s": 2.0}}), ocean=calm_ocean())


def data(event: bytes) -> dict[str, Any]:
    return json.loads(event.rpartition(b"data: ")[2])


def test_the_first_event_is_there_at_once_with_an_id():
    async def work() -> None:
        hub, sessions, _ = make_hub()
        event = await hub.open(sessions.get("a"), False, "").take()
        assert event.startswith(b"id: none.1\ndata: {") and event.endswith(b"}\n\n")
        assert data(event)["state"] == "no plan"

    run(work())


def test_a_slow_client_finds_the_newest_state_only():
    async def work() -> None:
        hub, sessions, clock = make_hub()
        session = sessions.get("a")
        client = hub.open(session, False, "")
        for speed in range(1, 21):
            session.set_speed(float(speed))
            clock.now += TICK_S
            hub.tick()
        event = await client.take()
        assert data(event)["playback_speed"] == 20.0 and event.count(b"data: ") == 1
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await client.take()

    run(work())


def test_nothing_changes_nothing_comes_but_once_a_second():
    async def work() -> None:
        hub, sessions, clock = make_hub()
        client = hub.open(sessions.get("a"), False, "")
        await client.take()
        hub.tick()
        await client.take()
        came = 0
        for _ in range(90):
            clock.now += TICK_S
            hub.tick()
            if client._newest is not None:
                came, _ = came + 1, await client.take()
        assert came == pytest.approx(90 * TICK_S / IDLE_S, abs=1) and GROWTH_S < IDLE_S

    run(work())


def test_an_id_of_the_same_run_goes_on_and_of_another_starts_over_once():
    async def work() -> None:
        hub, sessions, clock = make_hub()
        session = sessions.get("a")
        first = await hub.open(session, False, "").take()
        assert first.startswith(b"id: none.1\n")
        same = await hub.open(session, False, "none.1").take()
        assert same.startswith(b"id: none.2\n"), "the state of now, with the next number"
        client = hub.open(session, False, "0123abcd.1")
        event = await client.take()
        assert event.startswith(b'event: restart\ndata: {"serial":"none"}\n\nid: none.')
        clock.now += IDLE_S
        hub.tick()
        assert b"restart" not in await client.take()

    run(work())


@pytest.mark.parametrize(
    "last_id", ["none.4", "none.999999999", "none", "none.", ".3", "none.-1", "none.1.0", "none.x", "none.\u0663", "?",
    "None.1", "none.1 ", "x" * 80, "0123abcd.1", "\x00", "none.99999999999999999999999"],
)  # fmt: skip
def test_an_id_that_this_server_never_gave_starts_over_once(last_id: str):
    """Of the future of the same run, malformed, or of another run."""

    async def work() -> None:
        hub, sessions, clock = make_hub()
        session = sessions.get("a")
        for expected in (1, 2, 3):
            assert (await hub.open(session, False, "").take()).startswith(b"id: none.%d\n" % expected)
        client = hub.open(session, False, last_id)
        event = await client.take()
        assert event.startswith(b'event: restart\ndata: {"serial":"none"}\n\nid: none.4\n')
        assert event.count(b"restart") == 1
        clock.now += IDLE_S
        hub.tick()
        assert b"restart" not in await client.take()

    run(work())


def test_a_run_that_is_replaced_before_the_first_event_is_taken_starts_over_once(short: Run):
    async def work() -> None:
        hub, sessions, clock = make_hub()
        session = sessions.get("a")
        await hub.open(session, False, "").take()
        client = hub.open(session, False, "none.1")
        computation = finished_computation(short, "abcdefghijkl")
        session.load(short.plan, b"{}", computation)
        clock.now += TICK_S
        hub.tick()
        event = await client.take()
        assert event.startswith(b"event: restart\n") and f"id: {computation.serial}.3\n".encode() in event
        session.play()
        clock.now += TICK_S
        hub.tick()
        assert b"restart" not in await client.take()
        hub.drop(client)
        # the numbers go on over runs: an id of the run of before is of another run, one of this run is of the past
        again = hub.open(session, False, f"{computation.serial}.3")
        assert b"restart" not in await again.take()

    run(work())


def test_the_seeds_fields_alone():
    async def work() -> None:
        hub, sessions, _ = make_hub()
        found = data(await hub.open(sessions.get("a"), True, "").take())
        assert len(found) == 20 and list(found)[-1] == "plan_loaded"

    run(work())


def test_streams_are_bounded_and_freed():
    async def work() -> None:
        hub, sessions, _ = make_hub(Limits(streams=2))
        session = sessions.get("a")
        first, _ = hub.open(session, False, ""), hub.open(session, False, "")
        with pytest.raises(Refusal, match="too many streams: at most 2"):
            hub.open(session, False, "")
        hub.drop(first)
        hub.drop(first)
        assert len(hub) == 1 and session.streams == 1
        hub.open(session, False, "")
        hub.close()
        with pytest.raises(Refusal):
            hub.open(session, False, "")

    run(work())


def test_a_client_that_goes_away_is_noticed():
    async def work() -> None:
        hub, sessions, _ = make_hub()
        stream = EventStream(hub, hub.open(sessions.get("a"), False, ""))
        gone, sent = asyncio.Event(), []

        async def receive() -> dict[str, Any]:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)
            if len(sent) == 2:
                gone.set()

        async with asyncio.timeout(2.0):
            await stream({"type": "http"}, receive, send)
        headers = dict(sent[0]["headers"])
        assert headers[b"content-type"] == b"text/event-stream" and headers[b"x-accel-buffering"] == b"no"
        assert headers[b"cache-control"] == b"no-cache"
        assert sent[-1] == {"type": "http.response.body", "body": b"", "more_body": False} and len(hub) == 0

    run(work())


def test_a_heartbeat_when_nothing_comes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("seatrial.server.stream.HEARTBEAT_S", 0.01)

    async def work() -> None:
        hub, sessions, _ = make_hub()
        client = hub.open(sessions.get("a"), False, "")
        await client.take()
        assert await client.take() == b": heartbeat\n\n"

    run(work())


def test_numbers_of_events_never_go_back_when_the_last_client_has_gone():
    async def work() -> None:
        hub, sessions, _ = make_hub()
        session = sessions.get("a")
        first = hub.open(session, False, "")
        assert (await first.take()).startswith(b"id: none.1\n")
        hub.drop(first)
        again = hub.open(session, False, "none.1")
        assert (await again.take()).startswith(b"id: none.2\n")

    run(work())
