"""Potential and conservative temperature to in situ, absolute salinity to practical, by TEOS-10 (`gsw`).

IOC, SCOR and IAPSO (2010), "The international thermodynamic equation of seawater - 2010".
"""

import numpy as np
from numpy.typing import NDArray

from seatrial.ocean.readers.collection import Variable

CONSERVATIVE = ("conservative_temperature", "bigthetao", "ct")
POTENTIAL = ("thetao", "votemper", "theta", "potential_temperature", "to")


def temperature_scale(variable: Variable) -> str:
    """What kind of temperature, "in situ", "potential" or "conservative", by standard name, long name and name."""
    standard, text, name = (
        variable.text("standard_name").lower(),
        variable.text("long_name").lower(),
        variable.name.lower(),
    )
    if standard == "sea_water_conservative_temperature" or "conservative temperature" in text:
        return "conservative"
    if standard == "sea_water_potential_temperature" or "potential temperature" in text:
        return "potential"
    if standard:
        return "in situ"
    return "conservative" if name in CONSERVATIVE else "potential" if name in POTENTIAL else "in situ"


def is_absolute(variable: Variable) -> bool:
    """Whether a salinity is absolute salinity [g/kg] rather than practical."""
    return variable.text("standard_name").lower() == "sea_water_absolute_salinity" or variable.name.lower() == "sa"


def in_situ(
    temperature: NDArray[np.float64],
    salinity: NDArray[np.float64],
    scale: str,
    absolute: bool,
    depth: NDArray[np.float64],
    lat: NDArray[np.float64],
    lon: NDArray[np.float64],
) -> NDArray[np.float64]:
    """In situ temperature [degC] from "potential" or "conservative" of shape (time, level, row, column), with salinity
    of that shape, `depth` [m] of the levels, `lat` [deg] of the rows and `lon` of the columns.
    """
    import gsw

    y = lat[:, None]
    pressure = gsw.p_from_z(-np.maximum(depth, 0.0)[:, None, None], y)
    known = np.isfinite(temperature) & np.isfinite(salinity)
    t, s = np.where(known, temperature, 10.0), np.where(known, salinity, 35.0)
    sa = s if absolute else gsw.SA_from_SP(s, pressure, lon, y)
    ct = t if scale == "conservative" else gsw.CT_from_pt(sa, t)
    return np.where(known, gsw.t_from_CT(sa, ct, pressure), np.nan)


def practical(
    salinity: NDArray[np.float64], depth: NDArray[np.float64], lat: NDArray[np.float64], lon: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Practical salinity from absolute [g/kg], shape (time, level, row, column)."""
    import gsw

    y = lat[:, None]
    pressure = gsw.p_from_z(-np.maximum(depth, 0.0)[:, None, None], y)
    known = np.isfinite(salinity)
    return np.where(known, gsw.SP_from_SA(np.where(known, salinity, 35.0), pressure, lon, y), np.nan)
