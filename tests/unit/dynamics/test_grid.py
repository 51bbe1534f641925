"""The kernel's interpolation in four dimensions against the NumPy text, over every kind of axis and policy."""

import numpy as np
import pytest

from seatrial.dynamics.fields import CurrentField
from seatrial.dynamics.grid import Grid
from seatrial.dynamics.tables import Stream, current_field, current_record, window_grid
from seatrial.ocean.composite import Box, Composite, edges_of
from seatrial.ocean.currents import ShippedCurrents
from seatrial.ocean.gridded import FileField
from seatrial.ocean.synthetic import SyntheticCurrents
from seatrial.ocean.uniform import UniformCurrents
from tests.reference import probe
from tests.unit.ocean.test_gridded import FILES, HOURS, cells, made, places

# Sums of some thirty products in float64, in another order: 1e-14, with a margin of 100.
CLOSE = 1e-12


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("outside", ["refuse", "hold"])
def test_four_dimensions(name: str, outside: str):
    field = Composite([FileField(made(name), outside)])  # pyright: ignore[reportArgumentType]
    points = places(made(name))
    expected = field.sample(*points)
    value, _, valid = probe.flow(current_field(field), *points)
    np.testing.assert_array_equal(valid, expected.valid)
    np.testing.assert_allclose(value[valid], expected.value[valid], rtol=CLOSE, atol=CLOSE)
    assert 0 < valid.sum() < valid.size


@pytest.mark.parametrize("name", FILES)
def test_files_of_cells(name: str):
    file = cells(name)
    field = Composite([FileField(file, "hold")])
    points = places(file)
    expected = field.sample(*points)
    value, _, valid = probe.flow(current_field(field), *points)
    np.testing.assert_array_equal(valid, expected.valid)
    np.testing.assert_allclose(value[valid], expected.value[valid], rtol=CLOSE, atol=CLOSE)
    plain = probe.flow(current_field(Composite([FileField(made(name), "hold")])), *points)[2]
    assert (valid & ~plain).any() == (name != "global, uneven columns")  # whose caps of the poles answered before


def test_blending_and_order_of_sources():
    """Files of three and of two components, refusing and holding, over a global table and a formula."""
    upper = FileField(made("regional, even"))
    lower = made("regional, uneven")
    lower.lon, lower.components = lower.lon - 190.0, ("east", "north")
    lower.formula = lambda *place: made("regional, uneven").formula(*place)[:2]
    last = (ShippedCurrents(), SyntheticCurrents(), UniformCurrents(0.25, -0.5))
    rng = np.random.default_rng(21)
    lat, lon = rng.uniform(25.0, 60.0, 4000), rng.uniform(-25.0, 5.0, 4000)
    depth, time = rng.uniform(0.0, 120.0, 4000), rng.uniform(-500.0, HOURS[-1] + 500.0, 4000)
    for tail in ((last[0], last[1]), (last[2],), ()):
        sources = [upper, FileField(lower, "hold"), *tail]
        field = Composite(sources, (150_000.0, 40_000.0, *(0.0,) * len(tail)))
        expected = field.sample(lat, lon, depth, time)
        value, _, valid = probe.flow(current_field(field), lat, lon, depth, time)
        np.testing.assert_array_equal(valid, expected.valid)
        np.testing.assert_allclose(value[valid], expected.value[valid], rtol=CLOSE, atol=CLOSE)
        assert 0 < valid.sum() < valid.size  # some are refused
        assert expected.shares is not None
        np.testing.assert_allclose(expected.shares[valid].sum(axis=1), 1.0, rtol=1e-12)
        mixed = (expected.shares > 0.0).sum(axis=1) > 1
        assert mixed.sum() > 100 or not tail
    assert edges_of(ShippedCurrents().table()).width == 0.0  # the seam is no edge


def grids(record: CurrentField) -> list[Grid]:
    return record.grids.owners


@pytest.mark.parametrize("name", FILES)
def test_a_window_gives_the_same_bits_as_the_whole_or_waits(name: str):
    file = made(name)
    field = FileField(file, "hold")
    whole = current_field(Composite([field]))
    streams: list[Stream] = []
    record = current_record(Composite([field]), 0.0, streams)
    points = places(file)
    value, _, valid = probe.flow(whole, *points)
    assert not probe.flow(record, *points)[2].any()  # nothing is there yet
    columns = slice(40, 60) if name.startswith("regional") else slice(80, 97)  # the latter over the seam
    streams[0].replace(field.window(Box(slice(5, 30), columns), 4000.0, 8000.0), 0.0, 1000.0, 10.0)
    part, _, known = probe.flow(record, *points)
    np.testing.assert_array_equal(part[known], value[known])
    assert 20 < known.sum() < valid.sum()
    row, _ = field.axes.cells(points[0], points[1])
    least = window_grid(streams[0].window, 1, 0.0, 1000.0, 10.0)  # pyright: ignore[reportArgumentType]
    assert row[known].min() >= 5 + least.row_first == 6
    assert row[known].max() <= 5 + least.row_last == 27
    if file.times.size:
        assert points[3][known].max() <= HOURS[3] - 10.0


def test_positions_and_times_that_are_no_numbers_are_declined():
    file = made("regional, uneven")
    field = current_field(Composite([FileField(file, "hold")]))
    bad = np.array([np.nan, np.inf, -np.inf, 1e300])
    for place in ((bad, 180.0, 5.0, 9.0), (60.0, bad, 5.0, 9.0), (60.0, 180.0, 5.0, np.nan)):
        assert not probe.flow(field, *place)[2].any()
