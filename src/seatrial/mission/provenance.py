"""What a run was made from: versions, sources in priority order, files with their sums, seed and periods."""

import hashlib
import platform
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from seatrial.mission.build import build_vehicle
from seatrial.mission.scenario import OceanOptions, Scenario
from seatrial.ocean.ocean import Ocean

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


def _files(options: OceanOptions) -> tuple[str, ...]:
    currents = options.currents if isinstance(options.currents, tuple) else ()
    land = (options.land,) if isinstance(options.land, str) else ()
    return (*options.bathymetry, *currents, *land)


def _sum(name: str) -> str:
    """SHA-256 of a file; "unknown" when it cannot be read any more."""
    try:
        with Path(name).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return "unknown"
