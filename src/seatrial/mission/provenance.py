"""What a run was made from: versions, sources in priority order, files with their sums, seed and periods."""

import hashlib
import platform
from datetime import UTC, datetime
from glob import glob
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

from seatrial.mission.build import build_vehicle
from seatrial.mission.ocean_options import OceanOptions
from seatrial.mission.scenario import Scenario
from seatrial.ocean.composite import Composite
from seatrial.ocean.gridded import FileField
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.waves import WaveField

MOST_SUMMED = 256_000_000
"""Size of a file whose sum is still taken [bytes]."""

PACKAGES = ("warp-lang", "numpy", "scipy", "xarray", "netcdf4", "shapely", "pyproj")
"""Packages whose versions can change a result or the file that holds it."""


def package_version(name: str = "seatrial") -> str:
    """Version of an installed package."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "unknown"


def provenance(scenario: Scenario, ocean: Ocean) -> dict[str, object]:
    """What makes a run of `scenario` in `ocean`, as plain values."""
    options, periods = scenario.ocean, scenario.simulation
    return {
        "seatrial": package_version(),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "packages": {name: package_version(name) for name in PACKAGES},
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "bathymetry": list(ocean.bathymetry.names),
        "currents": list(ocean.currents.names),
        "land": _land(options),
        "fields": {name: _sources(getattr(ocean, name)) for name in ("bathymetry", "currents")}
        | {name: _names(ocean, name) for name in ocean.names if name not in ("SeaFloorElevation", "SeaWaterVelocity")},
        "layers": [layer.name for layer in ocean.layers],
        "density": options.density,
        "files": {name: _sum(name) for name in _files(options)},
        "seed": scenario.seed,
        "step_s": periods.step_s,
        "control_period_s": periods.control_period_s or periods.step_s,
        "record_period_s": periods.record_period_s,
        "integrator": "RK4",
        "vehicle": scenario.vehicle.model,
        "vehicle_sources": list(build_vehicle(scenario.vehicle).sources),
    }


def _land(options: OceanOptions) -> str:
    if isinstance(options.land, str):
        return options.land
    shipped = "Natural Earth 1:10m, lakes are water" if options.lakes else "Natural Earth 1:10m"
    return shipped if options.land else "none"


def _names(ocean: Ocean, name: str) -> list[dict[str, object]]:
    field = ocean.field(name)
    return _sources(field) if isinstance(field, Composite) else [{"name": source} for source in field.names]


def _sources(field: Composite) -> list[dict[str, object]]:
    """Each source in priority order: its name, and of a file its times, what is done beyond them, and what was seen."""
    described = []
    widths = field.blend_m or (0.0,) * len(field.sources)
    for source, width in zip(field.sources, widths, strict=True):
        entry: dict[str, object] = {"name": source.name}
        inner = source.field if isinstance(source, WaveField) else source
        if isinstance(inner, FileField):
            times = inner.file.times
            entry["times"] = [_moment(times[0]), _moment(times[-1])] if times.size else []
            entry["outside"] = inner.outside
            entry["notes"] = list(getattr(inner.file, "notes", ()))
        if width > 0.0:
            entry["blend_km"] = width / 1000.0
        described.append(entry)
    return described


def _moment(seconds: float) -> str:
    return f"{np.datetime64(round(float(seconds)), 's')}Z"


def _files(options: OceanOptions) -> tuple[str, ...]:
    """The files behind the options, patterns resolved."""
    names = [found for name in options.files() for found in (sorted(glob(name)) if "*" in name else [name])]
    return tuple(dict.fromkeys(names))


def _sum(name: str) -> str:
    """SHA-256 of a file, or its size where that is beyond 256 MB; "unknown" when it cannot be read any more."""
    try:
        if (size := Path(name).stat().st_size) > MOST_SUMMED:
            return f"{size} bytes"
        with Path(name).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return "unknown"
