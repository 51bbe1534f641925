"""The stepping loop: one Warp kernel per model signature, from the parts of `dynamics` and `control`."""

from functools import lru_cache
from importlib import import_module
from types import ModuleType
from typing import Any

from seatrial.control.autopilot import AutopilotRecord, next_leg, reached, steer
from seatrial.control.observation import NoController, Observation, Remembered
from seatrial.dynamics.actuators import Slots
from seatrial.dynamics.battery import terminals
from seatrial.dynamics.fields import Seas
from seatrial.dynamics.model import Model
from seatrial.dynamics.rate import Plant, flow_of, make_rate
from seatrial.dynamics.scalar import ONE, ZERO, real, vec4, wp
from seatrial.dynamics.state import between
from seatrial.simulation.member import Conditions, Member, Route
from seatrial.simulation.navigation import (
    ANCHOR_TICKS,
    TICKS_PER_SECOND,
    Surroundings,
    anchor_here,
    locate_waypoint,
    make_surroundings,
)
from seatrial.simulation.rows import write_row
from seatrial.simulation.sight import is_last, observed, sight_of, to_waypoint
from seatrial.simulation.status import Status

RUNNING = wp.constant(int(Status.RUNNING))
ARRIVED = wp.constant(int(Status.ARRIVED))
GROUNDED = wp.constant(int(Status.GROUNDED))
BROWNOUT = wp.constant(int(Status.BROWNOUT))
OUT_OF_FIELD = wp.constant(int(Status.OUT_OF_FIELD))
NONFINITE = wp.constant(int(Status.NONFINITE))
TIMED_OUT = wp.constant(int(Status.TIMED_OUT))


@wp.func
def command_actuators(m: Member, plant: Plant, allocation: wp.array(dtype=vec4)):
    """Set the commands from the channels, by the allocation of the vehicle."""
    channels = vec4(m.memory.surge, m.memory.heave, m.memory.pitch, m.memory.yaw)
    for j in range(plant.slots.first, plant.slots.first + plant.slots.count):
        command = wp.dot(allocation[j], channels)
        plant.slots.command[j] = wp.clamp(command, -ONE, ONE)


@wp.func
def health(m: Member, plant: Plant, sea_floor_depth: real):
    """Status after a step."""
    s = m.state
    sum = s.p[0] + s.p[1] + s.p[2] + s.q[0] + s.q[1] + s.q[2] + s.q[3] + s.energy + s.charge + s.temperature
    for k in range(6):
        sum += s.nu[k]
    if not wp.isfinite(sum):
        return NONFINITE
    if s.p[2] >= sea_floor_depth:
        return GROUNDED
    if s.charge <= plant.battery.brownout_charge:
        return BROWNOUT
    return RUNNING


@wp.func
def delivers(m: Member, plant: Plant, demand: real):
    """Whether the battery can give the power that the thrusters ask for (1 or 0)."""
    return terminals(plant.battery, m.state.charge, demand).delivers


@wp.func
def never_acts(r: NoController, seen: Observation, slots: Slots, memory: Remembered, step: real):
    """No controller."""
    return 0


def _parts(controller: ModuleType | None) -> tuple[int, Any, Any, Any]:
    """Whether there is a controller (1 or 0), its record type, what it does, and when it has arrived."""
    record_type = NoController if controller is None else controller.Record

    @wp.func
    def never(r: record_type, seen: Observation):
        return 0

    if controller is None:
        return 0, record_type, never_acts, never
    return 1, record_type, controller.act, getattr(controller, "arrived", never)


