"""Harmonic constants of the tide stations whose licence lets them be shipped."""

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

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
    "by station: id, name, datum; lat, lon (1e-4 degree); current (else height above mean sea level); count of "
    "constants; msl: mean sea level above the chart datum (mm); currents: speed along flood (degrees true), negative "
    "along ebb, add mean (1e-4 m/s). By constant, station after station: constituent (index into constituents), "
    "amplitude (1e-4 m or m/s), lag: Greenwich phase lag (0.1 degree). Taken from the Neaps tide database; rounded, "
    "names unified, amplitudes below 0.5 mm dropped"
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
    """The stations in the order of the database."""
    names: list[str] = []
    stations = [_record(station, names) for station in _database(sources) if _usable(station)]
    return write_stations(folder / "tide_stations.npz", stations, names)


def write_stations(path: Path, stations: list[dict], constituents: list[str]) -> Path:
    """Records of stations as whole numbers, and their texts as JSON in UTF-8, deflated."""
    text = {"about": ABOUT, "sources": SOURCES, "constituents": constituents}
    text |= {name: [station.get(name) for station in stations] for name in ("id", "name", "datum")}
    constants = [constant for station in stations for constant in station["constants"]]

    def column(name: str, digits: int, kind: str) -> NDArray[np.integer]:
        return _whole([station.get(name, 0) for station in stations], digits, kind)

    np.savez_compressed(
        path,
        text=np.frombuffer(json.dumps(text, ensure_ascii=False, separators=(",", ":")).encode(), np.uint8),
        lat=column("lat", 4, "i4"),
        lon=column("lon", 4, "i4"),
        current=np.array([station["kind"] == "current" for station in stations]),
        count=np.array([len(station["constants"]) for station in stations], "u1"),
        msl=column("msl", 3, "i2"),
        flood=column("flood", 0, "i2"),
        ebb=column("ebb", 0, "i2"),
        mean=column("mean", 4, "i2"),
        constituent=_whole([number for number, _, _ in constants], 0, "u1"),
        amplitude=_whole([amplitude for _, amplitude, _ in constants], 4, "u2"),
        lag=_whole([lag for _, _, lag in constants], 1, "u2"),
    )
    return path


def _whole(values: list[float], digits: int, kind: str) -> NDArray[np.integer]:
    """Decimal numbers times ten to the power of `digits`; ValueError for those that this does not give again."""
    numbers = np.rint(np.array(values) * 10.0**digits).astype(kind)
    if not np.array_equal(numbers / 10.0**digits, values):
        raise ValueError(f"a number has more than {digits} decimals or does not fit into {kind}")
    return numbers


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
