"""The ocean of a mission: land, sea floor and currents, each from sources in priority order."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.errors import check_number
from seatrial.ocean.bathymetry import BathFile, ShippedBathymetry
from seatrial.ocean.composite import NO_SOURCE, Composite, Sampled, Source
from seatrial.ocean.currents import CurrFile, ShippedCurrents
from seatrial.ocean.land import Land
from seatrial.ocean.procedural import ProceduralBathymetry
from seatrial.ocean.synthetic import SyntheticCurrents
from seatrial.ocean.table import GridTable

SHALLOWEST = 1.0
"""Least depth of sea water [m]: where polygons say sea and the grid says less, it is this."""

LAND_NAME = "land polygons"


@dataclass(frozen=True, eq=False)
class Ocean:
    """`land` says what is land; `bathymetry` holds elevations [m, positive up], `currents` east and north velocity
    [m/s].
    """

    land: Land
    bathymetry: Composite
    currents: Composite

    @classmethod
    def shipped(
        cls,
        month: int | None = None,
        bathymetry_files: Sequence[str | Path] = (),
        current_files: Sequence[str | Path] = (),
        land: bool | str | Path = True,
        use_bathymetry: bool = True,
        use_currents: bool = True,
    ) -> Self:
        """The real ocean: the user's files first, then the shipped data, then formulas.

        month: 1..12 for the currents of that month, None for the annual mean.
        bathymetry_files, current_files: `.bath` and `.curr` files, the most important first.
        land: True for the shipped coast, a path for a land file, False for a world without land.
        use_bathymetry, use_currents: False leaves out the shipped data (files are used all the same).
        InputError, FileFormatError when a file or the month cannot be used.
        """
        polygons = Land.shipped() if land is True else Land.none() if land is False else Land.from_file(Path(land))
        floor: list[Source] = [BathFile(path) for path in bathymetry_files]
        flow: list[Source] = [CurrFile(path) for path in current_files]
        if use_bathymetry:
            floor.append(ShippedBathymetry())
        if use_currents:
            flow.append(ShippedCurrents(month))
        return cls(
            polygons, Composite([*floor, ProceduralBathymetry(polygons)]), Composite([*flow, SyntheticCurrents()])
        )

    def depth(self, lat: ArrayLike, lon: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """Depth of the sea floor [m, positive down] and number of the source in `bathymetry.names`, broadcast shape.

        Polygons decide: on land 0, whatever the grid says; in the sea at least 1 m. The source is -1 on land, and where
        no source answers, which has depth NaN.
        """
        lat, lon = np.broadcast_arrays(np.asarray(lat, np.float64), np.asarray(lon, np.float64))
        shape, lat, lon = lat.shape, lat.ravel(), lon.ravel()
        depth, source = np.full(lat.shape, np.nan), np.full(lat.shape, NO_SOURCE)
        known = np.flatnonzero(np.isfinite(lat) & np.isfinite(lon) & (np.abs(lat) <= 90.0))
        dry = np.asarray(self.land.contains(lat[known], lon[known]), bool)
        depth[known[dry]] = 0.0
        wet = known[~dry]
        found = self.bathymetry.sample(lat[wet], lon[wet])
        depth[wet], source[wet] = np.maximum(SHALLOWEST, -found.value), found.source  # maximum keeps NaN
        return depth.reshape(shape), source.reshape(shape)

    def current(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Sampled:
        """East and north velocity of the water [m/s] at `lat`, `lon` [deg], `depth` [m, positive down], `time` [s].

        Answers on land and below the sea floor too, from the nearest cells or the last source; ask `depth` for what is
        sea.
        """
        return self.currents.sample(lat, lon, depth, time)

    def sea_floor_table(self) -> GridTable | None:
        """Elevation table [m, positive up] of the first bathymetry source, None when that is a formula.

        `bathymetry.tables()` has them all.
        """
        return self.bathymetry.tables()[0]

    def describe(self, lat: float, lon: float, depth: float = 0.0) -> dict[str, object]:
        """What is at one place, in plain numbers and words; None where there is no water.

        Keys: lat, lon (in [-180, 180)), land, sea_floor_depth_m, sea_floor_source, depth_m, current_east_m_s,
        current_north_m_s, current_speed_m_s, current_towards_deg (compass), current_source, note.
        InputError when a number is out of range.
        """
        lat = check_number("latitude", lat, "deg", -90.0, 90.0)
        lon = check_number("longitude", lon, "deg", -1e6, 1e6)
        depth = check_number("depth", depth, "m", 0.0, 12_000.0)
        floor_depth, number = self.depth(lat, lon)
        land = bool(self.land.contains(np.array([lat]), np.array([lon]))[0])
        floor = float(floor_depth)
        below = depth > floor
        result: dict[str, object] = {
            "lat": lat,
            "lon": lon - 360.0 * np.floor((lon + 180.0) / 360.0).item(),
            "land": land,
            "sea_floor_depth_m": None if np.isnan(floor) else floor,
            "sea_floor_source": LAND_NAME if land else _name(self.bathymetry, int(number)),
            "depth_m": depth,
        }
        note = "on land: no water" if land else "below the sea floor: no water" if below else ""
        return result | self._describe_current(lat, lon, depth, not note) | {"note": note}

    def _describe_current(self, lat: float, lon: float, depth: float, water: bool) -> dict[str, object]:
        found = self.current(lat, lon, depth)
        known = water and bool(found.valid)
        east, north = (float(found.value[0]), float(found.value[1])) if known else (np.nan, np.nan)
        return {
            "current_east_m_s": east if known else None,
            "current_north_m_s": north if known else None,
            "current_speed_m_s": float(np.hypot(east, north)) if known else None,
            "current_towards_deg": float(np.degrees(np.arctan2(east, north))) % 360.0 if known else None,
            "current_source": _name(self.currents, int(found.source)) if known else None,
        }


def _name(field: Composite, number: int) -> str | None:
    return None if number == NO_SOURCE else field.names[number]
