"""Fields of gridded files: the same as the whole table, for any time, in bounded memory."""

import numpy as np
import pytest

from seatrial.errors import InputError
from seatrial.ocean.composite import Box, edges_of
from seatrial.ocean.gridded import FileField
from seatrial.ocean.table import CELLS, EDGE, GridTable, Reach
from tests.reference.gridded import MadeFile, patchy

HOURS = 3600.0 * np.array([0.0, 1.0, 2.0, 4.0, 5.0])
LEVELS = np.array([0.0, 10.0, 30.0, 100.0])
MERCATOR = np.degrees(np.arctan(np.sinh(np.radians(np.linspace(50.0, 75.0, 40)))))
FILES = {
    "regional, even": ((np.linspace(30.0, 40.0, 41), np.linspace(-20.0, -5.0, 61)), LEVELS, HOURS),
    "regional, uneven": ((MERCATOR, 170.0 + np.cumsum(np.linspace(0.1, 0.4, 70))), LEVELS, HOURS),
    "global, uneven": ((np.sin(np.linspace(-1.5, 1.5, 60)) * 89.0, np.arange(2.0, 362.0, 4.0)), LEVELS[:1], HOURS),
    "global, uneven columns": ((np.linspace(-88, 88, 45), np.cumsum(np.tile([3.0, 5.0, 4.0], 30))), LEVELS, HOURS[:0]),
}


def made(name: str) -> MadeFile:
    (lat, lon), levels, times = FILES[name]
    return MadeFile(patchy(3), lat, lon, levels, times, ("east", "north", "up"))


def places(file: MadeFile, n: int = 3000) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """In and around the file, on nodes too, in any turn, before, in and after its times."""
    rng = np.random.default_rng(8)
    lat = rng.uniform(file.lat[0] - 2.0, file.lat[-1] + 2.0, n).clip(-90.0, 90.0)
    lon = rng.uniform(file.lon[0] - 3.0, file.lon[-1] + 3.0, n)
    lat = np.where(rng.random(n) < 0.2, rng.choice(file.lat, n), lat)
    lon = np.where(rng.random(n) < 0.2, rng.choice(file.lon, n), lon) + 360.0 * rng.integers(-1, 2, n)
    time = np.where(rng.random(n) < 0.2, rng.choice(HOURS, n), rng.uniform(-4000.0, HOURS[-1] + 4000.0, n))
    return lat, lon, rng.uniform(-5.0, 150.0, n), time


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("outside", ["refuse", "hold"])
def test_sample_is_that_of_the_whole_table(name: str, outside: str):
    file = made(name)
    field = FileField(file, outside)  # pyright: ignore[reportArgumentType]
    whole = GridTable.from_nodes(file.lat, file.lon, file.whole(), file.levels, file.times, outside == "hold")
    assert whole.periodic == name.startswith("global")
    assert (whole.lat_nodes is None) == name.endswith((" even", "columns"))
    points = places(file)
    expected, valid = whole.sample(*points)
    value, known = field.sample(*points)
    np.testing.assert_array_equal(known, valid)
    np.testing.assert_array_equal(value, expected)  # bit for bit
    assert 0 < valid.sum() < valid.size
    np.testing.assert_array_equal(field.table().sample(*points)[0], expected)


@pytest.mark.parametrize("name", FILES)
def test_a_window_answers_as_the_whole_inside_it_and_not_outside(name: str):
    file = made(name)
    field = FileField(file, "hold")
    columns = slice(40, 60) if name.startswith("regional") else slice(80, 97)  # the latter over the seam
    window = field.window(Box(slice(5, 30), columns), 4000.0, 8000.0)
    points = places(file)
    expected, valid = field.sample(*points)
    value, known = window.sample(*points)
    np.testing.assert_array_equal(value[known], expected[known])
    row, column = field.axes.cells(points[0], points[1])
    ahead = (column - columns.start) % field.axes.columns
    inside = (row >= 5) & (row < 29) & (ahead < columns.stop - columns.start - 1)
    if file.times.size:
        np.testing.assert_array_equal(window.times, HOURS[1:4])
        inside &= (points[3] >= HOURS[1]) & (points[3] <= HOURS[3])
    np.testing.assert_array_equal(known, inside & valid)
    assert known.sum() > 20


def test_a_cycle_begins_anew_after_its_last_step():
    times = 3600.0 * np.arange(6.0)
    file = MadeFile(
        lambda lat, lon, z, t: np.sin(t)[None], np.arange(3.0), np.arange(3.0), times=times, components=("a",)
    )
    field = FileField(file, "cycle")
    assert field.period == 6 * 3600.0
    now = np.array([0.0, 1800.0, 9000.0, 5.0 * 3600, 5.25 * 3600, 5.75 * 3600])
    for turn in (-3, 0, 2, 1000):
        value, valid = field.sample(1.0, 1.0, 0.0, now + turn * field.period)
        assert valid.all()
        seam = np.float32(np.sin(times[-1])) * np.array([1.0, 0.75, 0.25])  # sin(0) = 0 follows
        # times of 2e7 s are exact to 4e-9 s, of an hour 1e-12
        np.testing.assert_allclose(value[3:], seam, rtol=1e-11, atol=1e-11)
        np.testing.assert_allclose(value[:3], FileField(file, "hold").sample(1.0, 1.0, 0.0, now[:3])[0], atol=1e-11)
    window = field.window(Box(slice(0, 3), slice(0, 3)), 4.5 * 3600, 6.5 * 3600)
    np.testing.assert_array_equal(window.times, 3600.0 * np.arange(4.0, 8.0))
    t = np.linspace(4.5 * 3600, 6.5 * 3600, 50)
    np.testing.assert_allclose(window.sample(1.0, 1.0, 0.0, t)[0][:, 0], field.sample(1.0, 1.0, 0.0, t)[0], atol=1e-12)


