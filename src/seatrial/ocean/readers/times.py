"""Time axes of every CF calendar to seconds since 1970-01-01T00:00:00 UTC.

* standard, gregorian, proleptic_gregorian and julian name instants; they are converted by day number.
* noleap (365_day): a date keeps its name; 29 February never occurs.
* 360_day and all_leap (366_day): the fraction of the year is kept, so that 30 February has a place, the order of dates
  stays, and 1 January stays 1 January.
* none: no dates; the option `calendar` must name one.

Units are `<unit> since <date>` with milliseconds to days, and months and years: calendar months from the reference, a
fraction of a month being that share of the month it falls in. `day as %Y%m%d.%f` (GrADS, CDO) holds dates as numbers.
"""

import re

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import FileFormatError
from seatrial.ocean.readers.collection import Variable
from seatrial.ocean.readers.options import Options

DAY = 86_400.0
EPOCH = 2_440_588
"""Day number of 1970-01-01."""

_UNITS = {
    **dict.fromkeys(("ms", "msec", "msecs", "millisec", "millisecs", "millisecond", "milliseconds"), 1e-3),
    **dict.fromkeys(("us", "microsecond", "microseconds", "microsec", "microsecs"), 1e-6),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), 1.0),
    **dict.fromkeys(("min", "mins", "minute", "minutes"), 60.0),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), 3600.0),
    **dict.fromkeys(("d", "day", "days"), DAY),
    **dict.fromkeys(("week", "weeks"), 7.0 * DAY),
}
_MONTHS = {**dict.fromkeys(("month", "months"), 1.0), **dict.fromkeys(("year", "years", "yr", "yrs"), 12.0)}
_INSTANTS = {
    "": "standard",
    "standard": "standard",
    "gregorian": "standard",
    "proleptic_gregorian": "proleptic_gregorian",
    "julian": "julian",
}
_MODEL = {
    "noleap": "noleap",
    "365_day": "noleap",
    "360_day": "360_day",
    "360": "360_day",
    "all_leap": "all_leap",
    "366_day": "all_leap",
}
_SINCE = re.compile(r"\s*([a-zA-Z]+)\s+since\s+(.+)", re.IGNORECASE)
_DATE = re.compile(
    r"\s*([+-]?\d{1,6})-(\d{1,2})-(\d{1,2})"
    r"(?:[T\s]+(\d{1,2})(?::(\d{1,2})(?::(\d{1,2}(?:\.\d*)?))?)?)?"
    r"\s*(Z|UTC|GMT|[+-]\d{1,2}:?\d{0,2})?\s*",
    re.IGNORECASE,
)


def seconds(variable: Variable, options: Options, notes: list[str]) -> NDArray[np.float64] | None:
    """Times of a coordinate variable [s since 1970], shape of the variable.

    None for one lone value that has no date to count from: there is no time axis then. FileFormatError (file, variable)
    when units or calendar are missing or unknown, or a time is.
    """
    values = np.atleast_1d(variable.read())
    units = options.units.get("time", variable.text("units"))
    calendar = (options.calendar or variable.text("calendar") or "").lower()
    if "since" not in units.lower() and "%y%m%d" not in units.lower():
        if values.size == 1:
            notes.append(f"{variable.name}: one time without a date ({units or 'no units'}): taken as no time axis")
            return None
        raise FileFormatError(
            f"{variable.where}: units = {units!r}: must be '<unit> since <date>' "
            "(option units = { time = 'hours since 2000-01-01' })"
        )
    if not np.all(np.isfinite(values)):
        raise FileFormatError(f"{variable.where}[{np.flatnonzero(~np.isfinite(values))[0]}]: a time is missing")
    if "%y%m%d" in units.lower():
        return _dates_as_numbers(variable, values)
    return _since(variable, values, units, calendar, notes)


def _since(
    variable: Variable, values: NDArray[np.float64], units: str, calendar: str, notes: list[str]
) -> NDArray[np.float64]:
    match = _SINCE.fullmatch(units)
    date = _DATE.fullmatch(match[2]) if match else None
    if match is None or date is None:
        raise FileFormatError(f"{variable.where}: units = {units!r}: the date cannot be read, must be like 2000-01-31")
    unit = match[1].lower()
    known = unit in _MONTHS or unit in _UNITS
    if not known:
        raise FileFormatError(f"{variable.where}: units = {units!r}: {match[1]!r} is no unit of time that is known")
    if calendar not in _INSTANTS and calendar not in _MODEL:
        raise FileFormatError(
            f"{variable.where}: calendar = {calendar!r}: must be a CF calendar with dates (option calendar)"
        )
    year, month, day = int(date[1]), int(date[2]), int(date[3])
    offset = int(date[4] or 0) * 3600.0 + int(date[5] or 0) * 60.0 + float(date[6] or 0.0) - _zone(date[7])
    if year < 1 and calendar in ("", "standard", "gregorian", "julian"):
        notes.append(f"{variable.name}: counts from year {year}, which its calendar lacks: a climatology, most likely")
        calendar = "proleptic_gregorian"
    elif year < 1500:
        notes.append(f"{variable.name}: counts from year {year}")
    if not 1 <= month <= 12 or not 1 <= day <= 31:
        raise FileFormatError(f"{variable.where}: units = {units!r}: no such date")
    try:
        if unit in _MONTHS:
            return _months(values * _MONTHS[unit], year, month, day, offset, calendar)
        if calendar in _INSTANTS:
            first = (_day_number(year, month, day, _INSTANTS[calendar]) - EPOCH) * DAY + offset
            return first + values * _UNITS[unit]
        notes.append(f"{variable.name}: calendar {calendar}: dates are carried over to the real calendar")
        return _model_calendar(values * _UNITS[unit] + offset, (year, month, day), _MODEL[calendar])
    except (ValueError, OverflowError) as error:
        raise FileFormatError(f"{variable.where}: units = {units!r}: {str(error).splitlines()[0]}") from None


