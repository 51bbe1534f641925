"""Times and lists as people type them."""

import math
import re
from datetime import UTC, datetime, timedelta

from seatrial.errors import InputError


def parse_moment(option: str, text: str) -> datetime:
    """A time in UTC from `2024-05-01`, `2024-05-01T12:00`, with or without zone (none is UTC), or `now`.

    InputError naming `option` when it is no time, or not in the years 1700..2200.
    """
    if text.strip().lower() == "now":
        return datetime.now(UTC)
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        found = None
    if found is None or not 1700 <= found.year <= 2200:
        raise InputError(f"{option} = {text!r}: must be a date and time in 1700..2200 such as 2026-03-01T12:00:00Z")
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


def parse_span(option: str, text: str) -> timedelta:
    """A length of time from `30min`, `1h`, `6 h`, `1d`, `90s`. InputError naming `option` when it is none, or zero."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d*)?)\s*(s|min|h|d)\s*", text)
    seconds = float(found[1]) * {"s": 1.0, "min": 60.0, "h": 3600.0, "d": 86_400.0}[found[2]] if found else 0.0
    if not 0.0 < seconds < 1e9:
        raise InputError(f"{option} {text!r}: must be a length of time like 30min, 1h or 1d")
    return timedelta(seconds=seconds)


def parse_depths(option: str, text: str) -> tuple[float, ...]:
    """Depths [m] from `0,10,50`, ascending; none from an empty text. InputError naming `option`."""
    found = []
    for word in text.replace(",", " ").split():
        try:
            value = float(word)
        except ValueError:
            value = math.nan
        if not 0.0 <= value <= 12_000.0:
            raise InputError(f"{option} {word!r}: must be depths in 0..12000 m, like 0,10,50")
        found.append(value)
    return tuple(sorted(set(found)))


def parse_pairs(option: str, texts: list[str], form: str = "ROLE=NAME, like east=water_u") -> dict[str, str]:
    """`{"a": "b"}` from `["a=b"]`. InputError naming `option` and its `form` for a text without both sides."""
    found = {}
    for text in texts:
        name, _, value = text.partition("=")
        if not name.strip() or not value.strip():
            raise InputError(f"{option} {text!r}: must be {form}")
        found[name.strip()] = value.strip()
    return found
