"""The scenario file: everything that a mission is made from, as typed fields with units in their names.

Unknown keys are refused, every number has bounds, and one line says what is wrong where.
"""

import json
import tomllib
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    Tag,
    ValidationError,
    model_validator,
)

from seatrial.errors import FileFormatError, InputError
from seatrial.frames.position import parse_latitude, parse_longitude
from seatrial.mission.faults import first_fault
from seatrial.mission.ocean_options import OceanOptions
from seatrial.mission.outputs import reason_of
from seatrial.mission.sections import Section, among, kind_of

MAX_DURATION_S = 7200.0
"""Default cap of a mission's simulated time [s]."""
TICK_S = 1.0 / 1200.0
"""Shortest period [s]."""
MOST_BYTES = 10_000_000
"""Size of a scenario file at most."""
FIRST_YEAR, LAST_YEAR = 1700, 2200


def _whole_ticks(seconds: float) -> float:
    from seatrial.simulation.settings import TICKS_PER_SECOND

    count = round(seconds * TICKS_PER_SECOND)
    if abs(count - seconds * TICKS_PER_SECOND) > 1e-6 * count:
        raise ValueError(f"must be a whole number of ticks of 1/{TICKS_PER_SECOND} s")
    return count / TICKS_PER_SECOND


def _date_and_time(value: Any) -> Any:
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime.combine(value, time())
    if isinstance(value, datetime | str):
        return value
    raise ValueError("must be a date and time such as 2026-03-01T12:00:00Z")


def _in_utc(value: datetime) -> datetime:
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise ValueError(f"must be in the years {FIRST_YEAR}..{LAST_YEAR}")
    return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)


def _one_line(text: str) -> str:
    if not text.isprintable() or not 1 <= len(text.strip()) or len(text) > 200:
        raise ValueError("must be one line of 1..200 printable characters")
    return text


def _battery_kind(value: Any) -> str:
    return "<unlimited>" if value == "unlimited" else kind_of(value)


Latitude = Annotated[float, BeforeValidator(lambda v: parse_latitude(v) if isinstance(v, str) else v)]
Longitude = Annotated[float, BeforeValidator(lambda v: parse_longitude(v) if isinstance(v, str) else v)]
Period = Annotated[float, AfterValidator(_whole_ticks)]
Moment = Annotated[datetime, BeforeValidator(_date_and_time), AfterValidator(_in_utc), Field(strict=False)]
Name = Annotated[str, AfterValidator(_one_line)]


class Position(Section):
    """A place on the Earth."""

    lat: Latitude = Field(ge=-90, le=90)
    """Latitude, degrees or text such as "36 42.5 N"."""
    lon: Longitude = Field(ge=-1080, le=1080)
    """Longitude, degrees in any turn or text such as "122°06'W"."""


class StartPosition(Position):
    """Where the mission begins."""

    heading_deg: float | None = Field(default=None, ge=-360, le=360)
    """True heading at the start; along the first leg by default."""


class BatteryOptions(Section):
    """Battery of the vehicle."""

    capacity_Ah: float = Field(default=40.0, ge=1e-3, le=1e7)
    full_voltage_V: float = Field(default=29.4, ge=0.1, le=1e4)
    empty_voltage_V: float = Field(default=21.0, ge=0.1, le=1e4)
    resistance_ohm: float = Field(default=0.04, ge=1e-6, le=1e3)
    peukert: float = Field(default=1.08, ge=1, le=2)

    @model_validator(mode="after")
    def _falling(self) -> Self:
        full, empty = self.full_voltage_V, self.empty_voltage_V
        if full < empty:
            raise ValueError(f"full_voltage_V = {full:g} V: must be at least empty_voltage_V = {empty:g} V")
        return self


class VehicleOptions(Section):
    """Which vehicle, and its numbers."""

    model: str = "torpedo"
    """Name of the vehicle; `seatrial list vehicles` has them."""
    length_m: float = Field(default=1.0, ge=1e-6, le=1e6)
    """Clamped to 0.2..6 m."""
    radius_m: float = Field(default=0.10, ge=1e-6, le=1e6)
    """Clamped to 0.03..0.5 m."""
    mass_kg: float = Field(default=25.0, ge=1e-6, le=1e9)
    """Clamped to 2..800 kg."""
    ballast: Literal["none", "neutral"] = "none"
    """"neutral" trims the weight to the buoyancy; "none" keeps the bare hull, which may float too much to dive."""
    battery: Annotated[
        Annotated[BatteryOptions, Tag("<table>")] | Annotated[Literal["unlimited"], Tag("<unlimited>")],
        among('a table or "unlimited"', _battery_kind),
    ] = BatteryOptions()
    """Battery, or "unlimited" for one that never runs down."""
    thruster_time_constant_s: float = Field(default=0.0, ge=0, le=60)
    """First-order lag of the thrusters."""
    added_coriolis: float = Field(default=1.0, ge=0, le=1)
    """Share of the added-mass Coriolis force; 0 as in the source of the torpedo."""


