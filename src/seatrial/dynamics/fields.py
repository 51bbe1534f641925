"""What the kernel knows of the ocean: gridded tables in priority order, then one analytic source or none.

The formulas are those of `seatrial.ocean.table`, `procedural` and `synthetic` (NumPy), which the tests hold these
against. No data is NaN in a table and a declined answer (`known` = 0) here, never a number.
"""

import numpy as np

from seatrial.dynamics.frame import FULL_TURN, RADIAN, wrap_degrees
from seatrial.dynamics.scalar import HALF, ONE, TWO, ZERO, real, single, vec3, wp

NO_FALLBACK = wp.constant(0)
UNIFORM = wp.constant(1)
SYNTHETIC = wp.constant(2)
PROCEDURAL = wp.constant(3)
NO_DATA = wp.constant(real(np.nan))
EDGE = wp.constant(real(1.0e-6))
"""Fraction of a cell beyond the outermost nodes that still counts as on them."""

FARTHEST = wp.constant(real(1.0e6))
"""Greatest longitude [deg] that is still looked up; beyond it a turn is lost in rounding."""


@wp.struct
class Grid:
    """Regular grid of one or two components on depth levels; see `seatrial.ocean.table.GridTable`."""

    values: wp.array4d(dtype=single)
    levels: wp.array(dtype=real)
    lat0: real
    lat_step: real
    lon0: real
    lon_step: real
    row_low: real
    """Least row number that the grid answers for; beyond the last row of a periodic grid that row holds."""
    row_high: real
    periodic: int


@wp.struct
class FloorField:
    """Sea floor elevation."""

    grids: wp.array(dtype=Grid)
    fallback: int
    depth: real
    coast: Grid


@wp.struct
class CurrentField:
    """Current east and north."""

    grids: wp.array(dtype=Grid)
    fallback: int
    east: real
    north: real


@wp.struct
class Answer:
    """One or two values [m] or [m/s]; known = 0 where no source answers."""

    first: real
    second: real
    known: int


@wp.struct
class Cell:
    """Lower corner of the cell around a position, the next column, and the fractions inside it."""

    row: int
    column: int
    next: int
    up: real
    right: real
    inside: int


@wp.func
def cell_of(grid: Grid, lat: real, lon: real):
    """The cell of a grid around a position [deg]."""
    rows = grid.values.shape[2]
    columns = grid.values.shape[3]
    c = Cell()
    c.inside = 1
    y = (lat - grid.lat0) / grid.lat_step
    # Written so that a position that is not a number is outside, and its cell one that exists.
    if not (y >= grid.row_low and y <= grid.row_high):
        c.inside = 0
        y = ZERO
    y = wp.clamp(y, ZERO, real(rows - 1))
    c.row = wp.min(int(y), rows - 2)
    c.up = y - real(c.row)

    turn = lon - grid.lon0
    if not (wp.abs(turn) <= FARTHEST):
        c.inside = 0
        turn = ZERO
    x = (turn - FULL_TURN * wp.floor(turn / FULL_TURN)) / grid.lon_step
    if grid.periodic == 1:
        c.column = wp.min(int(x), columns - 1)
        c.next = c.column + 1
        if c.next == columns:
            c.next = 0
    else:
        last = real(columns - 1)
        if x >= FULL_TURN / grid.lon_step - EDGE:
            x = ZERO
        if x > last + EDGE:
            c.inside = 0
        x = wp.min(x, last)
        c.column = wp.min(int(x), columns - 2)
        c.next = c.column + 1
    c.right = x - real(c.column)
    return c


@wp.func
def sample_level(grid: Grid, c: Cell, level: int, second: int, weight: real):
    """Weighted sum over the valid corners of a cell on one level: (sum first, sum second, sum of weights)."""
    sum_first = ZERO
    sum_second = ZERO
    sum_weight = ZERO
    for corner in range(4):
        j = c.row
        w = ONE - c.up
        if corner >= 2:
            j = c.row + 1
            w = c.up
        i = c.column
        if corner == 1 or corner == 3:
            i = c.next
            w = w * c.right
        else:
            w = w * (ONE - c.right)
        a = real(grid.values[0, level, j, i])
        b = real(grid.values[second, level, j, i])
        if a == a and b == b:
            sum_first += w * a
            sum_second += w * b
            sum_weight += w
    return vec3(sum_first * weight, sum_second * weight, sum_weight * weight)


@wp.func
def sample_grid(grid: Grid, lat: real, lon: real, depth: real, second: int):
    """Interpolated values of a grid; weights renormalised over the valid corners of both levels."""
    answer = Answer()
    c = cell_of(grid, lat, lon)
    if c.inside == 1:
        levels = grid.levels.shape[0]
        k = int(0)
        share = ZERO
        if levels > 1:
            d = wp.clamp(depth, grid.levels[0], grid.levels[levels - 1])
            while k < levels - 2 and d >= grid.levels[k + 1]:
                k += 1
            share = (d - grid.levels[k]) / (grid.levels[k + 1] - grid.levels[k])
        s = sample_level(grid, c, k, second, ONE - share)
        if share > ZERO:
            s = s + sample_level(grid, c, k + 1, second, share)
        if s[2] > ZERO:
            answer.first = s[0] / s[2]
            answer.second = s[1] / s[2]
            answer.known = 1
    return answer


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


@wp.func
def procedural_depth(coast: Grid, lat: real, lon: real):
    """Procedural sea floor depth [m] (swordfish 6.2.2); `coast` holds distances to the coast [m]."""
    distance = sample_grid(coast, lat, lon, ZERO, 0).first
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
    answer = Answer()
    answer.first = u * decay
    answer.second = v * decay
    answer.known = 1
    return answer


@wp.func
def known_or_nan(answer: Answer):
    """The answer, with no data as not-a-number instead of a number."""
    if answer.known == 0:
        answer.first = NO_DATA
        answer.second = NO_DATA
    return answer


@wp.func
def sea_floor_depth(field: FloorField, lat: real, lon: real):
    """Depth of the sea floor under sea water [m], at least 1 m where a source answers."""
    answer = Answer()
    for k in range(field.grids.shape[0]):
        if answer.known == 0:
            answer = sample_grid(field.grids[k], lat, lon, ZERO, 0)
            answer.first = -answer.first
    if answer.known == 0 and field.fallback == UNIFORM:
        answer.first = field.depth
        answer.known = 1
    if answer.known == 0 and field.fallback == PROCEDURAL:
        answer.first = procedural_depth(field.coast, lat, lon)
        answer.known = 1
    answer.first = wp.max(answer.first, ONE)
    return known_or_nan(answer)


@wp.func
def current_at(field: CurrentField, lat: real, lon: real, depth: real):
    """Current towards east and north [m/s]."""
    answer = Answer()
    for k in range(field.grids.shape[0]):
        if answer.known == 0:
            answer = sample_grid(field.grids[k], lat, lon, depth, 1)
    if answer.known == 0 and field.fallback == UNIFORM:
        answer.first = field.east
        answer.second = field.north
        answer.known = 1
    if answer.known == 0 and field.fallback == SYNTHETIC:
        answer = synthetic_current(lat, lon, depth)
    return known_or_nan(answer)
