"""Robust-diagnostic ocean model of the tropics, 29.5 S .. 29.5 N, one degree, on the Levitus levels.

It supplies the vertical structure of the equatorial currents, above all the undercurrent below the westward surface
flow, which geostrophy cannot give. Primitive equations on a C grid (u on the east face, v on the north face of a cell)
with implicit free surface, driven by the annual wind stress; the density anomaly is carried by the flow and pulled
back to the climatology within 30 days (Sarmiento and Bryan 1982 call that robust diagnostic).
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.linalg import SuperLU, splu

from tools.world_data.geography import elevation
from tools.world_data.grids import LAT, LON, fill_everywhere, smooth
from tools.world_data.observations import at_points, hydrography, wind_stress

GRAVITY, DENSITY, OMEGA = 9.81, 1026.0, 7.2921e-5
DEGREE = 6.371e6 * np.pi / 180
"""Metres per degree of latitude."""

STEP, DAYS, AVERAGE_FROM = 1800.0, 90.0, 0.6
"""Time step [s], length of the run [days], share of it after which the flow is averaged."""

RELAXATION, VISCOSITY, DIFFUSIVITY, BOTTOM_DRAG = 30 * 86400.0, 1e4, 500.0, 5e-4
"""Relaxation time [s], horizontal viscosity and diffusivity [m2/s], linear bottom drag [m/s]."""

ROWS = slice(60, 120)
"""Rows of the one-degree grid; the first and the last are walls, so that wrapping in latitude does no harm."""

Field = NDArray


def east(field: Field) -> Field:
    """Values of the eastern neighbours."""
    return np.roll(field, -1, -1)


def west(field: Field) -> Field:
    """Values of the western neighbours."""
    return np.roll(field, 1, -1)


def north(field: Field) -> Field:
    """Values of the northern neighbours."""
    return np.roll(field, -1, -2)


def south(field: Field) -> Field:
    """Values of the southern neighbours."""
    return np.roll(field, 1, -2)


def laplacian(field: Field, dx: Field) -> Field:
    """Five-point Laplacian; `dx` [m] is the width of the cells."""
    along = (east(field) - 2 * field + west(field)) / dx**2
    return along + (north(field) - 2 * field + south(field)) / DEGREE**2


@dataclass(frozen=True)
class Basin:
    """What does not change: masks, metric, climatological density, wind."""

    lat: Field
    depth: Field
    thickness: Field
    edges: Field
    wet: Field
    wet_u: Field
    wet_v: Field
    target: Field
    """Climatological density minus its mean over each level [kg/m3]."""
    lifting: Field
    """A quarter of the density gradients at the upper and lower edge of a layer [kg/m4]."""
    stress_x: Field
    stress_y: Field

    @property
    def cos(self) -> Field:
        """Cosine of the latitude of the u points, shape (row, 1)."""
        return np.cos(np.radians(self.lat)[:, None])

    @property
    def cos_v(self) -> Field:
        """Cosine of the latitude of the v points, shape (row, 1)."""
        return np.cos(np.radians(self.lat + 0.5)[:, None])

    @property
    def column(self) -> Field:
        """Layer thicknesses [m], shape (level, 1, 1)."""
        return self.thickness[:, None, None]


def _sea_floor(sources: Path) -> Field:
    """Smoothed median depth [m] of the one-degree cells that are mostly ocean, 0 elsewhere and at the walls."""
    blocks = elevation(sources)[:-1].reshape(180, 10, 360, 10).transpose(0, 2, 1, 3).reshape(180, 360, 100)
    ocean = (blocks < 0).mean(2) > 0.5
    depth = -np.ma.median(np.ma.masked_where(blocks >= 0, blocks), axis=2).filled(0) * ocean
    depth = np.where(ocean, smooth(depth, 1.2) / np.maximum(smooth(ocean * 1.0, 1.2), 1e-6), 0)[ROWS]
    depth[[0, -1]] = 0
    return depth


def basin(sources: Path) -> Basin:
    """Set up from the climatologies."""
    import gsw

    water = hydrography(sources)
    lat, edges, z = LAT[ROWS], water.edges, water.depth
    t, s = (
        np.array([fill_everywhere(a, np.isfinite(a)) for a in f])[:, ROWS] for f in (water.temperature, water.salinity)
    )
    pressure = gsw.p_from_z(-z[:, None, None], lat[:, None]) + np.zeros_like(t)
    s = s * 35.16504 / 35
    t = gsw.CT_from_t(s, t, pressure)
    depth = _sea_floor(sources)
    layers = (depth > 0.5 * (edges[1:] + edges[:-1])[:, None, None]).sum(0)
    levels = np.where(depth > 0, np.maximum(layers, 4), 0)
    wet = (np.arange(z.size)[:, None, None] < levels) * 1.0
    wet_u, wet_v = wet * east(wet), wet * north(wet)
    density, middle = gsw.rho(s, t, pressure), 0.5 * (pressure[1:] + pressure[:-1])
    mean = (density * wet).sum((1, 2), keepdims=True) / np.maximum(wet.sum((1, 2), keepdims=True), 1)
    step = gsw.rho(s[1:], t[1:], middle) - gsw.rho(s[:-1], t[:-1], middle)
    stratification = np.zeros((z.size + 1, *depth.shape))  # at the edges of the layers
    stratification[1:-1] = np.maximum(GRAVITY / DENSITY * step / np.diff(z)[:, None, None], 1e-7)
    lifting = 0.25 * (stratification[1:] + stratification[:-1]) * DENSITY / GRAVITY
    stress, _ = wind_stress(sources)
    return Basin(
        lat=lat,
        depth=z,
        thickness=np.diff(edges),
        edges=edges,
        wet=wet,
        wet_u=wet_u,
        wet_v=wet_v,
        target=density - mean,
        lifting=lifting,
        stress_x=at_points(stress.real.mean(0), *np.meshgrid(lat, LON + 0.5, indexing="ij")) * wet_u[0],
        stress_y=at_points(stress.imag.mean(0), *np.meshgrid(lat + 0.5, LON, indexing="ij")) * wet_v[0],
    )


class Friction:
    """Implicit vertical friction with wind stress on top and linear drag at the bottom (Thomas algorithm)."""

    def __init__(self, mask: Field, thickness: Field, edges: Field) -> None:
        viscosity = 1e-4 + 1.2e-2 * np.exp(-((edges[1:-1] / 40) ** 1.5))
        link = STEP * viscosity / (0.5 * (thickness[1:] + thickness[:-1]))
        below = np.concatenate([mask[1:], mask[:1] * 0])
        drag = (BOTTOM_DRAG * STEP / thickness)[:, None, None] * mask * (1 - below)
        down = -np.r_[link / thickness[:-1], 0][:, None, None] * below
        self.top = thickness[0]
        self.up = -np.r_[0, link / thickness[1:]][:, None, None] * mask
        self.pivot = 1 - self.up - down + drag
        self.ratio = np.zeros_like(mask)
        for k in range(len(mask)):
            self.pivot[k] -= self.up[k] * self.ratio[k - 1] if k else 0
            self.ratio[k] = down[k] / self.pivot[k]

    def apply(self, flow: Field, stress: Field) -> Field:
        """The flow one step later, in place."""
        flow[0] = (flow[0] + STEP / DENSITY / self.top * stress) / self.pivot[0]
        for k in range(1, len(flow)):
            flow[k] = (flow[k] - self.up[k] * flow[k - 1]) / self.pivot[k]
        for k in range(len(flow) - 2, -1, -1):
            flow[k] -= self.ratio[k] * flow[k + 1]
        return flow


def surface_operator(sea: Basin) -> SuperLU:
    """Factorised operator of the implicit free surface over the wet cells."""
    active, dx, dx_v = sea.wet[0] > 0, DEGREE * sea.cos, DEGREE * sea.cos_v
    depth_u, depth_v = (sea.wet_u * sea.column).sum(0), (sea.wet_v * sea.column).sum(0)
    number = np.full(active.shape, -1)
    number[active] = np.arange(active.sum())
    diagonal = dx * DEGREE + np.zeros(active.shape)
    factor, entries = GRAVITY * STEP**2, []
    faces = ((factor * depth_u * DEGREE / dx, east, west), (factor * depth_v * dx_v / DEGREE, north, south))
    for weight, ahead, behind in faces:
        a, b, w = number[weight > 0], ahead(number)[weight > 0], -weight[weight > 0]
        entries += [(a, b, w), (b, a, w)]
        diagonal += weight + behind(weight)
    entries.append((number[active], number[active], diagonal[active]))
    rows, columns, values = map(np.concatenate, zip(*entries, strict=True))
    return splu(coo_matrix((values, (rows, columns))).tocsc())


def advance_momentum(sea: Basin, u: Field, v: Field, anomaly: Field, first: str) -> tuple[Field, Field]:
    """Pressure, rotation and horizontal friction over one step; alternating `first` keeps inertial turning neutral."""
    f = 2 * OMEGA * np.sin(np.radians(sea.lat)[:, None])
    f_v = 2 * OMEGA * np.sin(np.radians(sea.lat + 0.5)[:, None])
    dx, dx_v = DEGREE * sea.cos, DEGREE * sea.cos_v
    weight = GRAVITY / DENSITY * anomaly * sea.column
    pressure = np.cumsum(weight, axis=0) - 0.5 * weight
    for component in ("uv", "vu")[first == "v"]:
        if component == "u":
            turn = 0.25 * f * (v + east(v) + south(v) + south(east(v)))
            push = turn - (east(pressure) - pressure) / dx + VISCOSITY * sea.cos * laplacian(u, dx)
            u = sea.wet_u * (u + STEP * push)
        else:
            turn = -0.25 * f_v * (u + west(u) + north(u) + north(west(u)))
            push = turn - (north(pressure) - pressure) / DEGREE + VISCOSITY * sea.cos_v * laplacian(v, dx_v)
            v = sea.wet_v * (v + STEP * push)
    return u, v


def advance_density(sea: Basin, u: Field, v: Field, anomaly: Field) -> Field:
    """Density anomaly one step later: upwind advection, lifting of the layers, diffusion, relaxation."""
    dx, dx_v, area = DEGREE * sea.cos, DEGREE * sea.cos_v, DEGREE**2 * sea.cos
    flow_e, flow_n = u * DEGREE / area, v * dx_v / area
    flow_w, flow_s = west(flow_e), south(v * dx_v) / area
    step_e, step_n = east(anomaly) - anomaly, north(anomaly) - anomaly
    gather = (flow_w - flow_e + flow_s - flow_n) * sea.column
    change = (2 * np.cumsum(gather[::-1], axis=0)[::-1] - gather) * sea.lifting
    change -= np.maximum(flow_w, 0) * west(step_e) + np.minimum(flow_e, 0) * step_e
    change -= np.maximum(flow_s, 0) * south(step_n) + np.minimum(flow_n, 0) * step_n
    slope_e, slope_n = sea.wet_u * step_e, sea.wet_v * step_n
    change += DIFFUSIVITY * ((slope_e - west(slope_e)) / dx**2 + (slope_n - south(slope_n)) / DEGREE**2)
    relaxed = (anomaly + STEP * change + STEP / RELAXATION * sea.target) / (1 + STEP / RELAXATION)
    return np.where(sea.wet > 0, relaxed, sea.target)


def run(sources: Path) -> dict[str, NDArray]:
    """Mean flow at cell centres after spin-up: lat, depth, wet (level, row, 360), u and v [m/s] as float32."""
    sea = basin(sources)
    operator, active = surface_operator(sea), sea.wet[0] > 0
    rub_u, rub_v = (Friction(mask, sea.thickness, sea.edges) for mask in (sea.wet_u, sea.wet_v))
    dx, dx_v, area = DEGREE * sea.cos, DEGREE * sea.cos_v, DEGREE**2 * sea.cos
    u, v, anomaly, level = 0 * sea.wet, 0 * sea.wet, sea.target.copy(), np.zeros(active.shape)
    total, count = 0j * sea.wet, 0
    for n in range(int(DAYS * 86400 / STEP)):
        u, v = advance_momentum(sea, u, v, anomaly, "uv"[n % 2])
        u, v = rub_u.apply(u, sea.stress_x), rub_v.apply(v, sea.stress_y)
        across, along = (u * sea.column).sum(0) * DEGREE, (v * sea.column).sum(0) * dx_v
        gain = across - west(across) + along - south(along)
        level[active] = operator.solve((area * level - STEP * gain)[active])
        u -= STEP * GRAVITY * (east(level) - level) / dx * sea.wet_u
        v -= STEP * GRAVITY * (north(level) - level) / DEGREE * sea.wet_v
        anomaly = advance_density(sea, u, v, anomaly)
        if n * STEP > AVERAGE_FROM * DAYS * 86400:
            total, count = total + (u + 1j * v), count + 1
        if n % 480 == 0:
            print(f"day {n * STEP / 86400:5.1f}  greatest speed {np.abs(u).max():.2f} m/s", flush=True)
    u, v = total.real / count, total.imag / count
    u, v = (0.5 * (u + west(u))).astype("f4"), (0.5 * (v + south(v))).astype("f4")
    return {"lat": sea.lat, "depth": sea.depth, "wet": sea.wet > 0, "u": u, "v": v}
