"""Spellings of units against their definitions."""

import pytest

from seatrial.errors import InputError
from seatrial.ocean.readers.units import conversion, from_words, parse


@pytest.mark.parametrize(
    "text, kind, value, ours",
    [
        ("m s-1", "speed", 1.0, 1.0),
        ("m.s-1", "speed", 1.0, 1.0),
        ("m s^-1", "speed", 1.0, 1.0),
        ("m s**-1", "speed", 1.0, 1.0),
        ("meter second-1", "speed", 1.0, 1.0),
        ("meters/second", "speed", 1.0, 1.0),
        ("cm/s", "speed", 50.0, 0.5),
        ("cm s-1", "speed", 50.0, 0.5),
        ("knots", "speed", 1.0, 1852.0 / 3600.0),
        ("km h-1", "speed", 3.6, 1.0),
        ("K", "temperature", 273.15, 0.0),
        ("kelvin", "temperature", 283.15, 10.0),
        ("degrees_C", "temperature", 5.0, 5.0),
        ("Celsius", "temperature", 5.0, 5.0),
        ("deg_C", "temperature", 5.0, 5.0),
        ("degF", "temperature", 50.0, 10.0),
        ("psu", "salinity", 35.0, 35.0),
        ("1e-3", "salinity", 35.0, 35.0),
        ("PSU", "salinity", 35.0, 35.0),
        ("g kg-1", "salinity", 35.0, 35.0),
        ("1", "salinity", 35.0, 35.0),
        ("km", "length", 2.0, 2000.0),
        ("feet", "length", 10.0, 3.048),
        ("fathoms", "length", 10.0, 18.288),
        ("meters", "length", 3.0, 3.0),
        ("dbar", "pressure", 100.0, 100.0),
        ("Pa", "pressure", 1e6, 100.0),
        ("hPa", "pressure", 1e4, 100.0),
        ("degree", "angle", 90.0, 90.0),
        ("degrees_true", "angle", 90.0, 90.0),
        ("radians", "angle", 3.141592653589793, 180.0),
        ("kg m-3", "density", 1025.0, 1025.0),
        ("seconds", "time", 8.0, 8.0),
    ],
)
def test_known(text: str, kind: str, value: float, ours: float):
    unit = conversion(text, kind, "f.nc: v")
    assert value * unit.scale + unit.offset == pytest.approx(ours, abs=1e-9)


@pytest.mark.parametrize("text", ["furlong", "m3 s-1", "degC m", "s-1", "unknown"])
def test_unknown(text: str):
    assert parse(text) is None
    with pytest.raises(InputError, match=r"f.nc: v: units = .*: is not known; must be a unit of speed such as 'm/s'"):
        conversion(text, "speed", "f.nc: v")


def test_of_another_kind():
    with pytest.raises(InputError, match=r"'degC': is a unit of temperature; must be a unit of speed"):
        conversion("degC", "speed", "f.nc: v")


def test_from_words():
    assert from_words("eastward_sea_water_velocity (m/s) ", "speed") == "m/s"
    assert from_words("depth [fathoms]", "length") == "fathoms"
    assert from_words("eastward velocity (mean)", "speed") is None
