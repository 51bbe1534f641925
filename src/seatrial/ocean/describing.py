"""What is at one place, in plain numbers and words."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

from seatrial.errors import check_number
from seatrial.ocean.composite import NO_SOURCE, Composite, Sampled
from seatrial.ocean.field import Field
from seatrial.ocean.gridded import FileField
from seatrial.ocean.readers.times import format_time
from seatrial.ocean.seawater import Derived

if TYPE_CHECKING:
    from seatrial.ocean.ocean import Ocean

LAND_NAME = "land polygons"

NEW_YEAR_2000 = 946_684_800.0
"""The time of a description that names none, and of a mission that names no start [s since 1970]."""

EARLIEST, LATEST = -8_520_336_000.0, 7_289_654_400.0
"""1700-01-01 and 2201-01-01 [s since 1970]."""

Words = dict[str, object]

_WATER = {
    ("temperature_degC", "temperature"): "SeaTemperature",
    ("salinity", "salinity"): "SeaSalinity",
    ("sound_speed_m_s", "sound_speed"): "SoundSpeed",
    ("density_kg_m3", "density"): "SeaDensity",
}
"""Field by the key of its value and the word before `_source`."""

_TIMED = {"current": "SeaWaterVelocity", "temperature": "SeaTemperature", "salinity": "SeaSalinity", "wind": "Wind"}
"""Fields that files with times may give, by the word for them."""


def describe(ocean: "Ocean", lat: float, lon: float, depth: float, time: float | None) -> Words:
    """See `Ocean.describe`."""
    lat = check_number("latitude", lat, "deg", -90.0, 90.0)
    lon = check_number("longitude", lon, "deg", -1e6, 1e6)
    depth = check_number("depth", depth, "m", 0.0, 12_000.0)
    moment = check_number("time", NEW_YEAR_2000 if time is None else time, "s since 1970", EARLIEST, LATEST)
    floor_depth, number = ocean.depth(lat, lon)
    land = bool(ocean.land.contains(np.array([lat]), np.array([lon]))[0])
    floor = None if np.isnan(floor_depth) else float(floor_depth)
    source = LAND_NAME if land else _name(ocean.bathymetry, int(number))
    below = floor is not None and depth > floor
    note = "on land: no water" if land else "below the sea floor: no water" if below else ""
    found = _Found(ocean, (lat, lon, depth, moment))
    told = note or "; ".join(_refused(found))
    return {
        "lat": lat,
        "lon": lon - 360.0 * np.floor((lon + 180.0) / 360.0).item(),
        "land": land,
        "depth_m": floor,
        "depth_source": source,
        "sea_floor_depth_m": floor,
        "sea_floor_source": source,
        "at_depth_m": depth,
        "time": None if time is None else datetime.fromtimestamp(moment, UTC).isoformat().replace("+00:00", "Z"),
        **_current(found, not note),
        **_water(found, not note),
        "wind": _wind(found),
        "tide": _tide(found, not land and time is not None),
        "note": told,
    }


class _Found:
    """What the fields of an ocean say at one place and time, each asked once."""

    def __init__(self, ocean: "Ocean", place: tuple[float, float, float, float]) -> None:
        self.ocean, self.place = ocean, place
        self._samples: dict[str, Sampled] = {}

    def __getitem__(self, name: str) -> Sampled:
        if name not in self._samples:
            field = self.ocean.field(name)
            lat, lon, depth, _ = self.place
            if isinstance(field, Derived) and field.temperature is self.ocean.temperature:
                parts = self["SeaTemperature"], self["SeaSalinity"]
                self._samples[name] = field.of(*parts, lat, lon, depth)
            else:
                self._samples[name] = field.sample(*self.place)
        return self._samples[name]

    def source(self, name: str) -> str | None:
        """Name of the source that answered."""
        return _name(self.ocean.field(name), int(self[name].source))


def _current(found: _Found, water: bool) -> Words:
    sample = found["SeaWaterVelocity"]
    known = water and bool(sample.valid)
    flow = sample.value.tolist() if known else [np.nan, np.nan]
    east, north, up = (*flow, 0.0)[:3]  # a source without vertical velocity has level flow
    source = found.source("SeaWaterVelocity") if known else None
    speed, towards = float(np.hypot(east, north)), float(np.degrees(np.arctan2(east, north))) % 360.0
    east, north, up, speed, towards = (x if known else None for x in (east, north, up, speed, towards))
    return {
        "current": {
            "u_m_s": east,
            "v_m_s": north,
            "w_m_s": up,
            "speed_m_s": speed,
            "towards_deg": towards,
            "source": source,
        },
        "current_east_m_s": east,
        "current_north_m_s": north,
        "current_speed_m_s": speed,
        "current_towards_deg": towards,
        "current_source": source,
    }


def _water(found: _Found, water: bool) -> Words:
    result: Words = {}
    for (key, word), name in _WATER.items():
        known = water and found.ocean.has(name) and bool(found[name].valid)
        result[key] = float(found[name].value) if known else None
        result[f"{word}_source"] = found.source(name) if known else None
    return result


def _wind(found: _Found) -> Words | None:
    if not found.ocean.has("Wind") or not found["Wind"].valid:
        return None
    east, north = found["Wind"].value.tolist()[:2]
    return {
        "u_m_s": east,
        "v_m_s": north,
        "speed_m_s": float(np.hypot(east, north)),
        "towards_deg": float(np.degrees(np.arctan2(east, north))) % 360.0,
        "source": found.source("Wind"),
    }


def _tide(found: _Found, water: bool) -> Words | None:
    name = "SeaSurfaceHeight"
    if not water or not found.ocean.has(name) or not found[name].valid:
        return None
    return {"height_m": float(found[name].value), "source": found.source(name)}


def _refused(found: _Found) -> Iterator[str]:
    """The files that have the place but not the time, where nothing else answers then."""
    for word, name in _TIMED.items():
        field = found.ocean.field(name) if found.ocean.has(name) else None
        if not isinstance(field, Composite) or found[name].valid:
            continue
        for source in field.sources:
            if isinstance(source, FileField) and source.refuses(*found.place):
                first, last = (format_time(moment) for moment in source.time_range)
                yield f"no {word} at that time: {source.name} has {first}..{last}"
                break


def _name(field: Field, number: int) -> str | None:
    return None if number == NO_SOURCE else field.names[number]
