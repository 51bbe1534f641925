"""Which ocean `seatrial sample` asks: the shipped one, a scenario's, or the shipped one under files of the user."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from seatrial.errors import InputError
from seatrial.mission.run import month_of
from seatrial.mission.scenario import Scenario
from seatrial.mission.water import Place, build_ocean
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.sampling.rows import Oceans, stamp

Note = Callable[[str], None]
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


def oceans_of(scenario: Path | None, files: Sequence[Path], places: Sequence[Place], timed: bool, note: Note) -> Oceans:
    """The ocean to ask at `places` [deg], by month.

    timed: whether times are asked for; a file of several times has no answer without. note: told, in one line, what a
    file holds and is not used, since the shipped data answer instead. InputError for a scenario or a file that cannot
    be used.
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
    options = Scenario.from_dict({**_SOMEWHERE, "ocean": _ocean_table(files, timed, note)}, "--file").ocean
    return cache(lambda month: build_ocean(options, month, places))


def _ocean_table(files: Sequence[Path], timed: bool, note: Note) -> dict[str, list[str]]:
    """`[ocean]` of a scenario that uses each file for all that it holds."""
    table: dict[str, list[str]] = {}
    for file in files:
        for quantity in _held(file, timed, note):
            table.setdefault(_WORDS[quantity], []).append(str(file.resolve()))
    return table


def _held(file: Path, timed: bool, note: Note) -> list[str]:
    from seatrial.ocean.readers.held import open_held

    found, refused = open_held(str(file), list(_WORDS))
    for opened in found:
        if opened.times.size > 1 and not timed:
            times = f"{stamp(opened.times[0])}..{stamp(opened.times[-1])}"
            raise InputError(f"--file {file}: has {opened.times.size} times, {times}: choose with --time")
    for reason in refused:
        note(f"not used: {reason}")
    return [opened.quantity for opened in found]
