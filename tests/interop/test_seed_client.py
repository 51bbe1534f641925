"""A client that does what the page of swordfish does, request by request, and reads the fields that it reads.

Stream from the start, history every 400 ms from the number of items held, depths and currents when the map has moved,
mission, control and vehicle from its forms. It comes through a development server at another port, knows no session,
and ignores everything that is added.
"""

import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest

from tests.reference.http_server import MISSION, make_app, serving, until

SNAPSHOT = {
    **dict.fromkeys(
        "t lat lon heading_deg depth_m speed_m_s pitch_deg roll_deg soc voltage_V current_A power_W energy_J".split(),
        (int, float),
    ),
    **dict.fromkeys(("wp", "wp_total"), int),
    **dict.fromkeys(("plan_loaded", "grounded", "finished", "running"), bool),
}
"""Fields that the page reads of a snapshot, and their types."""
FIELDS = "start_lat start_lon goal_lat goal_lon cruise_depth_m cruise_speed_m_s descent_rate_m_s".split()
HEADERS = {"host": "localhost:5173", "origin": "http://localhost:5173", "sec-fetch-site": "same-origin"}
NEUTRAL = {"length_m": 1.0, "radius_m": 0.1, "mass_kg": 32.2}
"""A mass with which the hull of one metre can dive, since this page knows no ballast."""
ROUND = 0.4
"""Time between two looks at the history [s]."""


def read(snapshot: dict[str, Any]) -> dict[str, Any]:
    """What the page takes of a snapshot, of the types that it counts on."""
    for field, kind in SNAPSHOT.items():
        value = snapshot[field]
        assert isinstance(value, kind) and (kind is bool or not isinstance(value, bool)), f"{field} = {value!r}"
    return {field: snapshot[field] for field in SNAPSHOT}


