"""Checks of lookups in latitude, longitude, depth and time, and of what the water does to a body.

They take NumPy's or the engine's sampling, or a run of the engine, or a wrong one.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from seatrial.ocean.table import CELLS, GridTable

Array = NDArray[np.float64]
Sample = Callable[[GridTable, Array, Array, Array, Array], tuple[Array, NDArray[np.bool_]]]
"""(table, lat, lon, depth, time) -> values (n, component) and validity."""

LAT = np.array([10.0, 10.25, 10.75, 11.0, 12.0, 12.25])
LON = np.array([-3.0, -2.5, -2.25, -1.25, -1.0])
LEVELS = np.array([0.0, 16.0, 24.0, 64.0, 128.0])
TIMES = 512.0 * np.array([0.0, 1.0, 2.0, 4.0, 5.0])
BEGIN = 2.0**30
"""Time of the first slice [s since 1970]: a power of two, so that differences of times are exact."""


def multilinear(lat: Array, lon: Array, depth: Array, time: Array) -> Array:
    """Three polynomials with all 16 products of the coordinates, of coefficients that are powers of two."""
    x, y, z, t = lat - 10.0, lon + 3.0, depth / 64.0, (time - BEGIN) / 2048.0
    terms = [1.0, x, y, z, t, x * y, x * z, x * t, y * z, y * t, z * t]
    terms += [x * y * z, x * y * t, x * z * t, y * z * t, x * y * z * t]
    parts = []
    for k in range(3):
        signs = [(-1.0) ** (n * (k + 1) // 3) * 2.0 ** -((n + k) % 4) for n in range(16)]
        parts.append(sum(sign * term for sign, term in zip(signs, terms, strict=True)) / 8.0)
    return np.stack(np.broadcast_arrays(*parts))


def table_of(
    formula: Callable[..., Array], lat: Array, lon: Array, levels: Array, times: Array, held: bool = False
) -> GridTable:
    """A formula at the nodes."""
    time, depth, north, east = np.meshgrid(times, levels, lat, lon, indexing="ij")
    return GridTable.from_nodes(lat, lon, formula(north, east, depth, time), levels, times, held)


def inside(seed: int, n: int = 4000) -> tuple[Array, Array, Array, Array]:
    """Places and times within the axes above."""
    rng = np.random.default_rng(seed)
    ends = ((LAT[0], LAT[-1]), (LON[0], LON[-1]), (LEVELS[0], LEVELS[-1]), (BEGIN, BEGIN + TIMES[-1]))
    lat, lon, depth, time = (rng.uniform(*end, n) for end in ends)
    return lat, lon, depth, time


def check_multilinear(sample: Sample) -> None:
    """A polynomial of degree one in each coordinate comes back to 1e-9, from uneven axes and single precision.

    Its values at the nodes are whole multiples of 2^-17 below 64 and so exact in 24 bits; what is left is the rounding
    of sums of 16 products, 1e-14, and of a longitude of 360 degrees to 6e-14 over a cell of a quarter degree.
    """
    time, depth, lat, lon = np.meshgrid(BEGIN + TIMES, LEVELS, LAT, LON, indexing="ij")
    exact = multilinear(lat, lon, depth, time)
    assert np.array_equal(exact.astype(np.float32).astype(np.float64), exact)
    points = inside(61)
    value, valid = sample(table_of(multilinear, LAT, LON, LEVELS, BEGIN + TIMES), *points)
    assert valid.all()
    np.testing.assert_allclose(value.T, multilinear(*points), rtol=0.0, atol=1e-9)


def smooth(lat: Array, lon: Array, depth: Array, time: Array) -> Array:
    """A wave of some degrees, a hundred metres and an hour."""
    x, y, z, t = 1.1 * (lat - 10.0), 1.3 * (lon + 3.0), depth / 60.0, (time - BEGIN) / 900.0
    wave = np.sin(x + 0.3) * np.cos(y) * np.exp(-0.4 * z) * np.sin(t + 0.5 * x)
    return np.stack([wave, np.cos(x - y + t) * np.cos(z), 0.1 * wave * wave])


def check_second_order(sample: Sample) -> None:
    """The error falls with the square of the spacing: measured order at least 1.9 from one halving to the next."""
    points = inside(62)
    errors = []
    for parts in (12, 24, 48):
        lat, lon = np.linspace(LAT[0], LAT[-1], parts + 1), np.linspace(LON[0], LON[-1], parts + 1)
        levels, times = np.linspace(0.0, LEVELS[-1], parts + 1), BEGIN + np.linspace(0.0, TIMES[-1], parts + 1)
        value, valid = sample(table_of(smooth, lat, lon, levels, times), *points)
        assert valid.all()
        errors.append(float(np.sqrt(np.mean((value.T - smooth(*points)) ** 2))))
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert orders.min() >= 1.9, f"orders {orders}"
    assert errors[-1] < 2e-3


def check_renormalised(sample: Sample) -> None:
    """Of the 16 corners those that are known answer, with their weights renormalised over all of them together.

    Halves and quarters of small whole numbers are exact.
    """
    values = np.arange(16.0).reshape(1, 2, 2, 2, 2)
    values[0, 0, 0, 0, 1] = values[0, 1, 1, 0, 0] = values[0, 1, 0, 1, 1] = np.nan
    table = GridTable.from_nodes([0.0, 1.0], [0.0, 1.0], values, [0.0, 8.0], [0.0, 4.0])
    share = np.array([[0.25, 0.5, 0.75, 0.5], [0.5, 0.5, 0.5, 0.5], [0.0, 0.75, 0.0, 0.0], [0.75, 0.25, 0.5, 1.0]])
    time, depth, lat, lon = share.T
    value, valid = sample(table, lat, lon, 8.0 * depth, 4.0 * time)
    expected = []
    for t, z, y, x in share:
        weight = np.ones((2, 2, 2, 2))
        for axis, part in enumerate((t, z, y, x)):
            shape = np.ones(4, int)
            shape[axis] = 2
            weight = weight * np.reshape([1.0 - part, part], shape)
        known = np.isfinite(values[0])
        expected.append(np.sum((weight * np.nan_to_num(values[0]))[known]) / weight[known].sum())
    assert valid.all()
    np.testing.assert_allclose(value[:, 0], expected, rtol=1e-15)


def check_refused_and_held(sample: Sample) -> None:
    """Outside its times a table does not answer, or holds."""
    time = BEGIN + np.array([-1.0, 0.0, TIMES[-1], TIMES[-1] + 1.0])
    place = (np.full(4, 11.0), np.full(4, -2.0), np.full(4, 20.0))
    value, valid = sample(table_of(multilinear, LAT, LON, LEVELS, BEGIN + TIMES), *place, time)
    np.testing.assert_array_equal(valid, [False, True, True, False])
    held, valid = sample(table_of(multilinear, LAT, LON, LEVELS, BEGIN + TIMES, held=True), *place, time)
    assert valid.all()
    np.testing.assert_array_equal(held[[0, 3]], value[[1, 2]])


def check_half_cells(sample: Sample) -> None:
    """A grid of cells answers to the edges of its outermost cells, half a step beyond the nodes, with their values.

    A grid of nodes ends at its nodes. The steps at the four ends differ: 0.25, 0.25, 0.5 and 0.25 degrees.
    """
    nodes = table_of(multilinear, LAT, LON, LEVELS, BEGIN + TIMES)
    cells = replace(nodes, reach=CELLS)
    middle = np.array([11.1, -1.9, 20.0, BEGIN + 700.0])
    ends = ((0, LAT[0], -0.125), (0, LAT[-1], 0.125), (1, LON[0], -0.25), (1, LON[-1], 0.125))
    for axis, end, half in ends:
        at = np.repeat(middle[:, None], 6, axis=1)
        at[axis] = end + half * np.array([0.0, 0.01, 0.5, 1.0, 1.01, 2.0])
        value, valid = sample(cells, *at)
        np.testing.assert_array_equal(valid, [True] * 4 + [False] * 2)
        np.testing.assert_allclose(value[:4], np.broadcast_to(value[0], (4, 3)), rtol=0.0, atol=1e-12)
        on_node, _ = sample(nodes, *at[:, :1])
        np.testing.assert_allclose(value[0], on_node[0], rtol=0.0, atol=1e-12)
        np.testing.assert_array_equal(sample(nodes, *at)[1], [True] + [False] * 5)
    corner, valid = sample(cells, *np.array([[LAT[-1] + 0.1, LON[0] - 0.2 + 360.0, *middle[2:]]]).T)
    assert valid.all()
    on_node, _ = sample(nodes, *np.array([[LAT[-1], LON[0], *middle[2:]]]).T)
    np.testing.assert_allclose(corner, on_node, rtol=0.0, atol=1e-12)


CHECKS = (check_multilinear, check_second_order, check_renormalised, check_refused_and_held, check_half_cells)

Vertical = Callable[[float], tuple[Array, Array]]
"""Upward velocity of the water [m/s] -> depth [m] and upward current [m/s] of a drifting body at each second."""


def check_vertical_drift(run: Vertical) -> None:
    """A neutral body that is dragged along rises with rising water.

    m w' = -d (w - w0) from rest, d / m = 0.04 1/s: after t it has gone w0 (t - (1 - exp(-d t / m)) m / d). RK4 with
    0.04 h = 4e-3 errs by 1e-14 of it.
    """
    for up in (0.0625, -0.03125):
        depth, column = run(up)
        t = np.arange(depth.size, dtype=float)
        way = up * (t - (1.0 - np.exp(-0.04 * t)) / 0.04)
        np.testing.assert_allclose(depth - depth[0], -way, rtol=0.0, atol=1e-9)
        np.testing.assert_array_equal(column, up)


Stratified = Callable[[float, float], tuple[Array, Array]]
"""Step [s], gradient of the density [kg/m4] -> time [s], depth [m] of a body let go 8 m below its level, 500 m."""


def check_buoyancy_oscillation(run: Stratified, mass: float, volume: float, added: float) -> None:
    """A neutral body in water whose density grows by G per metre swings about its level.

    (m + A) z'' = m g - (rho0 + G z) V g = -G V g z: omega^2 = G V g / (m + A), the Brunt-Vaisala frequency g G / rho0
    without added mass. The density is held over a step, which makes a step z + h v - omega^2 h^2 z / 2, v - omega^2 h
    z, of determinant 1 + omega^2 h^2 / 2: the swing grows as exp(omega^2 h t / 4), its frequency departs by omega^3
    h^2.
    """
    step, gradient = 0.5, 0.0625
    omega = np.sqrt(gradient * volume * 9.81 / (mass + added))
    time, depth = run(step, gradient)
    swing = 8.0 * np.exp(0.25 * omega**2 * step * time) * np.cos(omega * time)
    assert omega * time[-1] > 6.0 * np.pi  # three swings at least
    # of 8 m: the phase is off by omega h / 4 (the velocity lags), 3e-3
    np.testing.assert_allclose(depth - 500.0, swing, rtol=0.0, atol=8.0 * 0.5 * omega * step)
    _, fine = run(0.05, gradient)
    swing = 8.0 * np.exp(0.25 * omega**2 * 0.05 * time) * np.cos(omega * time)
    np.testing.assert_allclose(fine - 500.0, swing, rtol=0.0, atol=0.8 * 0.5 * omega * step)
