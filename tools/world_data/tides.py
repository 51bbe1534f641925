"""Harmonic constants of the tide stations whose licence lets them be shipped."""

import json
import lzma
import subprocess
from collections.abc import Iterable
from pathlib import Path

from tools.world_data.packages import TIDES, find

KNOT = 0.514444
LEAST = 0.0005
"""Smaller amplitudes are left out [m, m/s]."""
SPELLING = {
    "RHO": "RHO1",
    "LAM2": "LAMBDA2",
    "M(KS)2": "MKS2",
    "SGM": "SIGMA1",
    "EP2": "EPS2",
    "ALP1": "ALPHA1",
}
ABOUT = (
    "constants: [index into constituents, amplitude (m or m/s), Greenwich phase lag (degrees)]; tide: height above "
    "mean "
    "sea level; current: speed along the flood direction (degrees true), add mean (m/s), negative = ebb; msl: mean sea "
    "level "
    "above the chart datum (m). Taken from the Neaps tide database; rounded, names unified, amplitudes below 0.5 mm "
    "dropped"
)
SOURCES = {
    "noaa": {"licence": "public domain", "credit": "US National Oceanic and Atmospheric Administration"},
    "ticon": {
        "licence": "CC BY 4.0",
        "credit": "Hart-Davis, M., Dettmering, D., Seitz, F. (2025), TICON-4: TIdal CONstants based on GESLA-4 "
        "sea-level "
        "records, SEANOE, doi:10.17882/109129",
    },
    "kartverket": {"licence": "CC BY 4.0", "credit": "Kartverket / Norwegian Mapping Authority, Hydrographic Service"},
}


def write_tides(sources: Path, folder: Path) -> Path:
    """The stations as compressed JSON, in the order of the database."""
    names: list[str] = []
    stations = [_record(station, names) for station in _database(sources) if _usable(station)]
    data = {"about": ABOUT, "sources": SOURCES, "constituents": names, "stations": stations}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    path = folder / "tide_stations.json.xz"
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    return path


def _database(sources: Path) -> Iterable[dict]:
    """The stations of the package, which is a module of JavaScript: Node writes them out."""
    module = find(sources, TIDES).as_uri()
    script = f'const {{ stations }} = await import("{module}"); process.stdout.write(JSON.stringify(stations));'
    command = ["node", "--input-type=module", "-e", script]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def _usable(station: dict) -> bool:
    return (
        station["type"] == "reference"
        and station["license"]["commercial_use"]
        and bool(station["harmonic_constituents"])
    )


def _record(station: dict, names: list[str]) -> dict:
    current = station["kind"] == "current"
    unit = KNOT if current else 1.0
    constants = []
    for constituent in station["harmonic_constituents"]:
        amplitude = constituent["amplitude"] * unit
        if amplitude < LEAST:
            continue
        given: str = constituent["name"].upper()
        name = SPELLING.get(given, given)
        if name not in names:
            names.append(name)
        constants.append([names.index(name), _rounded(amplitude, 4), _rounded(constituent["phase"], 1)])
    record = {
        "id": station["id"],
        "name": station["name"],
        "lat": _rounded(station["latitude"], 4),
        "lon": _rounded(station["longitude"], 4),
        "kind": station["kind"],
        "source": station["id"].split("/")[0],
        "constants": constants,
    }
    if current:
        flow = station["current"]
        record |= {"flood": _rounded(flow["flood_direction"], 0), "ebb": _rounded(flow["ebb_direction"], 0)}
        return record | {"mean": _rounded(flow["mean_flow"] * KNOT, 4)}
    levels = station.get("datums") or {}
    datum = levels.get(station.get("chart_datum"))
    if datum is None or levels.get("MSL") is None:
        return record
    return record | {"datum": station["chart_datum"], "msl": _rounded(levels["MSL"] - datum, 3)}


def _rounded(value: float, digits: int) -> float | int:
    """Rounded as JavaScript's `toFixed` does, and without a decimal point where there are no decimals."""
    from decimal import ROUND_HALF_UP, Decimal

    result = float(Decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))
    return int(result) if result.is_integer() else result
