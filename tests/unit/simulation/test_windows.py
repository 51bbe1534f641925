"""Sources that come in windows: bounded memory, the same bits as with all of it loaded, an end when time is out."""

import math
import tracemalloc
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from seatrial.dynamics.battery import Battery
from seatrial.errors import InputError
from seatrial.ocean.bathymetry import GridBathymetry
from seatrial.ocean.composite import Composite, Source
from seatrial.ocean.gridded import FileField
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.table import GridTable
from seatrial.ocean.uniform import UniformCurrents, UniformDepth
from seatrial.simulation.settings import Settings
from seatrial.simulation.simulation import Simulation, Start, Waypoints
from seatrial.simulation.status import Status
from seatrial.vehicles.torpedo import torpedo
from tests.reference.bodies import drifter, driven
from tests.reference.gridded import MadeFile

BEGIN = 1_600_000_000.0
# Carried along within some 25 s and stable with steps of 10 s.
BUOY = replace(
    driven(drifter(), 1.0, linear=(1.0, 1.0, 1.0, 0.0, 0.0, 0.0), quadratic=(0.0,) * 6),
    battery=Battery(capacity=math.inf),
)


def swirl(lat, lon, depth, time):
    """Tide-like currents of some decimetres a second that differ from place to place and hour to hour."""
    phase = 2.0 * np.pi * (time - BEGIN) / 44_712.0
    east = 0.2 * np.sin(phase + 3.0 * lat) + 0.1 * np.cos(0.002 * depth + 2.0 * lon)
    north = 0.2 * np.cos(1.1 * phase + 2.0 * lon) - 0.05 * np.sin(4.0 * lat)
    return np.stack([east, north, 1e-3 * np.sin(phase)])


def file_of(hours: int, side: int = 12, begin: float = BEGIN) -> MadeFile:
    return MadeFile(
        swirl,
        np.linspace(40.0, 42.2, side),
        np.linspace(-20.0, -17.8, side),
        np.array([0.0, 50.0, 200.0]),
        np.asarray(begin + 3600.0 * np.arange(hours), np.float64),
        ("east", "north", "up"),
    )


class Whole:
    """A file with everything loaded."""

    def __init__(self, file: MadeFile, held: bool = False) -> None:
        self.name = file.name
        self._grid = GridTable.from_nodes(file.lat, file.lon, file.whole(), file.levels, file.times, held)

    def sample(self, lat, lon, depth=0.0, time=0.0):
        return self._grid.sample(lat, lon, depth, time)

    def table(self):
        return self._grid


def sea(*sources: Source) -> Ocean:
    return Ocean(Land.none(), Composite([UniformDepth(4000.0)]), Composite(sources))


def buoys(count: int = 1) -> list[Start]:
    return [Start(BUOY, 41.0 + 0.02 * k, -19.0 + 0.03 * k, depth=100.0 + 10.0 * k) for k in range(count)]


def settings(**changes: Any) -> Settings:
    slow = Settings(step=10.0, record_period=43_200.0, start_time=BEGIN)
    return replace(slow, **changes)