def test_refused_times():
    field = FileField(made("regional, even"))
    assert field.refuses(35.0, -10.0, 0.0, [-1.0, 0.0, HOURS[-1], HOURS[-1] + 1.0]).tolist() == [
        True,
        False,
        False,
        True,
    ]
    assert not field.refuses(60.0, -10.0, 0.0, -1.0)  # not its place
    assert not FileField(made("regional, even"), "hold").refuses(35.0, -10.0, 0.0, -1.0)


def cells(name: str) -> MadeFile:
    """The same file as one of cells."""
    file = made(name)
    file.registration = "cell"
    return file


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_cells_answers_to_the_edges_of_its_outermost_cells(name: str):
    field, nodes = FileField(cells(name), "hold"), FileField(made(name), "hold")
    points = places(cells(name))
    value, valid = field.sample(*points)
    of_nodes, known = nodes.sample(*points)
    np.testing.assert_array_equal(value[known], of_nodes[known])  # bit for bit where there was an answer
    table = field.table()
    np.testing.assert_array_equal(table.sample(*points)[0], value)
    more = valid & ~known
    if name == "global, uneven columns":
        assert not more.any()  # the seam and the caps of the poles have answered before
        return
    file, lat = made(name), points[0]
    lon = file.lon[0] - 90.0 + (points[1] - file.lon[0] + 90.0) % 360.0
    south, north, west, east = (0.5 * np.diff(axis)[end] for axis in (file.lat, file.lon) for end in (0, -1))
    inside = (lat >= file.lat[0] - south) & (lat <= file.lat[-1] + north)
    if name.startswith("regional"):
        inside &= (lon >= file.lon[0] - west) & (lon <= file.lon[-1] + east)
        lon = np.clip(lon, file.lon[0], file.lon[-1])
    held = (np.clip(lat, file.lat[0], file.lat[-1]), lon, *points[2:])
    expected, there = nodes.sample(*held)
    np.testing.assert_array_equal(valid, inside & there)
    np.testing.assert_allclose(value[valid], expected[valid], rtol=0.0, atol=1e-9)  # a longitude of another turn
    assert more.sum() > (20 if name.startswith("regional") else 0)


def test_a_file_of_cells_refuses_times_and_fades_in_from_its_edges():
    field = FileField(cells("regional, even"))
    assert field.refuses(40.1, -20.1, 0.0, -1.0) and not FileField(made("regional, even")).refuses(40.1, -20.1, 0.0, -1)
    edges = edges_of(field.axes)
    np.testing.assert_allclose(edges, (29.875, 40.125, -20.125, 15.25), rtol=1e-12)
    uneven, file = edges_of(FileField(cells("regional, uneven")).axes), made("regional, uneven")
    np.testing.assert_allclose(uneven.north, file.lat[-1] + 0.5 * (file.lat[-1] - file.lat[-2]), rtol=1e-12)
    east = file.lon[-1] + 0.5 * (file.lon[-1] - file.lon[-2])
    np.testing.assert_allclose(uneven.west + uneven.width, east, rtol=1e-12)
    np.testing.assert_array_equal(edges_of(FileField(made("regional, even")).axes), (30.0, 40.0, -20.0, 15.0))


def test_a_part_of_a_file_of_cells_reaches_on_only_where_the_file_ends():
    file = MadeFile(patchy(3, share=0.0, components=1), *FILES["regional, even"][0], components=("elevation",))
    file.registration = "cell"
    field = FileField(file)
    part = field.part(38.0, 41.0, -21.0, -18.0)
    assert part.reach == Reach(EDGE, 0.5 + EDGE, 0.5 + EDGE, EDGE)
    lat, lon = np.array([40.1, 40.0, 39.0, 37.9]), np.array([-20.1, -19.0, -20.1, -19.0])
    np.testing.assert_array_equal(part.sample(lat, lon)[1], [True, True, True, False])
    np.testing.assert_array_equal(part.sample(lat[:3], lon[:3])[0][:, 0], field.sample(lat[:3], lon[:3])[0])
    assert field.part(20.0, 50.0, -40.0, 10.0).reach == CELLS


def test_blocks_are_kept_up_to_a_bound_and_read_once():
    lat, lon, times = np.linspace(0.0, 20.0, 401), np.linspace(0.0, 20.0, 401), 3600.0 * np.arange(50.0)
    file = MadeFile(patchy(1), lat, lon, np.linspace(0.0, 300.0, 40), times, ("east", "north", "up"))
    field = FileField(file, cache_bytes=20 * 2**20)
    rng = np.random.default_rng(0)
    for hour in range(12):
        field.sample(rng.uniform(9.4, 9.9, 50), rng.uniform(9.4, 9.9, 50), 5.0, 3600.0 * hour + 900.0)
        # each block is copied out of what was read
        assert sum(block.nbytes for block in field._blocks.values()) <= 20 * 2**20
    assert file.alive == 0
    before = file.bytes_read
    field.sample(9.6, 9.6, 5.0, 11 * 3600.0 + 1000.0)
    assert file.bytes_read == before


def test_bad_policies_and_axes():
    with pytest.raises(InputError, match=r'outside = \'repeat\': must be "refuse", "hold" or "cycle"'):
        FileField(made("regional, even"), "repeat")  # pyright: ignore[reportArgumentType]
    file = made("regional, even")
    file.times = HOURS[::-1]
    with pytest.raises(InputError, match=r"made.nc: time axis \[s\]: must have at least 0 finite values that ascend"):
        FileField(file)
