"""Temperature and salinity (Levitus 1982) on the one-degree cells, with the holes at the coast filled."""

from pathlib import Path

import numpy as np

from tools.world_data.geography import sea_cells
from tools.world_data.grids import LAT, LON, spread
from tools.world_data.netcdf import Variable, write
from tools.world_data.observations import hydrography

ATTRIBUTES = {
    "title": "Annual mean temperature and salinity, global, 1 degree, 20 levels 0-5000 m",
    "registration": "cell centres",
    "source": "Levitus climatology as distributed with Ferret (levitus_climatology.cdf)",
    "references": "Levitus, S., 1982: Climatological Atlas of the World Ocean. NOAA Professional Paper 13",
    "comment": "Annual means, smoothed over several hundred km: fronts are too wide and there is no season. Land and "
    "levels "
    "below the deepest point of a cell are missing, as are the Black Sea, the Sea of Marmara and the Caspian.",
    "license": "Public domain (NOAA, work of the US government); redistributed with Ferret, provided as is",
}


def write_hydrography(sources: Path, folder: Path) -> Path:
    """The climatology as NetCDF."""
    water = hydrography(sources)
    fields = np.array([water.temperature, water.salinity])
    sea = sea_cells(sources, water.depth)
    # no Aegean water up the straits
    black = (LAT[:, None] > 40) & (LAT[:, None] < 48) & (LON > 26) & (LON < 43)
    known = np.isfinite(fields).all(0) & sea
    (t, valid), (s, _) = (spread(field, known, sea & ~black) for field in fields)
    origin = np.where(known, 1, valid * 2)
    for k in range(1, len(water.depth)):
        hole = sea[k] & ~valid[k] & valid[k - 1]
        t[k], s[k] = np.where(hole, t[k - 1], t[k]), np.where(hole, s[k - 1], s[k])
        origin[k], valid[k] = np.where(hole, 3, origin[k]), valid[k] | hole
    cube = ("depth", "lat", "lon")
    names = {
        "standard_name": "sea_water_temperature",
        "long_name": "annual mean in-situ temperature",
        "units": "degree_Celsius",
        "ancillary_variables": "origin",
    }
    salt = {
        "standard_name": "sea_water_practical_salinity",
        "long_name": "annual mean practical salinity",
        "units": "1",
        "ancillary_variables": "origin",
    }
    flags = {
        "long_name": "origin of the value",
        "flag_values": np.arange(4, dtype="i1"),
        "flag_meanings": "no_value climatology mean_of_neighbours_within_2_cells copied_from_the_level_above",
    }
    path = folder / "temperature_salinity_1deg.nc"
    write(
        path,
        {"depth": water.depth, "lat": LAT, "lon": LON},
        {
            "temperature": Variable(cube, t, 1e-3, names, 10.0),
            "salinity": Variable(cube, s, 1e-3, salt, 20.0),
            "origin": Variable(cube, origin.astype("i1"), attributes=flags),
        },
        ATTRIBUTES,
    )
    return path
