"""From the words of a scenario to the objects that plan and simulate it."""

import math
from importlib import import_module

from seatrial.control.autopilot import Autopilot
from seatrial.dynamics.battery import Battery
from seatrial.dynamics.vehicle import Vehicle
from seatrial.mission.scenario import OceanOptions, Scenario, UniformCurrent, VehicleOptions
from seatrial.ocean.bathymetry import BathFile, ShippedBathymetry
from seatrial.ocean.composite import Composite, Source
from seatrial.ocean.currents import CurrFile, ShippedCurrents
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.procedural import ProceduralBathymetry
from seatrial.ocean.synthetic import SyntheticCurrents
from seatrial.ocean.uniform import UniformCurrents, UniformDepth
from seatrial.planning.request import RouteRequest
from seatrial.simulation.settings import Settings
from seatrial.vehicles import catalogue


def build_vehicle(options: VehicleOptions) -> Vehicle:
    """The vehicle that a scenario names."""
    if options.battery == "unlimited":
        battery = Battery(capacity=math.inf)
    else:
        b = options.battery
        battery = Battery(
            b.full_voltage_V, b.empty_voltage_V, b.resistance_ohm, capacity=b.capacity_Ah, peukert=b.peukert
        )
    return catalogue.factory(options.model)(
        length=options.length_m,
        radius=options.radius_m,
        mass=options.mass_kg,
        ballast=options.ballast,
        battery=battery,
        thruster_time_constant=options.thruster_time_constant_s,
        added_coriolis=options.added_coriolis,
    )


def clamps(model: str) -> dict[str, tuple[float, float]]:
    """Ranges to which the vehicle `model` clamps its options, by option; empty for one that does not."""
    module = import_module(catalogue.factory(model).__module__)
    ranges = {"length_m": "LENGTH_RANGE", "radius_m": "RADIUS_RANGE", "mass_kg": "MASS_RANGE"}
    return {option: getattr(module, name) for option, name in ranges.items() if hasattr(module, name)}


def build_land(options: OceanOptions) -> Land:
    """Land of a scenario."""
    if isinstance(options.land, str):
        return Land.from_file(options.land)
    return Land.shipped(lakes=options.lakes) if options.land else Land.none()


def build_ocean(options: OceanOptions, month: int | None = None) -> Ocean:
    """Land, bathymetry and currents of a scenario: files first, then shipped data, then formulas."""
    land = build_land(options)
    if options.uniform_depth_m is not None:
        floor: list[Source] = [UniformDepth(options.uniform_depth_m)]
    else:
        floor = [BathFile(path) for path in options.bathymetry]
        floor += [ShippedBathymetry()] if options.shipped_bathymetry else []
        floor.append(ProceduralBathymetry(land))
    if isinstance(options.currents, UniformCurrent):
        flow: list[Source] = [UniformCurrents(options.currents.east_m_s, options.currents.north_m_s)]
    else:
        flow = [CurrFile(path) for path in options.currents]
        flow += [ShippedCurrents(month)] if options.shipped_currents else []
        flow.append(SyntheticCurrents())
    return Ocean(land, Composite(floor), Composite(flow))


def build_request(scenario: Scenario) -> RouteRequest:
    """What a scenario asks of the planner."""
    m = scenario.mission
    return RouteRequest(
        start=(scenario.start.lat, scenario.start.lon),
        goal=(scenario.goal.lat, scenario.goal.lon),
        cruise_depth=m.cruise_depth_m,
        cruise_speed=m.cruise_speed_m_s,
        descent_rate=m.descent_rate_m_s,
        spacing=m.sample_spacing_m,
        clearance=m.clearance_m,
        shore_clearance=m.shore_clearance_m,
        cell=m.cell_m,
        neighbours=m.neighbours,
        via=tuple((p.lat, p.lon) for p in m.via),
    )


def build_autopilot(scenario: Scenario) -> Autopilot:
    """The autopilot with the departures of a scenario."""
    a = scenario.autopilot
    return Autopilot(
        lookahead=a.lookahead_m,
        reset_at_waypoints=a.reset_at_waypoints,
        radius=a.radius_m,
        depth_tolerance=a.depth_tolerance_m,
        final_radius=a.final_radius_m,
        final_depth_tolerance=a.final_depth_tolerance_m,
    )


def build_settings(scenario: Scenario) -> Settings:
    """How a scenario is stepped."""
    s, o = scenario.simulation, scenario.ocean
    return Settings(
        step=s.step_s,
        control_period=s.control_period_s,
        record_period=s.record_period_s,
        density=o.density_kg_m3,
        water_temperature=o.water_temperature_K,
    )
