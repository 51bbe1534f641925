"""Times and lists as people type them."""

from datetime import UTC, datetime, timedelta

import pytest

from seatrial.errors import InputError
from seatrial.ocean.moments import parse_depths, parse_moment, parse_pairs, parse_span


@pytest.mark.parametrize(
    "text, found",
    [
        ("2024-05-01", datetime(2024, 5, 1, tzinfo=UTC)),
        ("2024-05-01T12:30", datetime(2024, 5, 1, 12, 30, tzinfo=UTC)),
        (" 2024-05-01 12:30:15Z ", datetime(2024, 5, 1, 12, 30, 15, tzinfo=UTC)),
        ("2024-05-01T12:30+02:00", datetime(2024, 5, 1, 10, 30, tzinfo=UTC)),
    ],
)
def test_moments(text, found):
    assert parse_moment("--time", text) == found


def test_now():
    before = datetime.now(UTC)
    assert before <= parse_moment("--time", "now") <= datetime.now(UTC)


@pytest.mark.parametrize("text", ["", "noon", "2024-13-01", "1492-10-12", "12:00"])
def test_no_moments(text):
    with pytest.raises(InputError, match=r"--time = '.*': must be a date and time in 1700\.\.2200 such as"):
        parse_moment("--time", text)


def test_spans():
    assert parse_span("--every", "30min") == timedelta(minutes=30) and parse_span("--every", "1.5 h") == timedelta(
        hours=1.5
    )
    assert parse_span("--every", "2d") == timedelta(days=2) and parse_span("--every", "90s") == timedelta(seconds=90)
    for text in ("", "0h", "-1h", "1", "1 month", "1e9d"):
        with pytest.raises(InputError, match=r"--every '.*': must be a length of time like 30min"):
            parse_span("--every", text)


def test_depths():
    assert parse_depths("--depths", "50, 0,10 10") == (0.0, 10.0, 50.0) and parse_depths("--depths", "") == ()
    for text in ("-1", "12001", "deep", "nan"):
        with pytest.raises(InputError, match=f"--depths '{text}': must be depths in"):
            parse_depths("--depths", text)


def test_pairs():
    assert parse_pairs("--variables", ["east=water_u", "north = v"]) == {"east": "water_u", "north": "v"}
    for text in ("east", "=x", "east="):
        with pytest.raises(InputError, match="must be ROLE=NAME"):
            parse_pairs("--variables", [text])
