"""`seatrial fetch` and `seatrial convert` on the command line: output, exit codes, one line for what is wrong."""

import json
import signal
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from seatrial.ocean.fetching.network import BASE_VARIABLE, RETRIES
from tests.reference.fetch_server import Fault, publish_all, running
from tests.unit.test_cli import Command, check_refusal, one_object, seatrial  # noqa: F401

GRD = "/oceania.generic-mapping-tools.org/server/earth/earth_relief/earth_relief_15m_p.grd"


@pytest.fixture
def server(monkeypatch):
    with running() as server:
        publish_all(server)
        monkeypatch.setenv(BASE_VARIABLE, server.base)
        monkeypatch.setattr("time.sleep", lambda seconds: None)
        yield server


def test_fetch_list_and_use(seatrial: Command, server, in_temporary_folder: Path):  # noqa: F811
    answer = seatrial("fetch", "bathymetry", "--into", "d", "--box", "-30", "-10", "10", "20")
    assert answer.code == 0 and answer.err == ""
    assert answer.out.startswith("d/earth_relief_15m_lat-10to20_lon-30to10.bath: 6 x 8 nodes")
    assert "checked    sha256 published by the source" in answer.out and "use it     [ocean] bathymetry" in answer.out
    listed = seatrial("fetch", "--list", "--into", "d")
    assert "earth_relief_15m_lat-10to20_lon-30to10.bath" in listed.out and " ok " in listed.out
    assert json.loads(seatrial("fetch", "--list", "--into", "d", "--json").out)[0]["state"] == "ok"
    sampled = one_object(
        seatrial("sample", "0", "-20", "--file", "d/earth_relief_15m_lat-10to20_lon-30to10.bath", "--json")
    )
    assert sampled["depth_source"] == "earth_relief_15m_lat-10to20_lon-30to10.bath"


def test_fetch_json_and_user_folder(seatrial: Command, server, monkeypatch, in_temporary_folder: Path):  # noqa: F811
    monkeypatch.setenv("XDG_DATA_HOME", str(in_temporary_folder / "mine"))
    (found,) = json.loads(seatrial("fetch", "currents", "--time-idx", "2", "--stride", "2", "--json").out)
    assert (
        found["file"].startswith(f"{in_temporary_folder}/mine/seatrial/ocean/currents_espc_s2_")
        and found["was_there"] is False
    )
    (again,) = json.loads(seatrial("fetch", "currents", "--time-idx", "2", "--stride", "2", "--json").out)
    assert again["was_there"] is True and again["sha256"] == found["sha256"]


def test_fetch_dry_run(seatrial: Command, server, in_temporary_folder: Path):  # noqa: F811
    answer = seatrial("fetch", "bundle", "--time-idx", "0", "--dry-run", "--into", "d", "--resolution", "06m")
    assert answer.code == 0 and "earth_relief_06m_p.grd" in answer.out and "water_u" in answer.out
    assert not (in_temporary_folder / "d").exists()


def test_fetch_offline(seatrial: Command, monkeypatch, in_temporary_folder: Path):  # noqa: F811
    monkeypatch.setenv(BASE_VARIABLE, "http://127.0.0.1:9")  # the discard port: nobody listens
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    answer = seatrial("fetch", "bathymetry", "--into", "d")
    last = answer.err.splitlines()[-1]
    assert answer.code == 1 and answer.out == "" and "Traceback" not in answer.err
    assert (
        last.startswith("seatrial: oceania.generic-mapping-tools.org cannot be reached (")
        and "run the same command" in last
    )


def test_fetch_interrupted(seatrial: Command, server, monkeypatch, in_temporary_folder: Path):  # noqa: F811
    from seatrial.ocean.fetching import transfer

    true = transfer._make_sure_of_room

    def interrupt(*arguments: object) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(transfer, "_make_sure_of_room", interrupt)
    answer = seatrial("fetch", "bathymetry", "--into", "d")
    assert answer.code == 130 and "what has arrived is kept; the same command goes on" in answer.err
    monkeypatch.setattr(transfer, "_make_sure_of_room", true)
    assert seatrial("fetch", "bathymetry", "--into", "d").code == 0


def test_fetch_says_that_it_tries_again(seatrial: Command, server, in_temporary_folder: Path):  # noqa: F811
    server.faults[GRD] += [Fault(status=503)] * (RETRIES - 1)
    answer = seatrial("fetch", "bathymetry", "--into", "d")
    assert answer.code == 0 and answer.err.count("note: oceania.generic-mapping-tools.org answers 503") == RETRIES - 1


@pytest.mark.parametrize("words", [(), ("fish",), ("currents", "--box", "0", "10", "1", "5", "--depths", "x")])
def test_fetch_refusals(seatrial: Command, server, words):  # noqa: F811
    check_refusal(seatrial("fetch", *words))


