"""The tides of one station over some time, in plain numbers and words."""

from datetime import UTC, datetime

from seatrial.errors import InputError, check_number
from seatrial.ocean.tides.prediction import events
from seatrial.ocean.tides.stations import Station, Stations

LONGEST_DAYS = 400.0
"""Longest list [d]."""


def stations_near(lat: float, lon: float, within: float = 100_000.0) -> list[tuple[Station, float]]:
    """The nearest tide station and the nearest current station `within` [m] of a place [deg], with their distances [m].

    InputError when there is none.
    """
    stations = Stations.shipped()
    found = [stations.nearest(lat, lon, kind, within) for kind in ("tide", "current")]
    if not any(found):
        raise InputError(f"place {lat:g} {lon:g}: no tide or current station within {within / 1000:g} km")
    return [one for one in found if one is not None]


def list_events(station: Station, begin: float, end: float, distance: float | None = None) -> dict[str, object]:
    """What the station is, and its events from `begin` to `end` [s since 1970], as text in UTC.

    Heights are given above mean sea level and, where known, above chart datum. InputError when the time span is none.
    """
    days = check_number("time span", (end - begin) / 86_400.0, "days", 0.0, LONGEST_DAYS)
    rows: list[dict[str, object]] = []
    for event in events(station, begin, end) if days > 0.0 else []:
        moment = datetime.fromtimestamp(round(event.time / 60.0) * 60.0, UTC)
        row: dict[str, object] = {"time": moment.strftime("%Y-%m-%dT%H:%MZ"), "event": event.kind}
        if station.is_current:
            row |= {"speed_m_s": round(abs(event.value), 3)}
            if event.kind != "slack":
                row |= {"towards_deg": station.flood if event.kind == "flood" else station.ebb}
        else:
            row |= {"height_msl_m": round(event.value, 3)}
            if station.msl is not None:
                row |= {"height_datum_m": round(event.value + station.msl, 3)}
        rows.append(row)
    return {
        "id": station.id,
        "name": station.name,
        "kind": station.kind,
        "lat": station.lat,
        "lon": station.lon,
        "distance_m": None if distance is None else round(distance),
        "source": station.source,
        "credit": Stations.shipped().credits[station.source],
        "datum": station.datum,
        "left_out": list(station.left_out),
        "events": rows,
    }
