"""A short name for the data that tiles are made from: other data, other name."""

import hashlib

import numpy as np
import shapely

from seatrial.ocean.ocean import Ocean

FORM = 1
"""Number of the form of the tiles; counted up whenever the same data give other tiles."""


def data_version(ocean: Ocean) -> str:
    """Sixteen hexadecimal digits from land polygons, bathymetry sources in their order, and the form of the tiles."""
    digest = hashlib.blake2b(f"{FORM}".encode(), digest_size=8)
    digest.update(shapely.get_coordinates(ocean.land.polygons).tobytes())
    for name, table in zip(ocean.bathymetry.names, ocean.bathymetry.tables(), strict=True):
        digest.update(f"|{name}|".encode())
        if table is not None:
            place = (table.lat0, table.dlat, table.lon0, table.dlon, table.periodic, table.reach, table.values.shape)
            digest.update(repr(place).encode())
            digest.update(np.ascontiguousarray(table.values).data)
    return digest.hexdigest()