class SeedPage:
    """The page: newest state of the stream, mirror of the history."""

    def __init__(self, address: str) -> None:
        self.http = httpx2.Client(base_url=address, headers=HEADERS, timeout=20.0)
        self.history: list[dict[str, Any]] = []
        self.newest: dict[str, Any] = {}
        self.events, self.gone = 0, threading.Event()
        self._stream = threading.Thread(target=self._listen, daemon=True)
        self._stream.start()

    def _listen(self) -> None:
        with self.http.stream("GET", "/api/stream") as answer:
            is_named = False
            for line in answer.iter_lines():
                if self.gone.is_set():
                    return
                if line.startswith("data:") and not is_named:
                    self.newest, self.events = read(json.loads(line[5:])), self.events + 1
                is_named = line.startswith("event:") or (is_named and line != "")

    def close(self) -> None:
        self.gone.set()
        self._stream.join(5.0)
        self.http.close()

    def poll(self) -> int:
        """One round of the history; how many items came."""
        items = self.http.get(f"/api/history?since={len(self.history)}").json()["items"]
        self.history += [read(item) for item in items]
        return len(items)

    def poll_until(self, condition: Callable[[], bool]) -> None:
        """Rounds at the page's pace until something holds."""
        for _ in range(200):
            self.poll()
            if condition():
                return
            self.gone.wait(ROUND)
        raise AssertionError("it never came true")

    def map_moved(self, box: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """Depths and currents of the map's box, asked for at once."""
        with ThreadPoolExecutor(2) as both:
            depths = both.submit(self.http.get, f"/api/bathymetry?{box}&width=80&height=56")
            currents = both.submit(self.http.get, f"/api/currents?{box}&width=14&height=10&depth_m=40")
        return depths.result().json(), currents.result().json()

    def plan(self, **changes: float) -> dict[str, Any]:
        """The Plan button: the history begins anew when it worked; what it shows or the text of its alert."""
        answer = self.http.post("/api/mission", json={field: (MISSION | changes)[field] for field in FIELDS})
        found = answer.json()
        if not answer.is_success:
            return {"alert": found["error"]}
        self.history = []
        return {
            "distance_m": found["distance_m"],
            "duration_s": found["duration_s"],
            "energy_J": found["energy_J"],
            "route": [(point["lat"], point["lon"]) for point in found["waypoints"]],
        }

    def control(self, action: str, value: float | None = None) -> None:
        """A button of the playback bar; only the status counts."""
        body = {"action": action} | ({} if value is None else {"value": value})
        assert self.http.post("/api/control", json=body).status_code == 200
        if action == "reset":
            self.history = []

    def apply_vehicle(self, **sent: float) -> float:
        """The Apply button; the volume [m3]."""
        return self.http.post("/api/vehicle", json=sent).json()["volume_m3"]


@pytest.fixture
def page() -> Iterator[SeedPage]:
    with serving(make_app()) as address:
        page = SeedPage(address)
        until(lambda: page.events > 0)
        yield page
        page.close()


def test_the_page_of_swordfish_from_the_first_click_to_the_end(page: SeedPage):
    assert not page.newest["plan_loaded"] and page.poll() == 0
    assert page.apply_vehicle(**NEUTRAL) == pytest.approx(0.03148, rel=1e-3)

    shown = page.plan()
    assert len(shown["route"]) == 11 and shown["route"][0] == (36.7, -122.1)
    assert shown["distance_m"] > 200 and shown["duration_s"] > 200 and shown["energy_J"] > 0
    until(lambda: page.newest["plan_loaded"] and page.newest["wp_total"] == 11)
    page.poll_until(lambda: bool(page.history) and page.history[-1]["finished"])

    # the mirror is whole: a row each tenth of a second, the last one where the run ended
    times = [item["t"] for item in page.history]
    assert times[:-1] == pytest.approx([0.1 * k for k in range(len(times) - 1)], abs=1e-6) and len(times) > 1000
    assert times[-2] < times[-1] <= times[-2] + 0.1 + 1e-6
    assert not any(item["finished"] or item["running"] for item in page.history[:-1]) and page.poll() == 0
    last = page.history[-1]
    assert (last["lat"], last["lon"]) == (pytest.approx(36.7015, abs=2e-4), pytest.approx(-122.0985, abs=2e-4))

    # playback: the newest of the stream is the state at the cursor, which lies between two rows of the mirror
    page.control("set_speed", 16)
    page.control("play")
    until(lambda: page.newest["running"] and page.newest["t"] > 3.0)
    page.control("pause")
    until(lambda: not page.newest["running"])
    here = page.newest
    row = page.history[int(here["t"] / 0.1)]
    assert abs(here["depth_m"] - row["depth_m"]) < 0.1 and here["wp_total"] == row["wp_total"]
    page.control("set_cursor", 60.0)  # the slider is let go
    until(lambda: page.newest["t"] == 60.0)
    assert page.newest["depth_m"] == pytest.approx(page.history[600]["depth_m"], abs=1e-3)
    page.control("set_cursor", times[-1] - 1.0)
    page.control("play")
    until(lambda: page.newest["finished"])
    assert page.newest["t"] == times[-1] and not page.newest["running"]

    # reset: back to the beginning; the mirror is thrown away and filled again, page by page
    whole = list(page.history)
    page.control("reset")
    until(lambda: page.newest["t"] == 0 and not page.newest["finished"])
    page.poll_until(lambda: len(page.history) == len(whole))
    assert page.history == whole


def test_the_map_of_the_page(page: SeedPage):
    depths, currents = page.map_moved("lat_min=36.85&lon_min=-120.2&lat_max=37.05&lon_max=-119.8")
    assert (depths["width"], depths["height"], len(depths["depths"])) == (80, 56, 80 * 56)
    assert (
        all(type(depth) is int for depth in depths["depths"]) and max(depths["depths"]) == depths["max_depth_m"] == 500
    )
    land = sum(depth <= 0 for depth in depths["depths"]) / (80 * 56)
    assert land == pytest.approx(0.5 * 0.75, abs=0.02), (
        "the island takes half the height and three quarters of the width"
    )
    assert (currents["width"], currents["height"], len(currents["u"]), len(currents["v"])) == (14, 10, 140, 140)
    assert {*currents["u"]} == {0, 0.02} and {*currents["v"]} == {0, 0.01}
    for answer in (depths, currents):
        assert [answer[key] for key in ("lat_min", "lon_min", "lat_max", "lon_max")] == [36.85, -120.2, 37.05, -119.8]


def test_refusals_and_replacements_as_the_page_meets_them(page: SeedPage):
    assert page.plan(goal_lat=36.95, goal_lon=-120.0) == {"alert": "goal position is on land"}
    page.apply_vehicle(**NEUTRAL)
    page.plan()
    page.poll_until(lambda: bool(page.history) and page.history[-1]["finished"])
    held = len(page.history)
    # another vehicle: the run starts again, and the page goes on asking from what it holds of the one before
    page.apply_vehicle(length_m=1.1, radius_m=0.1, mass_kg=35.4)
    assert page.poll() <= 1000 and page.newest["plan_loaded"]
    assert len(page.history) >= held
    # planned again, its mirror is that of the new run
    page.plan(cruise_depth_m=10)
    page.poll_until(lambda: bool(page.history) and page.history[-1]["finished"])
    assert page.history[0]["t"] == 0 and max(item["depth_m"] for item in page.history) < 15.0
    # swordfish's own range: clamped, and the page shows the volume of what was taken
    assert page.apply_vehicle(length_m=9.0, radius_m=0.6, mass_kg=900.0) > 0.78