class MissionOptions(Section):
    """What the vehicle is to do between start and goal."""

    cruise_depth_m: float = Field(default=50.0, ge=0, le=12_000)
    cruise_speed_m_s: float = Field(default=1.2, ge=0.01, le=20)
    descent_rate_m_s: float = Field(default=0.4, ge=0.01, le=10)
    """Vertical speed of dive and surfacing."""
    sample_spacing_m: float = Field(default=30.0, ge=1, le=5000)
    """Greatest distance between waypoints."""
    clearance_m: float = Field(default=5.0, ge=0, le=1000)
    """Water wanted between cruise depth and sea floor."""
    shore_clearance_m: float = Field(default=100.0, ge=0, le=50_000)
    """Water wanted between route and coast where there is a choice."""
    cell_m: float | None = Field(default=None, ge=1, le=50_000)
    """Cell of the search lattice; clamp(extent / 250, 75 m, 750 m) by default."""
    neighbours: Literal[8, 16] = 8
    """Moves from a cell of the lattice."""
    via: Annotated[tuple[Position, ...], Field(strict=False)] = ()
    """Places to pass at cruise depth, in order."""


class SimulationOptions(Section):
    """How the mission is stepped and recorded."""

    step_s: Period = Field(default=0.005, ge=TICK_S * (1 - 1e-6), le=10)
    control_period_s: Period | None = Field(default=None, ge=TICK_S * (1 - 1e-6), le=60)
    """Time between control ticks; every step by default."""
    record_period_s: Period = Field(default=0.1, ge=TICK_S * (1 - 1e-6), le=86_400)
    """Time between history rows."""
    max_duration_s: float = Field(default=MAX_DURATION_S, ge=TICK_S * (1 - 1e-6), le=1e9)
    """Simulated time after which the mission ends as timed out, rounded up to whole steps."""

    @model_validator(mode="after")
    def _whole_steps(self) -> Self:
        control, step = self.control_period_s, self.step_s
        if control is not None and round(control / TICK_S) % round(step / TICK_S):
            raise ValueError(f"control_period_s = {control:g} s: must be a whole number of steps of {step:g} s")
        return self


class AutopilotOptions(Section):
    """Departures from the gains and radii of the autopilot."""

    lookahead_m: float = Field(default=0.0, ge=0, le=1e5)
    """Line-of-sight distance along the leg; 0 steers at the waypoint."""
    reset_at_waypoints: bool = True
    """Whether the integrators go to zero at each waypoint."""
    radius_m: float = Field(default=10.0, ge=1e-3, le=1e5)
    depth_tolerance_m: float = Field(default=4.0, ge=1e-3, le=1e5)
    final_radius_m: float = Field(default=6.0, ge=1e-3, le=1e5)
    final_depth_tolerance_m: float = Field(default=3.0, ge=1e-3, le=1e5)


class Scenario(Section):
    """A mission from start to goal."""

    name: Name = "mission"
    start: StartPosition
    goal: Position
    vehicle: VehicleOptions = VehicleOptions()
    mission: MissionOptions = MissionOptions()
    ocean: OceanOptions = OceanOptions()
    simulation: SimulationOptions = SimulationOptions()
    autopilot: AutopilotOptions = AutopilotOptions()
    seed: int = Field(default=0, ge=0, le=2**63 - 1)
    """Seed of everything random in the run."""
    start_time: Moment = datetime.fromisoformat("2000-01-01T00:00:00+00:00")
    """When the mission begins, in UTC where no offset is given; `monthly` takes the currents of its month."""
    monthly: bool = False
    """Use the current of the month of `start_time` instead of the annual mean."""

    @classmethod
    def from_toml(cls, path: str | Path) -> Self:
        """Scenario of a TOML file; file names in it are relative to its folder."""
        path = Path(path)
        try:
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        except FileNotFoundError:
            raise InputError(f"scenario {path}: no such file") from None
        except (OSError, ValueError) as error:
            raise InputError(f"scenario {path}: cannot be read ({reason_of(error)})") from None
        if len(data) > MOST_BYTES:
            raise FileFormatError(f"scenario {path}: more than {MOST_BYTES // 10**6} MB: must be a small TOML file")
        try:
            values = tomllib.loads(data.decode("utf-8-sig"))
        except RecursionError:
            raise FileFormatError(f"scenario {path}: not valid TOML: nested too deeply") from None
        except UnicodeDecodeError as error:
            raise FileFormatError(f"scenario {path}: not UTF-8 text: byte {error.start} is wrong") from None
        except ValueError as error:
            raise FileFormatError(f"scenario {path}: not valid TOML: {str(error).splitlines()[0]}") from None
        return cls.from_dict(values, str(path), path.parent)

    @classmethod
    def from_dict(cls, values: dict[str, Any], where: str = "scenario", folder: Path | None = None) -> Self:
        """Scenario of nested tables; `InputError` with one line for the first thing that is wrong."""
        try:
            scenario = cls.model_validate(values)
        except ValidationError as error:
            raise InputError(f"{where}: {first_fault(cls, error)}") from None
        return scenario if folder is None else scenario.located(folder)

    def located(self, folder: Path) -> Self:
        """The same scenario with its file names taken relative to `folder`."""
        return self.model_copy(update={"ocean": self.ocean.located(folder)})

    def to_json(self) -> str:
        """The whole scenario as JSON, defaults included."""
        return json.dumps(self.model_dump(mode="json"))
