"""Sections, series and tables of places."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatrial.errors import InputError
from seatrial.frames.geodesy import distance
from seatrial.ocean.sampling import places as module
from seatrial.ocean.sampling.places import grid, instants, read_table, section

NAN = float("nan")


@given(
    lat1=st.floats(-85, 85), lon1=st.floats(-180, 180), lat2=st.floats(-85, 85), lon2=st.floats(-180, 180),
    points=st.integers(2, 30),
)  # fmt: skip
def test_section_is_even_and_keeps_its_ends(lat1, lon1, lat2, lon2, points):
    lat, lon, along = section(lat1, lon1, lat2, lon2, points)
    assert (lat[0], lat[-1]) == (lat1, lat2) and along[0] == 0.0
    assert np.allclose(((lon[[0, -1]] - [lon1, lon2]) + 180.0) % 360.0, 180.0)
    assert np.allclose(np.diff(along), along[-1] / (points - 1))
    assert distance(lat1, lon1, lat2, lon2) == pytest.approx(along[-1], abs=1e-6)
    steps = distance(lat[:-1], lon[:-1], lat[1:], lon[1:])
    assert np.allclose(steps, along[-1] / (points - 1), rtol=1e-6, atol=1e-3)


def test_all_combinations():
    lat, lon, along = section(0.0, 179.0, 0.0, -179.0, 3)
    found = grid(lat, lon, along, (0.0, 50.0), (10.0, 20.0, 30.0, 40.0))
    assert found.shape == (4, 3, 2) and found.depth[3, 2].tolist() == [0.0, 50.0]
    assert found.time[:, 0, 0].tolist() == [10.0, 20.0, 30.0, 40.0] and np.abs(found.lon[0, 1, 0]) == 180.0
    assert np.isnan(grid(lat, lon, along, (0.0,), ()).time).all()


def test_instants():
    assert instants(0.0, 7200.0, 3600.0) == [0.0, 3600.0, 7200.0] and instants(5.0, 5.0, 60.0) == [5.0]
    with pytest.raises(InputError, match="--until: must not be before --time"):
        instants(10.0, 0.0, 60.0)
    with pytest.raises(InputError, match="make 1000001 times, must be 200000 at most"):
        instants(0.0, 1e6, 1.0)


def test_too_many(monkeypatch):
    monkeypatch.setattr(module, "MOST", 5)
    with pytest.raises(InputError, match="1 times x 3 points x 2 depths: must be 5 at most"):
        grid(*section(0.0, 0.0, 1.0, 1.0, 3), (0.0, 1.0), ())


def test_table_with_header_in_any_order():
    text = "\ufefftime, Longitude ,name,LAT,depth_m\n2026-01-01T00:00Z,122 06 W,a,36 42 N,5\n\n# note\n,-180,b,-33.9,\n"
    found = read_table(text, "x.csv", 7.0, 60.0)
    assert found.lat.tolist() == [36.7, -33.9] and found.lon.tolist() == [-122.1, -180.0]
    assert found.depth.tolist() == [5.0, 7.0] and found.time.tolist() == [1767225600.0, 60.0]


def test_table_without_header():
    found = read_table("1,2\n3,4,5\n", "x.csv", 0.0, NAN)
    assert found.lat.tolist() == [1.0, 3.0] and found.depth.tolist() == [0.0, 5.0] and np.isnan(found.time).all()


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "x.csv: has no rows"),
        ("lat,depth\n1,2\n", "x.csv: needs columns lat and lon, has lat, depth"),
        ("lat,lon\n", "x.csv: has 0 rows"),
        ("lat,lon\n1,2\n91,2\n", "x.csv line 3: latitude"),
        ("lat,lon\n1\n", "x.csv line 2: longitude"),
        ("lat,lon,depth\n1,2,deep\n", "x.csv line 2: depth = 'deep': must be a number in"),
        ("lat,lon,depth\n1,2,-3\n", "x.csv line 2: depth = -3 m: must be a number in"),
        ("lat,lon,depth,time\n1,2,3,soon\n", "x.csv line 2: time = 'soon': must be a date and time"),
    ],
)
def test_bad_tables(text, words):
    with pytest.raises(InputError, match=words) as caught:
        read_table(text, "x.csv", 0.0, NAN)
    assert len(str(caught.value).splitlines()) == 1
