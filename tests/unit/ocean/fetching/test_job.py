"""Fetching as a whole: files, records, resuming and refusing, with the values of the source in the end."""

import hashlib
import json
from datetime import datetime
from pathlib import Path

import netCDF4
import numpy as np
import pytest
import xarray as xr

from seatrial.errors import FetchError, InputError
from seatrial.ocean.fetching.asking import Typed, list_fetched, requests_of, run
from seatrial.ocean.fetching.job import Request, carry_out, is_there, plan
from seatrial.ocean.fetching.network import RETRIES, Network
from seatrial.ocean.fetching.records import read_record, record_path
from seatrial.ocean.fetching.sources import CATALOGUE, WholeFile
from tests.reference.fetch_server import Fault, FetchServer, Variable, publish_all, publish_others, running
from tests.reference.grids import bath_by_the_table, curr_by_the_table

NOW = datetime(2022, 10, 25, 9, 10)
"""Near the second step of the model of the tests."""
GRD = "/oceania.generic-mapping-tools.org/server/earth/earth_relief/earth_relief_15m_p.grd"
U = "/tds.hycom.org/thredds/dodsC/FMRC_ESPC-D-V02_u3z/FMRC_ESPC-D-V02_u3z_best.ncd.dods"


@pytest.fixture(scope="module")
def shared():
    with running() as server:
        yield server


@pytest.fixture
def server(shared: FetchServer) -> FetchServer:
    for part in (shared.files, shared.data, shared.faults, shared.asked):
        part.clear()
    publish_all(shared)
    return shared


def network(server: FetchServer) -> Network:
    return Network(timeout=20.0, sleep=lambda seconds: None, base=server.base)


def fetch(server: FetchServer, request: Request) -> tuple[Path, dict]:
    made = plan(network(server), request, NOW)
    return made.target, carry_out(network(server), made, lambda *at: None, NOW)


def relief_values(server: FetchServer) -> np.ndarray:
    with netCDF4.Dataset("memory", memory=server.files[GRD].body) as data:
        data.set_auto_mask(False)
        return data["z"][:]


