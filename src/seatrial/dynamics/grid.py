"""A gridded table as the kernel reads it, and its interpolation.

The formula is that of `seatrial.ocean.table.GridTable.sample` (NumPy), word for word; the tests hold this against it.
No data is NaN in a table and a declined answer (`known` = 0) here, never a number.

There are two kernels of it from one text: a general one, and one for plain grids, which are even, whole and without
times, blending or vertical velocity; it leaves out what they do not need. On plain grids both give the same bits.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from seatrial.dynamics.frame import FULL_TURN, RADIAN
from seatrial.dynamics.scalar import ONE, TWO, ZERO, real, single, vec3, vec4, wp
from seatrial.ocean.composite import FAINTEST_BLEND, METRES_PER_MERIDIAN_DEGREE

NO_DATA = wp.constant(real(np.nan))
METRES_PER_DEGREE = wp.constant(real(METRES_PER_MERIDIAN_DEGREE))
FAINTEST = wp.constant(real(FAINTEST_BLEND))
"""Least weight of a blended source that answers, so that it is the answer where no other one is."""

FARTHEST = wp.constant(real(1.0e6))
"""Greatest longitude [deg] that is still looked up; beyond it a turn is lost in rounding."""


@wp.struct
class Axis:
    """Ascending nodes, and for equal parts of their range the node at which a search begins."""

    nodes: wp.array(dtype=real)
    starts: wp.array(dtype=int)
    scale: real
    """Parts per unit."""


@wp.struct
class Grid:
    """Rectilinear grid of up to three components on depth levels and times; see `seatrial.ocean.table.GridTable`."""

    values: wp.array4d(dtype=single)
    """(component, time * level, row, column), of the part of the grid that is here."""
    levels: Axis
    times: Axis
    """[s since the start of the run]"""
    lat_nodes: Axis
    lon_nodes: Axis
    """Offsets from lon0 [deg]. Without nodes an axis is even."""
    lat0: real
    lat_step: real
    lon0: real
    lon_step: real
    row_low: real
    """Least row number that the grid answers for; beyond the last row of a periodic grid that row holds."""
    row_high: real
    reach_west: real
    reach_east: real
    """Fractions of the outermost steps by which the grid answers beyond its outermost columns, whose values hold."""
    time_low: real
    time_high: real
    """Times that the grid answers for."""
    periodic: int
    rows: int
    columns: int
    """Of the whole grid, of which a window may be here."""
    row: int
    column: int
    """First row and column that are here."""
    stream: int
    """Number of the stream of which this is a window; 0 when it is no window."""
    row_first: int
    row_last: int
    column_first: int
    column_last: int
    """Cells, counted from those that are here, for which a window is asked no further; the same for times."""
    time_first: real
    time_last: real
    second: int
    third: int
    """Numbers of the second and the third component; 0 where there is none."""
    upward: real
    """1 where the third component is there, else 0."""
    blend: real
    """Distance from the edge of the grid over which it fades in [m]; 0 for none."""
    south: real
    north: real
    """Edges [deg]; beyond the poles where there is none."""
    west: real
    width: real
    """Western edge and extent [deg]; 0 where there is no such edge."""


@wp.struct
class Answer:
    """Up to three values; known = 0 where no source answers."""

    first: real
    second: real
    third: real
    rate: vec3
    """Their rates of change with time [1/s]."""
    known: int
    refused: int
    """1 where a grid knows the place but not the time."""
    waiting: int
    """The stream whose window must move before there is an answer, 0 for none."""


@wp.struct
class Cell:
    """Lower corner of the cell around a position, the next column, and the fractions inside it."""

    row: int
    column: int
    next: int
    up: real
    right: real
    inside: int
    here: int
    """0 where the values lie outside the window."""


@wp.func
def interval(axis: Axis, x: real):
    """Number of the last node (but one) that is not beyond x, which lies between the first and the last node."""
    part = wp.clamp(int((x - axis.nodes[0]) * axis.scale), 0, axis.starts.shape[0] - 1)
    k = axis.starts[part]
    while k < axis.nodes.shape[0] - 2 and x >= axis.nodes[k + 1]:
        k += 1
    return k


@wp.func
def share_in(axis: Axis, k: int, x: real):
    """Where x lies in interval k: 0 at its beginning, 1 at its end."""
    return (x - axis.nodes[k]) / (axis.nodes[k + 1] - axis.nodes[k])


@wp.func
def number_on(axis: Axis, x: real):
    """Fractional number of x among uneven nodes; the end intervals continue outwards."""
    last = axis.nodes.shape[0] - 1
    k = interval(axis, wp.clamp(x, axis.nodes[0], axis.nodes[last]))
    return real(k) + share_in(axis, k, x)


@lru_cache(maxsize=2)
def make_cell_of(general: bool) -> Any:
    """Warp function (grids, n, lat, lon) -> the cell of grid n around a position [deg]."""
    uneven = 1 if general else 0

    @wp.func
    def cell_of(grids: wp.array(dtype=Grid), n: int, lat: real, lon: real):
        c = Cell()
        c.inside = 1
        y = (lat - grids[n].lat0) / grids[n].lat_step
        if wp.static(uneven == 1):
            if grids[n].lat_nodes.nodes.shape[0] > 0:
                y = number_on(grids[n].lat_nodes, lat)
        # Written so that a position that is not a number is outside, and its cell one that exists.
        if not (y >= grids[n].row_low and y <= grids[n].row_high):
            c.inside = 0
            y = ZERO
        y = wp.clamp(y, ZERO, real(grids[n].rows - 1))
        c.row = wp.min(int(y), grids[n].rows - 2)
        c.up = y - real(c.row)

        turn = lon - grids[n].lon0
        if not (wp.abs(turn) <= FARTHEST):
            c.inside = 0
            turn = ZERO
        d = turn - FULL_TURN * wp.floor(turn / FULL_TURN)
        x = d / grids[n].lon_step
        first = grids[n].lon_step
        if wp.static(uneven == 1):
            if grids[n].lon_nodes.nodes.shape[0] > 0:
                x = number_on(grids[n].lon_nodes, d)
                first = grids[n].lon_nodes.nodes[1]
        last = grids[n].columns - 1
        if grids[n].periodic == 0:
            if d >= FULL_TURN - grids[n].reach_west * first:
                x = ZERO
            if x > real(last) + grids[n].reach_east:
                c.inside = 0
            x = wp.min(x, real(last))
            last = last - 1
        c.column = wp.min(int(x), last)
        c.right = x - real(c.column)
        c.next = c.column + 1
        if c.next == grids[n].columns:
            c.next = 0
        return c

    return cell_of


@wp.func
def in_window(grids: wp.array(dtype=Grid), n: int, cell: Cell, time: real):
    """The cell counted from the first row and column that are here."""
    c = cell
    c.row = c.row - grids[n].row
    c.column = c.column - grids[n].column
    if c.column < 0:
        c.column = c.column + grids[n].columns
    c.next = c.column + 1
    if c.next == grids[n].columns:
        c.next = 0
    c.here = 1
    if c.row < grids[n].row_first or c.row > grids[n].row_last:
        c.here = 0
    if c.column < grids[n].column_first or c.column > grids[n].column_last:
        c.here = 0
    if time < grids[n].time_first or time > grids[n].time_last:
        c.here = 0
    return c


@lru_cache(maxsize=2)
def make_sample_moment(general: bool) -> Any:
    """Warp function (grids, n, cell, slab, share) -> weighted sums over the valid corners of a cell at one time.

    That is (three sums, sum of weights) of the levels above and below, which are slabs of the values.
    """
    three = 1 if general else 0

    @wp.func
    def sample_slab(grids: wp.array(dtype=Grid), n: int, c: Cell, slab: int, weight: real):
        sum = vec4()
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
            v0 = real(grids[n].values[0, slab, j, i])
            v1 = real(grids[n].values[grids[n].second, slab, j, i])
            v2 = v0
            if wp.static(three == 1):
                v2 = real(grids[n].values[grids[n].third, slab, j, i])
            if v0 == v0 and v1 == v1 and v2 == v2:
                sum += vec4(w * v0, w * v1, w * v2, w)
        return sum * weight

    @wp.func
    def sample_moment(grids: wp.array(dtype=Grid), n: int, c: Cell, slab: int, share: real):
        s = sample_slab(grids, n, c, slab, ONE - share)
        if share > ZERO:
            s = s + sample_slab(grids, n, c, slab + 1, share)
        return s

    return sample_moment


@wp.func
def answer_from(grids: wp.array(dtype=Grid), n: int, s: vec4):
    """The answer of weighted sums, none where no corner is valid."""
    answer = Answer()
    if s[3] > ZERO:
        answer.first = s[0] / s[3]
        answer.second = s[1] / s[3]
        answer.third = grids[n].upward * s[2] / s[3]
        answer.known = 1
    return answer


@wp.func
def sample_times(grids: wp.array(dtype=Grid), n: int, c: Cell, k: int, share: real, time: real):
    """Interpolated values between the times before and after, and their rates of change."""
    axis = grids[n].times
    levels = grids[n].levels.nodes.shape[0]
    t = wp.clamp(time, axis.nodes[0], axis.nodes[axis.nodes.shape[0] - 1])
    m = interval(axis, t)
    later = share_in(axis, m, t)
    before = general_moment(grids, n, c, m * levels + k, share)
    after = general_moment(grids, n, c, (m + 1) * levels + k, share)
    s = before * (ONE - later) + after * later
    answer = answer_from(grids, n, s)
    if answer.known == 1 and t == time:
        # The weights change with time too where data are missing at one time only.
        change = (after - before) / (axis.nodes[m + 1] - axis.nodes[m])
        answer.rate = vec3(
            (change[0] - answer.first * change[3]) / s[3],
            (change[1] - answer.second * change[3]) / s[3],
            grids[n].upward * (change[2] - answer.third * change[3]) / s[3],
        )
    return answer


general_moment = make_sample_moment(True)


@lru_cache(maxsize=2)
def make_sample_grid(general: bool) -> Any:
    """Warp function (grids, n, lat, lon, depth, time) -> the answer of grid n.

    Weights are renormalised over the valid ones of all corners.
    """
    cell_of, sample_moment = make_cell_of(general), make_sample_moment(general)
    in_parts = 1 if general else 0

    @wp.func
    def sample_grid(grids: wp.array(dtype=Grid), n: int, lat: real, lon: real, depth: real, time: real):
        answer = Answer()
        c = cell_of(grids, n, lat, lon)
        if wp.static(in_parts == 1):
            if c.inside == 1 and not (time >= grids[n].time_low and time <= grids[n].time_high):
                c.inside = 0
                answer.refused = 1
            if c.inside == 1:
                c = in_window(grids, n, c, time)
                if c.here == 0:
                    c.inside = 0
                    answer.waiting = grids[n].stream
        if c.inside == 1:
            levels = grids[n].levels.nodes.shape[0]
            k = int(0)
            share = ZERO
            if levels > 1:
                d = wp.clamp(depth, grids[n].levels.nodes[0], grids[n].levels.nodes[levels - 1])
                k = interval(grids[n].levels, d)
                share = share_in(grids[n].levels, k, d)
            if wp.static(in_parts == 1):
                if grids[n].times.nodes.shape[0] > 1:
                    answer = sample_times(grids, n, c, k, share, time)
                else:
                    answer = answer_from(grids, n, sample_moment(grids, n, c, k, share))
            else:
                answer = answer_from(grids, n, sample_moment(grids, n, c, k, share))
        return answer

    return sample_grid


@wp.func
def fading(grids: wp.array(dtype=Grid), n: int, lat: real, lon: real):
    """Weight of a grid near its edges: s^2 (3 - 2 s), s the distance to the nearest edge over `blend`, at most 1."""
    if grids[n].blend == ZERO:
        return ONE
    d = wp.min(lat - grids[n].south, grids[n].north - lat)
    if grids[n].width > ZERO:
        turn = lon - grids[n].west
        east = turn - FULL_TURN * wp.floor(turn / FULL_TURN)
        d = wp.min(d, wp.min(east, grids[n].width - east) * wp.cos(lat * RADIAN))
    s = wp.clamp(d * METRES_PER_DEGREE / grids[n].blend, ZERO, ONE)
    return wp.max(s * s * (real(3.0) - TWO * s), FAINTEST)


@wp.struct
class Mixture:
    """Weighted sum over grids in priority order, the sum of weights, and the weight that is left for lower sources."""

    sum: vec3
    rate: vec3
    total: real
    left: real
    waiting: int


@lru_cache(maxsize=2)
def make_mix(general: bool) -> Any:
    """Warp function (grids, lat, lon, depth, time) -> mixture of the grids in priority order.

    Each takes what is left, or a part of it where it fades in.
    """
    sample_grid = make_sample_grid(general)
    faded = 1 if general else 0

    @wp.func
    def mix(grids: wp.array(dtype=Grid), lat: real, lon: real, depth: real, time: real):
        m = Mixture()
        m.left = ONE
        for n in range(grids.shape[0]):
            if m.left > ZERO and m.waiting == 0:
                a = sample_grid(grids, n, lat, lon, depth, time)
                if wp.static(faded == 1):
                    m.waiting = a.waiting
                    if a.known == 1:
                        w = m.left * fading(grids, n, lat, lon)
                        m.sum = m.sum + vec3(w * a.first, w * a.second, w * a.third)
                        m.rate = m.rate + w * a.rate
                        m.total = m.total + w
                        m.left = m.left - w
                    if a.refused == 1:
                        m.left = ZERO
                else:
                    if a.known == 1:
                        m.sum = vec3(a.first, a.second, ZERO)
                        m.total = ONE
                        m.left = ZERO
        return m

    return mix


@wp.func
def with_rest(m: Mixture, value: vec3):
    """The mixture with `value` for all that is left."""
    m.sum = m.sum + m.left * value
    m.total = m.total + m.left
    m.left = ZERO
    return m


@wp.func
def answer_of(m: Mixture):
    """The weighted mean of a mixture; not-a-number where no source answers."""
    a = Answer()
    a.waiting = m.waiting
    a.first = NO_DATA
    a.second = NO_DATA
    a.third = NO_DATA
    if m.total > ZERO and m.waiting == 0:
        a.first = m.sum[0] / m.total
        a.second = m.sum[1] / m.total
        a.third = m.sum[2] / m.total
        a.rate = m.rate / m.total
        a.known = 1
    return a
