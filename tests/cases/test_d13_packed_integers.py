"""D13: fill value before scaling, a fill of another type, unsigned integers (connectivity-modeling-system #8, Ferret
#207, netcdf4-python #777, pyart #278, xarray #5597).
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seatrial.ocean.readers.decoding import decode
from seatrial.ocean.readers.gridded import open_gridded

Decode = Callable[[NDArray[Any], Mapping[str, Any]], NDArray[np.float64]]
NAN = np.nan

INPUTS: tuple[tuple[Any, dict[str, Any], list[float]], ...] = (
    (np.array([-30000, 250], np.int16), {"_FillValue": np.int16(-30000), "scale_factor": 0.001}, [NAN, 0.25]),
    (np.array([1050, 105], np.uint16), {"missing_value": np.uint16(105), "scale_factor": 0.1}, [105.0, NAN]),
    (np.array([0], np.int16), {"_FillValue": np.float32(1e20), "add_offset": 287.8226}, [287.8226]),
    (
        np.array([-1, 7158, -2], np.int16),
        {
            "_Unsigned": "true",
            "_FillValue": np.int16(-1),
            "scale_factor": 0.01,
            "valid_range": np.array([0, 10000], np.int16),
        },
        [NAN, 71.58, NAN],
    ),
)


def check_inputs(function: Decode) -> None:
    for raw, attributes, expected in INPUTS:
        np.testing.assert_allclose(function(raw, attributes), expected, rtol=1e-15)


def check_zero_stays_zero(function: Decode) -> None:
    """200 - 2000 * 0.1 is nothing in float64; in float32 it is not."""
    attributes = {"scale_factor": 0.1, "add_offset": -200.0}
    assert abs(function(np.array([2000], np.int16), attributes)[0]) < 1e-13
    attributes = {"scale_factor": np.float32(0.01), "add_offset": np.float64(0.0)}
    raw = np.array([32_767], np.int16)
    assert function(raw, attributes)[0] == 32_767 * float(np.float32(0.01))


def check_unsigned(function: Decode) -> None:
    """40000 is -25536 in signed 16 bits; a fill value of -1 is 65535."""
    attributes = {"_Unsigned": "true", "_FillValue": np.int16(-1), "scale_factor": 0.01}
    np.testing.assert_allclose(function(np.array([-25536, -1, 3], np.int16), attributes), [400.0, NAN, 0.03])


def test_unsigned():
    check_unsigned(decode)


def test_inputs():
    check_inputs(decode)


def test_float64():
    check_zero_stays_zero(decode)


def classic(path: Path, raw: NDArray[Any], attributes: Mapping[str, Any]) -> Path:
    """A NetCDF-3 file with attributes of any type, which the netCDF library would refuse to write.

    `raw` lies in the row at 1 N, the row at 0 N is good.
    """
    from scipy.io import netcdf_file

    with np.errstate(invalid="ignore"), netcdf_file(path, "w", version=1) as data:
        for name, values in (("lat", [0.0, 1.0]), ("lon", np.arange(float(max(raw.size, 2))))):
            data.createDimension(name, len(values))
            axis = data.createVariable(name, "f8", (name,))
            axis[:] = values
            axis.units = "degrees_north" if name == "lat" else "degrees_east"
        field = data.createVariable("analysed_sst", raw.dtype, ("lat", "lon"))
        field[:] = np.resize(raw, (2, max(raw.size, 2)))
        field.standard_name, field.units = "sea_water_temperature", "kelvin"
        for key, value in attributes.items():
            setattr(field, key, value)
    return path


def test_inputs_in_files(tmp_path: Path):
    """The same through NetCDF-3 files, whose attributes may be of any type; in kelvin, to be temperatures."""
    for number, (raw, attributes, expected) in enumerate(INPUTS):
        if raw.dtype.kind == "u":
            continue  # NetCDF-3 has no unsigned integers
        offset = float(attributes.get("add_offset", 0.0)) or 280.0
        scale = {"scale_factor": float(attributes["scale_factor"]) * 0.1} if "scale_factor" in attributes else {}
        path = classic(tmp_path / f"d13_{number}.nc", raw, {**attributes, **scale, "add_offset": offset})
        values = open_gridded(path, "SeaTemperature").read()[0, 0, 0, 0, : raw.size]
        shift = 0.0 if "scale_factor" not in attributes else 280.0
        wanted = np.array(expected) * (0.1 if scale else 1.0) + shift - 273.15
        np.testing.assert_allclose(values, wanted, atol=2e-5)


def test_unsigned_in_netcdf4(tmp_path: Path):
    from tests.reference import ocean_files as files

    raw = np.array([[1050, 105], [1060, 1070]], np.uint16)
    own = {
        "missing_value": np.uint16(105),
        "scale_factor": 0.01,
        "standard_name": "sea_water_temperature",
        "units": "degC",
    }
    path = files.regular(tmp_path / "d13.nc", {"t": (raw, own)}, [0.0, 1.0], [0.0, 1.0])
    np.testing.assert_allclose(
        open_gridded(path, "SeaTemperature").read()[0, 0, 0], [[10.5, NAN], [10.6, 10.7]], rtol=1e-6
    )
