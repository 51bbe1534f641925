"""Options of a reader as they are typed: NAME=VALUE, with ROLE or DIMENSION behind a dot."""

from collections.abc import Sequence
from typing import Any

from seatrial.errors import InputError
from seatrial.ocean.moments import parse_depths, parse_pairs

PLAIN = ("calendar", "registration", "vectors")
TABLES = ("units", "select")
KNOWN = (*PLAIN, "levels", "step_deg", "units.ROLE", "select.DIMENSION")


def typed_options(variables: Sequence[str], positive: str | None, others: Sequence[str]) -> dict[str, Any]:
    """Options of `open_gridded` from --variables, --positive and --option.

    InputError naming the option for what is none, or has a value that cannot be.
    """
    found: dict[str, Any] = {"variables": parse_pairs("--variables", list(variables)), "positive": positive}
    for name, value in parse_pairs("--option", list(others), "NAME=VALUE, like calendar=noleap").items():
        head, _, tail = name.partition(".")
        if name in PLAIN:
            found[name] = value
        elif name == "levels":
            found[name] = parse_depths("--option levels", value)
        elif name == "step_deg":
            found[name] = _number(name, value)
        elif head in TABLES and tail:
            found.setdefault(head, {})[tail] = value if head == "units" else _whole(name, value)
        else:
            raise InputError(f"--option {name}: must be one of {', '.join(KNOWN)}")
    return found


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"--option {name}={text}: must be a number") from None


def _whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise InputError(f"--option {name}={text}: must be a whole number") from None
