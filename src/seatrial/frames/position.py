"""Positions as people type and read them: degrees and minutes with a hemisphere."""

import re

import numpy as np

from seatrial.errors import InputError
from seatrial.frames.angles import wrap_180

_ACCEPTED = "degrees, minutes and seconds such as {0}"
_EXAMPLES = {
    "latitude": "41.05, -33 51.5, 33°51.5'S or 33°51'30\"S, in -90..90 deg",
    "longitude": "29.05, -4 30, 4°30'W or 4°30'00\"W",
}
_PRIME = "\u2032"
_LETTERS = {"latitude": "NS", "longitude": "EW"}

# typographic variants: minus signs, degree signs, primes and quotes (two single quotes are a double one)
_SIGNS = str.maketrans({
    "\u2212": "-", "\u2013": "-", "\u2010": "-", "\u2011": "-",
    "º": "°", "˚": "°", "\u2032": "'", "\u2019": "'", "\u2018": "'", "\u00b4": "'", "`": "'",
    "\u2033": '"', "\u201d": '"', "\u201c": '"', "\u00a0": " ", "\u2009": " ", "\u202f": " ",
})  # fmt: skip

_NUMBER = r"\d+(?:\.\d*)?|\.\d+"
_PATTERN = re.compile(
    rf"(?P<before>[NSEW])?\s*(?P<sign>[+-])?\s*(?P<deg>{_NUMBER})\s*(?:°|d|deg)?"
    rf"(?:(?:(?<=[°dg])|[\s:])\s*(?P<min>{_NUMBER})\s*(?:'(?!'))?"
    rf"(?:(?:(?<=')|[\s:])\s*(?P<sec>{_NUMBER})\s*(?:\"|'')?)?)?"
    r"\s*(?P<after>[NSEW])?",
    re.IGNORECASE | re.ASCII,
)


def parse_latitude(text: str) -> float:
    """Latitude [deg], positive north, in -90..90. `InputError` naming the text and what is accepted."""
    lat = _parse(text, "latitude")
    if abs(lat) > 90.0:
        raise _refusal(text, "latitude", "beyond the pole")
    return lat


def parse_longitude(text: str) -> float:
    """Longitude [deg], positive east, any turn brought into [-180, 180). `InputError` as for `parse_latitude`."""
    return float(wrap_180(_parse(text, "longitude")))


def format_latitude(lat: float, decimals: int = 2) -> str:
    """Degrees and minutes, e.g. `2°23.58′S`; minutes carry `decimals` digits. `InputError` outside -90..90."""
    if not abs(lat) <= 90.0:
        raise InputError(f"latitude = {lat:g} deg: must be a number in -90..90 deg")
    return _format(lat, "N", "S", decimals)


def format_longitude(lon: float, decimals: int = 2) -> str:
    """Degrees and minutes, e.g. `2°23.58′W`, any turn brought into [-180, 180). `InputError` if not finite."""
    if not np.isfinite(lon):
        raise InputError(f"longitude = {lon:g} deg: must be a finite number")
    return _format(float(wrap_180(lon)), "E", "W", decimals)


def _parse(text: str, quantity: str) -> float:
    match = _PATTERN.fullmatch(text.translate(_SIGNS).strip()) if isinstance(text, str) else None
    if match is None:
        raise _refusal(text, quantity, "not understood")
    letter = (match["before"] or match["after"] or "").upper()
    if match["before"] and match["after"]:
        raise _refusal(text, quantity, "two hemisphere letters")
    if letter and match["sign"]:
        raise _refusal(text, quantity, "a sign and a hemisphere letter")
    if letter and letter not in _LETTERS[quantity]:
        raise _refusal(text, quantity, f"{letter} is not a hemisphere of {quantity}")
    parts = [part for part in (match["deg"], match["min"], match["sec"]) if part is not None]
    if any("." in part for part in parts[:-1]):
        raise _refusal(text, quantity, "only the last number may have decimals")
    if any(float(part) >= 60.0 for part in parts[1:]):
        raise _refusal(text, quantity, "minutes and seconds must be below 60")
    # the sign belongs to the whole: -0 30 is half a degree south or west
    size = sum(float(part) / 60.0**i for i, part in enumerate(parts))
    return -size if match["sign"] == "-" or letter in ("S", "W") else size


def _refusal(text: object, quantity: str, reason: str) -> InputError:
    return InputError(f"{quantity} {text!r}: {reason}; must be {_ACCEPTED.format(_EXAMPLES[quantity])}")


def _format(value: float, positive: str, negative: str, decimals: int) -> str:
    # rounded once, in the smallest printed unit, so that 59.999 carries into the degree
    per_degree = 60 * 10**decimals
    units = round(abs(value) * per_degree)
    whole, rest = divmod(units, per_degree)
    # plus and minus 180 deg are one meridian and get one name
    west = value < 0.0 or (positive == "E" and whole == 180)
    width = 3 + decimals if decimals else 2
    return f"{whole}°{rest / 10**decimals:0{width}.{decimals}f}{_PRIME}{negative if west and units else positive}"
