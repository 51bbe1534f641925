"""A vehicle as the API shows it."""

from functools import lru_cache
from typing import Any

from seatrial.dynamics.vehicle import SEA_WATER_DENSITY, Vehicle
from seatrial.mission.build import build_vehicle, clamps
from seatrial.mission.capability import net_buoyancy, top_descent, top_speed
from seatrial.mission.scenario import VehicleOptions


def used(options: VehicleOptions) -> dict[str, float]:
    """Length, radius [m] and dry mass [kg] as the vehicle takes them."""
    found = {name: float(getattr(options, name)) for name in ("length_m", "radius_m", "mass_kg")}
    return found | {
        name: min(max(found[name], low), high) for name, (low, high) in clamps(options.model).items() if name in found
    }


def listed(options: VehicleOptions) -> dict[str, Any]:
    """What tells a vehicle from another in the list of runs: model, sizes [m] and mass [kg] as used, ballast, battery
    [A h] or "unlimited".
    """
    return {"model": options.model, **used(options), "ballast": options.ballast, "battery": _capacity(options)}


def _capacity(options: VehicleOptions) -> float | str:
    return options.battery if isinstance(options.battery, str) else options.battery.capacity_Ah


def described(options: VehicleOptions) -> dict[str, Any]:
    """Name, mass, displacement and thrusters as in the swordfish API, and what the vehicle can do.

    Some milliseconds for a vehicle that is new, none for one that was asked for lately.
    """
    # what was set counts and not the values alone: a vehicle has defaults of its own for what was not
    return dict(_described(options.model_dump_json(exclude_unset=True)))


@lru_cache(maxsize=256)
def _described(text: str) -> dict[str, Any]:
    options = VehicleOptions.model_validate_json(text)
    vehicle = build_vehicle(options)
    size = used(options)
    return {
        "name": vehicle.name,
        "mass_kg": size["mass_kg"],
        "volume_m3": vehicle.volume,
        "thruster_count": len(vehicle.thrusters),
        "length_m": size["length_m"],
        "radius_m": size["radius_m"],
        **_abilities(options, vehicle),
    }


def _abilities(options: VehicleOptions, vehicle: Vehicle) -> dict[str, Any]:
    return {
        "ballast": options.ballast,
        "battery": _capacity(options),
        "mass_with_ballast_kg": vehicle.mass,
        "net_buoyancy_N": round(net_buoyancy(vehicle), 6),
        "buoyancy_percent": round((SEA_WATER_DENSITY * vehicle.volume / vehicle.mass - 1.0) * 100.0, 6),
        "top_speed_m_s": top_speed(vehicle),
        "top_descent_m_s": top_descent(vehicle),
    }


def clamp_warnings(options: VehicleOptions) -> list[str]:
    """One line for each number that was not taken as sent."""
    size, lines = used(options), []
    for name, (low, high) in clamps(options.model).items():
        sent, unit = getattr(options, name), name.rsplit("_", 1)[-1]
        if sent != size[name]:
            lines.append(f"{name} = {sent:g} {unit}: {options.model} takes {low:g}..{high:g} {unit} and was clamped")
    return lines
