"""One mission session: vehicle, plan, the run under way or ended, and the playback of it. Used from the event loop."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from seatrial.mission.scenario import VehicleOptions
from seatrial.planning.plan import Plan
from seatrial.server import playback as play
from seatrial.server.compute import Computation
from seatrial.server.playback import Extent, Playback
from seatrial.server.snapshot import ADDED_ROW_KEYS, EMPTY_ROW, GROUNDED, SEED_KEYS, row_values, state_word
from seatrial.server.table import PLACE
from seatrial.simulation.status import Status

Clock = Callable[[], float]


class Session:
    """What one user has open.

    vehicle     as last sent
    mission     mission settings as last sent, in the fields of the request; None before the first
    plan        None before the first mission
    plan_text   the answer that carries the plan
    """

    def __init__(self, name: str, clock: Clock = time.monotonic) -> None:
        self.name, self.clock = name, clock
        self.vehicle = VehicleOptions()
        self.vehicle_sent: dict[str, Any] = {}
        self.mission: dict[str, Any] | None = None
        self.plan: Plan | None = None
        self.plan_text: bytes | None = None
        self.title = "mission"
        self.computation: Computation | None = None
        self.playback = Playback(at=clock())
        self.planning = asyncio.Lock()
        self.streams = 0
        self.used = clock()

    @property
    def is_idle(self) -> bool:
        """Whether nobody watches and nothing computes or is being planned."""
        computing = self.computation is not None and self.computation.is_computing
        return not self.streams and not computing and not self.planning.locked()

    @property
    def nbytes(self) -> int:
        """Memory of the answer with the plan [bytes]; the history belongs to the run, which others may share."""
        return len(self.plan_text or b"")

    @property
    def extent(self) -> Extent:
        """How far the run is computed."""
        return Extent() if self.computation is None else self.computation.extent

    def load(self, plan: Plan, plan_text: bytes, computation: Computation) -> None:
        """Put another run in the place of the one there is, which is cancelled; at its beginning and paused."""
        self.cancel()
        self.plan, self.plan_text, self.computation = plan, plan_text, computation
        self.title = computation.scenario.name
        self.playback = play.reset(self.playback, self.clock())

    def cancel(self) -> None:
        """Stop computing what nobody else plays."""
        if self.computation is not None and not self.computation.is_shared:
            self.computation.cancel()

    def move(self) -> tuple[Playback, Extent]:
        """Let the cursor follow the clock; where it is, and how far the run is computed."""
        extent = self.extent
        self.playback = play.moved(self.playback, self.clock(), extent)
        return self.playback, extent

    def play(self) -> None:
        """Play on; nothing happens without a plan."""
        if self.computation is not None:
            self.playback = play.play(self.playback, self.clock(), self.extent)

    def pause(self) -> None:
        """Stop the cursor."""
        self.playback = play.pause(self.playback, self.clock(), self.extent)

    def reset(self) -> None:
        """Back to the beginning, paused."""
        self.playback = play.reset(self.playback, self.clock())

    def set_speed(self, speed: float) -> None:
        """Play at another speed."""
        self.playback = play.with_speed(self.playback, self.clock(), self.extent, speed)

    def set_cursor(self, cursor: float) -> None:
        """Move the cursor."""
        self.playback = play.with_cursor(self.playback, self.clock(), self.extent, cursor)

    def sign(self) -> tuple[object, ...]:
        """What changes whenever a snapshot would, but for the growth of the table; and the number of rows, last."""
        here, extent = self.move()
        run = self.computation
        rows = 0 if run is None else run.table.columns.shape[1]
        serial = None if run is None else (run.serial, run.run_id)
        return serial, here.cursor, here.is_playing, here.speed, extent.is_complete, self.title, rows

    def snapshot(self, t: float | None = None) -> dict[str, Any]:
        """State at the cursor: the keys of the swordfish API in their order, then ours.

        With `t` [s of mission time], clamped to what is computed, the state as it is when playback stands there.
        """
        here, extent = self.move()
        if t is not None:
            here = replace(play.with_cursor(here, here.at, extent, t), is_playing=False)
        run, plan = self.computation, self.plan
        columns = None if run is None else run.table.columns
        rows = 0 if columns is None else columns.shape[1]
        if columns is not None and rows:
            values = row_values(play.sample(columns, here.cursor))
            waypoint = round(float(play.sample(columns, here.cursor)[PLACE["waypoint"]]))
        else:
            values, waypoint = dict(EMPTY_ROW), 0
            if plan is not None:
                values |= {"lat": float(plan.lat[0]), "lon": float(plan.lon[0])}
        status = None if run is None else run.status
        is_finished = run is not None and play.is_finished(here.cursor, extent)
        if is_finished and plan is not None and status is Status.ARRIVED:
            waypoint = len(plan.lat)  # none is ahead
        found: dict[str, Any] = dict.fromkeys(SEED_KEYS) | values
        found |= {
            "wp": waypoint,
            "wp_total": 0 if plan is None else len(plan.lat),
            "running": here.is_playing,
            "finished": is_finished,
            "grounded": is_finished and status in GROUNDED,
            "plan_loaded": run is not None,
        }
        found = {key: found[key] for key in (*SEED_KEYS, *ADDED_ROW_KEYS)}
        return found | {
            "state": state_word(run is not None, here.is_playing, is_finished, status),
            "status": None if status is None else status.word,
            "computing": run is not None and not extent.is_complete,
            "computed_s": extent.end,
            "rows": rows,
            "playback_speed": here.speed,
            "run": None if run is None else run.run_id,
            "name": self.title,
            "error": None if run is None else run.failure,
        }
