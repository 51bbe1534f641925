"""Sound speed and density of sea water by TEOS-10, from in-situ temperature and practical salinity at the sample.

IOC, SCOR and IAPSO (2010), through the Gibbs SeaWater library (`gsw`): pressure from depth and latitude, Absolute
Salinity from Practical Salinity and position, Conservative Temperature from in-situ temperature, then the 75-term
polynomials of Roquet et al. (2015).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.errors import InputError
from seatrial.ocean.composite import NO_SOURCE, Sampled
from seatrial.ocean.field import Field
from seatrial.ocean.table import GridTable

REFERENCE_RATIO = 35.16504 / 35.0
"""Absolute per Practical Salinity of Reference-Composition water [g/kg]: used where the atlas of `gsw` has no ocean."""


def conditions(
    temperature: ArrayLike, salinity: ArrayLike, depth: ArrayLike, lat: ArrayLike, lon: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Absolute Salinity [g/kg], Conservative Temperature [degC] and pressure [dbar], broadcast.

    `temperature` [degC, in situ], `salinity` [practical], `depth` [m, positive down], `lat`, `lon` [deg]. NaN stays
    NaN.
    """
    import gsw

    t, s, z, lat, lon = np.broadcast_arrays(
        *(np.asarray(a, np.float64) for a in (temperature, salinity, depth, lat, lon))
    )
    pressure = gsw.p_from_z(-z, lat)
    absolute = gsw.SA_from_SP(s, pressure, lon - 360.0 * np.floor(lon / 360.0), lat)
    absolute = np.where(np.isfinite(absolute), absolute, s * REFERENCE_RATIO)
    return absolute, np.asarray(gsw.CT_from_t(absolute, t, pressure)), np.asarray(pressure)


def sound_speed(
    temperature: ArrayLike, salinity: ArrayLike, depth: ArrayLike, lat: ArrayLike, lon: ArrayLike
) -> NDArray[np.float64]:
    """Speed of sound [m/s]; arguments as `conditions`."""
    import gsw

    return np.asarray(gsw.sound_speed(*conditions(temperature, salinity, depth, lat, lon)))


def density(
    temperature: ArrayLike, salinity: ArrayLike, depth: ArrayLike, lat: ArrayLike, lon: ArrayLike
) -> NDArray[np.float64]:
    """Density in situ [kg/m3]; arguments as `conditions`."""
    import gsw

    return np.asarray(gsw.rho(*conditions(temperature, salinity, depth, lat, lon)))


@dataclass(frozen=True, eq=False)
class Derived:
    """A quantity of the water computed from temperature and salinity where it is asked for."""

    formula: Callable[..., NDArray[np.float64]]
    temperature: Field
    salinity: Field

    @property
    def names(self) -> tuple[str, ...]:
        """One name for each pair of sources: temperature first, salinity running fastest."""
        return tuple(
            f"TEOS-10 of {t}" if t == s else f"TEOS-10 of {t} and {s}"
            for t in self.temperature.names
            for s in self.salinity.names
        )

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Sampled:
        """Values (...), valid where both temperature and salinity are; `source` counts in `names`."""
        t, s = (field.sample(lat, lon, depth, time) for field in (self.temperature, self.salinity))
        return self.of(t, s, lat, lon, depth)

    def of(self, t: Sampled, s: Sampled, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike) -> Sampled:
        """The same from samples of temperature and salinity at the place."""
        valid = t.valid & s.valid
        value = self.formula(np.where(valid, t.value, np.nan), s.value, depth, lat, lon)
        source = np.where(valid, t.source * len(self.salinity.names) + s.source, NO_SOURCE)
        return Sampled(np.where(valid, value, np.nan), valid, source)


def density_table(temperature: GridTable, salinity: GridTable) -> GridTable:
    """Density in situ [kg/m3] on the nodes of `temperature`, NaN where either is; for the engine.

    The table of salinity has to have the same nodes: InputError otherwise. Between nodes the engine interpolates the
    density, which departs from the density of the interpolated water by the curvature of the equation of state.
    """
    for name in ("lat0", "dlat", "lon0", "dlon", "periodic"):
        if getattr(temperature, name) != getattr(salinity, name):
            raise InputError(f"density table: {name} of temperature and salinity differ: must be on the same nodes")
    if temperature.values.shape != salinity.values.shape or not np.array_equal(temperature.levels, salinity.levels):
        raise InputError(
            "density table: shapes or levels of temperature and salinity differ: must be on the same nodes"
        )
    rows, columns = temperature.values.shape[2:]
    layers = temperature.values.shape[1] // temperature.levels.size
    lat = (temperature.lat0 + temperature.dlat * np.arange(rows))[:, None]
    lon = temperature.lon0 + temperature.dlon * np.arange(columns)
    depth = np.tile(temperature.levels, layers)[:, None, None]
    value = density(temperature.values[0], salinity.values[0], depth, lat, lon).astype(np.float32)
    return GridTable(
        value[None], *(getattr(temperature, name) for name in ("lat0", "dlat", "lon0", "dlon", "periodic", "levels"))
    )
