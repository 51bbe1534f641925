"""The scenario file: everything that a mission is made from, as typed fields with units in their names.

Unknown keys are refused, every number has bounds, and one line says what is wrong where.
"""

import json
import tomllib
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from seatrial.errors import FileFormatError, InputError
from seatrial.frames.position import parse_latitude, parse_longitude

MAX_DURATION_S = 7200.0
"""Default cap of a mission's simulated time [s]."""

Latitude = Annotated[float, BeforeValidator(lambda v: parse_latitude(v) if isinstance(v, str) else v)]
Longitude = Annotated[float, BeforeValidator(lambda v: parse_longitude(v) if isinstance(v, str) else v)]


class Section(BaseModel):
    """Part of a scenario: frozen, finite, no unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, use_attribute_docstrings=True)


class Position(Section):
    """A place on the Earth."""

    lat: Latitude = Field(ge=-90, le=90)
    """Latitude, degrees or text such as "36 42.5 N"."""
    lon: Longitude = Field(ge=-1080, le=1080)
    """Longitude, degrees in any turn or text such as "122°06'W"."""


class StartPosition(Position):
    """Where the mission begins."""

    heading_deg: float | None = Field(None, ge=-360, le=360)
    """True heading at the start; along the first leg by default."""


class BatteryOptions(Section):
    """Battery of the vehicle."""

    capacity_Ah: float = Field(40.0, gt=0, le=1e7)
    full_voltage_V: float = Field(29.4, gt=0, le=1e4)
    empty_voltage_V: float = Field(21.0, gt=0, le=1e4)
    resistance_ohm: float = Field(0.04, gt=0, le=1e3)
    peukert: float = Field(1.08, ge=1, le=2)


class VehicleOptions(Section):
    """Which vehicle, and its numbers."""

    model: str = "torpedo"
    """Name of the vehicle; `seatrial list vehicles` has them."""
    length_m: float = Field(1.0, gt=0, le=1e6)
    """Clamped to 0.2..6 m."""
    radius_m: float = Field(0.10, gt=0, le=1e6)
    """Clamped to 0.03..0.5 m."""
    mass_kg: float = Field(25.0, gt=0, le=1e9)
    """Clamped to 2..800 kg."""
    ballast: Literal["none", "neutral"] = "none"
    """"neutral" trims the weight to the buoyancy; "none" keeps the bare hull, which may float too much to dive."""
    battery: BatteryOptions | Literal["unlimited"] = BatteryOptions()
    """Battery, or "unlimited" for one that never runs down."""
    thruster_time_constant_s: float = Field(0.0, ge=0, le=60)
    """First-order lag of the thrusters."""
    added_coriolis: float = Field(1.0, ge=0, le=1)
    """Share of the added-mass Coriolis force; 0 as in the source of the torpedo."""


class MissionOptions(Section):
    """What the vehicle is to do between start and goal."""

    cruise_depth_m: float = Field(50.0, ge=0, le=12_000)
    cruise_speed_m_s: float = Field(1.2, gt=0, le=20)
    descent_rate_m_s: float = Field(0.4, gt=0, le=10)
    """Vertical speed of dive and surfacing."""
    sample_spacing_m: float = Field(30.0, ge=1, le=5000)
    """Greatest distance between waypoints."""
    clearance_m: float = Field(5.0, ge=0, le=1000)
    """Water wanted between cruise depth and sea floor."""
    shore_clearance_m: float = Field(100.0, ge=0, le=50_000)
    """Water wanted between route and coast where there is a choice."""
    cell_m: float | None = Field(None, gt=0, le=50_000)
    """Cell of the search lattice; clamp(extent / 250, 75 m, 750 m) by default."""
    neighbours: Literal[8, 16] = 8
    """Moves from a cell of the lattice."""
    via: tuple[Position, ...] = ()
    """Places to pass at cruise depth, in order."""


class UniformCurrent(Section):
    """The same current everywhere."""

    east_m_s: float = Field(ge=-10, le=10)
    north_m_s: float = Field(ge=-10, le=10)


class OceanOptions(Section):
    """Which water; by default the shipped data with formulas behind them."""

    bathymetry: tuple[str, ...] = ()
    """`.bath` files, the most important first; shipped data follow."""
    currents: tuple[str, ...] | UniformCurrent = ()
    """`.curr` files, the most important first; shipped data follow. Or one uniform current."""
    uniform_depth_m: float | None = Field(None, gt=0, le=12_000)
    """The same sea floor everywhere instead of bathymetry."""
    land: bool | str = True
    """The shipped coast, false for none, or a GeoJSON file."""
    lakes: bool = False
    """Whether lakes are water."""
    shipped_bathymetry: bool = True
    shipped_currents: bool = True
    density_kg_m3: float = Field(1025.0, ge=900, le=1200)
    water_temperature_K: float = Field(283.15, ge=250, le=330)

    @model_validator(mode="after")
    def _one_floor(self) -> Self:
        if self.uniform_depth_m is not None and self.bathymetry:
            raise ValueError("uniform_depth_m and bathymetry exclude each other")
        return self


class SimulationOptions(Section):
    """How the mission is stepped and recorded."""

    step_s: float = Field(0.005, gt=0, le=10)
    control_period_s: float | None = Field(None, gt=0, le=60)
    """Time between control ticks; every step by default."""
    record_period_s: float = Field(0.1, gt=0, le=86_400)
    """Time between history rows."""
    max_duration_s: float = Field(MAX_DURATION_S, gt=0, le=1e9)
    """Simulated time after which the mission ends as timed out."""


class AutopilotOptions(Section):
    """Departures from the gains and radii of the autopilot."""

    lookahead_m: float = Field(0.0, ge=0, le=1e5)
    """Line-of-sight distance along the leg; 0 steers at the waypoint."""
    reset_at_waypoints: bool = True
    """Whether the integrators go to zero at each waypoint."""
    radius_m: float = Field(10.0, gt=0, le=1e5)
    depth_tolerance_m: float = Field(4.0, gt=0, le=1e5)
    final_radius_m: float = Field(6.0, gt=0, le=1e5)
    final_depth_tolerance_m: float = Field(3.0, gt=0, le=1e5)


class Scenario(Section):
    """A mission from start to goal."""

    name: str = "mission"
    start: StartPosition
    goal: Position
    vehicle: VehicleOptions = VehicleOptions()
    mission: MissionOptions = MissionOptions()
    ocean: OceanOptions = OceanOptions()
    simulation: SimulationOptions = SimulationOptions()
    autopilot: AutopilotOptions = AutopilotOptions()
    seed: int = Field(0, ge=0, le=2**63 - 1)
    """Seed of everything random in the run."""
    start_time: datetime = datetime.fromisoformat("2000-01-01T00:00:00+00:00")
    """When the mission begins; currents are those of its month where `monthly` says so."""
    monthly: bool = False
    """Use the current of the month of `start_time` instead of the annual mean."""

    @classmethod
    def from_toml(cls, path: str | Path) -> Self:
        """Scenario of a TOML file; file names in it are relative to its folder."""
        path = Path(path)
        try:
            values = tomllib.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise InputError(f"scenario {path}: no such file") from None
        except OSError as error:
            raise InputError(f"scenario {path}: cannot be read ({error.strerror})") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise FileFormatError(f"scenario {path}: not valid TOML: {error}") from None
        return cls.from_dict(values, str(path), path.parent)

    @classmethod
    def from_dict(cls, values: dict[str, Any], where: str = "scenario", folder: Path | None = None) -> Self:
        """Scenario of nested tables; `InputError` with one line for the first thing that is wrong."""
        try:
            scenario = cls.model_validate(values)
        except ValidationError as error:
            raise InputError(f"{where}: {_first_fault(error)}") from None
        return scenario if folder is None else scenario.located(folder)

    def located(self, folder: Path) -> Self:
        """The same scenario with its file names taken relative to `folder`."""
        ocean, changes = self.ocean, {}
        changes["bathymetry"] = tuple(str(folder / f) for f in ocean.bathymetry)
        if isinstance(ocean.currents, tuple):
            changes["currents"] = tuple(str(folder / f) for f in ocean.currents)
        if isinstance(ocean.land, str):
            changes["land"] = str(folder / ocean.land)
        return self.model_copy(update={"ocean": ocean.model_copy(update=changes)})

    def to_json(self) -> str:
        """The whole scenario as JSON, defaults included."""
        return json.dumps(self.model_dump(mode="json"))


def _first_fault(error: ValidationError) -> str:
    fault = error.errors()[0]
    where = [str(part) for part in fault["loc"] if not str(part).startswith(("function-", "literal[", "lax-"))]
    more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
    key, given, context = ".".join(where), fault.get("input"), fault.get("ctx", {})
    kind = fault["type"]
    if kind == "extra_forbidden":
        return f"unknown key {key!r}{more}"
    if kind == "missing":
        return f"{key} is missing{more}"
    if isinstance(context.get("error"), InputError):
        return f"{key}: {context['error']}{more}"
    reason = fault["msg"].removeprefix("Value error, ").removeprefix("Input ").strip()
    shown = f" = {given!r}" if isinstance(given, str | int | float | bool) else ""
    return f"{key}{shown}: {reason}{more}" if key else f"{reason}{more}"
