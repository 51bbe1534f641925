"""D19: the sign belongs to the whole position, also at 0 degrees, when it is typed and when it is shown."""

import pytest

from seatrial.frames.position import format_latitude, format_longitude, parse_latitude, parse_longitude


@pytest.mark.parametrize(
    "parse, text, value",
    [
        (parse_longitude, "-0 30", -0.5),
        (parse_latitude, "-0 30", -0.5),
        (parse_longitude, "0°30'W", -0.5),
        (parse_longitude, "4°30'W", -4.5),
        (parse_longitude, "-4 30", -4.5),
        (parse_latitude, "02 00.07 S", -2.0011667),
        (parse_latitude, "000°00.5'S", -0.0083333),
    ],
)
def test_typed(parse, text, value):
    assert parse(text) == pytest.approx(value, abs=5e-8)


def test_shown():
    assert format_longitude(-2.393) == "2°23.58′W"
    assert format_latitude(-2.393) == "2°23.58′S"
