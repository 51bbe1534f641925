"""What the bodies of requests may hold: typed fields with unit and bounds, and the scenario that they make."""

import math
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, ValidationError, WithJsonSchema

from seatrial.mission.faults import first_fault, shown
from seatrial.mission.ocean_options import OceanOptions
from seatrial.mission.scenario import (
    MAX_DURATION_S,
    BatteryOptions,
    MissionOptions,
    Moment,
    Position,
    Scenario,
    VehicleOptions,
)
from seatrial.mission.sections import Section
from seatrial.server.replies import Refusal
from seatrial.server.settings import Epoch, Limits

ENDS = ("start_lat", "start_lon", "goal_lat", "goal_lon")
MISSING_ENDS = "missing start_lat/start_lon/goal_lat/goal_lon"
MISSING_ACTION = "missing action"
ACTIONS = ("play", "pause", "reset", "set_speed", "set_cursor")
NEEDS_VALUE = {
    "set_speed": "set_speed needs numeric value",
    "set_cursor": "set_cursor needs numeric value (sim seconds)",
}
_RECORD_PERIOD_S = 0.1
_MOST_VIA = 100
_CAPACITY = BatteryOptions.model_fields["capacity_Ah"]

Model = TypeVar("Model", bound=BaseModel)


def _one_line(text: str) -> str:
    """What can be printed of a name."""
    return "".join(c if c.isprintable() else " " for c in text).strip() or "mission"


def _battery(value: Any) -> Any:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if value == "unlimited" or (is_number and 1e-3 <= value <= 1e7):
        return value
    raise ValueError('must be "unlimited" or a capacity in 0.001..1e+07 A h')


Latitude = Annotated[float, Field(ge=-90, le=90)]
Longitude = Annotated[float, Field(ge=-1080, le=1080)]
RunName = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_one_line)]
Battery = Annotated[
    float | Literal["unlimited"],
    BeforeValidator(_battery),
    WithJsonSchema({"oneOf": [{"type": "number", "minimum": 1e-3, "maximum": 1e7}, {"const": "unlimited"}]}),
]


class Place(Position):
    """A place to pass."""

    lat: Latitude
    lon: Longitude


class MissionRequest(MissionOptions):
    """From where to where, how deep and how fast, and everything else of `[mission]` in a scenario."""

    start_lat: Latitude
    start_lon: Longitude
    goal_lat: Latitude
    goal_lon: Longitude
    via: Annotated[  # pyright: ignore[reportIncompatibleVariableOverride]
        tuple[Place, ...], Field(strict=False, max_length=_MOST_VIA)
    ] = ()
    """Places to pass at cruise depth, in order."""
    name: RunName = "mission"
    heading_deg: float | None = Field(default=None, ge=-360, le=360)
    """True heading at the start, clockwise from north; along the first leg by default."""
    max_duration_s: float = Field(default=MAX_DURATION_S, ge=0.01, le=Limits.longest_s)
    """Simulated time after which the mission ends as timed out."""
    reset_at_waypoints: bool = True
    """Whether the integrators of the autopilot go to zero at each waypoint."""
    start_time: Moment | None = None
    """When the mission begins, in UTC where no zone is given; by default with that of the scenario that is served."""


class VehicleRequest(Section):
    """A torpedo."""

    length_m: float = Field(default=1.0, ge=1e-6, le=1e6)
    """Clamped to 0.2..6 m."""
    radius_m: float = Field(default=0.10, ge=1e-6, le=1e6)
    """Clamped to 0.03..0.5 m."""
    mass_kg: float = Field(default=25.0, ge=1e-6, le=1e9)
    """Clamped to 2..800 kg."""
    ballast: Literal["none", "neutral"] = "none"
    """"neutral" trims the weight to the buoyancy."""
    battery: Battery = 40.0
    """Capacity [A h] or "unlimited"."""

    def options(self) -> VehicleOptions:
        """The same as a scenario has it."""
        battery = "unlimited" if isinstance(self.battery, str) else BatteryOptions(capacity_Ah=self.battery)
        return VehicleOptions(
            length_m=self.length_m,
            radius_m=self.radius_m,
            mass_kg=self.mass_kg,
            ballast=self.ballast,
            battery=battery,
        )


