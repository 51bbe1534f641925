"""D12: a file whose rows run southwards, imported to `.bath`, cropped, and back."""

import numpy as np
import pytest
import xarray as xr

from seatrial.errors import InputError
from seatrial.ocean.converting.convert import convert
from seatrial.ocean.converting.selection import Selection
from seatrial.ocean.raster_files import read_bath
from seatrial.ocean.readers.gridded import open_gridded

LAT = [2.0, 1.0, 0.0]
DEPTH = [[20.0, 20.0], [10.0, 10.0], [0.0, 0.0]]


def depths_file(path, order: slice) -> str:
    about = {"units": "m", "positive": "down", "standard_name": "sea_floor_depth_below_geoid"}
    values = np.array(DEPTH)[order]
    data = xr.Dataset({"depth": (("lat", "lon"), values, about)}, {"lat": LAT[order], "lon": [0.0, 1.0]})
    data.to_netcdf(path)
    return str(path)


@pytest.mark.parametrize("order", [slice(None), slice(None, None, -1)], ids=["southwards", "northwards"])
def test_import_sample_and_crop(tmp_path, order):
    source = depths_file(tmp_path / "d.nc", order)
    convert([source], tmp_path / "d.bath", "", {}, Selection(), None, False)
    table = read_bath(tmp_path / "d.bath").table()
    assert -table.sample(0.5, 1.0)[0].item() == 5.0 and -table.sample(1.5, 0.5)[0].item() == 15.0
    assert -table.sample(2.0, 0.0)[0].item() == 20.0
    for box in ((0.0, 0.5, 1.0, 2.0), (0.0, 2.0, 1.0, 0.5)):
        convert([str(tmp_path / "d.bath")], tmp_path / "c.bath", "", {}, Selection(box), None, False)
        found = read_bath(tmp_path / "c.bath")
        assert (found.lat_min, found.lat_max) == (1.0, 2.0)
        assert np.array_equal(-found.values[0, 0], [[10.0, 10.0], [20.0, 20.0]])


def test_both_orders_give_the_same_bytes(tmp_path):
    for name, order in (("a", slice(None)), ("b", slice(None, None, -1))):
        source = depths_file(tmp_path / f"{name}.nc", order)
        convert([source], tmp_path / f"{name}.bath", "", {}, Selection(), None, False)
    assert (tmp_path / "a.bath").read_bytes() == (tmp_path / "b.bath").read_bytes()


def test_latitude_that_turns_is_refused(tmp_path):
    data = xr.Dataset(
        {"elevation": (("lat", "lon"), np.zeros((3, 2)), {"units": "m"})}, {"lat": [0.0, 2.0, 1.0], "lon": [0.0, 1.0]}
    )
    data.to_netcdf(tmp_path / "d.nc")
    with pytest.raises(InputError, match=r"d\.nc.*lat"):
        open_gridded(str(tmp_path / "d.nc"), "SeaFloorElevation")
