"""What is asked of the planner."""

from dataclasses import dataclass

from seatrial.errors import InputError, check_number

Place = tuple[float, float]

_NUMBERS: dict[str, tuple[str, str, float, float]] = {
    "cruise_depth": ("cruise depth", "m", 0.0, 12_000.0),
    "cruise_speed": ("cruise speed", "m/s", 0.01, 20.0),
    "descent_rate": ("descent rate", "m/s", 0.01, 10.0),
    "spacing": ("waypoint spacing", "m", 1.0, 1e6),
    "clearance": ("clearance above the bottom", "m", 0.0, 1_000.0),
    "shore_clearance": ("shore clearance", "m", 0.0, 50_000.0),
}


@dataclass(frozen=True)
class RouteRequest:
    """From where to where, how deep, how fast, and how far from bottom and shore.

    start, goal, via    (latitude, longitude) [deg]; any turn of longitude is taken
    cruise_depth        depth between the dive at the start and the surfacing at the goal [m]
    cruise_speed        speed through the water between them [m/s]
    descent_rate        vertical speed of dive and surfacing [m/s]
    spacing             largest distance between two waypoints [m]
    clearance           water wanted between cruise depth and sea floor [m]
    shore_clearance     water wanted between route and coast [m]; given up, with a warning, where there is no other way
    cell                side of a cell of the search lattice [m]; None for clamp(extent / 250, 75 m, 750 m)
    neighbours          moves from a cell of the lattice: 8 or 16

    Raises InputError for a number that is missing, not finite or out of range.
    """

    start: Place
    goal: Place
    cruise_depth: float = 50.0
    cruise_speed: float = 1.2
    descent_rate: float = 0.4
    spacing: float = 30.0
    clearance: float = 5.0
    shore_clearance: float = 100.0
    cell: float | None = None
    neighbours: int = 8
    via: tuple[Place, ...] = ()

    def __post_init__(self) -> None:
        for field, (quantity, unit, low, high) in _NUMBERS.items():
            self._set(field, check_number(quantity, getattr(self, field), unit, low, high))
        self._set("start", _place("start", self.start))
        self._set("goal", _place("goal", self.goal))
        self._set("via", tuple(_place(f"via point {k}", place) for k, place in enumerate(self.via, 1)))
        if self.cell is not None:
            self._set("cell", check_number("lattice cell", self.cell, "m", 1.0, 50_000.0))
        if self.neighbours not in (8, 16):
            raise InputError(f"neighbours = {self.neighbours!r}: must be 8 or 16")

    def _set(self, field: str, value: object) -> None:
        object.__setattr__(self, field, value)


def _place(name: str, place: object) -> Place:
    try:
        lat, lon = place  # type: ignore[misc]
    except (TypeError, ValueError):
        raise InputError(f"{name} = {place!r}: must be a latitude and a longitude in degrees") from None
    return (
        check_number(f"{name} latitude", lat, "deg", -90.0, 90.0),
        check_number(f"{name} longitude", lon, "deg", -1e6, 1e6),
    )
