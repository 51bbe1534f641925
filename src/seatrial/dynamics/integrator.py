"""Rate of change of a member and the classical Runge-Kutta step over it."""

from functools import lru_cache
from typing import Any

from seatrial.dynamics.battery import BatteryRecord, charge_rate, heating_rate, terminals
from seatrial.dynamics.flow import Flow
from seatrial.dynamics.forces.thruster import Record as Thrusters
from seatrial.dynamics.forces.thruster import power
from seatrial.dynamics.model import Model
from seatrial.dynamics.motion import Body, acceleration
from seatrial.dynamics.motor import MotorRecord
from seatrial.dynamics.scalar import HALF, ONE, TWO, ZERO, angular, join, linear, quaternion_rate, real, vec3, wp
from seatrial.dynamics.state import State, ahead

RK4_ORDER = 4


@wp.struct
class Water:
    """The water around a member, of a step; but for its velocity it is held over the step."""

    current: vec3
    """Velocity of the water in N, in the member's plane, at the beginning of the step [m/s]."""
    acceleration: vec3
    """Its rate of change with time [m/s2], held over the step."""
    half_step: real
    """Half a step [s], 0 for water that does not accelerate."""
    density: real
    """[kg/m3]"""
    gravity: real
    """[m/s2]"""
    temperature: real
    """[K]"""


@wp.struct
class Plant:
    """Records of one member that the rate of change needs beside its forces."""

    body: Body
    thrusters: Thrusters
    motor: MotorRecord
    battery: BatteryRecord


@wp.func
def flow_of(s: State, water: Water, stage: int):
    """What the forces see in state `s`, `stage` half steps after the commands were set."""
    flow = Flow()
    flow.nu = s.nu
    current = water.current
    if water.half_step > ZERO:
        current = current + real(stage) * water.half_step * water.acceleration
        flow.water_acceleration = wp.quat_rotate_inv(s.q, water.acceleration)
    flow.nu_r = join(linear(s.nu) - wp.quat_rotate_inv(s.q, current), angular(s.nu))
    flow.down = wp.quat_rotate_inv(s.q, vec3(ZERO, ZERO, ONE))
    flow.depth = s.p[2]
    flow.density = water.density
    flow.gravity = water.gravity
    flow.stage = stage
    return flow


@lru_cache(maxsize=64)
def make_rate(model: Model) -> Any:
    """Warp function (state, plant, links, member, water, stage) -> rate of change, for one model."""
    total, links_type = model.total, model.links

    @wp.func
    def rate(s: State, plant: Plant, links: links_type, member: int, water: Water, stage: int):
        flow = flow_of(s, water, stage)
        tau = total(links, member, flow)
        demand = power(plant.thrusters, plant.motor, flow)
        pack = terminals(plant.battery, s.charge, demand)
        d = State()
        d.p = wp.quat_rotate(s.q, linear(s.nu))
        d.q = quaternion_rate(s.q, angular(s.nu))
        d.nu = acceleration(plant.body, tau, flow)
        d.charge = charge_rate(plant.battery, pack.current)
        d.temperature = heating_rate(plant.battery, pack.current, s.temperature, water.temperature)
        d.energy = demand
        d.distance = wp.length(linear(s.nu))
        return d

    return rate


@lru_cache(maxsize=64)
def make_rk4(model: Model) -> Any:
    """Warp function (state, plant, links, member, water, step) -> state one step on (Kutta 1901), for one model."""
    rate = make_rate(model)
    links_type = model.links

    @wp.func
    def step(s: State, plant: Plant, links: links_type, member: int, water: Water, h: real):
        sixth = h / real(6.0)
        # The sum grows stage by stage, so that only one rate has to be kept at a time.
        k = rate(s, plant, links, member, water, 0)
        end = ahead(s, k, sixth)
        k = rate(ahead(s, k, HALF * h), plant, links, member, water, 1)
        end = ahead(end, k, TWO * sixth)
        k = rate(ahead(s, k, HALF * h), plant, links, member, water, 1)
        end = ahead(end, k, TWO * sixth)
        k = rate(ahead(s, k, h), plant, links, member, water, 2)
        end = ahead(end, k, sixth)
        end.q = wp.normalize(end.q)
        return end

    return step