@lru_cache(maxsize=64)
def make_advance(
    model: Model,
    piloted: bool,
    dense: bool = False,
    general: bool = False,
    integrator: str = "rk4",
    controller: ModuleType | None = None,
) -> Any:
    """Kernel that advances members to a tick, for one model.

    Without a pilot or a `controller`, a module as `seatrial.control` describes it, commands stay as they are. A dense
    one also writes rows that fall inside a step. A general one knows all kinds of grids, see `seatrial.dynamics.grid`.
    `integrator` is a module of `seatrial.dynamics.integrators`.
    """
    surroundings = make_surroundings(general)
    rate = make_rate(model)
    step = import_module(f"seatrial.dynamics.integrators.{integrator}").make_step(model)
    demand, settle, links_type = model.demand, model.settle, model.links
    follow = 1 if piloted or hasattr(controller, "arrived") else 0
    pilot_acts = 1 if piloted else 0
    controls, record_type, act, has_arrived = _parts(controller)
    inside_steps = 1 if dense else 0

    @wp.func
    def write(
        rows: wp.array3d(dtype=real), i: int, n: int, m: Member, around: Surroundings, plant: Plant,
        links: links_type, tick: wp.int64,
    ):  # fmt: skip
        flow = flow_of(m.state, around.water, 0, ZERO)
        write_row(rows, i, n, m, around, flow, plant, plant.hotel_power + demand(links, i, flow), tick)

    @wp.func
    def write_between(
        rows: wp.array3d(dtype=real),
        i: int,
        first: int,
        m: Member,
        after: Member,
        plant: Plant,
        links: links_type,
        conditions: Conditions,
        seas: Seas,
    ):
        """Rows that fall strictly inside a step, from its cubic Hermite interpolant; returns the next row."""
        n = first
        begin = surroundings(m, conditions, seas, m.tick)
        slope0 = rate(m.state, plant, links, i, begin.water, 0, ZERO)
        slope1 = rate(after.state, plant, links, i, begin.water, 2, conditions.step)
        period = wp.int64(conditions.record_ticks)
        tick = (m.tick / period + wp.int64(1)) * period
        while tick < after.tick:
            inside = m
            share = real(tick - m.tick) / real(conditions.step_ticks)
            inside.state = between(m.state, slope0, after.state, slope1, share, conditions.step)
            if n < rows.shape[1]:
                write(rows, i, n, inside, surroundings(inside, conditions, seas, tick), plant, links, tick)
                n += 1
            tick += period
        return n

    @wp.kernel(module="unique", enable_backward=False)
    def advance(
        offset: int,
        members: wp.array(dtype=Member),
        plants: wp.array(dtype=Plant),
        links: links_type,
        pilots: wp.array(dtype=AutopilotRecord),
        controllers: wp.array(dtype=record_type),
        memories: wp.array(dtype=Remembered),
        allocation: wp.array(dtype=vec4),
        routes: wp.array(dtype=Route),
        seas: Seas,
        conditions: Conditions,
        last_tick: wp.int64,
        until: wp.int64,
        rows: wp.array3d(dtype=real),
        row_counts: wp.array(dtype=int),
        events: wp.array3d(dtype=wp.int64),
        event_counts: wp.array(dtype=int),
    ):
        i = wp.tid() + offset
        m = members[i]
        plant = plants[i]
        route = routes[i]
        pilot = pilots[i]
        n = row_counts[i]
        e = event_counts[i]
        m.waiting = 0
        stride = wp.int64(conditions.step_ticks)
        record_period = wp.int64(conditions.record_ticks)
        control_period = wp.int64(conditions.control_ticks)
        control_step = real(conditions.control_ticks) / TICKS_PER_SECOND
        while m.status == RUNNING and m.tick < last_tick and m.tick < until:
            anchoring = m.tick % ANCHOR_TICKS < stride
            if anchoring and m.anchored != m.tick:
                m = anchor_here(m, conditions)
            if follow == 1 and m.located == 0:
                m = locate_waypoint(m, route)
            around = surroundings(m, conditions, seas, m.tick)
            if around.waiting > 0:
                m.waiting = around.waiting
                break
            if around.known == 0:
                m.status = OUT_OF_FIELD
                break
            if m.tick % control_period < stride:
                if wp.static(pilot_acts == 1):
                    m.memory = steer(pilot, m.memory, sight_of(m, route), control_step)
                    command_actuators(m, plant, allocation)
                if wp.static(controls == 1):
                    act(controllers[i], observed(m, route, around), plant.slots, memories[i], control_step)
            if m.tick % record_period == wp.int64(0):
                write(rows, i, n, m, around, plant, links, m.tick)
                m.recorded = m.tick
                n += 1
            if wp.static(inside_steps == 1):
                after = m
                done = step(m.state, plant, links, i, around.water, conditions.step, m.guess, conditions.tolerance)
                after.state = done.state
                after.tick = m.tick + stride
                n = write_between(rows, i, n, m, after, plant, links, conditions, seas)
                m = after
            else:
                done = step(m.state, plant, links, i, around.water, conditions.step, m.guess, conditions.tolerance)
                m.state = done.state
                m.tick += stride
            m.guess = done.guess
            m.evaluations += wp.int64(done.evaluations)
            settle(links, i)
            m.status = health(m, plant, around.sea_floor_depth)
            if done.failed == 1:
                m.status = NONFINITE
            if anchoring and m.status == RUNNING:
                asked = plant.hotel_power + demand(links, i, flow_of(m.state, around.water, 0, ZERO))
                if delivers(m, plant, asked) == 0:
                    m.status = BROWNOUT
            arrived = int(0)
            if follow == 1 and m.status == RUNNING:
                if wp.static(pilot_acts == 1):
                    arrived = reached(pilot, to_waypoint(m, route), is_last(m, route))
                else:
                    arrived = has_arrived(controllers[i], observed(m, route, around))
            if arrived == 1:
                if e < events.shape[1]:
                    events[i, e, 0] = m.tick
                    events[i, e, 1] = wp.int64(m.waypoint)
                    e += 1
                m.memory = next_leg(pilot, m.memory)
                if m.waypoint == route.count - 1:
                    m.status = ARRIVED
                else:
                    m.waypoint += 1
                    m.located = 0
        if m.status == RUNNING and m.tick >= last_tick:
            m.status = TIMED_OUT
        if m.status != RUNNING and m.recorded != m.tick and n < rows.shape[1]:
            if m.status != NONFINITE and m.anchored != m.tick:
                m = anchor_here(m, conditions)
            around = surroundings(m, conditions, seas, m.tick)
            m.waiting = around.waiting
            if m.waiting == 0:
                write(rows, i, n, m, around, plant, links, m.tick)
                m.recorded = m.tick
                n += 1
        members[i] = m
        row_counts[i] = n
        event_counts[i] = e

    return advance
