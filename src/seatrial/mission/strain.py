"""What a plan asks that the vehicle, its battery or the time limit cannot give, as far as it shows before the run."""

import numpy as np
from numpy.typing import NDArray

from seatrial.dynamics.vehicle import Vehicle
from seatrial.frames.geodesy import distance
from seatrial.frames.position import format_latitude, format_longitude
from seatrial.mission.capability import top_speed
from seatrial.ocean.ocean import Ocean
from seatrial.planning.plan import Plan

SAMPLES = 2000
"""Waypoints at most at which the current is looked up."""


def strains(
    planned: Plan, vehicle: Vehicle, ocean: Ocean, max_duration: float, start_time: float = 0.0
) -> tuple[str, ...]:
    """One line for each: a current that the vehicle cannot stem, too little time [s], too little battery.

    The mission begins at `start_time` [s since 1970]; currents are looked up when the plan passes.
    """
    flow = _current(planned, vehicle, ocean, start_time)
    return (*flow, *_time(planned, max_duration), *_battery(planned, vehicle))


def passing_times(planned: Plan) -> NDArray[np.float64]:
    """Time from the start at which the plan passes each waypoint [s], at the speeds of the plan."""
    level = distance(planned.lat[:-1], planned.lon[:-1], planned.lat[1:], planned.lon[1:])
    along = np.hypot(level, np.diff(planned.depth))
    return np.concatenate([[0.0], np.cumsum(along / planned.speed[1:])])


def _current(planned: Plan, vehicle: Vehicle, ocean: Ocean, start_time: float) -> list[str]:
    few = np.unique(np.linspace(0, len(planned.lat) - 1, SAMPLES).astype(int))
    time = start_time + passing_times(planned)[few]
    flow = ocean.current(planned.lat[few], planned.lon[few], planned.depth[few], time).value
    speed = np.nan_to_num(np.hypot(flow[:, 0], flow[:, 1]))
    worst, fastest = int(np.argmax(speed)), top_speed(vehicle)
    if speed[worst] < fastest:
        return []
    k = few[worst]
    where = f"{format_latitude(float(planned.lat[k]))} {format_longitude(float(planned.lon[k]))}"
    return [
        f"{vehicle.name} cannot stem the current of {speed[worst]:.2f} m/s at {where}, {planned.depth[k]:.0f} m deep: "
        f"it makes {fastest:.3f} m/s at most"
    ]


def _time(planned: Plan, max_duration: float) -> list[str]:
    if planned.duration_s <= max_duration:
        return []
    return [
        f"the mission is estimated to take {planned.duration_s:.0f} s, and is given up after max_duration_s = "
        f"{max_duration:g} s"
    ]


def _battery(planned: Plan, vehicle: Vehicle) -> list[str]:
    b = vehicle.battery
    stored = b.capacity * 3600.0 * 0.5 * (b.full_voltage + b.empty_voltage) * (1.0 - b.brownout_charge)
    if planned.energy_J <= stored:
        return []
    return [
        f"the mission is estimated to need {planned.energy_J / 3600:.0f} Wh, and the battery of {vehicle.name} holds "
        f"some {stored / 3600:.0f} Wh"
    ]
