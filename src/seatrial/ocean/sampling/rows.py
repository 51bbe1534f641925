"""What an ocean answers at many places, as columns; and as rows, text, CSV."""

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seatrial.ocean.composite import Sampled
from seatrial.ocean.describing import LAND_NAME, NEW_YEAR_2000
from seatrial.ocean.field import Field
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.sampling.places import Places

Oceans = Callable[[int | None], Ocean]
"""The ocean of a month, 1..12, or of the year."""


@dataclass(frozen=True, eq=False)
class Answers:
    """Arrays of the shape of `places`: NaN where there is no water or no data, "" where nothing answered.

    land. floor: depth of the sea floor [m]. u, v, w: current [m/s, east, north, up]. temperature [degC], salinity.
    floor_source, current_source, temperature_source, salinity_source: names.
    """

    places: Places
    land: NDArray[np.bool_]
    floor: NDArray[np.float64]
    floor_source: NDArray[np.object_]
    u: NDArray[np.float64]
    v: NDArray[np.float64]
    w: NDArray[np.float64]
    current_source: NDArray[np.object_]
    temperature: NDArray[np.float64]
    temperature_source: NDArray[np.object_]
    salinity: NDArray[np.float64]
    salinity_source: NDArray[np.object_]


def ask(oceans: Oceans, places: Places) -> Answers:
    """Ask the ocean of each place's month; without a time, that of the year."""
    flat = [a.ravel() for a in (places.lat, places.lon, places.depth, places.time)]
    months = np.array([0 if np.isnan(t) else datetime.fromtimestamp(t, UTC).month for t in flat[3]], int)
    columns: list[NDArray[Any]] | None = None
    for month in np.unique(months):
        here = np.flatnonzero(months == month)
        part = _ask(oceans(int(month) or None), *(a[here] for a in flat))
        if columns is None:
            columns = [np.empty(months.size, column.dtype) for column in part]
        for column, values in zip(columns, part, strict=True):
            column[here] = values
    return Answers(places, *(column.reshape(places.shape) for column in columns or []))


def _ask(
    ocean: Ocean,
    lat: NDArray[np.float64],
    lon: NDArray[np.float64],
    depth: NDArray[np.float64],
    time: NDArray[np.float64],
) -> list[NDArray[Any]]:
    moment = np.where(np.isnan(time), NEW_YEAR_2000, time)
    land = np.asarray(ocean.land.contains(lat, lon), bool)
    floor, number = ocean.depth(lat, lon)
    floor_source = np.where(land, LAND_NAME, _names(ocean.bathymetry, number))
    water = ~land & ~(depth > floor)
    flow = ocean.current(lat, lon, depth, moment)
    known = water & flow.valid
    parts = [np.where(known, flow.value[:, k], np.nan) for k in range(flow.value.shape[1])]
    parts += [np.where(known, 0.0, np.nan)] * (3 - len(parts))  # a source without vertical velocity has level flow
    found = [land, floor, floor_source, *parts[:3]]
    found.append(np.where(known, _names(ocean.field("SeaWaterVelocity"), flow.source), ""))
    for name in ("SeaTemperature", "SeaSalinity"):
        if ocean.has(name):
            answer: Sampled = ocean.field(name).sample(lat, lon, depth, moment)
            there = water & answer.valid
            found += [np.where(there, answer.value, np.nan)]
            found += [np.where(there, _names(ocean.field(name), answer.source), "")]
        else:
            found += [np.full(lat.shape, np.nan), np.full(lat.shape, "", object)]
    return found


def _names(field: Field, number: NDArray[np.intp]) -> NDArray[np.object_]:
    return np.array([*field.names, ""], object)[number]  # -1, no source, is the last


