"""Monthly winds: US Navy analyses and ship reports."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import RegularGridInterpolator

from tools.world_data.grids import spread
from tools.world_data.netcdf import Variable, write
from tools.world_data.observations import ship_winds, wind_stress, winds

LAT, LON = np.arange(-90, 90.1, 2.5), np.arange(-180, 180, 2.5)

ATTRIBUTES = {
    "title": "Monthly mean marine winds, global, 2.5 degrees",
    "registration": "node: lat -90 .. 90, lon -180 .. 177.5",
    "source": "uwnd, vwnd: US Navy FNOC marine wind analyses, monthly means 1982-1992, averaged over the 11 years; "
    "wspd: "
    "COADS ship observations 1946-1989, 2 degrees, interpolated; both as distributed with Ferret",
    "comment": "Vector means: gusts and storms cancel, use wspd for how hard it blows. The source gives no height "
    "(marine "
    "winds, nominally 10-20 m). Land values belong to the analysis and are not surface winds. Stress: bulk "
    "formula, air density 1.22, drag 0.0012 (0.00049 + 0.000065 U above 11 m/s), variance (3.5 m/s)^2 added.",
    "license": "Public domain (US Navy and NOAA); redistributed with Ferret, provided as is",
}


def ship_speed(sources: Path) -> NDArray[np.float64]:
    """Mean speed in ship reports [m/s] on the nodes, spread two cells beyond the reports, shape (12, 73, 144)."""
    reports = ship_winds(sources)
    field, _ = spread(reports, np.isfinite(reports), np.ones(reports.shape, bool))
    grid = (np.arange(-89, 90, 2.0), np.arange(-539, 540, 2.0))
    points = tuple(np.meshgrid(LAT.clip(-89, 89), LON, indexing="ij"))
    return np.array([RegularGridInterpolator(grid, np.tile(one, 3))(points) for one in field])


def write_wind(sources: Path, folder: Path) -> Path:
    """The climatology as NetCDF."""
    u, v, month = winds(sources)
    stress, _ = wind_stress(sources)

    def monthly(field: NDArray, statistic) -> NDArray:
        return np.array([statistic(field[month == m], axis=0) for m in range(1, 13)])

    east, north = "eastward", "northward"
    blowing = "mean {} wind (blowing towards the {})"
    deviation = "year-to-year standard deviation of the monthly mean {}"
    computed = "wind stress computed from the monthly winds"
    rows = (
        ("uwnd", monthly(u, np.mean), 1e-3, "m s-1", "eastward_wind", blowing.format(east, "east")),
        ("vwnd", monthly(v, np.mean), 1e-3, "m s-1", "northward_wind", blowing.format(north, "north")),
        ("uwnd_std", monthly(u, np.std), 1e-3, "m s-1", None, deviation.format("uwnd")),
        ("vwnd_std", monthly(v, np.std), 1e-3, "m s-1", None, deviation.format("vwnd")),
        ("taux", monthly(stress.real, np.mean), 1e-4, "Pa", "surface_downward_eastward_stress", computed),
        ("tauy", monthly(stress.imag, np.mean), 1e-4, "Pa", "surface_downward_northward_stress", computed),
        (
            "wspd",
            ship_speed(sources),
            1e-3,
            "m s-1",
            "wind_speed",
            "mean scalar wind speed from ship reports, spread by 2 cells",
        ),
    )
    variables = {
        name: Variable(
            ("month", "lat", "lon"),
            data,
            scale,
            {"units": units, "long_name": text, **({"standard_name": standard} if standard else {})},
        )
        for name, data, scale, units, standard, text in rows
    }
    path = folder / "wind_monthly_2p5deg.nc"
    write(path, {"month": np.arange(1, 13), "lat": LAT, "lon": LON}, variables, ATTRIBUTES)
    return path
