"""Rate of change of a member: what every integrator takes its steps with."""

from functools import lru_cache
from typing import Any

from seatrial.dynamics.actuators import Slots
from seatrial.dynamics.battery import BatteryRecord, charge_rate, heating_rate, terminals
from seatrial.dynamics.flow import Flow
from seatrial.dynamics.model import Model
from seatrial.dynamics.motion import Body, acceleration
from seatrial.dynamics.scalar import ONE, ZERO, angular, join, linear, quaternion_rate, real, vec3, wp
from seatrial.dynamics.state import State


@wp.struct
class Water:
    """The water around a member, of a step; but for its velocity it is held over the step."""

    current: vec3
    """Velocity of the water in N, in the member's plane, at the beginning of the step [m/s]."""
    acceleration: vec3
    """Its rate of change with time [m/s2], held over the step."""
    accelerates: int
    """1 where the acceleration is not zero."""
    density: real
    """[kg/m3]"""
    gravity: real
    """[m/s2]"""
    temperature: real
    """[K]"""
    sea_floor_depth: real
    """[m]"""


@wp.struct
class Plant:
    """Records of one member that the rate of change needs beside its forces."""

    body: Body
    slots: Slots
    battery: BatteryRecord
    hotel_power: real
    """Electric power of all that is no actuator [W]."""


@wp.func
def flow_of(s: State, water: Water, stage: int, since: real):
    """What the forces see in state `s`, `since` [s], that is `stage` half steps, after the commands were set."""
    flow = Flow()
    flow.nu = s.nu
    current = water.current
    if water.accelerates == 1:
        current = current + since * water.acceleration
        flow.water_acceleration = wp.quat_rotate_inv(s.q, water.acceleration)
    flow.nu_r = join(linear(s.nu) - wp.quat_rotate_inv(s.q, current), angular(s.nu))
    flow.down = wp.quat_rotate_inv(s.q, vec3(ZERO, ZERO, ONE))
    flow.depth = s.p[2]
    flow.sea_floor_depth = water.sea_floor_depth
    flow.p = s.p
    flow.q = s.q
    flow.density = water.density
    flow.gravity = water.gravity
    flow.stage = stage
    flow.since = since
    return flow


@lru_cache(maxsize=64)
def make_rate(model: Model) -> Any:
    """Warp function (state, plant, links, member, water, stage, since) -> rate of change, for one model."""
    total, demand, links_type = model.total, model.demand, model.links

    @wp.func
    def rate(s: State, plant: Plant, links: links_type, member: int, water: Water, stage: int, since: real):
        flow = flow_of(s, water, stage, since)
        tau = total(links, member, flow)
        asked = plant.hotel_power + demand(links, member, flow)
        pack = terminals(plant.battery, s.charge, asked)
        d = State()
        d.p = wp.quat_rotate(s.q, linear(s.nu))
        d.q = quaternion_rate(s.q, angular(s.nu))
        d.nu = acceleration(plant.body, tau, flow)
        d.charge = charge_rate(plant.battery, pack.current)
        d.temperature = heating_rate(plant.battery, pack.current, s.temperature, water.temperature)
        d.energy = asked
        d.distance = wp.length(linear(s.nu))
        return d

    return rate
