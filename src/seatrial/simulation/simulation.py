"""Members advanced by whole steps; rows and events come back after each call."""

import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seatrial.control.autopilot import Autopilot, AutopilotRecord, autopilot_record
from seatrial.control.observation import NoController, Remembered
from seatrial.dynamics.frame import frame_at
from seatrial.dynamics.scalar import quat, real, vec3, vec6, wp
from seatrial.dynamics.vehicle import Vehicle
from seatrial.errors import InputError
from seatrial.frames.rotation import from_euler
from seatrial.ocean.composite import Composite, Windowed
from seatrial.ocean.ocean import Ocean
from seatrial.simulation.columns import COLUMNS
from seatrial.simulation.fleet import assemble
from seatrial.simulation.kernel import make_advance
from seatrial.simulation.member import Conditions, Member, Route
from seatrial.simulation.settings import TICKS_PER_SECOND, Settings, ticks
from seatrial.simulation.status import Status
from seatrial.simulation.windows import Need, Windows, outside

FOREVER = 2**62
"""A last tick that no run reaches."""


@dataclass(frozen=True)
class Waypoints:
    """Waypoints of a member: positions [deg], depths [m] and speeds [m/s], each of shape (n,)."""

    lat: NDArray[np.float64]
    lon: NDArray[np.float64]
    depth: NDArray[np.float64]
    speed: NDArray[np.float64]


@dataclass(frozen=True)
class Start:
    """One vehicle where and how it begins."""

    vehicle: Vehicle
    lat: float
    """[deg]"""
    lon: float
    """[deg]"""
    depth: float = 0.0
    """[m]"""
    roll_pitch_yaw: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Attitude in north-east-down, ZYX [rad]."""
    nu: tuple[float, ...] = (0.0,) * 6
    """Velocity over ground in B [m/s, rad/s]."""
    charge: float = 1.0
    """State of charge [1]."""
    waypoints: Waypoints | None = None
    """Route to follow; without one the thruster commands stay as they are."""
    autopilot: Autopilot = field(default_factory=Autopilot)
    commands: tuple[float, ...] = ()
    """Commands at the start, one for each actuator in its own unit (thrusters -1..1)."""
    controller: Any = None
    """A controller of `seatrial.control` (see there) that acts instead of the autopilot."""


@dataclass(frozen=True)
class Chunk:
    """What one call of `advance` brought: rows (n, columns) and events (n, 2: tick, waypoint reached) per member."""

    rows: tuple[NDArray[np.float64], ...]
    events: tuple[NDArray[np.int64], ...]


class Tables(NamedTuple):
    """What the kernel writes: rows (member, row, column), events (member, event, 2), and how many of each."""

    rows: Any
    row_counts: Any
    events: Any
    event_counts: Any


def _member(start: Start) -> Member:
    m = Member()
    q = from_euler(*start.roll_pitch_yaw)
    m.state.p = vec3(0.0, 0.0, start.depth)
    m.state.q = quat(q[1], q[2], q[3], q[0])
    m.state.nu = vec6(*start.nu)
    m.state.charge = start.charge
    m.state.temperature = start.vehicle.battery.initial_temperature
    m.recorded = m.anchored = -1
    return m


@wp.kernel
def place_members(members: wp.array(dtype=Member), lat: wp.array(dtype=real), lon: wp.array(dtype=real)):
    """Put each member's plane at its start."""
    i = wp.tid()
    m = members[i]
    m.frame = frame_at(lat[i], lon[i])
    members[i] = m


def _routes(starts: Sequence[Start]) -> tuple[list[Route], list[Any]]:
    parts = [s.waypoints for s in starts]
    tables = {}
    for name in ("lat", "lon", "depth", "speed"):
        values = [np.asarray(getattr(w, name), np.float64) for w in parts if w is not None]
        flat = np.concatenate(values) if values else np.zeros(0)
        tables[name] = wp.array(flat, dtype=real, device="cpu")
    routes, first = [], 0
    for waypoints in parts:
        route = Route()
        route.first, route.count = first, 0 if waypoints is None else len(waypoints.lat)
        for name, table in tables.items():
            setattr(route, name, table)
        routes.append(route)
        first += route.count
    return routes, list(tables.values())


def _controller_module(starts: Sequence[Start]) -> ModuleType | None:
    """The module of the members' controllers, None where the autopilot acts; InputError when they differ in kind."""
    kinds = {type(s.controller) for s in starts}
    if kinds == {type(None)}:
        return None
    if len(kinds) != 1:
        names = ", ".join(sorted(kind.__name__ for kind in kinds))
        raise InputError(f"controllers of a simulation: must all be of one kind, not {names}")
    return sys.modules[kinds.pop().__module__]