def rows(answers: Answers) -> Iterator[dict[str, Any]]:
    """One dictionary for each place, with the keys of `Ocean.describe`, and `distance_m` along a section."""
    p = answers.places
    for i in np.ndindex(p.shape):

        def number(values: NDArray[Any], i: tuple[int, ...] = i) -> float | None:
            return None if np.isnan(values[i]) else float(values[i])

        moment = float(p.time[i])
        yield {
            "lat": float(p.lat[i]),
            "lon": float(p.lon[i] - 360.0 * np.floor((p.lon[i] + 180.0) / 360.0)),
            "distance_m": number(p.distance),
            "time": None if np.isnan(moment) else stamp(moment),
            "at_depth_m": float(p.depth[i]),
            "land": bool(answers.land[i]),
            "depth_m": number(answers.floor),
            "depth_source": answers.floor_source[i] or None,
            "current": {
                "u_m_s": number(answers.u),
                "v_m_s": number(answers.v),
                "w_m_s": number(answers.w),
                "source": answers.current_source[i] or None,
            },
            "temperature_degC": number(answers.temperature),
            "temperature_source": answers.temperature_source[i] or None,
            "salinity": number(answers.salinity),
            "salinity_source": answers.salinity_source[i] or None,
        }


def stamp(seconds: float) -> str:
    """Seconds since 1970 as `2024-05-01T12:00:00Z`."""
    return datetime.fromtimestamp(round(float(seconds)), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row without tables in it: `current.u_m_s` becomes `current_u_m_s`."""
    found = {}
    for key, value in row.items():
        if isinstance(value, dict):
            found |= {f"{key}_{inner}": item for inner, item in value.items()}
        else:
            found[key] = value
    return found


def as_csv(answers: Answers) -> str:
    """Comma separated table with a header; an empty cell is "not known"."""
    text = io.StringIO()
    writer: Any = None
    for row in map(flat, rows(answers)):
        if writer is None:
            writer = csv.DictWriter(text, list(row), lineterminator="\n")
            writer.writeheader()
        writer.writerow({k: "" if v is None else v for k, v in row.items()})
    return text.getvalue()


_COLUMNS = (
    ("distance_m", "distance [km]", lambda v: f"{v / 1000.0:.1f}"),
    ("time", "time [UTC]", lambda v: v.removesuffix("Z").removesuffix(":00").replace("T", " ")),
    ("lat", "lat [deg]", lambda v: f"{v:.4f}"),
    ("lon", "lon [deg]", lambda v: f"{v:.4f}"),
    ("at_depth_m", "depth [m]", lambda v: f"{v:.1f}".removesuffix(".0")),
    ("depth_m", "floor [m]", lambda v: f"{v:.0f}"),
    ("current_u_m_s", "east [m/s]", lambda v: f"{v:+.3f}"),
    ("current_v_m_s", "north [m/s]", lambda v: f"{v:+.3f}"),
    ("current_w_m_s", "up [mm/s]", lambda v: f"{1000.0 * v:+.3f}"),
    ("temperature_degC", "T [degC]", lambda v: f"{v:.2f}"),
    ("salinity", "S [1]", lambda v: f"{v:.2f}"),
)


def table(answers: Answers) -> Iterator[str]:
    """Aligned text with units in the header; "-" is "no water, or not known"."""
    kept = [flat(row) for row in rows(answers)]
    shown = [c for c in _COLUMNS if any(row[c[0]] is not None for row in kept)]
    if not np.any(np.nan_to_num(answers.w)):
        shown = [c for c in shown if c[0] != "current_w_m_s"]
    cells = [["-" if row[key] is None else form(row[key]) for key, _, form in shown] for row in kept]
    widths = [max(len(title), *(len(line[k]) for line in cells)) for k, (_, title, _) in enumerate(shown)]
    yield "  ".join(title.rjust(width) for (_, title, _), width in zip(shown, widths, strict=True))
    for line, row in zip(cells, kept, strict=True):
        note = "  land" if row["land"] else ""
        yield "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) + note


def sources(answers: Answers) -> Iterator[str]:
    """Who answered, a line for each field."""
    for what, names in (
        ("sea floor", answers.floor_source),
        ("current", answers.current_source),
        ("temperature", answers.temperature_source),
        ("salinity", answers.salinity_source),
    ):
        used = [name for name in dict.fromkeys(names.ravel().tolist()) if name]
        if used:
            yield f"{what}: {'; '.join(used)}"
