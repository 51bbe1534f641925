"""Which ocean `seatrial sample` asks: the shipped one, a scenario's, or the shipped one under files of the user."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from seatrial.errors import InputError
from seatrial.mission.run import month_of
from seatrial.mission.scenario import Scenario
from seatrial.mission.water import Place, build_ocean
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.sampling.rows import Oceans, stamp

_WORDS = {
    "SeaFloorElevation": "bathymetry",
    "SeaWaterVelocity": "currents",
    "SeaTemperature": "temperature",
    "SeaSalinity": "salinity",
    "Wind": "wind",
    "Waves": "waves",
}
"""Keys of `[ocean]` by quantity."""
_SOMEWHERE = {"start": {"lat": 0.0, "lon": 0.0}, "goal": {"lat": 0.0, "lon": 1.0}}


def oceans_of(scenario: Path | None, files: Sequence[Path], places: Sequence[Place], timed: bool) -> Oceans:
    """The ocean to ask at `places` [deg], by month.

    timed: whether times are asked for; a file of several times has no answer without. InputError for a scenario or a
    file that cannot be used.
    """
    if scenario is not None:
        if files:
            raise InputError("--ocean and --file: give one of them; a scenario names its files itself")
        made = Scenario.from_toml(scenario)

        @cache
        def from_scenario(month: int | None) -> Ocean:
            chosen = (month or month_of(made)) if made.monthly else None
            return build_ocean(made.ocean, chosen, places, made.seed)

        return from_scenario
    if not files:
        return cache(Ocean.shipped)
    options = Scenario.from_dict({**_SOMEWHERE, "ocean": _ocean_table(files, timed)}, "--file").ocean
    return cache(lambda month: build_ocean(options, month, places))


def _ocean_table(files: Sequence[Path], timed: bool) -> dict[str, list[str]]:
    """`[ocean]` of a scenario that uses each file for all that it holds."""
    table: dict[str, list[str]] = {}
    for file in files:
        for quantity in _held(file, timed):
            table.setdefault(_WORDS[quantity], []).append(str(file.resolve()))
    return table


def _held(file: Path, timed: bool) -> list[str]:
    from seatrial.ocean.readers.gridded import open_gridded

    found, first = [], None
    for quantity in _WORDS:
        try:
            opened = open_gridded(str(file), quantity)
        except InputError as error:
            first = first or error
            continue
        if opened.times.size > 1 and not timed:
            times = f"{stamp(opened.times[0])}..{stamp(opened.times[-1])}"
            raise InputError(f"--file {file}: has {opened.times.size} times, {times}: choose with --time")
        found.append(quantity)
    if not found:
        raise first or InputError(f"{file}: holds nothing that is known")
    return found
