"""What the kernel knows of the ocean: gridded tables in priority order, then one analytic source or none.

The formulas are those of `seatrial.ocean.table`, `procedural` and `synthetic` (NumPy), which the tests hold these
against. No data is NaN in a table and a declined answer (`known` = 0) here, never a number.
"""

from functools import lru_cache
from typing import Any

from seatrial.dynamics.frame import RADIAN, wrap_degrees
from seatrial.dynamics.grid import Answer, Grid, answer_of, make_mix, make_sample_grid, with_rest
from seatrial.dynamics.scalar import HALF, ONE, TWO, ZERO, real, vec3, wp

NO_FALLBACK = wp.constant(0)
UNIFORM = wp.constant(1)
SYNTHETIC = wp.constant(2)
PROCEDURAL = wp.constant(3)


@wp.struct
class FloorField:
    """Sea floor elevation."""

    grids: wp.array(dtype=Grid)
    fallback: int
    depth: real
    coast: wp.array(dtype=Grid)


@wp.struct
class CurrentField:
    """Current east, north and up, and what is added to it."""

    grids: wp.array(dtype=Grid)
    layers: wp.array(dtype=Grid)
    fallback: int
    east: real
    north: real


@wp.struct
class DensityField:
    """Density of the water."""

    grids: wp.array(dtype=Grid)
    fallback: int
    constant: real


@wp.struct
class Seas:
    """The fields of a run."""

    floor: FloorField
    currents: CurrentField
    density: DensityField


@wp.func
def shelf_depth(distance: real):
    """Depth by distance to the coast [m]: shelf to 50 km, slope to 150 km, plain to 600 km (swordfish 6.2.2)."""
    km = real(1000.0)
    d = distance / km
    if d <= ZERO:
        return ZERO
    if d < real(50.0):
        return real(200.0) * d / real(50.0)
    if d < real(150.0):
        return real(200.0) + real(2800.0) * (d - real(50.0)) / real(100.0)
    return real(3000.0) + real(2000.0) * wp.min(ONE, (d - real(150.0)) / real(450.0))


plain_sample = make_sample_grid(False)


@wp.func
def procedural_depth(coast: wp.array(dtype=Grid), lat: real, lon: real):
    """Procedural sea floor depth [m] (swordfish 6.2.2); `coast` holds distances to the coast [m]."""
    distance = plain_sample(coast, 0, lat, lon, ZERO, ZERO).first
    if distance <= ZERO:
        return ZERO
    phi = lat * RADIAN
    lam = lon * RADIAN
    noise = (
        wp.sin(real(8.0) * phi) * wp.cos(real(8.0) * lam)
        + HALF * wp.sin(real(20.0) * phi + real(1.1)) * wp.cos(real(17.0) * lam - real(0.4))
        + real(0.25) * wp.sin(real(53.0) * phi - real(0.7)) * wp.cos(real(47.0) * lam + real(2.3))
    )
    taper = wp.min(ONE, distance / real(20000.0))
    return wp.max(ONE, shelf_depth(distance) + real(200.0) * taper * noise)


