"""Plan and run a scenario."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from seatrial.dynamics.vehicle import Vehicle
from seatrial.frames.geodesy import azimuth
from seatrial.mission.build import build_autopilot, build_request, build_settings, build_vehicle, clamps
from seatrial.mission.capability import longest_step, shortfalls
from seatrial.mission.provenance import provenance
from seatrial.mission.record import Run, history_dataset
from seatrial.mission.scenario import Scenario
from seatrial.mission.strain import strains
from seatrial.mission.water import build_ocean, engine_density, engine_layers
from seatrial.ocean.composite import Composite
from seatrial.ocean.ocean import Ocean
from seatrial.planning.plan import Plan
from seatrial.planning.route import plan_route
from seatrial.simulation.settings import TICKS_PER_SECOND
from seatrial.simulation.status import Status
from seatrial.simulation.windows import check_start

if TYPE_CHECKING:
    from seatrial.mission.simulate import Watch

Progress = Callable[[str, float, float], None]
"""Called with what is being done, the simulated time [s] and the share that is done, 0..1."""


def month_of(scenario: Scenario) -> int | None:
    """Month of the currents, None for the annual mean."""
    return scenario.start_time.month if scenario.monthly else None


def ocean_of(scenario: Scenario) -> Ocean:
    """The ocean of a scenario; of files too large to be held, the part around its places."""
    places = [(p.lat, p.lon) for p in (scenario.start, *scenario.mission.via, scenario.goal)]
    return build_ocean(scenario.ocean, month_of(scenario), places, scenario.seed)


def plan(scenario: Scenario, ocean: Ocean | None = None) -> Plan:
    """Route and estimate for a scenario, with a warning for each thing that its vehicle cannot do.

    Raises `PlanningError` when there is no such mission, `InputError` when it begins outside the times of a file.
    """
    ocean = ocean or ocean_of(scenario)
    check_start(ocean, density_of(scenario, ocean), scenario.start_time.timestamp())
    planned = plan_route(build_request(scenario), ocean)
    vehicle = build_vehicle(scenario.vehicle)
    start = scenario.start_time.timestamp()
    hard = strains(planned, vehicle, ocean, scenario.simulation.max_duration_s, start)
    return replace(planned, warnings=(*planned.warnings, *limits(scenario, ocean), *hard))


def density_of(scenario: Scenario, ocean: Ocean) -> Composite | None:
    """Density of the water for the engine, None for the constant of the scenario."""
    return engine_density(ocean) if scenario.ocean.density == "field" else None


def density_at_start(scenario: Scenario, ocean: Ocean | None, depth: float) -> float:
    """Density of the water [kg/m3] at the start of a mission, at `depth` [m]; the constant without a field of it."""
    o, start = scenario.ocean, scenario.start
    if o.density == "constant" or ocean is None:
        return o.density_kg_m3
    found = ocean.field("SeaDensity").sample(start.lat, start.lon, depth, scenario.start_time.timestamp())
    return float(found.value) if bool(found.valid) else o.density_kg_m3


def limits(scenario: Scenario, ocean: Ocean | None = None) -> tuple[str, ...]:
    """One line for each thing that the vehicle of a scenario cannot do or take as given."""
    vehicle, m = build_vehicle(scenario.vehicle), scenario.mission
    density = density_at_start(scenario, ocean, m.cruise_depth_m)
    missing = shortfalls(vehicle, m.cruise_depth_m, m.cruise_speed_m_s, m.descent_rate_m_s, density)
    return (*missing, *doubts(scenario, vehicle))


def doubts(scenario: Scenario, vehicle: Vehicle) -> tuple[str, ...]:
    """One line for each number that is allowed but not taken as given, or that spoils the simulation."""
    options, step = scenario.vehicle, scenario.simulation.step_s
    lines = []
    for name, (low, high) in clamps(options.model).items():
        asked = getattr(options, name)
        if not low <= asked <= high:
            unit = name.rsplit("_", 1)[-1]
            lines.append(
                f"vehicle.{name} = {asked:g} {unit}: {options.model} takes {low:g}..{high:g} {unit} and was clamped"
            )
    longest = longest_step(vehicle, scenario.mission.cruise_speed_m_s)
    if step > longest:
        lines.append(
            f"simulation.step_s = {step:g} s: too long for {vehicle.name}, whose damping needs steps of at most "
            f"{longest:.2g} s"
        )
    return tuple(lines)


def initial_heading(scenario: Scenario, planned: Plan) -> float:
    """True heading at the start [rad]: the scenario's, or along the first leg that has a length."""
    if scenario.start.heading_deg is not None:
        return float(np.radians(scenario.start.heading_deg))
    moved = np.flatnonzero((planned.lat != planned.lat[0]) | (planned.lon != planned.lon[0]))
    if not len(moved):
        return 0.0
    k = moved[0]
    return float(azimuth(planned.lat[0], planned.lon[0], planned.lat[k], planned.lon[k]))


