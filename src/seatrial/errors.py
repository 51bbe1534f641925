"""Every error that Seatrial raises on purpose.

SeatrialError
├── InputError            bad input: one clear line, exit code 2, HTTP 4xx
│   ├── FileFormatError   a file that is not what it claims to be
│   └── PlanningError     a mission that cannot be planned
│       ├── StartOnLand, GoalOnLand
│       ├── TooDeep       the mission asks for more depth than there is water
│       └── NoRoute
├── FetchError            data that a server does not give; exit code 1
└── Interrupted           the user stopped a run; what was computed is kept, exit code 130
"""

import math


class SeatrialError(Exception):
    """Base of all errors raised on purpose."""

    exit_code = 1


class InputError(SeatrialError, ValueError):
    """Input that cannot be used; the message names quantity, value, unit and allowed range."""

    exit_code = 2


class FileFormatError(InputError):
    """A file whose content contradicts its format; the message names the file and the field."""


class PlanningError(InputError):
    """A mission that cannot be planned."""


class StartOnLand(PlanningError):
    """The start position is on land."""


class GoalOnLand(PlanningError):
    """The goal position is on land."""


class TooDeep(PlanningError):
    """The mission asks for more depth than there is water."""


class NoRoute(PlanningError):
    """Start and goal are not connected by water that the mission can use."""


class FetchError(SeatrialError):
    """Data that could not be had over the network; the message names the host and what to do."""


class Interrupted(SeatrialError):
    """The user stopped a run; what was computed so far is kept."""

    exit_code = 130


def check_number(quantity: str, value: float, unit: str, low: float, high: float) -> float:
    """`value` as a float if it is a finite number in `low..high`, else an `InputError` that says so."""
    allowed = f"must be a number in {low:g}..{high:g}{' ' + unit if unit else ''}"
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise InputError(f"{quantity} = {value!r}: {allowed}") from None
    if not math.isfinite(number) or not low <= number <= high:
        raise InputError(f"{quantity} = {number:g}{' ' + unit if unit else ''}: {allowed}")
    return number
