"""Fields by name: what sensors, planner and page look up in an `Ocean`."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from seatrial.errors import InputError
from seatrial.ocean.composite import Composite
from seatrial.ocean.field import Field
from seatrial.ocean.hydrography import shipped
from seatrial.ocean.tidal import TidalHeights
from seatrial.ocean.wind import ShippedWind

NAMES: Mapping[str, str] = MappingProxyType(
    {
        "SeaFloorElevation": "m, positive up",
        "SeaWaterVelocity": "m/s, east and north",
        "SeaTemperature": "degC, in situ",
        "SeaSalinity": "practical salinity",
        "SoundSpeed": "m/s",
        "SeaDensity": "kg/m3, in situ",
        "Wind": "m/s, towards east and north",
        "Waves": "significant height m, peak period s, mean direction from, deg",
        "SeaSurfaceHeight": "m above mean sea level",
    }
)
"""The quantities, and the units of each."""


Fields = Mapping[str, Callable[[], Field]]
"""Fields by name, each made when it is first asked for, as the shipped ones take a tenth of a second to read."""


def shipped_fields(month: int | None = None) -> Fields:
    """What comes with the package beside sea floor and currents; `month` (1..12) is that of the wind."""
    return {
        "SeaTemperature": lambda: shipped("temperature"),
        "SeaSalinity": lambda: shipped("salinity"),
        "Wind": lambda: Composite([ShippedWind(month)]),
        "SeaSurfaceHeight": lambda: Composite([TidalHeights()]),
    }


def check_name(name: str) -> str:
    """`name` if it is one of a quantity; else an InputError with the list."""
    if name not in NAMES:
        raise InputError(f"field {name!r}: unknown; there are: {', '.join(NAMES)}")
    return name
