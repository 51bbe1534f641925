"""Which variable is what: standard names, aliases, options, and what is refused."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seatrial.errors import FileFormatError, InputError
from seatrial.ocean.readers.gridded import open_gridded
from seatrial.ocean.readers.quantities import QUANTITIES
from tests.reference import ocean_files as files

ONES = np.ones((3, 4))


def fields(path: Path, **names: dict[str, Any]) -> Path:
    """One field for each name, with values 1, 2, 3 ... in the order given."""
    return files.regular(path, {name: ((k + 1.0) * ONES, own) for k, (name, own) in enumerate(names.items())})


def test_standard_name_before_alias(tmp_path: Path):
    temperature = "sea_water_temperature"
    path = fields(tmp_path / "f.nc", temp={"units": "degC"}, x17={"units": "degC", "standard_name": temperature})
    assert open_gridded(path, "SeaTemperature").read()[0, 0, 0, 0, 0] == 2.0
    assert open_gridded(path, "SeaTemperature", {"temperature": "temp"}).read()[0, 0, 0, 0, 0] == 1.0


def test_of_equal_standard_names_the_alias_decides(tmp_path: Path):
    own = {"units": "m s-1", "standard_name": "eastward_sea_water_velocity"}
    north = {"units": "m s-1", "standard_name": "northward_sea_water_velocity"}
    path = fields(tmp_path / "f.nc", utide=own, utotal=own, uo=own, vo=north)
    assert open_gridded(path, "SeaWaterVelocity").read()[0, 0, 0, 0, 0] == 3.0


def test_equal_standard_names_without_alias_are_refused(tmp_path: Path):
    own = {"units": "m s-1", "standard_name": "eastward_sea_water_velocity"}
    path = fields(tmp_path / "f.nc", first_u=own, second_u=own, vo={"units": "m/s"})
    with pytest.raises(
        InputError, match=r"f.nc: first_u, second_u are all eastward_sea_water_velocity: say which, variables"
    ):
        open_gridded(path, "SeaWaterVelocity")
    found = open_gridded(path, "SeaWaterVelocity", {"east": "second_u"})
    assert found.read()[0, 0, 0, 0, 0] == 2.0


def test_what_is_known_as_something_else_is_no_alias(tmp_path: Path):
    own = {"units": "m s-1", "standard_name": "eastward_wind"}
    path = fields(tmp_path / "f.nc", u=own, v={**own, "standard_name": "northward_wind"})
    with pytest.raises(FileFormatError, match="no variable for east of SeaWaterVelocity"):
        open_gridded(path, "SeaWaterVelocity")
    assert open_gridded(path, "Wind").components == ("east", "north")


def test_uncertainties_are_no_fields(tmp_path: Path):
    own = {"units": "degC", "standard_name": "sea_water_temperature standard_error"}
    with pytest.raises(FileFormatError, match="no variable for temperature"):
        open_gridded(fields(tmp_path / "f.nc", temp=own), "SeaTemperature")


@pytest.mark.parametrize(
    "names, quantity",
    [
        (("water_u", "water_v"), "SeaWaterVelocity"),
        (("uo", "vo"), "SeaWaterVelocity"),
        (("u", "v"), "SeaWaterVelocity"),
        (("vozocrtx", "vomecrty"), "SeaWaterVelocity"),
        (("utotal", "vtotal"), "SeaWaterVelocity"),
        (("u_eastward", "v_northward"), "SeaWaterVelocity"),
        (("EWCT", "NSCT"), "SeaWaterVelocity"),
        (("u10", "v10"), "Wind"),
        (("UGRD_10maboveground", "VGRD_10maboveground"), "Wind"),
        (("u-component_of_wind_height_above_ground", "v-component_of_wind_height_above_ground"), "Wind"),
        (("water_temp",), "SeaTemperature"),
        (("votemper",), "SeaTemperature"),
        (("temp",), "SeaTemperature"),
        (("salinity",), "SeaSalinity"),
        (("vosaline",), "SeaSalinity"),
        (("salt",), "SeaSalinity"),
        (("surf_el",), "SeaSurfaceHeight"),
        (("zos",), "SeaSurfaceHeight"),
        (("hs", "tp", "dir"), "Waves"),
        (("VHM0", "VTPK", "VMDR"), "Waves"),
        (("swh", "mwp", "mwd"), "Waves"),
        (("elevation",), "SeaFloorElevation"),
        (("altitude",), "SeaFloorElevation"),
        (("deptho",), "SeaFloorElevation"),
    ],
)
def test_aliases(names: tuple[str, ...], quantity: str, tmp_path: Path):
    units = {"speed": "m/s", "temperature": "degC", "salinity": "psu", "length": "m", "time": "s", "angle": "degree"}
    roles = QUANTITIES[quantity]
    own = {name: {"units": units[role.kind]} for name, role in zip(names, roles, strict=False)}
    grid = open_gridded(fields(tmp_path / "f.nc", **own), quantity)
    expected = 1.0 if names[0] != "deptho" else -1.0
    assert grid.read()[0, 0, 0, 0, 0] == expected


def test_units_are_converted(tmp_path: Path):
    names = {"u": "eastward_sea_water_velocity", "v": "northward_sea_water_velocity"}
    path = fields(tmp_path / "f.nc", **{k: {"standard_name": v, "units": "cm s-1"} for k, v in names.items()})
    np.testing.assert_allclose(open_gridded(path, "SeaWaterVelocity").read()[:, 0, 0, 0, 0], [0.01, 0.02])
    grid = open_gridded(path, "SeaWaterVelocity", units={"east": "knots"})
    np.testing.assert_allclose(grid.read()[0, 0, 0, 0, 0], 1852.0 / 3600.0)


def test_wrong_units_are_refused(tmp_path: Path):
    path = fields(tmp_path / "f.nc", temp={"units": "m s-1", "standard_name": "sea_water_temperature"})
    with pytest.raises(
        InputError, match=r"f.nc: temp: units = 'm s-1': is a unit of speed; must be a unit of temperature"
    ):
        open_gridded(path, "SeaTemperature")


def test_values_that_cannot_be_are_refused_when_read(tmp_path: Path):
    path = files.regular(tmp_path / "f.nc", {"temp": (290.0 * ONES, {"units": "degC"})})
    grid = open_gridded(path, "SeaTemperature")
    with pytest.raises(
        FileFormatError, match=r"f.nc: temp: temperature = 290 degC: must be in -5..60 degC.*option units"
    ):
        grid.read()
    assert abs(open_gridded(path, "SeaTemperature", units={"temperature": "K"}).read()[0, 0, 0, 0, 0] - 16.85) < 1e-5


def test_all_masked_is_refused(tmp_path: Path):
    path = files.regular(tmp_path / "f.nc", {"temp": (np.nan * ONES, {"units": "degC"})})
    with pytest.raises(FileFormatError, match=r"f.nc: temp: no data: all values are masked"):
        open_gridded(path, "SeaTemperature")


def test_unknown_names_in_options(tmp_path: Path):
    path = fields(tmp_path / "f.nc", water_temp={"units": "degC"})
    with pytest.raises(
        InputError, match=r"variables.temperature = 'watertemp': not in the file, did you mean 'water_temp'"
    ):
        open_gridded(path, "SeaTemperature", {"temperature": "watertemp"})
    with pytest.raises(InputError, match=r"variables.east: SeaTemperature has only temperature"):
        open_gridded(path, "SeaTemperature", {"east": "water_temp"})
    with pytest.raises(InputError, match=r"quantity = 'Temperature': must be one of SeaFloorElevation"):
        open_gridded(path, "Temperature")
    for option, value in (("positive", "sideways"), ("vectors", "north"), ("calendar", "none"), ("registration", "x")):
        with pytest.raises(InputError, match=f"{option} = '{value}': must be one of"):
            open_gridded(path, "SeaTemperature", **{option: value})  # type: ignore[arg-type]
