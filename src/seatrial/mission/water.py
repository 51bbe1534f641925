"""The ocean that a scenario describes: files through their readers, then shipped data, then formulas."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from seatrial.errors import InputError
from seatrial.mission.ocean_options import OceanOptions, Profile, SourceFiles, UniformCurrent
from seatrial.ocean.bathymetry import BathFile, GridBathymetry, ShippedBathymetry
from seatrial.ocean.composite import METRES_PER_MERIDIAN_DEGREE, Composite, Source, Windowed, is_windowed
from seatrial.ocean.currents import CurrFile, ShippedCurrents
from seatrial.ocean.eddies import Eddies
from seatrial.ocean.field import Field
from seatrial.ocean.gridded import FileField
from seatrial.ocean.hydrography import Quantity, sources
from seatrial.ocean.land import Land
from seatrial.ocean.layered import Layer
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.procedural import ProceduralBathymetry
from seatrial.ocean.profiles import LinearProfile, ThermoclineProfile, TwoLayerProfile, UniformProfile
from seatrial.ocean.registry import shipped_fields
from seatrial.ocean.synthetic import SyntheticCurrents
from seatrial.ocean.tabulated import DEPTHS, Tabulated
from seatrial.ocean.tidal import TidalCurrents
from seatrial.ocean.uniform import UniformCurrents, UniformDepth
from seatrial.ocean.waves import WaveField
from seatrial.ocean.wind import ShippedWind

Place = tuple[float, float]
"""Latitude and longitude [deg]."""

WHOLE_BYTES = 256 * 2**20
"""Bathymetry up to this size is held whole; of a larger file the part around the places of a mission is."""
AROUND_DEG = 1.0
"""Least distance from these places to the edge of that part [deg]; half the extent of the places where that is more."""
COARSE_DENSITY_M, FINE_DENSITY_M = 20_000.0, 500.0
"""Greatest and least distance of the nodes at which density is computed for the engine."""

_PROFILES = {
    "uniform": UniformProfile,
    "linear": LinearProfile,
    "thermocline": ThermoclineProfile,
    "two_layer": TwoLayerProfile,
}


def build_land(options: OceanOptions) -> Land:
    """Land of a scenario."""
    if isinstance(options.land, str):
        return Land.from_file(options.land)
    return Land.shipped(lakes=options.lakes) if options.land else Land.none()


def build_ocean(options: OceanOptions, month: int | None = None, places: Sequence[Place] = (), seed: int = 0) -> Ocean:
    """Land and fields of a scenario: its files first, then shipped data, then formulas.

    `month` (1..12) is that of the shipped climatologies, `places` those of the mission, around which a file too large
    to be held is cut, `seed` that of eddies without one. InputError, FileFormatError when a file cannot be used.
    """
    land = build_land(options)
    more = dict(shipped_fields(month))
    if options.sources("temperature"):
        more["SeaTemperature"] = _kept(_scalar(options, "temperature", "SeaTemperature"))
    if options.sources("salinity"):
        more["SeaSalinity"] = _kept(_scalar(options, "salinity", "SeaSalinity"))
    if options.wind:
        more["Wind"] = _kept(_composite(options.wind, "Wind", [ShippedWind(month)]))
    if options.waves:
        more["Waves"] = _kept(_composite(options.waves, "Waves", [], WaveField))
    layers: list[Layer] = [TidalCurrents()] if options.tides else []
    if options.eddies is not None:
        e = options.eddies
        layers.append(Eddies(e.rms_m_s, e.scale_km, seed if e.seed is None else e.seed, e.decay_m, e.memory_days))
    return Ocean(land, _floor(options, land, places), _flow(options, month), tuple(layers), more)


def _kept(field: Field) -> Callable[[], Field]:
    return lambda: field


def _floor(options: OceanOptions, land: Land, places: Sequence[Place]) -> Composite:
    if options.uniform_depth_m is not None:
        return Composite([UniformDepth(options.uniform_depth_m)])
    below: list[Source] = [ShippedBathymetry()] if options.shipped_bathymetry else []
    below.append(ProceduralBathymetry(land))

    def held(field: FileField) -> Source:
        return held_bathymetry(field, places)

    return _composite(options.bathymetry, "SeaFloorElevation", below, held)


def _flow(options: OceanOptions, month: int | None) -> Composite:
    if isinstance(options.currents, UniformCurrent):
        return Composite([UniformCurrents(options.currents.east_m_s, options.currents.north_m_s)])
    below: list[Source] = [ShippedCurrents(month)] if options.shipped_currents else []
    return _composite(options.currents, "SeaWaterVelocity", [*below, SyntheticCurrents()])


def _scalar(options: OceanOptions, name: Quantity, quantity: str) -> Composite:
    """Files and profiles of a scalar; behind a profile, which answers everywhere, nothing is asked."""
    given = options.sources(name)
    if isinstance(given[-1], Profile):
        last: Source = _PROFILES[given[-1].profile](*given[-1].numbers)
        return _composite(given[:-1], quantity, [last])
    return _composite(given, quantity, sources(name))


def _composite(
    given: Iterable[str | SourceFiles],
    quantity: str,
    below: Sequence[Source],
    finish: Callable[[FileField], Source] = lambda field: field,
) -> Composite:
    """The sources of a scenario over those below them."""
    upper = [entry if isinstance(entry, SourceFiles) else SourceFiles(files=entry) for entry in given]
    opened = [_open(entry, quantity, finish) for entry in upper]
    widths = [1000.0 * entry.blend_km for entry in upper]
    return Composite([*opened, *below], [*widths, *(0.0 for _ in below)])


def _open(entry: SourceFiles, quantity: str, finish: Callable[[FileField], Source]) -> Source:
    from seatrial.ocean.readers.gridded import open_gridded

    binary = {".bath": ("SeaFloorElevation", BathFile), ".curr": ("SeaWaterVelocity", CurrFile)}
    ending = Path(entry.names[0]).suffix.lower()
    if ending in binary and len(entry.names) == 1:
        what, reader = binary[ending]
        if what != quantity:
            raise InputError(f"{entry.names[0]}: a {ending} file has no {quantity}")
        return reader(entry.names[0])
    told: dict[str, Any] = {
        name: getattr(entry, name)
        for name in ("variables", "positive", "units", "calendar", "registration", "vectors", "select", "step_deg")
    }
    file = open_gridded(entry.names, quantity, levels=entry.levels_m, **told)
    return finish(FileField(file, entry.outside))


def held_bathymetry(field: FileField, places: Sequence[Place]) -> GridBathymetry:
    """The elevations of a file, held whole, or the part of a large one around the places of a mission [deg].

    InputError for a large file without places, or when even that part is too large.
    """
    axes, name = field.axes, field.name
    if 4 * axes.rows * axes.columns <= WHOLE_BYTES:
        return GridBathymetry(name, field.table())
    if not places:
        size = 4 * axes.rows * axes.columns / 1e9
        raise InputError(f"bathymetry {name}: {size:.1f} GB are too much to be held whole: cut it to its region")
    lat, lon = np.array(places).T
    lon = lon[0] + (lon - lon[0] + 180.0) % 360.0 - 180.0
    margin = max(AROUND_DEG, 0.5 * float(np.ptp(lat)), 0.5 * float(np.ptp(lon)))
    wide = margin / max(float(np.cos(np.radians(np.abs(lat).max()))), 0.1)
    table = field.part(lat.min() - margin, lat.max() + margin, lon.min() - wide, lon.max() + wide)
    if table.values.nbytes > WHOLE_BYTES:
        size = table.values.nbytes / 1e9
        raise InputError(f"bathymetry {name}: {size:.1f} GB around the mission are too much: take a coarser file")
    return GridBathymetry(f"{name}, around the mission", table)


@cache
def engine_density(ocean: Ocean) -> Composite:
    """Density of the water in windows for the engine, computed at nodes of the globe from temperature and salinity.

    The nodes are half as far apart as those of the finest file, 500 m to 20 km, and follow the times of files.
    """
    files = [
        source
        for name in ("SeaTemperature", "SeaSalinity")
        if isinstance(field := ocean.field(name), Composite)
        for source in field.sources
        if is_windowed(source)
    ]
    finest = min((0.5 * source.axes.dlat * METRES_PER_MERIDIAN_DEGREE for source in files), default=COARSE_DENSITY_M)
    steps = [float(np.diff(source.axes.times).min()) for source in files if source.axes.times.size > 1]
    mesh = float(np.clip(finest, FINE_DENSITY_M, COARSE_DENSITY_M))
    field = ocean.field("SeaDensity")
    name = field.names[0] if len(field.names) == 1 else "TEOS-10"
    return Composite([Tabulated(name, field.sample, 1, mesh, DEPTHS, min(steps, default=None))])


def engine_layers(ocean: Ocean) -> Sequence[Windowed]:
    """What is added to the currents, in windows for the engine."""
    return [layer.tabulated() for layer in ocean.layers]
