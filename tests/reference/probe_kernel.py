"""Test kernels that call the engine's functions element by element."""

from functools import lru_cache
from typing import Any

from seatrial.control.autopilot import AutopilotRecord, Memory, Sight, reached, steer
from seatrial.control.heading import heading_error, heading_reference
from seatrial.control.los import los_course
from seatrial.dynamics.battery import BatteryRecord, charge_rate, heating_rate, terminals
from seatrial.dynamics.fields import CurrentField, FloorField, make_current_at, make_sea_floor_depth
from seatrial.dynamics.frame import Frame, frame_at, to_local, to_place
from seatrial.dynamics.motor import MotorRecord, electric_power
from seatrial.dynamics.scalar import real, vec3, wp
from seatrial.dynamics.state import State, between


@wp.kernel
def battery_kernel(
    battery: BatteryRecord,
    charge: wp.array(dtype=real),
    power: wp.array(dtype=real),
    temperature: wp.array(dtype=real),
    water: real,
    out: wp.array2d(dtype=real),
):
    i = wp.tid()
    t = terminals(battery, charge[i], power[i])
    out[i, 0] = t.voltage
    out[i, 1] = t.current
    out[i, 2] = real(t.delivers)
    out[i, 3] = charge_rate(battery, t.current)
    out[i, 4] = heating_rate(battery, t.current, temperature[i], water)


@wp.kernel
def motor_kernel(
    motor: MotorRecord, shaft: wp.array(dtype=real), load: wp.array(dtype=real), out: wp.array(dtype=real)
):
    i = wp.tid()
    out[i] = electric_power(motor, shaft[i], load[i])


@wp.kernel
def heading_kernel(
    wanted: wp.array(dtype=real),
    heading: wp.array(dtype=real),
    step: real,
    time_constant: real,
    out: wp.array2d(dtype=real),
):
    i = wp.tid()
    out[i, 0] = heading_error(wanted[i], heading[i])
    out[i, 1] = heading_reference(heading[i], wanted[i], step, time_constant)


@wp.kernel
def los_kernel(azimuth: wp.array(dtype=real), cross: wp.array(dtype=real), lookahead: real, out: wp.array(dtype=real)):
    i = wp.tid()
    out[i] = los_course(azimuth[i], cross[i], lookahead)


@wp.kernel
def steer_kernel(
    pilot: AutopilotRecord,
    sights: wp.array(dtype=Sight),
    step: real,
    memories: wp.array(dtype=Memory),
    arrived: wp.array(dtype=int),
):
    """One autopilot through a series of sights; run with dim 1."""
    m = Memory()
    for k in range(sights.shape[0]):
        m = steer(pilot, m, sights[k], step)
        memories[k] = m
        arrived[k] = reached(pilot, sights[k].to_waypoint, sights[k].last)


@wp.kernel
def frame_kernel(
    lat0: wp.array(dtype=real),
    lon0: wp.array(dtype=real),
    lat: wp.array(dtype=real),
    lon: wp.array(dtype=real),
    north: wp.array(dtype=real),
    east: wp.array(dtype=real),
    local: wp.array(dtype=vec3),
    place: wp.array2d(dtype=real),
):
    i = wp.tid()
    frame = Frame()
    frame = frame_at(lat0[i], lon0[i])
    local[i] = to_local(frame, lat[i], lon[i])
    p = to_place(frame, north[i], east[i])
    place[i, 0] = p.lat
    place[i, 1] = p.lon
    place[i, 2] = p.convergence
    place[i, 3] = p.meridian
    place[i, 4] = p.prime


@lru_cache(maxsize=2)
def make_floor_kernel(general: bool) -> Any:
    """Kernel of the sea floor, of plain grids or general."""
    sea_floor_depth = make_sea_floor_depth(general)

    @wp.kernel(module="unique")
    def floor_kernel(
        field: FloorField, lat: wp.array(dtype=real), lon: wp.array(dtype=real), out: wp.array(dtype=real),
        known: wp.array(dtype=int),
    ):  # fmt: skip
        i = wp.tid()
        answer = sea_floor_depth(field, lat[i], lon[i])
        out[i] = answer.first
        known[i] = answer.known

    return floor_kernel


@lru_cache(maxsize=2)
def make_current_kernel(general: bool) -> Any:
    """Kernel of the current, of plain grids or general."""
    current_at = make_current_at(general)

    @wp.kernel(module="unique")
    def current_kernel(
        field: CurrentField, lat: wp.array(dtype=real), lon: wp.array(dtype=real), depth: wp.array(dtype=real),
        time: wp.array(dtype=real), out: wp.array2d(dtype=real), known: wp.array(dtype=int),
    ):  # fmt: skip
        i = wp.tid()
        answer = current_at(field, lat[i], lon[i], depth[i], time[i])
        out[i, 0] = answer.first
        out[i, 1] = answer.second
        out[i, 2] = answer.third
        out[i, 3] = answer.rate[0]
        out[i, 4] = answer.rate[1]
        out[i, 5] = answer.rate[2]
        known[i] = answer.known

    return current_kernel


@wp.kernel
def between_kernel(
    s0: State, rate0: State, s1: State, rate1: State, share: wp.array(dtype=real), h: real, out: wp.array(dtype=State)
):
    i = wp.tid()
    out[i] = between(s0, rate0, s1, rate1, share[i], h)
