"""Where the water comes from: for each field its sources in the order in which they are asked, and what they cover."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from seatrial.mission.ocean_options import OceanOptions, SourceFiles
from seatrial.ocean.composite import Composite, Source, is_windowed
from seatrial.ocean.gridded import FileField
from seatrial.ocean.hydrography import CLIMATOLOGY, EXTENSION
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.registry import NAMES

LAND_AND_LAKES = "Land, lakes: Natural Earth (public domain)"
FLOOR = "Bathymetry: ETOPO1, NOAA National Centers for Environmental Information (public domain)"
CURRENTS = "Currents: climatology shipped with Seatrial"
WATER = "Temperature, salinity, wind: Levitus 1982, US Navy FNOC, COADS by way of NOAA PMEL (public domain)"
TIDES = (
    "Tides: NOAA CO-OPS (public domain); Hart-Davis et al. 2025, TICON-4, doi:10.17882/109129 (CC BY 4.0); "
    "Kartverket (CC BY 4.0)"
)
LEVITUS = "Temperature, salinity: Levitus 1982 by way of NOAA PMEL (public domain)"
WINDS = "Wind: US Navy FNOC, COADS by way of NOAA PMEL (public domain)"
CLOSED_SEA = (
    "Temperature, salinity: annual means after Oguz et al. 1993, Besiktepe et al. 1994, Kosarev and Kostianoy 2005, "
    "Zenkevich 1963"
)
ATTRIBUTION = (LAND_AND_LAKES, FLOOR, CURRENTS, WATER, TIDES)

_FIELDS = {
    "bathymetry": ("SeaFloorElevation", FLOOR),
    "currents": ("SeaWaterVelocity", CURRENTS),
    "temperature": ("SeaTemperature", LEVITUS),
    "salinity": ("SeaSalinity", LEVITUS),
    "wind": ("Wind", WINDS),
    "waves": ("Waves", ""),
    "tides": ("SeaSurfaceHeight", TIDES),
}
"""Quantity and credit of the shipped sources, by the key in `[ocean]`."""
_SPAN_S = 7 * 86_400.0
"""How far the times go that are offered where layers alone depend on time [s]."""


def described_sources(ocean: Ocean, options: OceanOptions) -> list[dict[str, Any]]:
    """Each field that has a source: name, quantity, unit, time_dependent, sources, layers (what is added to it).

    A source has name, kind ("file", "shipped", "formula"), files (names without folders), levels_m (empty without a
    depth axis), time (`first`, `last`, `count`, `step_s`, `outside`, or None) and attribution (None for what the user
    brought and for formulas). Reads what is shipped, so it takes some tenths of a second the first time.
    """
    found = []
    for name, (quantity, credit) in _FIELDS.items():
        if not ocean.has(quantity):
            continue
        layers = [layer.name for layer in ocean.layers] if name == "currents" else []
        sources = _sources(ocean, name, quantity, options, credit)
        timed = bool(layers) or any(source["time"] is not None for source in sources)
        unit = NAMES[quantity]
        found.append(
            {"name": name, "quantity": quantity, "unit": unit, "time_dependent": timed}
            | {"sources": sources, "layers": layers}
        )
    return found


def _sources(ocean: Ocean, name: str, quantity: str, options: OceanOptions, credit: str) -> list[dict[str, Any]]:
    if name == "currents":
        field: Any = ocean.currents
    else:
        field = ocean.field(quantity)
    if not isinstance(field, Composite):
        return [_source(each, None, credit) for each in field.names]
    given = options.sources(name) if name in type(options).model_fields and name != "tides" else ()
    return [
        _source(source, given[k] if k < len(given) else None, credit if k >= len(given) else "")
        for k, source in enumerate(field.sources)
    ]


def _source(source: Source | str, given: Any, credit: str) -> dict[str, Any]:
    if isinstance(source, str):
        return {"name": source, "kind": "shipped", "files": [], "levels_m": [], "time": None, "attribution": credit}
    names = (given,) if isinstance(given, str) else given.names if isinstance(given, SourceFiles) else ()
    axes = source.axes if is_windowed(source) else source.table()
    is_formula = axes is None and credit != TIDES
    if credit == LEVITUS and source.name not in (CLIMATOLOGY, EXTENSION):
        credit = CLOSED_SEA
    kind = "file" if names else "formula" if is_formula or given is not None else "shipped"
    return {
        "name": source.name,
        "kind": kind,
        "files": [Path(each).name for each in names],
        "levels_m": axes.levels.tolist() if axes is not None and axes.levels.size > 1 else [],
        "time": _times(source),
        "attribution": credit if kind == "shipped" else None,
    }


def _times(source: Source) -> dict[str, Any] | None:
    if not isinstance(source, FileField) or not source.timed:
        return None
    times = source.file.times
    return {
        "first": _stamp(times[0]),
        "last": _stamp(times[-1]),
        "count": int(times.size),
        "step_s": float(np.diff(times).min()),
        "outside": source.outside,
    }


def time_bounds(fields: list[dict[str, Any]], start: float) -> dict[str, Any] | None:
    """First and last time of all files that depend on time, their shortest step, and `start` [s since 1970] in it.

    Where layers alone depend on time, a week from `start` by the hour. None where nothing does; heights of the tide,
    which are always there, count as nothing.
    """
    found = [source["time"] for field in fields for source in field["sources"] if source["time"] is not None]
    if found:
        first = min(_seconds(each["first"]) for each in found)
        last = max(_seconds(each["last"]) for each in found)
        step = min(each["step_s"] for each in found)
    elif any(field["layers"] for field in fields):
        first, last, step = start, start + _SPAN_S, 3600.0
    else:
        return None
    default = min(max(start, first), last)
    return {"first": _stamp(first), "last": _stamp(last), "step_s": step, "default": _stamp(default)}


def _seconds(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


def _stamp(seconds: float) -> str:
    return datetime.fromtimestamp(float(seconds), UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
