"""Temperature in situ from potential and conservative, practical salinity from absolute."""

from pathlib import Path

import numpy as np
import pytest

from seatrial.ocean.readers.gridded import open_gridded
from tests.reference import ocean_files as files


def column(path: Path, temperature: dict[str, str], salinity: dict[str, str], values: tuple[float, float]) -> Path:
    shape = (2, 2, 2)
    return files.write(
        path,
        {
            "lat": (("lat",), np.array([30.0, 31.0]), files.LAT),
            "lon": (("lon",), np.array([-40.0, -39.0]), files.LON),
            "depth": (("depth",), np.array([0.0, 4000.0]), files.DEPTH),
            "t1": (("depth", "lat", "lon"), np.full(shape, values[0]), {"units": "degC", **temperature}),
            "s1": (("depth", "lat", "lon"), np.full(shape, values[1]), salinity),
        },
    )


def check_in_situ(open_file: object, folder: Path) -> None:
    """Potential 2 degC at 4000 m: water that was compressed is warmer, by 0.36 degC there (Fofonoff 1977, adiabatic
    temperature gradient of some 0.09 degC per 1000 dbar); at the surface it is the same.
    """
    potential = {"standard_name": "sea_water_potential_temperature"}
    path = column(folder / "p.nc", potential, {"standard_name": "sea_water_salinity", "units": "1e-3"}, (2.0, 34.9))
    values = open_file(path, "SeaTemperature").read()[0, 0, :, 0, 0]  # type: ignore[operator]
    assert values[0] == pytest.approx(2.0, abs=1e-5)
    assert values[1] == pytest.approx(2.36, abs=0.02)


def test_potential(tmp_path: Path):
    check_in_situ(open_gridded, tmp_path)


def test_conservative_and_absolute(tmp_path: Path):
    """Against the TEOS-10 check values of gsw itself: SA = 35.1, CT = 10."""
    import gsw

    path = column(
        tmp_path / "c.nc",
        {"standard_name": "sea_water_conservative_temperature"},
        {"standard_name": "sea_water_absolute_salinity", "units": "g kg-1"},
        (10.0, 35.1),
    )
    pressure = gsw.p_from_z(-4000.0, 30.0)
    values = open_gridded(path, "SeaTemperature").read()[0, 0, 1, 0, 0]
    assert values == pytest.approx(gsw.t_from_CT(35.1, 10.0, pressure), abs=1e-5)
    salinity = open_gridded(path, "SeaSalinity").read()[0, 0, 1, 0, 0]
    assert salinity == pytest.approx(gsw.SP_from_SA(35.1, pressure, -40.0, 30.0), abs=1e-5)


def test_in_situ_is_left_alone(tmp_path: Path):
    own = {"standard_name": "sea_water_temperature"}
    path = column(tmp_path / "i.nc", own, {"standard_name": "sea_water_salinity"}, (2.0, 35.0))
    grid = open_gridded(path, "SeaTemperature")
    assert (grid.read() == 2.0).all() and not any("potential" in note for note in grid.notes)


def test_without_salinity_it_is_said(tmp_path: Path):
    own = {"standard_name": "sea_water_potential_temperature"}
    path = column(tmp_path / "p.nc", own, {"standard_name": "mole_concentration_of_nitrate"}, (2.0, 35.0))
    grid = open_gridded(path, "SeaTemperature")
    assert (grid.read() == 2.0).all() and any("potential temperature used as" in note for note in grid.notes)
