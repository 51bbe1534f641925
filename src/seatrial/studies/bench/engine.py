"""Speed of the stepping kernel, and what a mission spends outside it."""

import time

import numpy as np

from seatrial.mission.build import build_settings, build_vehicle
from seatrial.mission.scenario import Scenario
from seatrial.mission.simulate import simulate
from seatrial.ocean.ocean import Ocean
from seatrial.planning.request import RouteRequest
from seatrial.planning.route import plan_route
from seatrial.simulation.simulation import Simulation, Start, Waypoints
from seatrial.simulation.status import Status
from seatrial.studies.bench.result import Result, valid

SLICE, SLICES = 50_000, 40
"""Steps of a slice that is timed, and how many there are at each place."""
PLACES = {"ocean": ((30.0, -150.0), (30.10, -150.0)), "coast": ((36.78, -121.95), (36.70, -122.02))}
"""Mid-Pacific, and within 12 km of the Californian coast."""


def scenario(place: str, hours: float = 4.0) -> Scenario:
    """The torpedo mission that is timed: 200 Hz RK4, neutral torpedo, 30 m deep."""
    start, goal = PLACES[place]
    return Scenario.from_dict({
        "name": f"bench {place}",
        "start": {"lat": start[0], "lon": start[1]},
        "goal": {"lat": goal[0], "lon": goal[1]},
        "vehicle": {"ballast": "neutral"},
        "mission": {"cruise_depth_m": 30.0, "cruise_speed_m_s": 0.8, "descent_rate_m_s": 0.15},
        "simulation": {"max_duration_s": hours * 3600.0},
    })  # fmt: skip


def simulation(place: str, ocean: Ocean) -> Simulation:
    """A mission ready to step."""
    mission = scenario(place)
    start, goal = PLACES[place]
    m = mission.mission
    plan = plan_route(RouteRequest(start, goal, m.cruise_depth_m, m.cruise_speed_m_s, m.descent_rate_m_s), ocean)
    route = Waypoints(plan.lat, plan.lon, plan.depth, plan.speed)
    vehicle = build_vehicle(mission.vehicle)
    return Simulation([Start(vehicle, start[0], start[1], waypoints=route)], ocean, build_settings(mission))


def slice_seconds(s: Simulation) -> float:
    """Processor time of one slice of steps in one thread [s]; the state is validated."""
    began = time.thread_time()
    chunk = s.advance(SLICE)
    seconds = time.thread_time() - began
    last = chunk.rows[0][-1]
    valid(s.status[0] is Status.RUNNING, f"the mission ended early: {s.status[0].word}")
    valid(bool(np.all(np.isfinite(last))), "the state is not finite")
    return seconds


def steps_per_cpu_second(ocean: Ocean) -> dict[str, float]:
    """RK4 steps per second of processor time at each place: the best of many short slices, taken in turn.

    A shared machine changes its speed by a fifth from second to second; the best slice is what it can do.
    """
    missions = {place: simulation(place, ocean) for place in PLACES}
    seconds = dict.fromkeys(PLACES, float("inf"))
    for s in missions.values():
        s.advance(1000)
    for _ in range(SLICES):
        for place, s in missions.items():
            seconds[place] = min(seconds[place], slice_seconds(s))
    for place, s in missions.items():
        state = s.states()
        valid(abs(state["p"][0, 2] - 30.0) < 1.0, f"{place}: depth is {state['p'][0, 2]:.1f} m instead of 30 m")
        valid(state["distance"][0] > 5000.0, f"{place}: the vehicle did not move ahead")
    return {place: SLICE / best for place, best in seconds.items()}


def outside_share(ocean: Ocean) -> float:
    """Share of the time of a one-hour mission that is spent outside the kernel, the least of three."""
    shares = []
    for _ in range(3):
        s = simulation("coast", ocean)
        began = time.perf_counter()
        outcome = simulate(s, ocean.land, 3600.0)
        total = time.perf_counter() - began
        valid(outcome.steps == 720_000, f"one hour took {outcome.steps} steps instead of 720000")
        valid(outcome.status is Status.TIMED_OUT, f"the mission ended as {outcome.status.word}")
        shares.append(1.0 - outcome.kernel_s / total)
    return min(shares)


def measure(ocean: Ocean) -> list[Result]:
    """Speed in mid-ocean and at a coast, their ratio, and the share outside the kernel."""
    about = "torpedo, RK4 200 Hz, bathymetry, current, autopilot, motor and battery each step, one core"
    speed = steps_per_cpu_second(ocean)
    ocean_speed, coast_speed = speed["ocean"], speed["coast"]
    return [
        Result("mission_steps_per_s", min(ocean_speed, coast_speed), "1/s", f"{about}; per CPU second"),
        Result("mission_steps_per_s_ocean", ocean_speed, "1/s", "30 N 150 W"),
        Result("mission_steps_per_s_coast", coast_speed, "1/s", "36.78 N 121.95 W"),
        Result("coast_to_ocean_ratio", coast_speed / ocean_speed, "1", "1 means that the place does not matter"),
        Result("times_real_time", min(ocean_speed, coast_speed) / 200.0, "1", "at 200 Hz"),
        Result("outside_kernel_share", outside_share(ocean), "1", "one-hour mission, 0.1 s history, coast check"),
    ]
