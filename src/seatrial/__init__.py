"""Rehearse a marine robot's mission before it gets wet.

import seatrial
scenario = seatrial.Scenario.from_toml("examples/monterey_canyon.toml")
run = seatrial.run(scenario)
seatrial.save(run, "monterey.nc")
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from seatrial.errors import InputError, PlanningError, SeatrialError
    from seatrial.mission.files import load, save
    from seatrial.mission.picture import draw
    from seatrial.mission.record import Run
    from seatrial.mission.run import plan, run
    from seatrial.mission.scenario import Scenario
    from seatrial.ocean.ocean import Ocean

__all__ = [
    "InputError",
    "Ocean",
    "PlanningError",
    "Run",
    "Scenario",
    "SeatrialError",
    "draw",
    "load",
    "plan",
    "run",
    "save",
]

_HOMES = {
    "InputError": "seatrial.errors",
    "Ocean": "seatrial.ocean.ocean",
    "PlanningError": "seatrial.errors",
    "Run": "seatrial.mission.record",
    "Scenario": "seatrial.mission.scenario",
    "SeatrialError": "seatrial.errors",
    "draw": "seatrial.mission.picture",
    "load": "seatrial.mission.files",
    "plan": "seatrial.mission.run",
    "run": "seatrial.mission.run",
    "save": "seatrial.mission.files",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import seatrial` stays quick."""
    if name not in _HOMES:
        raise AttributeError(f"module 'seatrial' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return list(__all__)