def _zone(text: str | None) -> float:
    """Seconds east of Greenwich of a time zone."""
    if text is None or text.upper() in ("Z", "UTC", "GMT"):
        return 0.0
    hours, colon, minutes = text[1:].partition(":")
    if not colon and len(hours) > 2:
        hours, minutes = hours[:-2], hours[-2:]
    return (-1.0 if text[0] == "-" else 1.0) * (int(hours) * 3600.0 + int(minutes or 0) * 60.0)


def _day_number(year: int, month: int, day: int, calendar: str) -> int:
    import cftime

    return cftime.datetime(year, month, day, calendar=calendar, has_year_zero=year < 1 or None).toordinal()


def _real_day(year: int, month: int, day: int) -> int:
    return _day_number(year, month, day, "proleptic_gregorian")


def _model_calendar(past: NDArray[np.float64], reference: tuple[int, int, int], calendar: str) -> NDArray[np.float64]:
    """Seconds after the begin of the reference day, in a calendar of models, to real seconds."""
    length = {"noleap": 365, "360_day": 360, "all_leap": 366}[calendar]
    year, month, day = reference
    starts = _month_starts(calendar)
    day_of_year = starts[month - 1] + day - 1
    if day > starts[month] - starts[month - 1]:
        raise ValueError(f"{year:04d}-{month:02d}-{day:02d} is no date of calendar {calendar}")
    whole, rest = np.divmod(past / DAY + day_of_year, length)
    found = np.empty(past.shape)
    for index, (years, days) in enumerate(zip(whole.ravel(), rest.ravel(), strict=True)):
        real = year + int(years)
        first, last = _real_day(real, 1, 1), _real_day(real + 1, 1, 1)
        if calendar == "noleap":
            shift = 1.0 if last - first == 366 and days >= starts[2] else 0.0
            found.flat[index] = (first - EPOCH + days + shift) * DAY
        else:
            found.flat[index] = (first - EPOCH + days * (last - first) / length) * DAY
    return found


def _month_starts(calendar: str) -> list[int]:
    """Days before each month, and in the year."""
    if calendar == "360_day":
        return [30 * k for k in range(13)]
    lengths = [31, 29 if calendar == "all_leap" else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return [sum(lengths[:k]) for k in range(13)]


def _months(
    months: NDArray[np.float64], year: int, month: int, day: int, offset: float, calendar: str
) -> NDArray[np.float64]:
    if calendar in _MODEL and _MODEL[calendar] == "360_day":
        return _model_calendar(months * 30.0 * DAY + offset, (year, month, day), "360_day")
    found = np.empty(months.shape)
    for index, value in enumerate(months.ravel()):
        whole = int(np.floor(value))
        years, number = divmod(month - 1 + whole, 12)
        later_years, later = divmod(number + 1, 12)
        first = _real_day(year + years, number + 1, 1)
        length = _real_day(year + years + later_years, later + 1, 1) - first
        found.flat[index] = (first - EPOCH + day - 1 + (value - whole) * length) * DAY + offset
    return found


def _dates_as_numbers(variable: Variable, values: NDArray[np.float64]) -> NDArray[np.float64]:
    found = np.empty(values.shape)
    for index, value in enumerate(values.ravel()):
        date, rest = divmod(float(value), 1.0)
        year, month, day = int(date) // 10_000, int(date) // 100 % 100, int(date) % 100
        try:
            found.flat[index] = (_real_day(year, month, day) - EPOCH + rest) * DAY
        except ValueError:
            raise FileFormatError(f"{variable.where}[{index}] = {value:.6f}: no date as %Y%m%d.%f") from None
    # beside twenty million a fraction of a day has a resolution of 0.3 ms: whole seconds are meant
    return np.round(found)


def format_time(time: float) -> str:
    """Seconds since 1970 as `2024-10-28T03:00:00Z`; as a number of seconds where no date of four digits fits."""
    whole = np.round(time)
    if not -62_135_596_800 <= whole <= 253_402_300_799:
        return f"{time:.0f} s since 1970"
    return f"{np.datetime64(int(whole), 's')}Z"
