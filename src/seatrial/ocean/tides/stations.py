"""Tide and current stations that come with the package, and whose conventions their constants follow."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import InputError, check_number
from seatrial.ocean.tides.constituents import UNKNOWN

DATA = Path(__file__).parents[1] / "data" / "tide_stations.npz"

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
class Constants:
    """Harmonic constants as the sources give them, of one station after the other.

    `first` (stations + 1,) is where those of a station begin; `name` (n,) the index of the constituent, `amplitude`
    (n,) [m or m/s], `lag` (n,) the Greenwich phase lag [deg].
    """

    first: NDArray[np.int32]
    name: NDArray[np.uint8]
    amplitude: NDArray[np.float64]
    lag: NDArray[np.float64]

    def of(self, station: int) -> Iterable[tuple[int, float, float]]:
        """Index of the constituent, amplitude and lag of each constant of a station."""
        part = slice(self.first[station], self.first[station + 1])
        return zip(*(a[part].tolist() for a in (self.name, self.amplitude, self.lag)), strict=True)


@dataclass(frozen=True, eq=False)
class Stations:
    """All stations in the order of the file.

    `levels` and `flow` have what else a station of tides or of currents is, by field of `Station`, each a list as long
    as `ids`.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    constituents: tuple[str, ...]
    lat: NDArray[np.float64]
    lon: NDArray[np.float64]
    current: NDArray[np.bool_]
    constants: Constants
    levels: dict[str, list[Any]]
    flow: dict[str, list[Any]]
    credits: dict[str, str]
    """Whose the constants are, and under which licence, by source."""

    @classmethod
    @cache
    def shipped(cls) -> "Stations":
        """Those of the package; read when first asked for."""
        with np.load(DATA) as file:
            data = {name: file[name] for name in file.files}
        text = json.loads(data["text"].tobytes())
        first = np.concatenate([[0], np.cumsum(data["count"], dtype=np.int32)])
        above = zip(text["datum"], data["msl"].tolist(), strict=True)
        msl = [None if datum is None else height / 1e3 for datum, height in above]
        return cls(
            tuple(text["id"]),
            tuple(text["name"]),
            tuple(text["constituents"]),
            data["lat"] / 1e4,
            data["lon"] / 1e4,
            data["current"],
            Constants(first, data["constituent"], data["amplitude"] / 1e4, data["lag"] / 10.0),
            {"datum": text["datum"], "msl": msl},
            {
                "flood": data["flood"].tolist(),
                "ebb": data["ebb"].tolist(),
                "mean": (data["mean"] / 1e4).tolist(),
            },
            {name: f"{about['credit']} ({about['licence']})" for name, about in text["sources"].items()},
        )

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Which constituents of how many stations are left out, and why."""
        numbers = {self.constituents.index(name): name for name in UNKNOWN}
        counts = Counter(number for number in self.constants.name.tolist() if number in numbers)
        return tuple(
            f"constituent {numbers[n]} of {k} stations left out: {UNKNOWN[numbers[n]]}" for n, k in counts.items()
        )

    def __len__(self) -> int:
        """Number of stations."""
        return len(self.ids)

    def __getitem__(self, index: int) -> Station:
        """Station number `index`."""
        index = range(len(self))[index]
        source, is_current = self.ids[index].split("/")[0], bool(self.current[index])
        given = list(self.constants.of(index))
        names = {self.constituents[number] for number, _, _ in given}
        return Station(
            self.ids[index],
            self.names[index],
            float(self.lat[index]),
            float(self.lon[index]),
            "current" if is_current else "tide",
            source,
            tuple(self._constants(source, given)),
            **{name: values[index] for name, values in (self.flow if is_current else self.levels).items()},
            left_out=tuple(sorted(names & UNKNOWN.keys())),
        )

    def _constants(
        self, source: str, constants: Iterable[tuple[int, float, float]]
    ) -> Iterable[tuple[str, float, float]]:
        rules, seen = CONVENTIONS.get(source, {}), set()
        for number, amplitude, lag in constants:
            name = self.constituents[number]
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
        ids = [i for i, known in enumerate(self.ids) if wanted in (known.casefold(), known.casefold().split("/")[-1])]
        named = ids or [i for i, name in enumerate(self.names) if name.casefold() == wanted]
        if len(named) == 1:
            return self[named[0]]
        similar = named or [i for i, name in enumerate(self.names) if wanted and wanted in name.casefold()]
        listed = ", ".join(
            f"{self.ids[i]} ({self.names[i]}, {'current' if self.current[i] else 'tide'})" for i in similar[:8]
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
