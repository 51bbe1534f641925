"""Looks up the sea floor at the cells of a lattice and compares it with the depth that is wanted."""

import warp as wp

from seatrial.dynamics.grid import Grid, make_sample_grid
from seatrial.dynamics.scalar import HALF, ONE, PI, ZERO, real, vec3

POLAR = wp.constant(real(80.0))
"""Latitude [deg] beyond which meridians converge too fast for longitudes to be interpolated."""

SHALLOWEST = wp.constant(real(1.0))
"""Least depth of sea water [m], as in `seatrial.ocean.ocean`."""


plain_sample = make_sample_grid(False)


@wp.func
def between(share: real, a: vec3, b: vec3):
    """Linear interpolation from a to b, of directions or of (latitude, longitude, 0)."""
    return a * (ONE - share) + b * share


@wp.func
def direction(place: vec3):
    """Unit vector of (latitude, longitude, -) [deg]."""
    lat = place[0] * PI / real(180.0)
    lon = place[1] * PI / real(180.0)
    return vec3(wp.cos(lat) * wp.cos(lon), wp.cos(lat) * wp.sin(lon), wp.sin(lat))


@wp.func
def position(n: vec3):
    """(latitude, longitude, 0) [deg] of a direction."""
    degree = real(180.0) / PI
    return vec3(wp.atan2(n[2], wp.sqrt(n[0] * n[0] + n[1] * n[1])) * degree, wp.atan2(n[1], n[0]) * degree, ZERO)


@wp.func
def knot(knots: wp.array3d(dtype=real), j: int, i: int, near: real):
    """(latitude, longitude, 0) of a knot, by the turn of longitude nearest to `near` [deg]."""
    turn = real(360.0)
    lon = knots[j, i, 1]
    return vec3(knots[j, i, 0], lon - turn * wp.floor((lon - near) / turn + HALF), ZERO)


@wp.func
def is_polar(knots: wp.array3d(dtype=real), j: int, i: int):
    """Whether a corner of the block of cells at a knot lies near a pole."""
    south = wp.min(wp.min(knots[j, i, 0], knots[j, i + 1, 0]), wp.min(knots[j + 1, i, 0], knots[j + 1, i + 1, 0]))
    north = wp.max(wp.max(knots[j, i, 0], knots[j, i + 1, 0]), wp.max(knots[j + 1, i, 0], knots[j + 1, i + 1, 0]))
    return south < -POLAR or north > POLAR


@wp.func
def on_side(knots: wp.array3d(dtype=real), j: int, i: int, right: int, up: real, polar: bool):
    """Point on the left (0) or right (1) side of a block: (latitude, longitude, 0), or a direction if `polar`."""
    a = knot(knots, j, i + right, knots[j, i, 1])
    b = knot(knots, j + 1, i + right, knots[j, i, 1])
    if polar:
        a = direction(a)
        b = direction(b)
    return between(up, a, b)


@wp.kernel
def mark_shallow(
    grids: wp.array(dtype=Grid),
    knots: wp.array3d(dtype=real),
    stride: int,
    limit: real,
    todo: wp.array2d(dtype=wp.uint8),
    shallow: wp.array2d(dtype=wp.uint8),
):
    """Marks cells where the plain grid says that the sea is less than `limit` [m] deep; one thread per row.

    knots: latitude and longitude [deg] of every `stride`-th cell, shape (n, m, 2). todo: cells without an answer so
    far; those that get one are taken off.
    """
    row = wp.tid()
    j = row // stride
    up = real(row - j * stride) / real(stride)
    for i in range(knots.shape[1] - 1):
        first = i * stride
        polar = is_polar(knots, j, i)
        left = on_side(knots, j, i, 0, up, polar)
        right = on_side(knots, j, i, 1, up, polar)
        for column in range(first, wp.min(first + stride, todo.shape[1])):
            if todo[row, column] != wp.uint8(0):
                place = between(real(column - first) / real(stride), left, right)
                if polar:
                    place = position(place)
                found = plain_sample(grids, 0, place[0], place[1], ZERO, ZERO)
                if found.known == 1:
                    todo[row, column] = wp.uint8(0)
                    if wp.max(-found.first, SHALLOWEST) < limit:
                        shallow[row, column] = wp.uint8(1)


@wp.kernel
def place_cells(
    knots: wp.array3d(dtype=real),
    stride: int,
    columns: int,
    cells: wp.array(dtype=wp.int64),
    places: wp.array2d(dtype=real),
):
    """Latitude and longitude [deg] of cells, given as flat numbers; one thread per cell."""
    n = wp.tid()
    row = int(cells[n] / wp.int64(columns))
    column = int(cells[n] - wp.int64(row) * wp.int64(columns))
    j = row // stride
    i = column // stride
    up = real(row - j * stride) / real(stride)
    polar = is_polar(knots, j, i)
    place = between(
        real(column - i * stride) / real(stride),
        on_side(knots, j, i, 0, up, polar),
        on_side(knots, j, i, 1, up, polar),
    )
    if polar:
        place = position(place)
    places[n, 0] = place[0]
    places[n, 1] = place[1]
