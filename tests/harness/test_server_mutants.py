"""Faulty playback, stream and safety that the checks of the server's tests must reject."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from seatrial.server import playback as right
from seatrial.server import queries
from seatrial.server.playback import Extent, Playback
from seatrial.server.queries import Parameters
from seatrial.server.safety import Safety
from seatrial.server.session import Session
from seatrial.server.settings import Limits
from seatrial.server.stream import Client, Published
from seatrial.server.table import PLACE
from tests.reference.http_server import Clock, client_of, computed, make_app
from tests.reference.playback_checks import check_extremes, check_playback, check_sampling


def jumps_after_a_hold(playback: Playback, now: float, extent: Extent) -> Playback:
    """The cursor is derived from when play began, so that it jumps over what was computed during a hold."""
    found = right.moved(playback, now, extent)
    return replace(found, at=playback.at)


def ends_while_it_computes(playback: Playback, now: float, extent: Extent) -> Playback:
    return right.moved(playback, now, Extent(extent.end, True))


def never_ends(playback: Playback, now: float, extent: Extent) -> Playback:
    """The flag of swordfish that a reset clears for good."""
    return right.moved(playback, now, Extent(extent.end, False))


def runs_over_the_end(playback: Playback, now: float, extent: Extent) -> Playback:
    return right.moved(playback, now, Extent(1e9, extent.is_complete))


def forgets_the_speed(playback: Playback, now: float, extent: Extent) -> Playback:
    return replace(right.moved(replace(playback, speed=1.0), now, extent), speed=playback.speed)


@pytest.mark.parametrize(
    "mutant", [jumps_after_a_hold, ends_while_it_computes, never_ends, runs_over_the_end, forgets_the_speed]
)
def test_faulty_cursors_are_rejected(mutant: Callable[[Playback, float, Extent], Playback]):
    with pytest.raises(AssertionError):
        check_playback(mutant)


def long_way_round(name: str) -> Callable[[NDArray[np.float64], float], NDArray[np.float64]]:
    """Heading or longitude between two rows as if they were plain numbers."""

    def sample(columns: NDArray[np.float64], t: float) -> NDArray[np.float64]:
        row = right.sample(columns, t)
        row[PLACE[name]] = np.interp(t, columns[0], columns[PLACE[name]])
        return row

    return sample


def waypoints_between(columns: NDArray[np.float64], t: float) -> NDArray[np.float64]:
    row = right.sample(columns, t)
    row[PLACE["waypoint"]] = np.interp(t, columns[0], columns[PLACE["waypoint"]])
    return row


def nearest_row(columns: NDArray[np.float64], t: float) -> NDArray[np.float64]:
    return columns[:, int(np.abs(columns[0] - t).argmin())].copy()


@pytest.mark.parametrize(
    "mutant", [long_way_round("heading"), long_way_round("lon"), waypoints_between, nearest_row],
    ids=["heading", "longitude", "waypoints", "nearest"],
)  # fmt: skip
def test_faulty_snapshots_are_rejected(mutant: Callable[[NDArray[np.float64], float], NDArray[np.float64]]):
    with pytest.raises(AssertionError):
        check_sampling(mutant)


def unclamped_speed(playback: Playback, now: float, extent: Extent, speed: float) -> Playback:
    return replace(right.with_speed(playback, now, extent, 1.0), speed=speed)


def speed_from_the_last_look(playback: Playback, now: float, extent: Extent, speed: float) -> Playback:
    """The time since the last look is played at the new speed."""
    found = right.with_speed(playback, now, extent, speed)
    return right.moved(replace(playback, speed=found.speed), now, extent)


def unclamped_cursor(playback: Playback, now: float, extent: Extent, cursor: float) -> Playback:
    return replace(playback, cursor=cursor, at=now)


def test_faulty_controls_are_rejected():
    for speed, cursor in (
        (unclamped_speed, right.with_cursor),
        (speed_from_the_last_look, right.with_cursor),
        (right.with_speed, unclamped_cursor),
    ):
        with pytest.raises(AssertionError):
            check_extremes(speed, cursor)


def moves_the_cursor(session: Session, t: float | None) -> dict[str, Any]:
    if t is not None:
        session.set_cursor(t)
    return faultless(session)


def stays_at_the_cursor(session: Session, t: float | None) -> dict[str, Any]:
    return faultless(session)


def goes_on_running(session: Session, t: float | None) -> dict[str, Any]:
    return faultless(session, t) | {"running": session.playback.is_playing}


faultless = Session.snapshot


@pytest.mark.parametrize("mutant", [moves_the_cursor, stays_at_the_cursor, goes_on_running])
def test_faulty_snapshots_at_other_times_are_rejected(
    mutant: Callable[[Session, float | None], dict[str, Any]], monkeypatch: pytest.MonkeyPatch
):
    from tests.interop.test_http_contract import check_snapshots_at_other_times

    with client_of(make_app(limits=Limits(history_items=10_000), clock=Clock())) as client:
        computed(client)
        monkeypatch.setattr(Session, "snapshot", lambda self, t=None: mutant(self, t))
        with pytest.raises(AssertionError):
            check_snapshots_at_other_times(client)


def test_a_queue_for_slow_clients_is_rejected(monkeypatch: pytest.MonkeyPatch):
    from tests.unit.server import test_stream

    def appended(self: Client, serial: str, event: bytes) -> None:
        before = self._newest[1] if self._newest else b""
        self._newest = (serial, before + event)
        self._ready.set()

    monkeypatch.setattr(Client, "put", appended)
    with pytest.raises(AssertionError):
        test_stream.test_a_slow_client_finds_the_newest_state_only()


def test_buffers_as_long_as_the_system_likes_are_rejected(monkeypatch: pytest.MonkeyPatch):
    from tests.interop.test_http_stream import check_slow_client

    monkeypatch.setattr("seatrial.server.stream.keep_short", lambda scope: None)
    with pytest.raises(AssertionError):
        check_slow_client()


def test_events_without_need_are_rejected(monkeypatch: pytest.MonkeyPatch):
    from tests.unit.server import test_stream

    monkeypatch.setattr(Published, "is_due", lambda self, sign, now: True)
    with pytest.raises(AssertionError):
        test_stream.test_nothing_changes_nothing_comes_but_once_a_second()


@pytest.mark.parametrize("last_id", ["none.999999999", "none.x"])
def test_ids_that_are_judged_by_their_run_alone_are_rejected(last_id: str, monkeypatch: pytest.MonkeyPatch):
    from tests.unit.server import test_stream

    monkeypatch.setattr("seatrial.server.stream.seen_by", lambda last_id, serial, count: last_id.partition(".")[0])
    with pytest.raises(AssertionError):
        test_stream.test_an_id_that_this_server_never_gave_starts_over_once(last_id)


def test_hosts_that_are_compared_by_their_beginning_are_rejected(monkeypatch: pytest.MonkeyPatch):
    from tests.unit.server import test_safety

    monkeypatch.setattr("seatrial.server.safety.host_name", lambda authority: "127.0.0.1")
    with pytest.raises(AssertionError):
        test_safety.test_other_hosts_are_refused("127.0.0.1.evil.example")


def test_changes_that_only_origins_keep_out_are_rejected(monkeypatch: pytest.MonkeyPatch):
    from tests.unit.server import test_safety

    monkeypatch.setattr("seatrial.server.safety.ELSEWHERE", ("cross-site",))
    with pytest.raises(AssertionError):
        test_safety.test_pages_of_other_sites_that_do_not_say_their_origin("same-site")


def test_names_that_a_token_makes_up_for_are_rejected(monkeypatch: pytest.MonkeyPatch):
    from tests.unit.server import test_safety

    monkeypatch.setattr(Safety, "_is_ours", lambda self, name: not self._settings.is_local or name in self._hosts)
    with pytest.raises(AssertionError):
        test_safety.test_a_server_that_others_reach_answers_to_addresses_and_to_names_that_are_allowed("0.0.0.0")


def test_changes_from_other_sites_are_rejected(monkeypatch: pytest.MonkeyPatch):
    from tests.unit.server import test_safety

    monkeypatch.setattr("seatrial.server.safety._is_same", lambda origin, headers: True)
    with pytest.raises(AssertionError):
        test_safety.test_pages_of_other_sites_may_not_change_anything()
    monkeypatch.setattr(Safety, "_fits", lambda self, given: True)
    with pytest.raises(AssertionError):
        test_safety.test_token()


def of_the_last_and_known(path: str, parameters: Parameters, pairs: Iterable[tuple[str, str]]) -> None:
    """Of a parameter that comes twice the last counts, and what is unknown is nothing."""
    faultless_check(path, parameters, {name: text for name, text in pairs if name in parameters}.items())


def without_ranges(parameter: Mapping[str, Any], text: str) -> None:
    float(text)


faultless_check = queries.check_query


def test_lenient_query_strings_are_rejected(monkeypatch: pytest.MonkeyPatch):
    from tests.interop import test_http_queries as checks

    track = next(found for found in checks.NUMBERS if found[0] == "/api/track")
    with client_of(make_app()) as client:
        monkeypatch.setattr(queries, "check_query", of_the_last_and_known)
        for faulty in (
            lambda: checks.test_a_parameter_comes_once(client, *track),
            lambda: checks.test_a_parameter_that_is_none_is_named(client, "/api/track", "get"),
        ):
            with pytest.raises(AssertionError):
                faulty()
        monkeypatch.undo()
        monkeypatch.setattr(queries, "check_value", without_ranges)
        with pytest.raises((AssertionError, ValueError)):
            checks.test_what_is_no_number_or_out_of_range_is_named(client, *track)
