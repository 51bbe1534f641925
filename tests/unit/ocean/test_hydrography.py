import netCDF4
import numpy as np
import pytest

from seatrial.ocean.composite import Composite
from seatrial.ocean.currents import DATA
from seatrial.ocean.hydrography import CLIMATOLOGY, EXTENSION, climatology, extension, shipped, sources


@pytest.mark.parametrize("quantity", ["temperature", "salinity"])
def test_nodes_are_those_of_the_file(quantity):
    table = climatology(quantity)
    with netCDF4.Dataset(DATA / "temperature_salinity_1deg.nc") as data:
        expected = data[quantity][:].astype(np.float64).filled(np.nan)
        levels, lat, lon = data["depth"][:].data, data["lat"][:].data, data["lon"][:].data
    k, j, i = 7, np.arange(0, 180, 7)[:, None], np.arange(0, 360, 11)
    value, valid = table.sample(lat[j], lon[i], levels[k])
    known = np.isfinite(expected[k, j, i])
    np.testing.assert_array_equal(valid, known)
    np.testing.assert_allclose(value[known, 0], expected[k, j, i][known], atol=2e-6)  # float32 of numbers up to 40


@pytest.mark.parametrize(
    "lat, lon, depth, temperature, salinity, source",
    [
        (43.0, 34.0, 0.0, 15.0, 18.0, "Black Sea"),
        (43.0, 34.0, 500.0, 8.91, 22.04, "Black Sea"),
        (40.7, 28.2, 1000.0, 14.5, 38.6, "Sea of Marmara"),
        (46.0, 36.5, 5.0, 12.0, 11.5, "Sea of Azov"),
        (42.0, 410.5, 0.0, 15.0, 12.8, "Caspian Sea"),
    ],
)
def test_closed_seas(lat: float, lon: float, depth: float, temperature: float, salinity: float, source: str):
    t, s = (shipped(q).sample(lat, lon, depth, 0.0) for q in ("temperature", "salinity"))
    assert shipped("temperature").names[int(t.source)] == f"{source}, one profile"
    assert float(t.value) == pytest.approx(temperature, abs=0.02)
    assert float(s.value) == pytest.approx(salinity, abs=0.02)


def test_the_boxes_of_the_closed_seas_take_nothing_from_the_climatology():
    table = climatology("salinity")
    lat, lon = (x.ravel() for x in np.meshgrid(np.arange(-89.5, 90.0), np.arange(-179.5, 180.0), indexing="ij"))
    known = table.sample(lat, lon)[1]
    closed = Composite(sources("salinity")[:4]).sample(lat[known], lon[known])
    assert not closed.valid.any()


def test_the_extension_answers_everywhere_and_only_where_nothing_else_does():
    field = shipped("temperature")
    rng = np.random.default_rng(1)
    lat, lon = np.degrees(np.arcsin(rng.uniform(-1, 1, 4000))), rng.uniform(-180, 180, 4000)
    depth = rng.choice([0.0, 100.0, 1000.0, 4500.0, 11_000.0], 4000)
    found = field.sample(lat, lon, depth, 0.0)
    assert found.valid.all()
    value, valid = climatology("temperature").sample(lat, lon, depth)
    number = field.names.index(CLIMATOLOGY)
    np.testing.assert_array_equal(found.source[valid & (found.source >= number)], number)
    np.testing.assert_array_equal(found.value[found.source == number], value[found.source == number, 0])
    assert set(found.source[~valid & (found.source >= number)]) == {field.names.index(EXTENSION)}


def test_extension_goes_down_first_and_then_sideways():
    table, filled = climatology("temperature"), extension("temperature")
    given, made = table.values[0], filled.values[0]
    assert np.isfinite(made).all()
    known = np.isfinite(given)
    np.testing.assert_array_equal(made[known], given[known])
    column = (np.isfinite(given[0]) & ~known[-1]).nonzero()
    last = known[:, column[0], column[1]].shape[0] - 1 - np.argmax(known[::-1, column[0], column[1]], axis=0)
    np.testing.assert_array_equal(made[-1][column], given[last, column[0], column[1]])
    # the Ross Ice Shelf has its water from the sea in front of it, within the row's neighbours and not from the far
    # side
    ross = made[0, 5, 10]
    assert ross in given[0, :25, :60]


def test_levels_below_the_last_hold_it():
    deep = shipped("temperature").sample(11.3, 142.2, [5000.0, 10_900.0], 0.0)
    assert deep.value[0] == deep.value[1]