class RenameRequest(Section):
    """Another name for a stored run."""

    name: RunName


class ControlRequest(Section):
    """What playback is to do."""

    action: Literal["play", "pause", "reset", "set_speed", "set_cursor"]
    value: float | None = None
    """Playback speed [simulated s per s] or cursor [s of mission time]."""


def parsed(model: type[Model], values: dict[str, Any]) -> Model:
    """The request, or a `Refusal` with the first thing that is wrong."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise Refusal(400, first_fault(model, error)) from None


def mission_request(values: dict[str, Any]) -> MissionRequest:
    """A mission; where one of its ends is missing or no number, in the words of the swordfish API."""
    if not all(_is_number(values.get(end)) for end in ENDS):
        raise Refusal(400, MISSING_ENDS, _faulty_ends(values))
    return parsed(MissionRequest, values)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _faulty_ends(values: dict[str, Any]) -> str:
    """What is wrong with the first end that cannot be used, in one line."""
    try:
        MissionRequest.model_validate({end: values[end] for end in ENDS if end in values})
    except ValidationError as error:
        return first_fault(MissionRequest, error)
    return ""


def _faulty_action(values: dict[str, Any]) -> str:
    given = shown(values["action"]) if "action" in values else " is missing"
    return f"action{given}: must be one of {', '.join(ACTIONS)}"


def control_request(values: dict[str, Any]) -> ControlRequest:
    """A control, refused in the words of the swordfish API."""
    action, value = values.get("action"), values.get("value")
    if not isinstance(action, str):
        # the words of the swordfish API are the same whether it is missing or no text
        raise Refusal(400, MISSING_ACTION, _faulty_action(values))
    if action not in ACTIONS:
        raise Refusal(400, "bad action", _faulty_action(values))
    if action in NEEDS_VALUE and not _is_number(value):
        raise Refusal(400, NEEDS_VALUE[action])
    return parsed(ControlRequest, values)


def scenario_of(
    request: MissionRequest,
    vehicle: VehicleOptions,
    ocean: OceanOptions,
    limits: Limits,
    epoch: Epoch | None = None,
) -> Scenario:
    """The scenario of a mission; `epoch` has what the request does not say of time and water."""
    epoch = epoch or Epoch()
    own = MissionRequest.model_fields.keys() - MissionOptions.model_fields.keys()
    return Scenario.from_dict(
        {
            "name": request.name,
            "start": {"lat": request.start_lat, "lon": request.start_lon, "heading_deg": request.heading_deg},
            "goal": {"lat": request.goal_lat, "lon": request.goal_lon},
            "vehicle": vehicle,
            "mission": request.model_dump(exclude=own),
            "ocean": ocean,
            "simulation": {
                "record_period_s": record_period(request.max_duration_s, limits.rows),
                "max_duration_s": request.max_duration_s,
            },
            "autopilot": {"reset_at_waypoints": request.reset_at_waypoints},
            "start_time": request.start_time or epoch.start_time,
            "monthly": epoch.monthly,
            "seed": epoch.seed,
        },
        "mission",
    )


def record_period(longest: float, rows: int) -> float:
    """Time between history rows [s] with which `longest` [s] fits into `rows`: 0.1 s, doubled as often as needed."""
    need = longest / _RECORD_PERIOD_S / (rows - 2)
    return _RECORD_PERIOD_S * 2 ** max(0, math.ceil(math.log2(need))) if need > 1.0 else _RECORD_PERIOD_S


def request_of(scenario: Scenario) -> dict[str, Any]:
    """The mission request that makes a scenario, for a page that wants to show it."""
    return {
        "start_lat": scenario.start.lat,
        "start_lon": scenario.start.lon,
        "goal_lat": scenario.goal.lat,
        "goal_lon": scenario.goal.lon,
        **scenario.mission.model_dump(mode="json"),
        "name": scenario.name,
        "heading_deg": scenario.start.heading_deg,
        "max_duration_s": scenario.simulation.max_duration_s,
        "reset_at_waypoints": scenario.autopilot.reset_at_waypoints,
        "start_time": scenario.start_time.isoformat().replace("+00:00", "Z"),
    }
