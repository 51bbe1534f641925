from collections.abc import Callable

import numpy as np
import pytest

from seatrial.errors import InputError
from seatrial.frames.position import format_latitude, format_longitude, parse_latitude, parse_longitude

GOOD = {
    "0": 0.0, "41.05": 41.05, "-33.5": -33.5, "\u221233.5": -33.5, "+12": 12.0, ".5": 0.5, "12.": 12.0, " 7 ": 7.0,
    "41 03": 41.05, "-4 30": -4.5, "-0 30": -0.5, "4:30:36": 4.51, "4°": 4.0, "4°30'36\"": 4.51, "4°30.6'": 4.51,
    "4º30\u2032 36\u2033": 4.51, "4\u02da30\u201936\u201d": 4.51,
    "4 30 36": 4.51, "4d30": 4.5, "4 deg 30": 4.5, "4°30'36''": 4.51,
}  # fmt: skip
BAD = ["", " ", "north", "4,5", "1e2", "4.5 30", "4 30.5 10", "4 60", "4 10 60", "--4", "4 -30", "4 30 20 10", "nan",
       "4'30", "N4S", "\u0664"]  # fmt: skip


def check_parsing(latitude: Callable, longitude: Callable) -> None:
    for text, value in GOOD.items():
        assert latitude(text) == pytest.approx(value, abs=1e-12)
        assert longitude(text) == pytest.approx(value, abs=1e-12)
        if not text.strip().startswith(("+", "-", "\u2212")):
            for letter in "Nn":
                assert latitude(text + letter) == latitude(f"{letter} {text}") == pytest.approx(value, abs=1e-12)
            assert latitude(text + " S") == -latitude(text)
            assert longitude("w" + text) == -longitude(text)


def check_formatting(latitude: Callable, longitude: Callable) -> None:
    """What is written reads back to half of the last digit, 0.005 minutes."""
    values = np.concatenate([np.random.default_rng(2).uniform(-90, 90, 300), [-2.393, -1 / 3, 59.99999, -0.5, 0, 90]])
    for value in values:
        assert parse_latitude(latitude(value)) == pytest.approx(value, abs=0.00501 / 60)
        assert parse_longitude(longitude(value)) == pytest.approx(value, abs=0.00501 / 60)


def test_parsing():
    check_parsing(parse_latitude, parse_longitude)


@pytest.mark.parametrize("text", BAD)
def test_bad_text_is_named_with_what_is_accepted(text):
    for parse in (parse_latitude, parse_longitude):
        with pytest.raises(InputError) as caught:
            parse(text)
        assert repr(text) in str(caught.value)
        assert "degrees, minutes and seconds such as" in str(caught.value)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "parse, text",
    [
        (parse_latitude, "4 E"),
        (parse_longitude, "4 N"),
        (parse_latitude, "-4 S"),
        (parse_latitude, "90.001"),
        (parse_latitude, "-91"),
        (parse_longitude, None),
    ],
)
def test_wrong_hemisphere_or_range(parse, text):
    with pytest.raises(InputError):
        parse(text)


def test_longitude_of_any_turn():
    assert [parse_longitude(text) for text in ("180", "180 W", "190 E", "540", "-181")] == [-180, -180, -170, -180, 179]


def test_formatting():
    check_formatting(format_latitude, format_longitude)
    assert format_latitude(59.9999999) == "60°00.00′N"
    assert format_latitude(-0.00001) == "0°00.00′N"
    assert format_longitude(179.9999999) == format_longitude(-180.0) == format_longitude(540.0) == "180°00.00′W"
    assert format_longitude(-4.5, decimals=0) == "4°30′W"
    assert format_longitude(28.97, decimals=3) == "28°58.200′E"


@pytest.mark.parametrize(
    "write, value", [(format_latitude, 90.1), (format_latitude, np.nan), (format_longitude, np.inf)]
)
def test_no_position(write, value):
    with pytest.raises(InputError):
        write(value)
