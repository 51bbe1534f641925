"""Shallow cells, against the composite sampled at the very centres."""

import numpy as np
import pytest
from scipy.ndimage import binary_dilation

from seatrial.ocean.bathymetry import GridBathymetry, ShippedBathymetry
from seatrial.ocean.composite import Composite
from seatrial.ocean.uniform import UniformDepth
from seatrial.planning.floor import sea_depth
from seatrial.planning.lattice import lattice_between
from seatrial.planning.shallows import shallow_cells


def patchy():
    """A coarse grid with a hole and an edge, over a flat floor."""
    rng = np.random.default_rng(1)
    elevation = -rng.uniform(10.0, 100.0, (41, 41))
    elevation[10:20, 15:30] = np.nan
    return GridBathymetry.from_array(np.linspace(-0.5, 0.5, 41), np.linspace(179.4, 180.4, 41), elevation)


FIELDS = {
    "shipped": Composite([ShippedBathymetry()]),
    "patchy over flat": Composite([patchy(), UniformDepth(40.0)]),
    "patchy over nothing": Composite([patchy()]),
    "flat": Composite([UniformDepth(54.0)]),
}


def test_rocks_between_the_centres_count():
    rng = np.random.default_rng(2)
    lat, lon = np.linspace(-0.2, 0.2, 401), np.linspace(9.8, 10.2, 401)
    rocks = rng.random((401, 401)) < 0.0005
    tops = binary_dilation(rocks, np.ones((3, 3)))
    bathymetry = Composite([GridBathymetry.from_array(lat, lon, np.where(tops, -10.0, -100.0))])
    lattice = lattice_between(0.0, 9.95, 0.0, 10.05, 444.0, 1.0)
    shallow = shallow_cells(lattice, bathymetry, 55.0, np.zeros((lattice.rows, lattice.columns), np.uint8))
    y, x = lattice.to_units(*np.meshgrid(lat, lon, indexing="ij"))
    row, column = np.rint(y[rocks]).astype(int), np.rint(x[rocks]).astype(int)
    inside = (row >= 0) & (row < lattice.rows) & (column >= 0) & (column < lattice.columns)
    # a rock is 222 m wide and more, the places that are asked lie 111 m apart
    assert shallow[row[inside], column[inside]].all()
    assert shallow.mean() < 0.1


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize(
    "lat1, lon1, lat2, lon2", [(0.3, 179.5, -0.3, -179.6), (36.6, -6.8, 36.5, -4.3), (89.0, 10.0, 88.0, -170.0)]
)
def test_cells_are_shallow_where_the_field_is(field, lat1, lon1, lat2, lon2):
    bathymetry = FIELDS[field]
    lattice = lattice_between(lat1, lon1, lat2, lon2, 1_500.0, 1.0)
    land = np.zeros((lattice.rows, lattice.columns), np.uint8)
    land[:, 5] = 1
    shallow = shallow_cells(lattice, bathymetry, 55.0, land).ravel()
    depth = sea_depth(bathymetry, *lattice.centres(np.arange(land.size)))
    # positions are within a metre or two of the centres: slopes reach 0.3
    wrong = (shallow != 0) != ((depth < 55.0) & (land.ravel() == 0))
    assert np.all(np.abs(depth[wrong] - 55.0) < 1.0)
    assert np.count_nonzero(wrong) <= 5
    assert not shallow.reshape(land.shape)[:, 5].any()
