"""DAP2 answers: our reader against the netCDF library's own client, and against damage."""

import netCDF4
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seatrial.errors import FetchError
from seatrial.ocean.fetching.dap import (
    Variable as Declared,
)
from seatrial.ocean.fetching.dap import constraint, parse_das, parse_dds, parse_dods, problem_of
from seatrial.ocean.fetching.network import Network
from tests.reference.fetch_server import Variable, dap_answer, ocean_model, running

URL = "https://tds.hycom.org/thredds/dodsC/GLBy0.08/expt_93.0/uv3z"


@pytest.fixture(scope="module")
def server():
    with running() as server:
        server.offer(URL, ocean_model())
        yield server


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_same_values_as_the_netcdf_library(server, data):
    """An independent client of the protocol holds both the server of the tests and our reading of its answers."""
    shape = ocean_model()["water_u"].values.shape
    slices = []
    for size in shape:
        first = data.draw(st.integers(0, size - 1))
        slices.append(slice(first, data.draw(st.integers(first, size - 1)) + 1, data.draw(st.integers(1, 5))))
    name = data.draw(st.sampled_from(["water_u", "water_temp"]))
    ours = parse_dods(Network(base=server.base).text(f"{URL}.dods?{constraint(name, slices)}"), URL)
    with netCDF4.Dataset(f"{server.base}/{URL.removeprefix('https://')}") as theirs:
        theirs.set_auto_maskandscale(False)
        found = theirs[name]
        assert np.array_equal(ours[name], found[tuple(slices)]) and ours[name].dtype == found.dtype
        for axis, part in zip(found.dimensions, slices, strict=True):
            assert np.array_equal(ours[axis], theirs[axis][part])


def test_attributes_as_the_netcdf_library_reads_them(server):
    ours = parse_das(Network(base=server.base).text(f"{URL}.das").decode(), URL)
    with netCDF4.Dataset(f"{server.base}/{URL.removeprefix('https://')}") as theirs:
        for name in ("water_temp", "time", "lat"):
            found = {key: theirs[name].getncattr(key) for key in theirs[name].ncattrs()}
            assert ours[name] == found


@pytest.mark.parametrize("kind", ["u1", "i2", "u2", "i4", "u4", "f4", "f8"])
@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_every_type_travels(kind, size):
    values = np.array([0, 255, 7, 1, 100][:size], kind)
    data = {"/a/b": {"x": Variable(("x",), values)}}
    body = dap_answer(data, "/a/b.dods", "x")
    assert body is not None
    found = parse_dods(body, "b")["x"]
    assert np.array_equal(found, values) and found.dtype == values.dtype
    wanted = parse_dds(body.decode("latin-1").partition("\nData:")[0], "b")[0][1]
    assert problem_of(body, wanted) == ""


def test_constraint_is_fit_for_a_url():
    assert constraint("water_u", [slice(3, 4, 1), slice(0, 12, 5)]) == "water_u%5B3:1:3%5D%5B0:5:10%5D"


DDS = """Dataset {
    Float64 time1[time1 = 2];
    Grid {
     ARRAY:
        Int16 z[time1 = 2][lat = 3];
     MAPS:
        Float64 time1[time1 = 2];
        Float32 lat[lat = 3];
    } z;
    Byte plain[4];
} FMRC_x/FMRC_x_best.ncd;
"""


def test_description():
    (time, _), (name, arrays), (plain, _) = found = parse_dds(DDS, "x")
    assert (time, name, plain) == ("time1", "z", "plain")
    assert arrays[0] == Declared("Int16", "z", (("time1", 2), ("lat", 3))) and arrays[2].name == "lat"
    assert found[2][1][0].dimensions == (("plain", 4),)
    assert arrays[0].count == 6 and arrays[0].wire_bytes == 8 + 24


@pytest.mark.parametrize(
    "text",
    ["", "<html>busy</html>", "Dataset {", DDS.replace("Int16", "Complex"), DDS.replace("} z;", "} z"), DDS[:80]],
)
def test_no_description(text):
    with pytest.raises(FetchError, match="https://x: answers something that is no description"):
        parse_dds(text, "https://x")


def test_attributes_with_quotes_lists_and_groups():
    text = r"""Attributes {
        z { String note "say \"no\" [m]; {x}"; Float32 valid_range -1.5, 2.5; Int16 _FillValue -30000; Float64 nan NaN;
            inner { String a "b"; } Int32 NCO:version 4; Float64 odd 1.#QNAN; }
        NC_GLOBAL { String title ""; }
    }"""
    found = parse_das(text, "x")
    assert found["z"]["note"] == 'say "no" [m]; {x}' and found["z"]["valid_range"] == [-1.5, 2.5]
    assert found["z"]["_FillValue"] == -30000 and np.isnan(float(str(found["z"]["nan"]))) and "a" not in found["z"]
    assert found["z"]["odd"] == "1.#QNAN"
    for broken in ("", "Attributes {", "Attributes { z ", "<html>"):
        with pytest.raises(FetchError, match="https://x: answers something that is no list"):
            parse_das(broken, "https://x")


WANTED = parse_dds(DDS, "x")[1][1]


def answer() -> bytes:
    data = {
        "/a": {
            "time1": Variable(("time1",), np.arange(2.0)),
            "lat": Variable(("lat",), np.arange(3, dtype="f4")),
            "z": Variable(("time1", "lat"), np.arange(6, dtype="i2").reshape(2, 3)),
        }
    }
    body = dap_answer(data, "/a.dods", "z[0:1:1][0:1:2]")
    assert body is not None
    return body


def test_what_is_wrong_with_an_answer():
    assert problem_of(answer(), WANTED) == ""
    assert "bytes of data" in problem_of(answer()[:-3], WANTED)
    assert "bytes of data" in problem_of(answer() + b"\0", WANTED)
    assert problem_of(b"<html>", WANTED) == "sent something that is no DAP2 answer"
    assert (
        problem_of(b'Error { code = 403; message = "too much\nof it"; };', WANTED) == "reports an error: too much of it"
    )
    assert problem_of(answer(), WANTED[:1]).startswith("sent z[2x3], time1[2], lat[3], asked for was z[2x3]")


def test_counts_must_agree():
    body = answer()
    at = body.index(b"Data:\n") + 6
    with pytest.raises(FetchError, match="z does not have the 6 values"):
        parse_dods(body[:at] + b"\0\0\0\5" + body[at + 4 :], "x")


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 255))
def test_damage_is_never_a_crash(place, value):
    body = bytearray(answer())
    body[place % len(body)] = value
    try:
        parse_dods(bytes(body), "x")
    except FetchError:
        pass
    problem_of(bytes(body), WANTED)
