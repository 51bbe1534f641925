"""Descriptions of places and tides as lines of text."""

from collections.abc import Iterator
from typing import Any

from seatrial.frames.position import format_latitude, format_longitude


def lines(found: dict[str, Any]) -> Iterator[str]:
    """What `Ocean.describe` found, a line each."""
    place = f"{format_latitude(found['lat'])} {format_longitude(found['lon'])}"
    yield f"{place}: {'land' if found['land'] else 'sea'}"
    if found["depth_m"] is not None and not found["land"]:
        yield f"  sea floor  {found['depth_m']:.0f} m ({found['depth_source']})"
    flow = found["current"]
    if flow["u_m_s"] is not None:
        yield (
            f"  current    {flow['speed_m_s']:.3f} m/s towards {flow['towards_deg']:.0f} deg at "
            f"{found['at_depth_m']:g} m: east {flow['u_m_s']:+.3f}, north {flow['v_m_s']:+.3f} m/s ({flow['source']})"
        )
    if found["temperature_degC"] is not None:
        yield f"  water      {found['temperature_degC']:.2f} degC ({found['temperature_source']})"
    if found["salinity"] is not None:
        yield f"  salinity   {found['salinity']:.2f} ({found['salinity_source']})"
    if found["density_kg_m3"] is not None:
        yield f"  sound      {found['sound_speed_m_s']:.1f} m/s; density {found['density_kg_m3']:.2f} kg/m3 (TEOS-10)"
    if found["wind"] is not None:
        wind = found["wind"]
        yield f"  wind       mean {wind['speed_m_s']:.1f} m/s towards {wind['towards_deg']:.0f} deg ({wind['source']})"
    if found["tide"] is not None:
        tide = found["tide"]
        yield f"  tide       {tide['height_m']:+.2f} m above mean sea level on {found['time']} ({tide['source']})"
    if found["note"]:
        yield f"  note       {found['note']}"


def tide_lines(told: dict[str, Any]) -> Iterator[str]:
    """What `tides.listing.list_events` told of a station, a line each."""
    far = "" if told["distance_m"] is None else f", {told['distance_m'] / 1000:.1f} km away"
    place = f"{format_latitude(told['lat'])} {format_longitude(told['lon'])}"
    yield f"{told['name']} ({told['id']}, {told['kind']}) {place}{far}"
    for row in told["events"]:
        if told["kind"] == "current":
            towards = f"  towards {row['towards_deg']:g} deg" if "towards_deg" in row else ""
            yield f"  {row['time']}  {row['event']:<5} {row['speed_m_s']:6.2f} m/s{towards}"
        else:
            datum = f"  {row['height_datum_m']:+.2f} m above {told['datum']}" if "height_datum_m" in row else ""
            yield f"  {row['time']}  {row['event']:<5} {row['height_msl_m']:+.2f} m above mean sea level{datum}"
    if told["left_out"]:
        yield f"  without {', '.join(told['left_out'])}, whose arguments the source does not state"
    yield f"  source: {told['credit']}; not for navigation"
