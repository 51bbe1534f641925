"""Time axes of every calendar against dates worked out by hand."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seatrial.errors import FileFormatError
from seatrial.ocean.readers.collection import Variable
from seatrial.ocean.readers.gridded import open_gridded
from seatrial.ocean.readers.opening import open_raw
from seatrial.ocean.readers.options import Options
from seatrial.ocean.readers.times import format_time, seconds
from tests.reference import ocean_files as files


def read(
    folder: Path, values: Any, units: str | None, calendar: str | None = None, options: Options | None = None
) -> Any:
    own = {k: v for k, v in (("units", units), ("calendar", calendar)) if v is not None}
    path = files.write(folder / "t.nc", {"time": (("time",), np.asarray(values), own)})
    notes: list[str] = []
    found = seconds(Variable(open_raw(path), "time"), options or Options(), notes)
    return None if found is None else [format_time(t) for t in found]


DATES: tuple[tuple[Any, str, str | None, list[str]], ...] = (
    ([8702.125], "days since 2000-12-31 00:00:00", None, ["2024-10-28T03:00:00Z"]),
    (
        [0, 3],
        "hours since 2023-07-20T10:00:00",
        "proleptic_gregorian",
        ["2023-07-20T10:00:00Z", "2023-07-20T13:00:00Z"],
    ),
    ([1.5e9], "seconds since 1970-01-01T00:00:00+00:00", "gregorian", ["2017-07-14T02:40:00Z"]),
    ([1.0], "DAYS since 1950-01-01", "standard", ["1950-01-02T00:00:00Z"]),
    ([60], "minutes since 2000-1-1 0:0:0.0", None, ["2000-01-01T01:00:00Z"]),
    ([0], "hours since 2000-01-01 00:00 -6:00", None, ["2000-01-01T06:00:00Z"]),
    ([0], "hours since 2000-01-01T12:30Z", None, ["2000-01-01T12:30:00Z"]),
    ([1e3], "milliseconds since 2000-01-01", None, ["2000-01-01T00:00:01Z"]),
    # 1 January of year 1 in the mixed calendar is two days before that of the proleptic one
    ([730_487], "days since 0001-01-01", "standard", ["2001-01-01T00:00:00Z"]),
    ([730_485], "days since 0001-01-01", "proleptic_gregorian", ["2001-01-01T00:00:00Z"]),
    # the Julian calendar is 13 days behind
    ([0], "days since 2000-01-01", "julian", ["2000-01-14T00:00:00Z"]),
    # 2004-02-28 and the next day of a calendar without 29 February
    ([58, 59], "days since 2004-01-01", "noleap", ["2004-02-28T00:00:00Z", "2004-03-01T00:00:00Z"]),
    ([365.0], "days since 2004-01-01", "365_day", ["2005-01-01T00:00:00Z"]),
    # half a year of 360 days is half a real year, 182.5 days of 2001
    (
        [0, 180, 360],
        "days since 2001-01-01",
        "360_day",
        ["2001-01-01T00:00:00Z", "2001-07-02T12:00:00Z", "2002-01-01T00:00:00Z"],
    ),
    ([366], "days since 2001-01-01", "all_leap", ["2002-01-01T00:00:00Z"]),
    (
        [0, 1, 12.5],
        "months since 2000-01-01",
        None,
        ["2000-01-01T00:00:00Z", "2000-02-01T00:00:00Z", "2001-01-16T12:00:00Z"],
    ),
    ([1], "years since 2000-03-01", None, ["2001-03-01T00:00:00Z"]),
    ([20231206.25], "day as %Y%m%d.%f", None, ["2023-12-06T06:00:00Z"]),
)


def check_dates(reading: Any, folder: Path) -> None:
    for number, (values, units, calendar, expected) in enumerate(DATES):
        place = folder / str(number)
        place.mkdir()
        assert reading(place, values, units, calendar) == expected, (units, calendar)


def test_dates(tmp_path: Path):
    check_dates(read, tmp_path)


def test_thirtieth_of_february_keeps_its_place(tmp_path: Path):
    dates = read(tmp_path, np.arange(50, 70), "days since 2001-01-01", "360_day")
    assert dates == sorted(set(dates))


@pytest.mark.parametrize(
    "units, calendar, said",
    [
        (None, None, "units = '': must be '<unit> since <date>'"),
        ("hours", None, "must be '<unit> since <date>'"),
        ("hours since the beginning", None, "the date cannot be read"),
        ("fortnights since 2000-01-01", None, "'fortnights' is no unit of time"),
        ("hours since 2000-13-01", None, "no such date"),
        ("hours since 2001-02-30", "noleap", "is no date of calendar noleap"),
        ("days since 2000-01-01", "none", "option calendar"),
        ("days since 2000-01-01", "martian", "calendar = 'martian'"),
    ],
)
def test_refused(units: str | None, calendar: str | None, said: str, tmp_path: Path):
    with pytest.raises(FileFormatError) as caught:
        read(tmp_path, [0.0, 1.0], units, calendar)
    assert said in str(caught.value) and "t.nc: time" in str(caught.value)


def test_no_such_number_is_no_date(tmp_path: Path):
    with pytest.raises(FileFormatError, match=r"time\[0\] = 20230230.000000: no date"):
        read(tmp_path, [20230230.0, 20230301.0], "day as %Y%m%d.%f")


def test_options_say_what_the_file_does_not(tmp_path: Path):
    options = Options(units={"time": "days since 2020-01-01"}, calendar="noleap")
    assert read(tmp_path, [0.0, 1.0], None, None, options)[1] == "2020-01-02T00:00:00Z"


def test_one_time_without_a_date_is_no_axis(tmp_path: Path):
    assert read(tmp_path, [0.0], "s") is None


def test_no_times_at_all(tmp_path: Path):
    about = {"units": "degC", "standard_name": "sea_water_temperature"}
    path = files.write(
        tmp_path / "t.nc",
        {
            "time": (("time",), np.empty(0), {"units": "hours since 2000-01-01"}),
            "lat": (("lat",), np.array([30.0, 31.0]), files.LAT),
            "lon": (("lon",), np.array([5.0, 6.0]), files.LON),
            "temp": (("time", "lat", "lon"), np.empty((0, 2, 2)), about),
        },
    )
    with pytest.raises(FileFormatError, match="time: an axis of no times at all"):
        open_gridded(path, "SeaTemperature")
