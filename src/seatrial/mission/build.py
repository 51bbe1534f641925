"""From the words of a scenario to the objects that plan and simulate it."""

import math
from importlib import import_module
from inspect import signature

from seatrial.control.autopilot import Autopilot
from seatrial.dynamics.battery import Battery
from seatrial.dynamics.vehicle import Vehicle
from seatrial.errors import InputError
from seatrial.mission.scenario import BatteryOptions, Scenario, VehicleOptions
from seatrial.planning.request import RouteRequest
from seatrial.simulation.settings import Settings
from seatrial.vehicles import catalogue

_ARGUMENTS = {
    "length_m": "length",
    "radius_m": "radius",
    "mass_kg": "mass",
    "ballast": "ballast",
    "battery": "battery",
    "thruster_time_constant_s": "thruster_time_constant",
    "added_coriolis": "added_coriolis",
}
"""Arguments of a vehicle's function, by the option of the scenario that sets it; a vehicle may have fewer."""


def build_vehicle(options: VehicleOptions) -> Vehicle:
    """The vehicle that a scenario names, made with the options that the scenario sets; the others are its own.

    `InputError` for an option that this vehicle does not have.
    """
    factory = catalogue.factory(options.model)
    has = signature(factory).parameters
    given = {}
    for option in sorted(options.model_fields_set - {"model"}):
        argument = _ARGUMENTS[option]
        if argument not in has:
            known = ", ".join(name for name, taken in _ARGUMENTS.items() if taken in has) or "none"
            raise InputError(f"vehicle.{option}: {options.model} has no such option; it has: {known}")
        given[argument] = build_battery(options) if option == "battery" else getattr(options, option)
    return factory(**given)


def build_battery(options: VehicleOptions) -> Battery:
    """The battery that a scenario describes."""
    b = options.battery
    if not isinstance(b, BatteryOptions):
        return Battery(capacity=math.inf)
    return Battery(b.full_voltage_V, b.empty_voltage_V, b.resistance_ohm, capacity=b.capacity_Ah, peukert=b.peukert)


def clamps(model: str) -> dict[str, tuple[float, float]]:
    """Ranges to which the vehicle `model` clamps its options, by option; empty for one that does not."""
    found = catalogue.entry(model)
    if found.file is not None:
        return {}
    module = import_module(found.make.__module__)
    ranges = {"length_m": "LENGTH_RANGE", "radius_m": "RADIUS_RANGE", "mass_kg": "MASS_RANGE"}
    return {option: getattr(module, name) for option, name in ranges.items() if hasattr(module, name)}


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
        start_time=scenario.start_time.timestamp(),
    )