def _controllers(starts: Sequence[Start], module: ModuleType | None) -> tuple[Any, Any, list[Any]]:
    """Records of the controllers, what they remember, and what owns their tables."""
    if module is None:
        empty = wp.zeros(len(starts), dtype=NoController, device="cpu")
        return empty, wp.zeros(len(starts), dtype=Remembered, device="cpu"), []
    records = [module.record(s.controller, s.vehicle) for s in starts]
    values, memories = wp.zeros(module.MEMORY * len(starts), dtype=real, device="cpu"), []
    for k in range(len(starts)):
        memory = Remembered()
        memory.first, memory.values = k * module.MEMORY, values
        memories.append(memory)
    own = [records, values]
    return (
        wp.array(records, dtype=module.Record, device="cpu"),
        wp.array(memories, dtype=Remembered, device="cpu"),
        own,
    )


class Simulation:
    """Members of a fleet under way in one ocean. All have waypoints, or none has; controllers are all of one kind.

    `density` is a field of the density of the water [kg/m3]; without it the water has that of the settings everywhere.
    `layers` (of components east and north [m/s]) are added to the currents, where they answer.
    InputError when a field that refuses other times does not have that of the start.
    """

    def __init__(
        self,
        starts: Sequence[Start],
        ocean: Ocean,
        settings: Settings | None = None,
        density: Composite | None = None,
        layers: Sequence[Windowed] = (),
    ) -> None:
        self.settings = settings or Settings()
        self.starts = tuple(starts)
        self._step_ticks = ticks("step", self.settings.step)
        self._fleet = assemble([s.vehicle for s in starts], self.settings.step)
        self._controller = _controller_module(starts)
        piloted = self._controller is None and any(s.waypoints is not None for s in starts)
        self._piloted = piloted
        self._controllers, self._memories, self._kept = _controllers(starts, self._controller)
        self._most_waypoints = max((len(s.waypoints.lat) for s in starts if s.waypoints is not None), default=1)
        self._members = wp.array([_member(s) for s in starts], dtype=Member, device="cpu")
        lat = wp.array([s.lat for s in starts], dtype=real, device="cpu")
        lon = wp.array([s.lon for s in starts], dtype=real, device="cpu")
        # The memory of the members as NumPy sees it; made once, since making it goes through Python's parser.
        self._view = self._members.numpy()
        wp.launch(place_members, dim=len(self.starts), inputs=[self._members, lat, lon], device="cpu")
        routes, self._route_tables = _routes(starts)
        self._routes = wp.array(routes, dtype=Route, device="cpu")
        self._pilots = wp.array([autopilot_record(s.autopilot) for s in starts], dtype=AutopilotRecord, device="cpu")
        self._set_commands([s.commands for s in starts])
        self.kernel_s = 0.0
        """Time inside the kernel so far, summed over threads [s]."""
        self._tick = 0
        self._ocean, self._density = ocean, density
        s = self.settings
        self.windows = Windows(ocean, density, s.density, s.start_time, s.step, s.window_bytes, layers)

    def _set_commands(self, commands: Sequence[Sequence[float]]) -> None:
        """Commands of each member in the order of its actuators; those that are not named are zero."""
        first, table = self._fleet.first_slot, np.zeros(self._fleet.first_slot[-1])
        for k, given in enumerate(commands):
            if len(given) > first[k + 1] - first[k]:
                raise InputError(f"commands of member {k}: {len(given)} for {first[k + 1] - first[k]} actuators")
            table[first[k] : first[k] + len(given)] = given
        if table.size:
            self._fleet.actuators.command.assign(table)

    def _conditions(self, record_ticks: int) -> Conditions:
        s, c = self.settings, Conditions()
        c.step, c.step_ticks, c.record_ticks = s.step, self._step_ticks, record_ticks
        c.control_ticks = self._step_ticks if s.control_period is None else ticks("control_period", s.control_period)
        c.frame_radius, c.gravity = s.frame_radius, s.gravity
        c.water_temperature, c.tolerance = s.water_temperature, s.tolerance
        return c

    def advance(self, steps: int, last_tick: int = FOREVER, record_ticks: int | None = None, threads: int = 1) -> Chunk:
        """Advance every running member by up to `steps` steps, not beyond `last_tick`.

        Rows are recorded at multiples of `record_ticks` (the settings' record period by default) and once when a member
        stops. Results do not depend on how steps are divided over calls, nor on `threads`.
        """
        record = ticks("record_period", self.settings.record_period) if record_ticks is None else record_ticks
        count = len(self.starts)
        most = steps * self._step_ticks // record + 2
        until = self._tick + steps * self._step_ticks
        tables = Tables(
            wp.empty((count, most, len(COLUMNS)), dtype=real, device="cpu"),
            wp.zeros(count, dtype=int, device="cpu"),
            wp.empty((count, min(steps, self._most_waypoints), 2), dtype=wp.int64, device="cpu"),
            wp.zeros(count, dtype=int, device="cpu"),
        )
        dense = record % self._step_ticks != 0
        kernel = make_advance(
            self._fleet.model,
            self._piloted,
            dense,
            self.windows.general,
            self.settings.integrator.value,
            self._controller,
        )
        self._launch(kernel, self._conditions(record), last_tick, until, tables, threads)
        # A member waits where a window ends; the kernel then goes on from the same step.
        before = None
        while (waiting := np.flatnonzero(self._view["waiting"])).size:
            first = int(waiting[0])
            now = (first, int(self._view["waiting"][first]), int(self._view["tick"][first]))
            if now == before:
                raise RuntimeError(f"stream {now[1]} has no window in which member {first} can go on")
            before = now
            self._move_window(first, last_tick)
            self._launch(kernel, self._conditions(record), last_tick, until, tables, threads)
        self._tick = until
        table, taken, reached, seen = (part.numpy() for part in tables)
        return Chunk(
            tuple(np.array(table[i, : taken[i]], np.float64) for i in range(count)),
            tuple(np.array(reached[i, : seen[i]], np.int64) for i in range(count)),
        )

    def _launch(
        self, kernel: Any, conditions: Conditions, last_tick: int, until: int, tables: "Tables", threads: int
    ) -> None:
        """Advance every member to the tick `until`, its end or the end of a window."""
        count = len(self.starts)

        def part(first: int, beyond: int) -> None:
            began = time.perf_counter()
            wp.launch(
                kernel,
                dim=beyond - first,
                inputs=[
                    first, self._members, self._fleet.plants, self._fleet.links, self._pilots,
                    self._controllers, self._memories, self._fleet.allocation,
                    self._routes, self.windows.seas, conditions, last_tick, until, *tables,
                ],
                device="cpu",
            )  # fmt: skip
            self.kernel_s += time.perf_counter() - began

        edges = np.linspace(0, count, min(threads, count) + 1).astype(int).tolist()
        if len(edges) == 2:
            part(0, count)
        else:
            with ThreadPoolExecutor(len(edges) - 1) as pool:
                list(pool.map(part, edges[:-1], edges[1:]))

    def _move_window(self, member: int, until: int) -> None:
        """Move the window that a member waits for to where it is."""
        view = self._view
        under_way = np.flatnonzero(view["status"] == Status.RUNNING)
        lat, lon = [view["anchor"]["lat"][under_way]], [view["anchor"]["lon"][under_way]]
        for i in under_way:
            route = self.starts[i].waypoints
            if route is not None:
                ahead = slice(int(view["waypoint"][i]), None)
                lat.append(np.asarray(route.lat[ahead]))
                lon.append(np.asarray(route.lon[ahead]))
        start = self.settings.start_time
        need = Need(
            float(view["anchor"]["lat"][member]),
            float(view["anchor"]["lon"][member]),
            start + float(view["tick"][member]) / TICKS_PER_SECOND,
            np.concatenate(lat),
            np.concatenate(lon),
            start + until / TICKS_PER_SECOND,
        )
        self.windows.move(int(view["waiting"][member]), need)

    def why(self, member: int = 0) -> str:
        """In one line why a member is out of field; empty when it is not."""
        if self.status[member] is not Status.OUT_OF_FIELD:
            return ""
        anchor, state = self._view["anchor"][member], self._view["state"][member]
        seconds = self.settings.start_time + float(self.time[member])
        lat, lon, depth = float(anchor["lat"]), float(anchor["lon"]), float(state["p"][2])
        return outside(self._ocean, self._density, lat, lon, depth, seconds)

    @property
    def status(self) -> tuple[Status, ...]:
        """Status of each member."""
        return tuple(Status(int(s)) for s in self._view["status"])

    @property
    def time(self) -> NDArray[np.float64]:
        """Time of each member [s], shape (members,)."""
        return self._view["tick"] / TICKS_PER_SECOND

    @property
    def evaluations(self) -> NDArray[np.int64]:
        """Rates of change that the integrator computed for each member so far, shape (members,)."""
        return np.array(self._view["evaluations"], np.int64)

    def command(self, commands: Sequence[Sequence[float]]) -> None:
        """Set the commands of each member, held until they are set again; for what decides in Python.

        One for each actuator of the vehicle in its own unit, in their order; those not named are zero. InputError when
        there are more than actuators. A controller or autopilot of the kernel sets them anew at its next tick.
        """
        self._set_commands(commands)

    def responses(self) -> list[NDArray[np.float64]]:
        """Where the actuators of each member are, in their own units and order."""
        table, first = self._fleet.actuators.response.numpy(), self._fleet.first_slot
        return [np.array(table[a:b], np.float64) for a, b in pairwise(first)]

    def states(self) -> dict[str, NDArray[np.float64]]:
        """States in the members' planes: p (n, 3), q (n, 4: w x y z), nu (n, 6), charge, energy, distance (n,)."""
        state = self._view["state"]
        result = {name: np.array(state[name], np.float64) for name in state.dtype.names}
        result["q"] = np.roll(result["q"], 1, axis=-1)
        return result