def test_bathymetry_of_gmt(server, tmp_path):
    path, record = fetch(server, Request("bathymetry", into=tmp_path))
    head, cells = bath_by_the_table(path)
    assert path.name == "earth_relief_15m.bath" and (head["lat_min"], head["lon_max"]) == (-87.5, 177.5)
    expected = relief_values(server)
    assert np.array_equal(np.where(cells == np.float32(-1e30), np.nan, cells), expected, equal_nan=True)
    assert record["checked"] == "sha256 published by the source" and record["citation"].startswith("Tozer")
    assert record["received"][0]["sha256"] == hashlib.sha256(server.files[GRD].body).hexdigest() == record["version"]
    assert record["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert record["fetched"] == f"{NOW.isoformat()}+00:00"
    assert json.loads(record_path(path).read_text()) == json.loads(json.dumps(record))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["earth_relief_15m.bath", "earth_relief_15m.bath.json"]


def test_part_of_gmts_grid(server, tmp_path):
    path, _ = fetch(server, Request("bathymetry", box=(170.0, -10.0, 190.0, 10.0), stride=2, into=tmp_path))
    head, _ = bath_by_the_table(path)
    assert path.name == "earth_relief_15m_lat-10to10_lon170to190_s2.bath"
    assert (head["width"], head["height"], head["lon_min"], head["lon_max"]) == (2, 2, 172.5, 182.5)


@pytest.mark.parametrize("name", ["espc", "gofs"])
def test_currents(server, tmp_path, name):
    path, record = fetch(server, Request("currents", name, box=(-30.0, -12.0, 20.0, 12.0), into=tmp_path))
    head, depths, east, north = curr_by_the_table(path)
    model = publish_all(server)[name]
    assert depths.tolist() == [0.0, 10.0, 30.0, 50.0, 100.0, 500.0]
    rows = np.flatnonzero(np.abs(model["lat"].values) <= 12.0).tolist()
    columns = [*range(66, 72), *range(5)]
    for cells, variable in ((east, "water_u"), (north, "water_v")):
        raw = model[variable].values[step_of(record, model)][np.ix_([0, 1, 3, 4, 5, 6], rows, columns)]
        expected = raw if name == "espc" else np.where(raw == -30000, np.nan, raw * 0.001).astype("f4")
        assert np.array_equal(np.where(cells == np.float32(head["nodata"]), np.nan, cells), expected, equal_nan=True)


def step_of(record: dict, model: dict[str, Variable]) -> int:
    """The nearest step to NOW by hand: hours since 2000-01-01."""
    hours = (NOW - datetime(2000, 1, 1)).total_seconds() / 3600.0
    step = int(np.abs(model["time"].values - hours).argmin())
    wanted = np.datetime64("2000-01-01") + np.timedelta64(int(model["time"].values[step]), "h")
    assert record["times"] == [f"{wanted.astype('datetime64[s]')}Z"]
    return step


def test_several_times_become_one_netcdf(server, tmp_path):
    begin, end = datetime(2022, 10, 25, 8), datetime(2022, 10, 25, 15)
    path, record = fetch(server, Request("temperature", "gofs", time=begin, until=end, stride=4, into=tmp_path))
    model = publish_all(server)["gofs"]["water_temp"].values
    with xr.open_dataset(path) as data:
        assert data.sizes == {"time": len(record["times"]), "depth": 6, "lat": 11, "lon": 18}
        assert len(record["times"]) >= 3
        raw = model[: len(record["times"]), [0, 1, 3, 4, 5, 6], ::4, ::4]
        expected = np.where(raw == -30000, np.nan, 20.0 + raw * 0.001)
        found = data["temperature"].values
        assert np.allclose(found, expected, atol=0.001, equal_nan=True)


def test_salinity_by_step_number_and_all_depths(server, tmp_path):
    path, _ = fetch(server, Request("salinity", index=-1, depths=(), into=tmp_path, stride=1))
    with xr.open_dataset(path) as data:
        assert data.sizes["depth"] == 7
        expected = publish_all(server)["espc"]["salinity"].values[-1]
        assert np.allclose(data["salinity"].values.squeeze(), expected, atol=0.001, equal_nan=True)


@pytest.mark.parametrize(
    "what, name, written",
    [
        ("bathymetry", "etopo2022", {"z": "elevation"}),
        ("bathymetry", "gebco", {"elevation": "elevation"}),
        ("wind", "gfs", {"ugrd10m": "u10", "vgrd10m": "v10"}),
        ("waves", "ww3", {"Thgt": "hs", "Tper": "tp", "Tdir": "dir"}),
    ],
)
def test_other_sources(server, tmp_path, what, name, written):
    publish_others(server)
    moment = None if what == "bathymetry" else datetime(2022, 10, 25, 1, 20)
    request = Request(what, name, box=(-30.0, -20.0, 15.0, 10.0), ending="nc", time=moment, into=tmp_path)
    path, record = fetch(server, request)
    url, _ = CATALOGUE[what][[s.name for s in CATALOGUE[what]].index(name)].parts[0]  # type: ignore[union-attr]
    model = server.data[server.path(url)]
    assert record["times"] == ([] if what == "bathymetry" else ["2022-10-25T01:00:00Z"])
    with xr.open_dataset(path) as data:
        assert data["lon"].values[[0, -1]].tolist() == [-30.0, 15.0]
        assert data["lat"].values[[0, -1]].tolist() == [-20.0, 10.0]
        for source, target in written.items():
            values = model[source].values
            values = values[(1, 0)[: values.ndim - 2]] if values.ndim > 2 else values
            expected = np.where(values == -32768, np.nan, values)[11:18][:, [*range(66, 72), *range(4)]]
            allowed = {"elevation": 0.5, "dir": 0.01}.get(target, 0.001)  # of packing: half of range / 65 532
            assert np.allclose(data[target].values.squeeze(), expected, atol=allowed, equal_nan=True)


def test_grid_that_breaks_off_is_resumed_by_the_next_command(server, tmp_path):
    request = Request("bathymetry", into=tmp_path)
    server.faults[GRD] += [Fault(stop_after=1000), *[Fault(status=503)] * RETRIES]
    with pytest.raises(FetchError, match=r"oceania\.generic-mapping-tools\.org answers 503"):
        fetch(server, request)
    fetch(server, request)
    asked = [a.headers.get("Range") for a in server.asked if a.method == "GET" and a.path == GRD]
    assert asked[-1] == "bytes=1000-"


def test_pieces_that_arrived_are_not_asked_for_again(server, tmp_path):
    request = Request("currents", into=tmp_path, stride=1, depths=(0.0, 10.0, 500.0))
    made = plan(network(server), request, NOW)
    server.asked.clear()
    server.faults[U] += [Fault(), *[Fault(stop_after=10)] * (RETRIES + 1)]
    with pytest.raises(FetchError):
        carry_out(network(server), made, lambda *at: None, NOW)
    assert not made.target.exists()
    before = len(server.asked)
    record = carry_out(network(server), made, lambda *at: None, NOW)
    assert len(server.asked) - before == len(made.urls) - 1 and made.target.exists() and record["missing"] > 0.0


def test_pieces_of_another_version_are_dropped(server, tmp_path):
    made = plan(network(server), Request("currents", into=tmp_path), NOW)
    server.faults[U] += [Fault(), *[Fault(status=404)]]
    with pytest.raises(FetchError):
        carry_out(network(server), made, lambda *at: None, NOW)
    (tmp_path / f"{made.target.name}.parts" / "version").write_text("another")
    server.asked.clear()
    carry_out(network(server), made, lambda *at: None, NOW)
    assert len(server.asked) == len(made.urls)


def test_error_in_the_answer_is_asked_again(server, tmp_path):
    broken = Fault(change=lambda body: b'Error { code = 500; message = "java.lang.OutOfMemory"; };')
    server.faults[U] += [Fault(), broken]
    fetch(server, Request("currents", into=tmp_path))
    server.faults[U] += [Fault(), *[broken] * (RETRIES + 1)]
    with pytest.raises(FetchError, match=r"tds\.hycom\.org reports an error: java\.lang\.OutOfMemory"):
        fetch(server, Request("currents", into=tmp_path, stride=2))


def test_page_instead_of_a_grid(server, tmp_path):
    server.publish("https://oceania.generic-mapping-tools.org/gmt_hash_server.txt", b"0\n")
    server.faults[GRD] += [Fault(), *[Fault(change=lambda body: b"<html>log in</html>")] * (RETRIES + 1)]
    with pytest.raises(FetchError, match="sent something that is no NetCDF file"):
        fetch(server, Request("bathymetry", into=tmp_path))


def test_without_published_sum_size_and_content_are_checked(server, tmp_path):
    server.publish("https://oceania.generic-mapping-tools.org/gmt_hash_server.txt", b"0\n")
    made = plan(network(server), Request("bathymetry", into=tmp_path), NOW)
    record = carry_out(network(server), made, lambda *at: None, NOW)
    assert record["checked"] == "size and content" and not is_there(made)


def test_file_that_is_there_is_not_fetched_again(server, tmp_path):
    typed, said = Typed("bathymetry", into=tmp_path), []
    first = run(network(server), typed, False, False, lambda *at: None, said.append)
    second = run(network(server), typed, False, False, lambda *at: None, said.append)
    assert [first[0]["was_there"], second[0]["was_there"]] == [False, True] and "is there already" in said[1]
    assert sum(a.path == GRD and a.method == "GET" for a in server.asked) == 1
    assert f'[ocean] bathymetry = ["{tmp_path}/earth_relief_15m.bath"]' in said[0]
    (tmp_path / "earth_relief_15m.bath").write_bytes(b"damaged")
    assert list_fetched(tmp_path)[0][0]["state"] == "changed"
    third = run(network(server), typed, False, False, lambda *at: None, said.append)
    assert third[0]["was_there"] is False and list_fetched(tmp_path)[0][0]["state"] == "ok"
    run(network(server), typed, False, True, lambda *at: None, said.append)
    assert sum(a.path == GRD and a.method == "GET" for a in server.asked) == 3, "--again"


def test_bundle_is_the_sea_floor_and_the_currents(server, tmp_path):
    done = run(
        network(server), Typed("bundle", index=1, into=tmp_path), False, False, lambda *at: None, lambda text: None
    )
    assert [Path(one["file"]).suffix for one in done] == [".bath", ".curr"]
    assert all(read_record(Path(one["file"])) for one in done)


def test_dry_run_says_addresses_and_sizes_and_writes_nothing(server, tmp_path):
    said: list[str] = []
    found = run(network(server), Typed("bundle", index=1, into=tmp_path), True, False, lambda *at: None, said.append)
    assert found[0]["bytes"] == len(server.files[GRD].body) and found[0]["urls"][0].endswith("earth_relief_15m_p.grd")
    assert found[1]["requests"] == len(found[1]["urls"]) > 2 and found[1]["bytes"] > 1000
    assert not list(tmp_path.iterdir()) and "4 requests" in said[1] and found[1]["licence"]
    assert not any(a.path == GRD and a.method == "GET" for a in server.asked)


@pytest.mark.parametrize(
    "typed, words",
    [
        (Typed(""), "name what: bundle, bathymetry, currents, temperature"),
        (Typed("fish"), "fetch 'fish': must be bundle, bathymetry"),
        (Typed("currents", source="gmt"), "--source 'gmt': must be one of espc, gofs for currents"),
        (Typed("bathymetry", resolution="1m"), "--resolution '1m': must be one of 15m, 10m, 06m"),
        (Typed("currents", resolution="15m"), "--resolution 15m: espc has none, it takes --stride"),
        (Typed("bathymetry", time="2024-01-01"), "gmt has neither time nor depth"),
        (Typed("currents", time="2024-01-01", index=3), "--time and --time-idx: give one of them"),
        (Typed("currents", time="yesterday"), "--time = 'yesterday': must be a date and time"),
        (Typed("currents", time="2022-10-25", until="2022-10-24"), "--until 2022-10-24: must not be before"),
        (Typed("currents", until="2022-10-24"), "--until: needs --time"),
        (Typed("currents", index=6), r"--time-idx 6: must be in -6\.\.5"),
        (Typed("currents", time="1999-01-01"), r"the source has 2022-10-25T08:00\.\.2022-10-25T23:00 UTC"),
        (Typed("currents", depths="0,deep", index=0), "--depths 'deep': must be depths"),
        (Typed("currents", ending="bath", index=0), "--format bath: currents can be curr or nc"),
        (Typed("currents", time="2022-10-25", until="2022-10-26", ending="curr"), r"--until: \.curr holds one"),
        (Typed("currents", box=(0.0, 85.0, 5.0, 89.0), index=0), r"latitudes 85\.\.89 deg: the source has -80\.\.80"),
        (Typed("currents", stride=100, index=0), "leave 1 x 1 nodes, at least 2 x 2"),
        (Typed("bundle", source="gmt"), "bundle: --source and --format differ"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked(server, tmp_path, typed, words):
    with pytest.raises(InputError, match=words) as caught:
        [plan(network(server), request, NOW) for request in requests_of(typed)]
    assert len(str(caught.value).splitlines()) == 1


def test_time_of_what_has_none(server):
    publish_others(server)
    with pytest.raises(InputError, match="--time, --time-idx: etopo2022 has no time axis"):
        plan(network(server), Request("bathymetry", "etopo2022", index=0), NOW)


def test_too_much_is_refused(server, monkeypatch):
    monkeypatch.setattr("seatrial.ocean.fetching.subsets.LARGEST", 1000.0)
    with pytest.raises(InputError, match="give --box or a larger --stride"):
        plan(network(server), Request("currents"), NOW)


@pytest.mark.parametrize("change", ["missing", "dims", "axis", "times"])
def test_data_set_that_changed(server, change):
    url = "https://tds.hycom.org/thredds/dodsC/FMRC_ESPC-D-V02_v3z/FMRC_ESPC-D-V02_v3z_best.ncd"
    data = dict(server.data[server.path(url)])
    if change == "missing":
        del data["water_v"]
    if change == "dims":
        v = data["water_v"]
        data["water_v"] = Variable(("time1", "depth", "lon", "lat"), v.values.swapaxes(2, 3), v.attributes)
    if change == "axis":
        data["lat"] = data["lat"]._replace(values=data["lat"].values + 0.5)
    if change == "times":
        data["time1"] = data["time1"]._replace(values=data["time1"].values + 1.0)
    server.offer(url, data)
    words = {"missing": "has no variable 'water_v'", "dims": "expected were", "axis": "lat axis of water_v differs",
             "times": "water_v has other time steps"}  # fmt: skip
    with pytest.raises(FetchError, match=words[change]):
        plan(network(server), Request("currents"), NOW)


def test_every_source_says_where_it_is_and_on_what_terms():
    for what, sources in CATALOGUE.items():
        for source in sources:
            urls = [source.url] if isinstance(source, WholeFile) else [url for url, _ in source.parts]
            assert (
                all(url.startswith("https://") for url in urls) and source.licence.terms and source.licence.citation
            ), what


def test_folder_with_nothing(tmp_path):
    assert list_fetched(tmp_path / "none") == ([], [f"{tmp_path}/none: nothing was fetched"])
    (tmp_path / "x.bath.json").write_text("{}")
    assert list_fetched(tmp_path)[0] == []