@pytest.fixture
def model(in_temporary_folder: Path) -> Path:
    """Currents of a small model over three times, levels and a date line, as many write them."""
    time = np.array(["2026-03-01", "2026-03-02", "2026-03-03"], "datetime64[ns]")
    lat, lon, depth = np.arange(4.0), np.arange(178.0, 184.0), np.array([0.0, 10.0, 50.0])
    values = np.random.default_rng(0).uniform(-1.0, 1.0, (3, 3, 4, 6)).astype("f4")
    values[..., 0, 0] = np.nan
    data = xr.Dataset(
        {
            name: (("time", "depth", "lat", "lon"), values * sign, {"units": "m/s"})
            for name, sign in (("uo", 1), ("vo", -1))
        },
        {"time": time, "depth": ("depth", depth, {"units": "m", "positive": "down"}), "lat": lat, "lon": lon},
    )
    data.to_netcdf("model.nc")
    return in_temporary_folder / "model.nc"


def test_convert_there_and_back(seatrial: Command, model: Path):  # noqa: F811
    answer = seatrial("convert", "model.nc", "a.curr", "--time", "2026-03-02T05:00")
    assert answer.code == 0 and "lost       the time, 2026-03-02T00:00:00Z: .curr has none" in answer.out
    found = one_object(seatrial("convert", "a.curr", "b.nc", "--exact", "--json"))
    assert found["nodes"] == [0, 3, 4, 6] and found["packing"] == {"uo": 0.0, "vo": 0.0}
    with xr.open_dataset("b.nc") as back, xr.open_dataset("model.nc") as first:
        assert np.array_equal(back["uo"].values, first["uo"].values[1], equal_nan=True)
        assert back["vo"].dtype == np.float32
    one_object(seatrial("convert", "b.nc", "c.curr", "--json"))
    assert Path("c.curr").read_bytes() == Path("a.curr").read_bytes()


def test_convert_parts(seatrial: Command, model: Path):  # noqa: F811
    found = one_object(
        seatrial("convert", "model.nc", "a.nc", "--box", "179", "0", "-177", "2", "--levels", "0,40", "--json")
    )
    assert found["nodes"] == [3, 2, 3, 5] and found["box"] == [179.0, 0.0, 183.0, 2.0]
    found = one_object(seatrial("convert", "model.nc", "a.curr", "--time-idx", "-1", "--stride", "2", "--json"))
    assert found["nodes"] == [1, 3, 2, 3]
    mapped = ("--variables", "east=vo", "--variables", "north=uo", "--quantity", "currents")
    found = one_object(seatrial("convert", "model.nc", "a.nc", *mapped, "--json"))
    with xr.open_dataset("a.nc") as data, xr.open_dataset("model.nc") as first:
        assert np.allclose(data["uo"], first["vo"], atol=1e-4, equal_nan=True)


def test_convert_to_an_even_grid(seatrial: Command, in_temporary_folder: Path):  # noqa: F811
    lat, lon = np.array([0.0, 1.0, 3.0, 6.0]), np.array([10.0, 11.0, 12.0, 14.0])
    values = -100.0 - 10.0 * lat[:, None] - lon
    about = {"units": "m", "standard_name": "height_above_mean_sea_level"}
    xr.Dataset({"z": (("lat", "lon"), values, about)}, {"lat": lat, "lon": lon}).to_netcdf("uneven.nc")
    assert "give --step" in check_refusal(seatrial("convert", "uneven.nc", "a.bath"))
    assert seatrial("convert", "uneven.nc", "a.bath", "--step", "0.5").code == 0
    assert seatrial("convert", "a.bath", "b.nc", "--exact").code == 0
    with xr.open_dataset("b.nc") as data:
        assert data.sizes == {"lat": 13, "lon": 9}
        assert np.allclose(data["elevation"], -100.0 - 10.0 * data["lat"] - data["lon"], atol=1e-4), (
            "linear stays linear"
        )


@pytest.mark.parametrize(
    "words, said",
    [
        (("model.nc",), "name the file to write after it"),
        (("model.nc", "a.txt"), "name must end in .bath, .curr, .nc"),
        (("model.nc", "a.bath"), "model.nc"),
        (("model.nc", "a.curr"), "choose with --time or --time-idx"),
        (("none.nc", "a.curr"), "none.nc"),
        (("model.nc", "a.nc", "--quantity", "fish"), "--quantity 'fish': must be one of bathymetry"),
        (("model.nc", "a.curr", "--time", "2026-03-01", "--time-idx", "0"), "give one of them"),
        (("model.nc", "a.curr", "--time", "2027-03-01"), "time 2027-03-01T00:00:00Z: model.nc has 2026-03-01"),
        (("model.nc", "a.nc", "--variables", "east"), "must be ROLE=NAME"),
        (("model.nc", "a.nc", "--box", "0", "0", "10", "3"), "leave 4 x 0 nodes"),
        (("model.nc", "model.nc/a.nc", "--time-idx", "0"), "cannot be written"),
        (("model.nc", "./model.nc"), "output 'model.nc': is a file to read"),
        (("m*.nc", "model.nc"), "output 'model.nc': is a file to read"),
        (("model.nc", "a.nc", "--box", "182", "0", "179", "3"), "without its middle: west comes first"),
    ],
)
def test_convert_refusals(seatrial: Command, model: Path, words, said):  # noqa: F811
    before = model.read_bytes()
    assert said in check_refusal(seatrial("convert", *words))
    assert model.read_bytes() == before and not list(Path().glob("a.*"))
