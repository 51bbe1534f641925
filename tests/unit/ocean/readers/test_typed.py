"""Options of a reader as they are typed."""

from pathlib import Path

import netCDF4
import numpy as np
import pytest

from seatrial.errors import InputError
from seatrial.ocean.readers.gridded import open_gridded
from seatrial.ocean.readers.typed import typed_options


def test_every_option_can_be_typed():
    more = [
        "calendar=noleap",
        "units.elevation=km",
        "select.member=2",
        "levels=0,10,50",
        "step_deg=0.1",
        "vectors=grid",
    ]
    assert typed_options(["elevation=z"], "up", [*more, "registration=cell"]) == {
        "variables": {"elevation": "z"},
        "positive": "up",
        "calendar": "noleap",
        "units": {"elevation": "km"},
        "select": {"member": 2},
        "levels": (0.0, 10.0, 50.0),
        "step_deg": 0.1,
        "vectors": "grid",
        "registration": "cell",
    }


@pytest.mark.parametrize(
    "text, words",
    [
        ("colour=red", "--option colour: must be one of calendar, registration"),
        ("units=m", "--option units: must be one of"),
        ("step_deg=wide", "--option step_deg=wide: must be a number"),
        ("select.member=1.5", "--option select.member=1.5: must be a whole number"),
        ("calendar", "--option 'calendar': must be NAME=VALUE"),
    ],
)
def test_what_is_none_is_named(text: str, words: str):
    with pytest.raises(InputError, match=words):
        typed_options([], None, [text])


def test_they_are_those_of_the_reader(tmp_path: Path):
    path = tmp_path / "a.nc"
    with netCDF4.Dataset(path, "w") as data:
        for name, size in (("member", 2), ("lat", 3), ("lon", 3)):
            data.createDimension(name, size)
        for name, unit in (("lat", "degrees_north"), ("lon", "degrees_east")):
            axis = data.createVariable(name, "f8", (name,))
            axis.units, axis[:] = unit, np.arange(3.0)
        data.createVariable("floor", "f8", ("member", "lat", "lon"))[:] = np.array([-1.0, -2.0])[:, None, None]
    given = typed_options(["elevation=floor"], "up", ["units.elevation=km", "select.member=1"])
    np.testing.assert_array_equal(open_gridded(path, "SeaFloorElevation", **given).read(), -2000.0)