@pytest.mark.parametrize("days", [20, pytest.param(364, marks=pytest.mark.slow)])
def test_a_year_of_hours_in_little_memory(days: int):
    year = file_of(8760)
    steps, bound = days * 8640, 200_000
    part = file_of(24 * days + 2)
    whole = Simulation(buoys(), sea(Whole(part)), settings())
    expected = whole.advance(steps).rows[0]
    size = part.whole().nbytes
    small = Simulation(buoys(), sea(FileField(year)), settings(window_bytes=bound))
    small.advance(1)  # the engine is loaded
    tracemalloc.start()
    parts = [small.advance(n).rows[0] for n in (*(20_000,) * (steps // 20_000), steps % 20_000 - 1)]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # The first row is that of the first step.
    np.testing.assert_array_equal(np.concatenate(parts), expected[1:])
    assert small.status == whole.status == (Status.RUNNING,)
    assert len(expected) == 2 * days
    assert np.ptp(expected[:, 1]) * 111e3 > 1e3  # the buoy went for kilometres
    # One window and what is read of it; the peak has the doubles too that the formula is computed with, and rows. Each
    # slice is read hardly more than once.
    assert small.windows.held_bytes <= bound
    assert year.most_alive <= bound
    assert peak < 10 * bound < year.times.size * size / part.times.size / 20
    assert year.bytes_read < 1.3 * size


def routed(count: int) -> list[Start]:
    """Vehicles on routes of two degrees' distance from each other."""
    starts = []
    for k in range(count):
        lat, lon = 40.4 + 0.5 * k + np.array([0.0, 1e-4, 3e-4]), np.full(3, -19.5 + 0.4 * k)
        route = Waypoints(lat, lon, np.array([3.0, 5.0, 6.0]), np.full(3, 0.6))
        starts.append(Start(torpedo(ballast="neutral"), lat[0], lon[0], 2.0, waypoints=route))
    return starts


def test_the_bits_do_not_depend_on_windows_chunks_and_threads():
    """Three vehicles of which a window holds one; a record period off the step writes rows inside steps too."""
    file = file_of(4)
    file.times = np.asarray(BEGIN + 4.0 * np.arange(4), np.float64)  # slices pass within seconds
    quick = Settings(start_time=BEGIN, record_period=0.0125)
    floor = Composite([GridBathymetry("floor", GridTable.from_box(np.full((1, 1, 3, 3), -300.0), 30, 50, -30, -10))])
    expected = []
    for source, chunk, threads, size in (
        (Whole(file), 1500, 1, 1),
        (FileField(file), 1500, 1, 64 * 2**20),
        (FileField(file), 1500, 3, 1),
        (FileField(file), 1500, 2, 20_000),
        (FileField(file), 7, 1, 64 * 2**20),
        (FileField(file), 333, 2, 20_000),
    ):
        ocean = replace(sea(source, UniformCurrents(0.1, 0.1)), bathymetry=floor)
        sim = Simulation(routed(3), ocean, replace(quick, window_bytes=size))
        chunks = [sim.advance(min(chunk, 1500 - done), threads=threads) for done in range(0, 1500, chunk)]
        rows = [np.concatenate([c.rows[k] for c in chunks]).tobytes() for k in range(3)]
        events = [np.concatenate([c.events[k] for c in chunks]).tobytes() for k in range(3)]
        expected = expected or [rows, events]
        assert [rows, events] == expected
    assert all(len(rows) > 500 * 8 for rows in expected[0])


def test_a_window_over_the_seam_of_a_global_grid():
    file = file_of(3)
    file.lat, file.lon = np.linspace(-89.5, 89.5, 180), np.arange(0.5, 360.0)
    file.formula = lambda lat, lon, z, t: swirl(lat, np.sin(np.radians(lon)), z, t)
    starts = [Start(BUOY, 10.0, 0.02, depth=10.0, nu=(3.0, 0.0, 0.0, 0.0, 0.0, 0.0), roll_pitch_yaw=(0, 0, -1.57))]
    ends = []
    for source in (Whole(file), FileField(file)):
        sim = Simulation(starts, sea(source), settings(window_bytes=30_000, record_period=600.0))
        ends.append(sim.advance(700).rows[0])
    np.testing.assert_array_equal(ends[0], ends[1])
    assert file.most_alive > 0


def test_a_start_outside_the_times_is_refused():
    with pytest.raises(InputError) as caught:
        Simulation(buoys(), sea(FileField(file_of(3)), UniformCurrents(0, 0)), settings(start_time=BEGIN - 1.0))
    assert str(caught.value) == (
        "start_time = 2020-09-13T12:26:39Z: currents made.nc has 2020-09-13T12:26:40Z to 2020-09-13T14:26:40Z: must "
        'lie there, or outside = "hold" or "cycle" be chosen'
    )
    for outside in ("hold", "cycle"):
        Simulation(buoys(), sea(FileField(file_of(3), outside)), settings(start_time=BEGIN - 1.0)).advance(10)


def test_a_run_that_leaves_the_times_ends_and_says_why():
    sim = Simulation(buoys(2), sea(FileField(file_of(3)), UniformCurrents(0.0, 0.0)), settings(record_period=600.0))
    rows = sim.advance(1000).rows[0]
    assert sim.status == (Status.OUT_OF_FIELD,) * 2
    assert rows[-1, 0] == 7210.0  # the step that begins at the last time of the file is the last one
    assert sim.why(0) == (
        "currents made.nc has 2020-09-13T12:26:40Z to 2020-09-13T14:26:40Z, and it is 2020-09-13T14:26:50Z"
    )
    on = Simulation(buoys(), sea(UniformCurrents(0.0, 0.0)), settings())
    on.advance(10)
    assert on.why() == ""


@pytest.mark.parametrize("outside", ["hold", "cycle"])
def test_policies_in_a_run(outside: str):
    """Drift with the water of the file long before and after its three hours."""
    field = FileField(file_of(3), outside)  # pyright: ignore[reportArgumentType]
    for begin in (BEGIN - 100_000.0, BEGIN + 7100.0):
        sim = Simulation(buoys(), sea(field), settings(start_time=begin, record_period=100.0, window_bytes=30_000))
        rows = sim.advance(3000).rows[0]
        lat, lon, depth, time = rows[:, 1], rows[:, 2], rows[:, 3], begin + rows[:, 0]
        value = field.sample(lat, lon, depth, time)[0]
        # Times since 1970 are exact to 2e-7 s, the current changes by less than 1e-3 m/s2 where the cycle closes.
        np.testing.assert_allclose(rows[:, [15, 16, 34]], value, rtol=0.0, atol=1e-9)
        assert np.abs(value[:, :2]).max() > 0.05


def test_no_data_says_where():
    sim = Simulation([Start(BUOY, 50.0, 0.0, depth=10.0)], sea(FileField(file_of(3))), settings())
    sim.advance(1)
    assert sim.status == (Status.OUT_OF_FIELD,)
    assert sim.why() == "no currents at 50°00.00′N 0°00.00′E, 10 m deep: made.nc"
