"""Tide and current stations that come with the package, and whose conventions their constants follow."""

import gc
import lzma
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np
import orjson
from numpy.typing import NDArray

from seatrial.errors import InputError, check_number
from seatrial.ocean.tides.constituents import UNKNOWN

DATA = Path(__file__).parents[1] / "data" / "tide_stations.json.xz"

EARTH_RADIUS = 6_371_008.8
"""Mean radius [m]."""

# Found by comparing the same constituent at places where two sources have a station (docs/data.md): TICON-4 gives M1,
# SIGMA1 and the compounds with K1 and O1 without the quarter turns of the IHO list.
CONVENTIONS: dict[str, dict[str, tuple[str, float]]] = {
    "ticon": {
        "M1": ("M1", 90.0),
        "SIGMA1": ("SIGMA1", 180.0),
        "2MK5": ("2MK5", 90.0),
        "2MO5": ("2MO5", -90.0),
        "R3": ("SK3", 90.0),
        "T3": ("SP3", -90.0),
    }
}
"""By source: the constituent that a name stands for, and what is added to its phase lag [deg]."""


@dataclass(frozen=True, eq=False)
class Station:
    """A station and its harmonic constants: (constituent, amplitude [m or m/s], Greenwich phase lag [deg]).

    `kind` is "tide" or "current". Heights are relative to mean sea level, which lies `msl` [m] above `datum` (None
    where it is not known). Currents are speeds along `flood` [deg true, towards]; below zero along `ebb`; `mean` [m/s]
    is added.
    """

    id: str
    name: str
    lat: float
    lon: float
    kind: str
    source: str
    constants: tuple[tuple[str, float, float], ...]
    datum: str | None = None
    msl: float | None = None
    flood: float = 0.0
    ebb: float = 180.0
    mean: float = 0.0
    left_out: tuple[str, ...] = ()
    """Constituents that the source has for the station and that cannot be predicted; `constituents.UNKNOWN` says why.
    """

    @property
    def is_current(self) -> bool:
        """Whether it is a station of currents."""
        return self.kind == "current"


@dataclass(frozen=True, eq=False)
class Stations:
    """All stations in the order of the file."""

    records: tuple[dict, ...]
    constituents: tuple[str, ...]
    lat: NDArray[np.float64]
    lon: NDArray[np.float64]
    current: NDArray[np.bool_]
    credits: dict[str, str]
    """Whose the constants are, and under which licence, by source."""

    @classmethod
    @cache
    def shipped(cls) -> "Stations":
        """Those of the package; read when first asked for."""
        data = _read()
        records, names = data["stations"], tuple(data["constituents"])
        return cls(
            tuple(records),
            names,
            np.array([r["lat"] for r in records]),
            np.array([r["lon"] for r in records]),
            np.array([r["kind"] == "current" for r in records]),
            {name: f"{about['credit']} ({about['licence']})" for name, about in data["sources"].items()},
        )

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Which constituents of how many stations are left out, and why."""
        numbers = {self.constituents.index(name): name for name in UNKNOWN}
        counts = Counter(number for record in self.records for number, _, _ in record["constants"] if number in numbers)
        return tuple(
            f"constituent {numbers[n]} of {k} stations left out: {UNKNOWN[numbers[n]]}" for n, k in counts.items()
        )

    def __len__(self) -> int:
        """Number of stations."""
        return len(self.records)

    def __getitem__(self, index: int) -> Station:
        """Station number `index`."""
        record = dict(self.records[index])
        names = {self.constituents[int(number)] for number, _, _ in record["constants"]}
        record["constants"] = tuple(self._constants(record["source"], record["constants"]))
        return Station(**record, left_out=tuple(sorted(names & UNKNOWN.keys())))

    def _constants(self, source: str, constants: Iterable[list[float]]) -> Iterable[tuple[str, float, float]]:
        rules, seen = CONVENTIONS.get(source, {}), set()
        for number, amplitude, lag in constants:
            name = self.constituents[int(number)]
            if name in UNKNOWN:
                continue
            if source == "kartverket" and name == "MKS2" and name not in seen:
                # Kartverket's H2 = M(KS)2 and its MKS2 bear the same name in the file, H2 first.
                seen.add(name)
                name = "BETA2"
            name, turn = rules.get(name, (name, 0.0))
            yield name, amplitude, (lag + turn) % 360.0

    def find(self, text: str) -> Station:
        """The station with this id (whole, or its last part) or, if only one has it, this name; letters of either case.

        InputError with what is near when there is none or more than one.
        """
        wanted = text.strip().casefold()
        ids = [
            i for i, r in enumerate(self.records) if wanted in (r["id"].casefold(), r["id"].casefold().split("/")[-1])
        ]
        named = ids or [i for i, r in enumerate(self.records) if r["name"].casefold() == wanted]
        if len(named) == 1:
            return self[named[0]]
        similar = named or [i for i, r in enumerate(self.records) if wanted and wanted in r["name"].casefold()]
        listed = ", ".join(
            f"{self.records[i]['id']} ({self.records[i]['name']}, {self.records[i]['kind']})" for i in similar[:8]
        )
        found = "is the name of several stations" if named else "no such station"
        raise InputError(f"station {text!r}: {found}{f'; near it: {listed}' if listed else ''}: must be one id")

    def distances(self, lat: float, lon: float) -> NDArray[np.float64]:
        """Distance of every station from a place [deg] along the sphere [m]."""
        lat = check_number("latitude", lat, "deg", -90.0, 90.0)
        lon = check_number("longitude", lon, "deg", -1e6, 1e6)
        a, b = np.radians(lat), np.radians(self.lat)
        half = np.sin((a - b) / 2) ** 2 + np.cos(a) * np.cos(b) * np.sin(np.radians(lon - self.lon) / 2) ** 2
        return 2.0 * EARTH_RADIUS * np.arcsin(np.sqrt(np.clip(half, 0.0, 1.0)))

    def nearest(self, lat: float, lon: float, kind: str, within: float = np.inf) -> tuple[Station, float] | None:
        """Nearest station of a kind and its distance [m], None when none lies `within` [m]."""
        distance = np.where(self.current == (kind == "current"), self.distances(lat, lon), np.inf)
        best = int(np.argmin(distance))
        return (self[best], float(distance[best])) if distance[best] <= within else None


def _read() -> dict:
    """The file; the search for garbage rests meanwhile, which would go through 160,000 new lists and find none."""
    text, searching = lzma.decompress(DATA.read_bytes()), gc.isenabled()
    gc.disable()
    try:
        return orjson.loads(text)
    finally:
        if searching:
            gc.enable()
