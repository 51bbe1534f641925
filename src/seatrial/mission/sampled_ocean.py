"""Which ocean `seatrial sample` asks: the shipped one, a scenario's, or the shipped one under files of the user."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from seatrial.errors import InputError
from seatrial.mission.build import build_ocean
from seatrial.mission.run import month_of
from seatrial.mission.scenario import Scenario
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.sampling.rows import Oceans

_WORDS = {
    "SeaFloorElevation": "bathymetry",
    "SeaWaterVelocity": "currents",
    "SeaTemperature": "temperature",
    "SeaSalinity": "salinity",
    "Wind": "wind",
    "Waves": "waves",
}
"""Keys of `[ocean]` by quantity."""


def oceans_of(scenario: Path | None, files: Sequence[Path]) -> Oceans:
    """The ocean to ask, by month. InputError for a scenario or a file that cannot be used."""
    if scenario is not None:
        if files:
            raise InputError("--ocean and --file: give one of them; a scenario names its files itself")
        made = Scenario.from_toml(scenario)

        @cache
        def from_scenario(month: int | None) -> Ocean:
            return build_ocean(made.ocean, (month or month_of(made)) if made.monthly else None)

        return from_scenario
    if not files:
        return cache(Ocean.shipped)
    options = Scenario.from_dict({**_SOMEWHERE, "ocean": _ocean_table(files)}, "--file").ocean
    return cache(lambda month: build_ocean(options, month))


_SOMEWHERE = {"start": {"lat": 0.0, "lon": 0.0}, "goal": {"lat": 0.0, "lon": 1.0}}


def _ocean_table(files: Sequence[Path]) -> dict[str, list[str]]:
    """`[ocean]` of a scenario that uses each file for all that it holds."""
    table: dict[str, list[str]] = {}
    for file in files:
        for quantity in _held(file):
            table.setdefault(_WORDS[quantity], []).append(str(file.resolve()))
    return table


def _held(file: Path) -> list[str]:
    from seatrial.ocean.readers.gridded import open_gridded

    by_ending: dict[str, str] = {".bath": "SeaFloorElevation", ".curr": "SeaWaterVelocity"}
    if file.suffix.lower() in by_ending:
        return [by_ending[file.suffix.lower()]]
    found, first = [], None
    for quantity in _WORDS:
        try:
            open_gridded(str(file), quantity)
            found.append(quantity)
        except InputError as error:
            first = first or error
    if not found:
        raise first or InputError(f"{file}: holds nothing that is known")
    return found
