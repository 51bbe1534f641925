"""Vertical axes: pressure, units, heights, levels without depths, dimensions of other kinds."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seatrial.errors import FileFormatError, InputError
from seatrial.ocean.readers.gridded import open_gridded
from tests.reference import ocean_files as files

TEMPERATURE = {"units": "degC", "standard_name": "sea_water_temperature"}


def column(
    folder: Path, dim: str, values: Any, own: dict[str, Any] | None, name: str = "temp", about: Any = None
) -> Path:
    """A 2 x 2 grid with one value per level: 0, 1, 2 ..."""
    count = len(values)
    made = {
        "lat": (("lat",), np.array([30.0, 31.0]), files.LAT),
        "lon": (("lon",), np.array([5.0, 6.0]), files.LON),
        name: (
            (dim, "lat", "lon"),
            np.arange(float(count))[:, None, None] + np.zeros((count, 2, 2)),
            about or TEMPERATURE,
        ),
    }
    if own is not None:
        made[dim] = ((dim,), np.asarray(values, float), own)
    return files.write(folder / "c.nc", made)


@pytest.mark.parametrize(
    "dim, values, own, depths",
    [
        ("depth", [0.0, 10.0, 100.0], {"units": "m", "positive": "down"}, [0.0, 10.0, 100.0]),
        ("depth", [0.0, 1.0, 10.0], {"units": "fathoms"}, [0.0, 1.8288, 18.288]),
        ("lev", [-0.5, -50.0, -5000.0], {"units": "m", "axis": "Z"}, [0.5, 50.0, 5000.0]),
        ("st_ocean", [5.0, 15.0], {"units": "meters", "cartesian_axis": "Z"}, [5.0, 15.0]),
        ("level", [0.0, 0.1, 1.0], {"units": "km", "positive": "down"}, [0.0, 100.0, 1000.0]),
        ("z", [-100.0, -10.0, 0.0], {"units": "m", "positive": "up"}, [0.0, 10.0, 100.0]),
    ],
)
def test_depths(dim: str, values: Any, own: dict[str, Any], depths: list[float], tmp_path: Path):
    grid = open_gridded(column(tmp_path, dim, values, own), "SeaTemperature")
    np.testing.assert_allclose(grid.levels, depths)
    order = np.argsort(np.abs(values))
    np.testing.assert_array_equal(grid.read()[0, 0, :, 0, 0], order)


def test_pressure(tmp_path: Path):
    grid = open_gridded(column(tmp_path, "pres", [0.0, 1000.0], {"units": "dbar"}), "SeaTemperature")
    # Saunders and Fofonoff (1976), as in UNESCO technical paper 44: 9704.09 / g, g of 30.5 degrees at that pressure
    sine = np.sin(np.radians(30.5)) ** 2
    gravity = 9.780318 * (1.0 + (5.2788e-3 + 2.36e-5 * sine) * sine) + 1.092e-6 * 1000.0
    depth = ((((-1.82e-15 * 1e3 + 2.279e-10) * 1e3 - 2.2512e-5) * 1e3 + 9.72659) * 1e3) / gravity
    np.testing.assert_allclose(grid.levels, [0.0, depth], atol=0.2)
    assert any("pressure turned into depth" in note for note in grid.notes)


@pytest.mark.parametrize(
    "values, own, said",
    [
        ([0.0, 10.0], None, "dimension depth has 2 levels and no depths"),
        ([0.0, 10.0], {"units": "kelvin", "axis": "Z"}, "units = 'kelvin': must be a length or a pressure"),
        ([0.0, np.nan], {"units": "m"}, r"depth\[1\]: a coordinate is missing"),
        ([-300.0, 10.0], {"units": "m", "positive": "down"}, "must be at least -20 m"),
    ],
)
def test_refused(values: Any, own: Any, said: str, tmp_path: Path):
    with pytest.raises(FileFormatError, match=said):
        open_gridded(column(tmp_path, "depth", values, own), "SeaTemperature")


def wind(folder: Path, heights: Any, own: dict[str, Any]) -> Path:
    folder = folder / "_".join(f"{h:g}" for h in heights)
    folder.mkdir()
    about = {"units": "m s-1", "standard_name": "eastward_wind"}
    path = column(folder, "height", heights, own, "u10", about)
    import netCDF4

    with netCDF4.Dataset(path, "a") as data:
        other = data.createVariable("v10", "f8", ("height", "lat", "lon"))
        other[:] = 0.0
        other.units, other.standard_name = "m s-1", "northward_wind"
    return path


def test_wind_at_ten_metres(tmp_path: Path):
    grid = open_gridded(wind(tmp_path, [2.0, 10.0, 100.0], {"units": "m", "positive": "up"}), "Wind")
    assert grid.levels.tolist() == [0.0] and (grid.read()[0] == 1.0).all()
    grid = open_gridded(wind(tmp_path, [2.0, 80.0], {"units": "m", "positive": "up"}), "Wind")
    assert (grid.read()[0] == 0.0).all() and any("wind at 2 m" in note for note in grid.notes)
    path = wind(tmp_path, [1000.0, 850.0], {"units": "hPa", "positive": "down"})
    with pytest.raises(InputError, match=r"no heights in metres: option select = \{ height = 0 \}"):
        open_gridded(path, "Wind")
    assert (open_gridded(path, "Wind", select={"height": 1}).read()[0] == 1.0).all()


def test_other_dimensions_must_be_chosen(tmp_path: Path):
    values = np.arange(12.0).reshape(3, 2, 2)
    path = files.write(
        tmp_path / "e.nc",
        {
            "lat": (("lat",), np.array([30.0, 31.0]), files.LAT),
            "lon": (("lon",), np.array([5.0, 6.0]), files.LON),
            "depth": (("depth",), np.array([0.0, 5.0]), files.DEPTH),
            "temp": (("member", "depth", "lat", "lon"), np.stack([values[:2], 10 + values[:2]]), TEMPERATURE),
        },
    )
    with pytest.raises(
        InputError, match=r"dimension member has 2 values and no meaning here: option select = \{ member"
    ):
        open_gridded(path, "SeaTemperature")
    chosen = open_gridded(path, "SeaTemperature", select={"member": 1}).read()
    np.testing.assert_array_equal(chosen[0, 0], 10 + values[:2])
    with pytest.raises(FileFormatError, match=r"select.member = 2: has 2"):
        open_gridded(path, "SeaTemperature", select={"member": 2})


def test_no_levels_at_all(tmp_path: Path):
    path = column(tmp_path, "depth", np.empty(0), {"units": "m", "positive": "down"})
    with pytest.raises(FileFormatError, match="depth: an axis of no depths at all"):
        open_gridded(path, "SeaTemperature")
