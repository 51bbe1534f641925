"""Units as files spell them, converted to ours."""

import re
from dataclasses import dataclass

from seatrial.errors import InputError

KNOT = 1852.0 / 3600.0
FOOT = 0.3048


@dataclass(frozen=True)
class Unit:
    """A unit of measure: `value_in_ours = value * scale + offset`, comparable with others of the same `kind`."""

    kind: str
    scale: float = 1.0
    offset: float = 0.0


def _spelled(unit: Unit, *words: str) -> dict[str, Unit]:
    return dict.fromkeys(words, unit)


_UNITS: dict[str, Unit] = {
    **_spelled(Unit("length"), "m", "meter", "metre", "m msl", "meters above msl"),
    **_spelled(Unit("length", 1e-2), "cm", "centimeter", "centimetre"),
    **_spelled(Unit("length", 1e-3), "mm", "millimeter", "millimetre"),
    **_spelled(Unit("length", 1e3), "km", "kilometer", "kilometre"),
    **_spelled(Unit("length", FOOT), "ft", "feet", "foot", "international foot", "international feet"),
    **_spelled(Unit("length", 1200.0 / 3937.0), "us survey foot", "us_survey_foot", "ussurveyft"),
    **_spelled(Unit("length", 6.0 * FOOT), "fathom", "fathoms", "fm", "fth", "ftm"),
    **_spelled(Unit("length", 0.1), "dm", "decimeter", "decimetre"),
    **_spelled(Unit("speed"), "m/s", "meter/second", "metre/second", "m/sec", "meter/sec"),
    **_spelled(Unit("speed", 1e-2), "cm/s", "cm/sec", "centimeter/second", "centimetre/second"),
    **_spelled(Unit("speed", 1e-3), "mm/s", "mm/sec", "millimeter/second"),
    **_spelled(Unit("speed", 1.0 / 3.6), "km/h", "km/hr", "kph", "kmh", "km/hour", "kilometer/hour"),
    **_spelled(Unit("speed", KNOT), "kn", "kt", "knot", "nmi/h", "kts"),
    **_spelled(Unit("speed", FOOT), "ft/s", "feet/second", "foot/second", "ft/sec"),
    **_spelled(Unit("speed", 1609.344 / 3600.0), "mph", "mi/h", "mile/hour"),
    **_spelled(Unit("speed", 1.0 / 86400.0), "m/day", "m/d", "meter/day", "metre/day"),
    **_spelled(Unit("temperature"), "degc", "c", "celsius", "degree celsius", "degree c", "deg c", "degree centigrade"),
    **_spelled(Unit("temperature", 1.0, -273.15), "k", "kelvin", "degk", "degree k", "degree kelvin", "deg k"),
    **_spelled(
        Unit("temperature", 5.0 / 9.0, -160.0 / 9.0),
        *("degf", "f", "fahrenheit", "degree f", "deg f", "degree fahrenheit"),
    ),
    **_spelled(Unit("salinity"), "psu", "1e-3", "10-3", "pss", "pss-78", "practical salinity unit", "ppt", "o/oo"),
    **_spelled(Unit("salinity"), "parts per thousand", "permil", "per mil", "g/kg", "gram/kilogram", "1", "", "0.001"),
    **_spelled(Unit("salinity"), "g kg-1", "‰", "part per thousand", "1.e-3", "1.0e-3", "none", "pss78", "psu-78"),
    **_spelled(Unit("salinity", 1e3), "kg/kg"),
    **_spelled(Unit("density"), "kg/m3", "kilogram/meter3", "kg/m^3", "kg/m**3", "kilogram/metre3"),
    **_spelled(Unit("density", 1e3), "g/cm3", "g/ml", "kg/l", "g/cm^3"),
    **_spelled(Unit("time"), "s", "sec", "second"),
    **_spelled(Unit("time", 60.0), "min", "minute"),
    **_spelled(Unit("time", 3600.0), "h", "hr", "hour"),
    **_spelled(Unit("angle"), "deg", "degree", "degree true", "degree_true", "°", "degt", "deg true", "degree from n"),
    **_spelled(
        Unit("angle"), "degree north", "degree east", "degree clockwise from north", "degree (clockwise from n)"
    ),
    **_spelled(Unit("angle", 57.29577951308232), "rad", "radian"),
    **_spelled(Unit("pressure"), "dbar", "decibar", "db"),
    **_spelled(Unit("pressure", 1e-4), "pa", "pascal"),
    **_spelled(Unit("pressure", 1e-2), "hpa", "hectopascal", "mbar", "millibar", "mb"),
    **_spelled(Unit("pressure", 0.1), "kpa", "kilopascal"),
    **_spelled(Unit("pressure", 10.0), "bar"),
    **_spelled(Unit("pressure", 100.0), "mpa", "megapascal"),
}
"""Ours: m, m/s, degC, practical salinity, kg/m3, s, deg, dbar."""

OURS = {
    "length": "m",
    "speed": "m/s",
    "temperature": "degC",
    "salinity": "1",
    "density": "kg/m3",
    "time": "s",
    "angle": "deg",
    "pressure": "dbar",
}
"""How our unit of each kind is written."""

_PLURAL = re.compile(
    r"\b(meter|metre|second|degree|knot|hour|centimeter|centimetre|kilometer|kilometre|unit|radian|pascal|decibar)s\b"
)
_PER = re.compile(r"([a-z]+)\s*[. *]?\s*([a-z]+)\s*(?:\^|\*\*)?\s*-\s*1\b")
_CUBIC = re.compile(r"\b(kg|kilogram)\s*[. *]?\s*(m|meter|metre)\s*(?:\^|\*\*)?\s*-\s*3\b")


def plain(text: str) -> str:
    """A spelling in lower case with single spaces, singular words and `a/b` for `a b-1`."""
    word = " ".join(text.strip().strip("[]()").lower().replace("_", " ").replace("·", " ").split())
    word = _PLURAL.sub(r"\1", word)
    word = _CUBIC.sub(r"\1/\g<2>3", word)
    word = _PER.sub(r"\1/\2", word)
    return word.replace(" per ", "/").replace(" / ", "/").replace("degree/true", "degree true")


def parse(text: str) -> Unit | None:
    """The unit that `text` spells, or None when it is not known."""
    for spelling in (" ".join(text.split()).lower(), plain(text)):
        if spelling in _UNITS:
            return _UNITS[spelling]
    return None


def conversion(text: str, kind: str, where: str) -> Unit:
    """The unit `text` of a quantity of `kind`; InputError (one line with `where`) when it is unknown or of another."""
    unit = parse(text)
    if unit is None or unit.kind != kind:
        found = f"is a unit of {unit.kind}" if unit is not None else "is not known"
        raise InputError(
            f"{where}: units = {text!r}: {found}; must be a unit of {kind} such as {OURS[kind]!r} (option units)"
        )
    return unit


def from_words(text: str, kind: str) -> str | None:
    """A unit of `kind` within a text such as `eastward velocity (m/s)` or `depth [fathoms]`, or None."""
    for word in re.findall(r"[\[(]([^\])]+)[\])]", text):
        unit = parse(word)
        if unit is not None and unit.kind == kind:
            return word.strip()
    return None
