"""From the options of `seatrial serve` to the settings of a server."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from seatrial.errors import InputError
from seatrial.mission.ocean_options import OceanOptions
from seatrial.mission.scenario import Scenario
from seatrial.server.listener import library_folder, serve
from seatrial.server.settings import Epoch, Limits, Settings


def ocean_options(
    base: OceanOptions,
    land: Path | None,
    use_land: bool,
    bathymetry: Path | None,
    use_bathymetry: bool,
    currents: Path | None,
    use_currents: bool,
) -> OceanOptions:
    """Ocean with the files and the omissions of the command line."""
    changes: dict[str, object] = {}
    if land is not None:
        changes["land"] = str(_present("land", land))
    if not use_land:
        changes["land"] = False
    if bathymetry is not None:
        changes["bathymetry"] = (str(_present("bathymetry", bathymetry)),)
    if not use_bathymetry:
        changes |= {"shipped_bathymetry": False} | ({} if bathymetry is not None else {"bathymetry": ()})
    if currents is not None:
        changes["currents"] = (str(_present("currents", currents)),)
    if not use_currents:
        changes |= {"shipped_currents": False} | ({} if currents is not None else {"currents": ()})
    return base.model_copy(update=changes)


def _present(what: str, path: Path) -> Path:
    if not path.is_file():
        raise InputError(f"{what} file {path}: no such file")
    return path


def run_server(
    host: str,
    port: int,
    token: str,
    cors: str,
    allowed: tuple[str, ...],
    data: Path | None,
    mission: Path | None,
    is_playing: bool,
    is_opened: bool,
    limits: Limits,
    ocean: Callable[[OceanOptions], OceanOptions],
    say: Callable[[str], None],
) -> None:
    """What `seatrial serve` does."""
    scenario = None if mission is None else Scenario.from_toml(mission)
    base = OceanOptions() if scenario is None else scenario.ocean
    settings = Settings(host=host, port=port, token=token, cors=cors, allowed=allowed, limits=limits, ocean=ocean(base))
    if scenario is not None:
        settings = replace(settings, epoch=Epoch.of(scenario))
    settings = replace(settings, data=library_folder(data, say))  # no folder for settings that do not fit
    serve(settings, say, scenario, is_playing, is_opened)
