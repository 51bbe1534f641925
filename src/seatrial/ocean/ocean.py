"""The ocean of a mission: land, sea floor, currents and the other fields, each from sources in priority order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from dataclasses import field as with_default
from functools import cached_property
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.errors import InputError
from seatrial.ocean.bathymetry import BathFile, ShippedBathymetry
from seatrial.ocean.composite import NO_SOURCE, Composite, Sampled, Source
from seatrial.ocean.currents import CurrFile, ShippedCurrents
from seatrial.ocean.describing import NEW_YEAR_2000, describe
from seatrial.ocean.field import Field
from seatrial.ocean.land import Land
from seatrial.ocean.layered import Layer, Layered
from seatrial.ocean.procedural import ProceduralBathymetry
from seatrial.ocean.registry import NAMES, Fields, check_name, shipped_fields
from seatrial.ocean.seawater import Derived, density, sound_speed
from seatrial.ocean.synthetic import SyntheticCurrents
from seatrial.ocean.table import GridTable

SHALLOWEST = 1.0
"""Least depth of sea water [m]: where polygons say sea and the grid says less, it is this."""


@dataclass(frozen=True, eq=False)
class Ocean:
    """`land` says what is land; `bathymetry` holds elevations [m, positive up], `currents` east and north velocity
    [m/s], to which `layers` add. `more` are the other fields by their name in `registry.NAMES`, the shipped ones by
    default; each is made when it is first asked for.
    """

    land: Land
    bathymetry: Composite
    currents: Composite
    layers: tuple[Layer, ...] = ()
    more: Fields = with_default(default_factory=shipped_fields)

    def __post_init__(self) -> None:
        for name in self.more:
            check_name(name)

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

        month: 1..12 for currents and wind of that month, None for the annual mean.
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
            polygons,
            Composite([*floor, ProceduralBathymetry(polygons)]),
            Composite([*flow, SyntheticCurrents()]),
            more=shipped_fields(month),
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

    def current(
        self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = NEW_YEAR_2000
    ) -> Sampled:
        """East and north velocity of the water [m/s] at `lat`, `lon` [deg], `depth` [m, positive down], `time` [s since
        1970], layers included.

        Answers on land and below the sea floor too, from the nearest cells or the last source; ask `depth` for what is
        sea.
        """
        return self._flow.sample(lat, lon, depth, time)

    @property
    def _flow(self) -> Composite | Layered:
        return Layered(self.currents, self.layers) if self.layers else self.currents

    def field(self, name: str) -> Field:
        """The field of this name. InputError with the list of names when it is unknown, or when this ocean has no
        source for it.
        """
        if not self.has(name):
            raise InputError(f"field {name}: this ocean has no source for it")
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def has(self, name: str) -> bool:
        """Whether there is a source for the field of this name. InputError when the name is unknown."""
        check_name(name)
        if name in ("SoundSpeed", "SeaDensity") and name not in self.more:
            return self.has("SeaTemperature") and self.has("SeaSalinity")
        return name in ("SeaFloorElevation", "SeaWaterVelocity") or name in self.more

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the fields that have a source."""
        return tuple(name for name in NAMES if self.has(name))

    def with_fields(self, more: Fields) -> Self:
        """The same ocean with other sources for some fields."""
        return replace(self, more={**self.more, **more})

    @cached_property
    def _made(self) -> dict[str, Field]:
        return {}

    def _make(self, name: str) -> Field:
        if name in self.more:
            return self.more[name]()
        if name == "SeaFloorElevation":
            return self.bathymetry
        if name == "SeaWaterVelocity":
            return self._flow
        formula = sound_speed if name == "SoundSpeed" else density
        return Derived(formula, self.temperature, self.salinity)

    @property
    def temperature(self) -> Field:
        """Temperature of the water [degC, in situ]."""
        return self.field("SeaTemperature")

    @property
    def salinity(self) -> Field:
        """Practical salinity."""
        return self.field("SeaSalinity")

    def sea_floor_table(self) -> GridTable | None:
        """Elevation table [m, positive up] of the first bathymetry source, None when that is a formula.

        `bathymetry.tables()` has them all.
        """
        return self.bathymetry.tables()[0]

    def describe(self, lat: float, lon: float, depth: float = 0.0, time: float | None = None) -> dict[str, object]:
        """What is at one place and time [s since 1970], in plain numbers and words; None where there is no water.

        Without a time there is no tide, and layers are those of 2000-01-01.

        Keys: lat, lon (in [-180, 180)), land; depth_m, depth_source of the sea floor, and the same as
        sea_floor_depth_m, sea_floor_source; at_depth_m and time as asked; current (u_m_s, v_m_s, w_m_s, speed_m_s,
        towards_deg (compass), source), and the same as current_east_m_s, current_north_m_s, current_speed_m_s,
        current_towards_deg, current_source; temperature_degC, salinity, sound_speed_m_s, density_kg_m3, each with a key
        ..._source; wind (u_m_s, v_m_s, speed_m_s, towards_deg, source) and tide (height_m above mean sea level,
        source), or None; note. InputError when a number is out of range.
        """
        return describe(self, lat, lon, depth, time)
