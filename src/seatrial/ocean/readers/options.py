"""What a file does not say and its reader may be told."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from seatrial.errors import InputError

CALENDARS = (
    "standard",
    "gregorian",
    "proleptic_gregorian",
    "julian",
    "noleap",
    "365_day",
    "all_leap",
    "366_day",
    "360_day",
)


@dataclass(frozen=True)
class Options:
    """Options of `open_gridded`, checked.

    variables: role -> variable ("east", "north", "up", "elevation", ..., and "latitude", "longitude", "time", "depth").
    positive: "up" or "down": of the elevation, or of the depth axis. units: role -> unit, also "time" and "depth".
    calendar: of the time axis. registration: "node" or "cell". vectors: "east" when the components point east and
    north, "grid" when they point along the axes of the grid. levels: depths [m] for sigma levels. select: dimension ->
    index, of dimensions that no axis describes. step_deg: mesh of the regular grid made of a curvilinear one [deg].
    """

    variables: Mapping[str, str] = field(default_factory=dict)
    positive: str | None = None
    units: Mapping[str, str] = field(default_factory=dict)
    calendar: str | None = None
    registration: str | None = None
    vectors: str | None = None
    levels: tuple[float, ...] | None = None
    select: Mapping[str, int] = field(default_factory=dict)
    step_deg: float | None = None

    def __post_init__(self) -> None:
        for name, value, allowed in (
            ("positive", self.positive, ("up", "down")),
            ("registration", self.registration, ("node", "cell")),
            ("vectors", self.vectors, ("east", "grid")),
            ("calendar", self.calendar, CALENDARS),
        ):
            if value is not None and value not in allowed:
                raise InputError(f"{name} = {value!r}: must be one of {', '.join(allowed)}")
        if self.levels is not None:
            steps = [b - a for a, b in zip(self.levels, self.levels[1:], strict=False)]
            if not self.levels or not all(0.0 <= x <= 12_000.0 for x in self.levels) or any(s <= 0.0 for s in steps):
                raise InputError(f"levels = {list(self.levels)} m: must ascend within 0..12000 m")
        if self.step_deg is not None and not 1e-4 <= self.step_deg <= 10.0:
            raise InputError(f"step_deg = {self.step_deg:g} deg: must be in 0.0001..10 deg")
