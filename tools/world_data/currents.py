"""The climatology of currents, one combined field. Velocities are complex: east + i north [m/s].

1. Geostrophic flow: thermal wind from temperature and salinity, at rest at 2000 m (400 m in the Sulu Sea, whose deep
   water is cut off); shear counts only between cells that are both water at that level; beta-plane form near the
   equator;
2. times a gain, 1 at the equator to 2 poleward of 8 degrees, against the smoothing of the climatology;
3. plus the Ekman current of the wind stress, decaying over 32.5 m, which keeps the Ekman transport;
4. averaged at the surface with the POP model field (not in the open tropical Pacific and Indian Oceans, where that
   single month lacks the counter-current); the difference fades with depth like the geostrophic flow around;
5. within 4 degrees of the equator (fading out to 7, and from 300 to 600 m) the profile of the tropical model.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tools.world_data import tropics
from tools.world_data.geography import sea_cells
from tools.world_data.grids import LAT, LON, fill_everywhere, smooth, smooth_masked, spread
from tools.world_data.netcdf import Variable, write
from tools.world_data.observations import at_points, hydrography, model_surface, wind_stress

LEVELS = np.array([0, 10, 20, 30, 50, 75, 100, 150, 200, 300, 400, 600, 800, 1000, 1500, 2000.0])
SLAB, DRAG, OMEGA, RADIUS = 32.5, 2.15e-4, 7.2921e-5, 6.371e6
"""Decay depth of the Ekman current [m], its linear drag [m/s], rotation [rad/s] and radius [m] of the Earth."""

GRID_LON, GRID_LAT = np.meshgrid(LON, LAT)
DISTANCE = np.abs(GRID_LAT)
"""From the equator [deg]."""
CORIOLIS = 2 * OMEGA * np.sin(np.radians(GRID_LAT))
BETA = 2 * OMEGA * np.cos(np.radians(GRID_LAT)) / RADIUS
DY = RADIUS * np.radians(1.0)
DX = RADIUS * np.radians(1.0) * np.cos(np.radians(GRID_LAT))

ATTRIBUTES = {
    "ekman_decay_scale_m": SLAB,
    "title": "Climatological ocean currents, global, 1 degree, 0-2000 m",
    "registration": "cell centres",
    "source": "Levitus annual temperature and salinity; FNOC monthly winds 1982-1992; POP ocean model field (NCAR)",
    "comment": "Current of a month: u + u_ekman(month) * exp(-depth / 32.5 m), v likewise; the twelve u_ekman add up "
    "to zero. Long-term mean at 1 degree: no eddies, no tides, no seasonal change of the geostrophic flow; "
    "boundary currents are too wide and too weak (about 0.6 of the observed mean speed), the equatorial "
    "undercurrent is too weak, flow at 2000 m is zero by construction. Not for navigation.",
    "license": "Inputs in the public domain (NOAA, US Navy) except the POP field: Copyright 2013 University "
    "Corporation for Atmospheric Research; redistribution permitted with notice and disclaimer; provided as is, "
    "without warranty; the names of UCAR and NCAR may not be used to endorse or promote derived products without "
    "permission",
}


def slope(field: NDArray, mask: NDArray, axis: int) -> NDArray:
    """Mean difference to the neighbours that are water too: one-sided at the coast, zero without a neighbour."""
    both = mask & np.roll(mask, -1, axis)
    if axis == 0:
        both[-1] = False
    step = np.where(both, np.roll(field, -1, axis) - field, 0)
    return (step + np.roll(step, 1, axis)) / np.maximum(both * 1 + np.roll(both, 1, axis), 1)


def specific_volume(sources: Path) -> tuple[NDArray, NDArray, NDArray, NDArray]:
    """Specific volume anomaly [m3/kg] and pressure [dbar], shape (level, 180, 360), where known, and the levels [m]."""
    import gsw

    water = hydrography(sources)
    known = np.isfinite(water.temperature) & np.isfinite(water.salinity)
    t, s = np.where(known, water.temperature, 10), np.where(known, water.salinity, 35)
    p = gsw.p_from_z(-water.depth[:, None, None], GRID_LAT) + np.zeros_like(t)
    sa = gsw.SA_from_SP(s, p, GRID_LON % 360 + 0 * t, GRID_LAT + 0 * t)
    sa = np.where(np.isfinite(sa), sa, s * 1.0047)
    volume = gsw.specvol(sa, gsw.CT_from_t(sa, t, p), p)
    return volume - gsw.specvol(np.full_like(p, 35.16504), 0 * p, p), p, known, water.depth


def geostrophic(sources: Path) -> tuple[NDArray, NDArray, NDArray]:
    """Geostrophic flow on the Levitus levels, where it is known, and the levels [m]."""
    volume, p, known, z = specific_volume(sources)
    sulu = (GRID_LAT > 4) & (GRID_LAT < 10) & (GRID_LON > 114) & (GRID_LON < 124.5)
    gradients = []
    for axis, distance in ((1, DX), (0, DY)):
        g = np.array([slope(smooth_masked(a, m, 0.7), m, axis) / distance for a, m in zip(volume, known, strict=True)])
        g = np.concatenate([g[:1] * 0, np.cumsum(0.5e4 * (g[1:] + g[:-1]) * np.diff(p, axis=0), axis=0)])
        shallow = np.where((z <= 400)[:, None, None], g[z == 400] - g, 0)
        gradients.append(np.where(sulu, shallow, g[z == 2000] - g))
    near = np.where(DISTANCE < 0.6, 1, np.where(DISTANCE > 8, 0, np.exp(-((GRID_LAT / 2.2) ** 2))))
    flow = []
    for gx, gy, mask in zip(*gradients, known, strict=True):
        gyy, gxy = (np.gradient(smooth_masked(g, mask, 1.5), DY, axis=0) for g in (gy, gx))
        flow.append(near * (-gyy + 1j * gxy) / BETA + (1 - near) * (-gy + 1j * gx) / CORIOLIS)
    return np.array(flow), known, z


def ekman(sources: Path) -> NDArray:
    """Ekman current of a slab with linear drag, mean of each month, shape (12, 180, 360)."""
    stress, month = wind_stress(sources)
    means = np.array([at_points(stress[month == m].mean(0), GRID_LAT, GRID_LON) for m in range(1, 13)])
    return means / 1025 / (DRAG + 1j * CORIOLIS * SLAB)


def tropical_profile(sources: Path, folder: Path) -> dict[str, NDArray]:
    """Result of the tropical model, from `folder` when it was made before."""
    path = folder / "tropics.npz"
    if not path.exists():
        made = tropics.run(sources)
        np.savez_compressed(path, lat=made["lat"], depth=made["depth"], wet=made["wet"], u=made["u"], v=made["v"])
    with np.load(path) as data:
        return dict(data)


def combine(sources: Path, folder: Path) -> tuple[NDArray, NDArray, NDArray]:
    """Annual mean (16, 180, 360) with NaN for no value, origin of the values (0..3), departures of the months."""
    z = LEVELS[:, None, None]
    geo, known, levels = geostrophic(sources)
    keep = np.searchsorted(levels, LEVELS)
    gain = (1 + 1 / (1 + np.exp(7 - DISTANCE))) * np.clip((89 - DISTANCE) / 3, 0, 1)  # fades out at the pole
    geo, known, monthly = gain * geo[keep], known[keep], ekman(sources)
    model, covered = model_surface(sources, GRID_LAT, GRID_LON)
    wind = monthly.mean(0)
    open_tropics = (DISTANCE < 12) & ((GRID_LON > 150) | (GRID_LON < -88) | ((GRID_LON > 50) & (GRID_LON < 95)))
    change = 0.5 * (1 - smooth(open_tropics * 1.0, 2)) * covered * (model - geo[0] - wind)
    energy = np.array([smooth(np.where(known[0], abs(g) ** 2, 0), 2.5) for g in geo])
    fade = np.minimum.accumulate(np.sqrt(energy / np.maximum(energy[0], 1e-8)), axis=0).clip(0, 1)
    flow = geo + wind * np.exp(-z / SLAB) + change * fade
    profile, deep = tropical_profile(sources, folder), np.zeros_like(flow)
    deep[:, tropics.ROWS] = [fill_everywhere(profile["u"][k] + 1j * profile["v"][k], profile["wet"][k]) for k in keep]
    inside = (0.5 + 0.5 * np.cos(np.pi * np.clip((DISTANCE - 4) / 3, 0, 1))) * np.clip((600 - z) / 300, 0, 1)
    flow = (1 - inside) * flow + inside * (deep + (flow[0] - deep[0]) * np.exp(-z / 50))
    sea = sea_cells(sources, LEVELS)
    known = known & sea
    flow, spread_to = spread(flow, known, sea)
    basin = sea & covered & ~spread_to[0]  # closed seas: the model alone
    flow, valid = spread(np.where(basin, model * np.exp(-z / 150), flow), spread_to | basin, sea)
    for k in range(1, len(LEVELS)):  # holes above the sea floor
        hole = sea[k] & ~valid[k] & valid[k - 1]
        flow[k], valid[k] = np.where(hole, 0.7 * flow[k - 1], flow[k]), valid[k] | hole
    origin = np.select([known, basin, valid], [1, 3, 2], 0).astype("i1")
    nothing = complex(np.nan, np.nan)
    return np.where(valid, flow, nothing), origin, np.where(valid[0], monthly - wind, nothing)


def write_currents(sources: Path, folder: Path) -> Path:
    """The climatology as NetCDF."""
    flow, origin, monthly = combine(sources, folder)
    cube, months = ("depth", "lat", "lon"), ("month", "lat", "lon")
    flags = {
        "long_name": "origin of the value",
        "flag_values": np.arange(4, dtype="i1"),
        "flag_meanings": "no_value combined_analysis neighbours_or_level_above model_surface_value_fading_with_depth",
    }
    variables = {"source": Variable(cube, origin, attributes=flags)}
    parts = (("u", "eastward", np.real(flow), np.real(monthly)), ("v", "northward", np.imag(flow), np.imag(monthly)))
    for name, way, mean, departure in parts:
        annual = {
            "units": "m s-1",
            "standard_name": f"{way}_sea_water_velocity",
            "long_name": f"annual mean {way} current",
            "ancillary_variables": "source",
        }
        if name == "v":  # the order in the recorded file
            annual = {key: annual[key] for key in ("units", "long_name", "standard_name", "ancillary_variables")}
        note = f"departure of the monthly {way} Ekman current from its annual mean, at the surface"
        variables[name] = Variable(cube, mean, 1e-3, annual)
        variables[f"{name}_ekman"] = Variable(months, departure, 1e-3, {"units": "m s-1", "long_name": note})
    coordinates = {"depth": LEVELS, "lat": LAT, "lon": LON, "month": np.arange(1, 13)}
    path = folder / "currents_climatology_1deg.nc"
    write(path, coordinates, variables, ATTRIBUTES)
    return path