@wp.func
def synthetic_current(lat: real, lon: real, depth: real):
    """Six-layer synthetic current (swordfish 6.3.2) [m/s]; the arguments take the DEGREE numbers as radians."""
    x = wrap_degrees(lon)
    y = lat
    c2 = wp.cos(TWO * lat * RADIAN)
    s2 = wp.sin(TWO * lat * RADIAN)
    u = (
        real(-0.04) * c2
        + real(0.07) * wp.sin(real(0.035) * x + ONE) * c2
        + real(0.08) * wp.sin(real(1.2) * x + real(1.1)) * wp.cos(real(1.5) * y - real(0.4))
        + real(0.12) * wp.sin(real(8.7) * x + real(0.3)) * wp.cos(real(7.9) * y - real(1.2))
        + real(0.07) * wp.sin(real(48.0) * x + real(0.9)) * wp.cos(real(42.0) * y - real(0.5))
        + real(0.04) * wp.sin(real(230.0) * x + real(0.6)) * wp.cos(real(210.0) * y - real(0.7))
    )
    v = (
        real(0.02) * s2
        + real(0.06) * wp.cos(real(0.035) * x - real(0.5)) * c2
        + real(0.07) * wp.cos(real(1.4) * x - real(0.7)) * wp.sin(real(1.3) * y + real(1.9))
        + real(0.10) * wp.cos(real(9.1) * x - real(1.4)) * wp.sin(real(8.3) * y + real(0.6))
        + real(0.06) * wp.cos(real(53.0) * x - real(0.2)) * wp.sin(real(45.0) * y + real(1.3))
        + real(0.04) * wp.cos(real(240.0) * x - real(1.1)) * wp.sin(real(220.0) * y + real(0.4))
    )
    decay = wp.exp(-wp.max(ZERO, depth) / real(200.0))
    return vec3(u * decay, v * decay, ZERO)


@lru_cache(maxsize=2)
def make_sea_floor_depth(general: bool) -> Any:
    """Warp function (field, lat, lon) -> depth of the sea floor under sea water [m], at least 1 m where it answers."""
    mix = make_mix(general)

    @wp.func
    def sea_floor_depth(field: FloorField, lat: real, lon: real):
        m = mix(field.grids, lat, lon, ZERO, ZERO)
        if m.left > ZERO and m.waiting == 0:
            if field.fallback == UNIFORM:
                m = with_rest(m, vec3(-field.depth, ZERO, ZERO))
            if field.fallback == PROCEDURAL:
                m = with_rest(m, vec3(-procedural_depth(field.coast, lat, lon), ZERO, ZERO))
        answer = answer_of(m)
        if answer.known == 1:
            answer.first = wp.max(-answer.first, ONE)
        return answer

    return sea_floor_depth


@lru_cache(maxsize=2)
def make_current_at(general: bool) -> Any:
    """Warp function (field, lat, lon, depth, time) -> current towards east, north and up [m/s].

    `time` counts from the start of the run [s].
    """
    mix, sample_grid = make_mix(general), make_sample_grid(general)
    layered = 1 if general else 0

    @wp.func
    def current_at(field: CurrentField, lat: real, lon: real, depth: real, time: real):
        m = mix(field.grids, lat, lon, depth, time)
        if m.left > ZERO and m.waiting == 0:
            if field.fallback == UNIFORM:
                m = with_rest(m, vec3(field.east, field.north, ZERO))
            if field.fallback == SYNTHETIC:
                m = with_rest(m, synthetic_current(lat, lon, depth))
        answer = answer_of(m)
        if wp.static(layered == 1):
            for n in range(field.layers.shape[0]):
                if answer.known == 1:
                    more = sample_grid(field.layers, n, lat, lon, depth, time)
                    if more.known == 1:
                        answer.first = answer.first + more.first
                        answer.second = answer.second + more.second
                        answer.rate = answer.rate + vec3(more.rate[0], more.rate[1], ZERO)
                    if more.waiting > 0:
                        answer.waiting = more.waiting
                        answer.known = 0
        return answer

    return current_at


@lru_cache(maxsize=2)
def make_density_at(general: bool) -> Any:
    """Warp function (field, lat, lon, depth, time) -> density of the water [kg/m3]; of plain ones the constant."""
    mix = make_mix(general)
    looked_up = 1 if general else 0

    @wp.func
    def density_at(field: DensityField, lat: real, lon: real, depth: real, time: real):
        answer = Answer()
        if wp.static(looked_up == 1):
            m = mix(field.grids, lat, lon, depth, time)
            if m.left > ZERO and m.waiting == 0 and field.fallback == UNIFORM:
                m = with_rest(m, vec3(field.constant, ZERO, ZERO))
            answer = answer_of(m)
        else:
            answer.first = field.constant
            answer.known = 1
        return answer

    return density_at