def run(
    scenario: Scenario,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    chunk_steps: int | None = None,
    ocean: Ocean | None = None,
    max_rows: int | None = None,
) -> Run:
    """Plan and simulate a scenario; the history does not depend on `chunk_steps` and has at most `max_rows`.

    `cancelled` is asked once before the simulation begins and then after every chunk.

    Raises `PlanningError` when there is no such mission and `InputError` for input that cannot be used. A mission that
    ends badly does not raise: its status says how.
    """
    began = time.perf_counter()
    report = progress or _silent
    report("loading the ocean", 0.0, 0.0)
    ocean = ocean or ocean_of(scenario)
    report("planning", 0.0, 0.0)
    planned = plan(scenario, ocean)
    result = carry_out(scenario, planned, ocean, progress, cancelled, chunk_steps, max_rows=max_rows)
    return replace(result, wall_s=time.perf_counter() - began)


def carry_out(
    scenario: Scenario,
    planned: Plan,
    ocean: Ocean,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    chunk_steps: int | None = None,
    watch: "Watch | None" = None,
    max_rows: int | None = None,
) -> Run:
    """Simulate a mission that is planned already; `watch` sees the rows of every chunk as they come."""
    from seatrial.mission.history import MAX_ROWS
    from seatrial.mission.simulate import CHUNK_STEPS, simulate
    from seatrial.simulation.simulation import Simulation, Start, Waypoints

    began, report = time.perf_counter(), progress or _silent
    vehicle, settings = build_vehicle(scenario.vehicle), build_settings(scenario)
    report("compiling the engine, once", 0.0, 0.0)
    surface = density_at_start(scenario, ocean, 0.0)
    start = Start(
        vehicle,
        float(planned.lat[0]),
        float(planned.lon[0]),
        depth=floating_depth(vehicle.weight(), vehicle.buoyancy(surface), vehicle.hull_height),
        roll_pitch_yaw=(0.0, 0.0, initial_heading(scenario, planned)),
        waypoints=Waypoints(planned.lat, planned.lon, planned.depth, planned.speed),
        autopilot=build_autopilot(scenario),
    )
    simulation = Simulation([start], ocean, settings, density_of(scenario, ocean), engine_layers(ocean))
    outcome = simulate(
        simulation,
        ocean.land,
        scenario.simulation.max_duration_s,
        chunk_steps or CHUNK_STEPS,
        lambda seconds, share: report("simulating", seconds, share),
        cancelled,
        watch=watch,
        max_rows=max_rows or MAX_ROWS,
    )
    start_time = scenario.start_time.isoformat()
    reached = tuple((tick / TICKS_PER_SECOND, "waypoint reached", int(k)) for tick, k in outcome.events.tolist())
    ended = (float(outcome.rows[-1, 0]) if len(outcome.rows) else 0.0, outcome.status.word, -1)
    return Run(
        name=scenario.name,
        scenario=scenario.model_dump(mode="json"),
        plan=planned,
        history=history_dataset(outcome.rows, start_time),
        events=(*reached, ended),
        status=outcome.status,
        steps=outcome.steps,
        wall_s=time.perf_counter() - began,
        provenance=provenance(scenario, ocean),
        reason=simulation.why() if outcome.status is Status.OUT_OF_FIELD else "",
    )


def _silent(what: str, seconds: float, share: float) -> None:
    """Report nothing."""


def floating_depth(weight: float, buoyancy: float, hull_height: float) -> float:
    """Depth of the body origin [m] at which the hull floats, half its height when it has no reserve."""
    return hull_height * (min(weight / buoyancy, 1.0) - 0.5)
