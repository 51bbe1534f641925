"""`seatrial inspect`: what it says, as JSON and as text."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from seatrial import cli
from seatrial.errors import InputError
from seatrial.ocean.readers.inspecting import inspect, report_lines
from seatrial.ocean.readers.options import Options
from tests.reference import ocean_files as files


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEATRIAL_CACHE", str(tmp_path / "cache"))


def warned(path: Path, *words: str) -> None:
    lines = inspect(path)["warnings"]
    assert any(all(word in line for word in words) for line in lines), lines


def test_keys_and_json(tmp_path: Path):
    path = files.hycom(tmp_path / "h.nc")
    found = json.loads(CliRunner().invoke(cli.app, ["inspect", str(path), "--json"]).stdout)
    assert list(found) == ["file", "format", "files", "variables", "roles", "grid", "range", "warnings"]
    assert found["format"] == "NetCDF-4" and found["files"] == 1
    assert set(found["roles"]) == {"SeaWaterVelocity", "SeaTemperature", "SeaSalinity"}
    flow = found["roles"]["SeaWaterVelocity"]
    assert flow["variables"]["east"] == {"variable": "water_u", "by": "standard name"}
    assert flow["shape"] == [2, 2, 4, 3, 4] and flow["problem"] is None
    assert found["grid"]["rows"] == 3 and found["range"]["depth_m"] == [0.0, 5000.0]
    assert found["range"]["time"] == ["2000-01-01T00:00:00Z", "2000-01-01T03:00:00Z"]
    water = next(v for v in found["variables"] if v["name"] == "water_u")
    assert water["dimensions"] == ["time", "depth", "lat", "lon"] and water["missing"] == pytest.approx(1 / 12)


def test_text(tmp_path: Path):
    text = CliRunner().invoke(cli.app, ["inspect", str(files.hycom(tmp_path / "h.nc"))]).stdout
    assert "SeaWaterVelocity   east = water_u, north = water_v" in text
    assert "latitude   10.0000 .. 10.0800 deg, 3 rows, step 0.04" in text
    assert max(map(len, text.splitlines())) < 140


def test_variables_that_are_named(tmp_path: Path):
    path = field(tmp_path / "a.nc", {"units": "m/s"}, RANDOM, "flow")
    nothing = inspect(path)
    assert nothing["roles"] == {} and any("name them, option variables" in line for line in nothing["warnings"])
    named = ("--variables", "east=flow", "--variables", "north=flow")
    run = CliRunner().invoke(cli.app, ["inspect", str(path), *named, "--quantity", "currents", "--json"])
    found = json.loads(run.stdout)
    assert list(found["roles"]) == ["SeaWaterVelocity"] and not any("option" in line for line in found["warnings"])
    flow = found["roles"]["SeaWaterVelocity"]
    assert flow["variables"]["east"] == {"variable": "flow", "by": "option"} and flow["problem"] is None
    assert flow["shape"] == [2, 1, 1, 12, 15] and found["grid"]["rows"] == 12
    half = inspect(path, Options({"east": "flow"}), "SeaWaterVelocity")["roles"]["SeaWaterVelocity"]
    assert "no variable for north of SeaWaterVelocity" in half["problem"]
    both = json.loads(CliRunner().invoke(cli.app, ["inspect", str(path), *named, "--json"]).stdout)
    assert list(both["roles"]) == ["SeaWaterVelocity", "Wind"]


def test_positive_is_told(tmp_path: Path):
    path = field(tmp_path / "a.nc", {"units": "m"}, 100.0 + 0.0 * RANDOM, "h")
    for positive, problem in (("down", False), ("sideways", True)):
        told = ["inspect", str(path), "--variables", "elevation=h", "--positive", positive, "--json"]
        run = CliRunner().invoke(cli.app, told)
        assert isinstance(run.exception, InputError) is problem


@pytest.mark.parametrize(
    "words, said",
    [
        (("--variables", "eest=flow"), "variables.eest: must be one of elevation, latitude"),
        (("--variables", "east=flaw"), "variables.east = 'flaw': not in the file, did you mean 'flow'?"),
        (("--variables", "height=flow", "--quantity", "currents"), "variables.height: must be one of east, north, up"),
        (("--variables", "east"), "--variables 'east': must be ROLE=NAME"),
        (("--quantity", "fish"), "--quantity 'fish': must be one of bathymetry"),
    ],
)
def test_what_cannot_be_named(tmp_path: Path, words: tuple[str, ...], said: str):
    path = field(tmp_path / "a.nc", {"units": "m/s"}, RANDOM, "flow")
    run = CliRunner().invoke(cli.app, ["inspect", str(path), *words])
    assert isinstance(run.exception, InputError) and said in str(run.exception), run.exception


def field(path: Path, own: dict[str, Any], values: Any = 1.0, name: str = "x", attributes: Any = None) -> Path:
    lat, lon = np.arange(12.0), np.arange(15.0)
    return files.write(
        path,
        {
            "lat": (("lat",), lat, files.LAT),
            "lon": (("lon",), lon, files.LON),
            name: (("lat", "lon"), np.broadcast_to(np.asarray(values), (12, 15)).copy(), own),
        },
        attributes,
    )


RANDOM = np.random.default_rng(3).normal(0.2, 0.1, (12, 15))


def test_kelvin_named_celsius(tmp_path: Path):
    own = {"units": "degC", "standard_name": "sea_water_temperature"}
    warned(field(tmp_path / "a.nc", own, 290.0 + RANDOM), "x: units are 'degC'", "are kelvin")
    warned(field(tmp_path / "b.nc", {**own, "units": "K"}, 15.0 + RANDOM), "x: units are 'K'", "are degrees Celsius")


def test_speeds_that_cannot_be(tmp_path: Path):
    own = {"units": "m/s", "standard_name": "eastward_sea_water_velocity"}
    warned(field(tmp_path / "a.nc", own, 100.0 * RANDOM), "x:", "is no current")


def test_all_masked(tmp_path: Path):
    warned(field(tmp_path / "a.nc", {"units": "m"}, np.nan), "x: all values are masked")


def test_negative_chlorophyll(tmp_path: Path):
    warned(field(tmp_path / "a.nc", {}, RANDOM - 0.2, "chlorophyll"), "chlorophyll:", "are negative")


def test_fill_that_does_not_fit(shared_data: Path):
    warned(shared_data / "Nordic_subset.nc", "_FillValue = 1e+37 does not fit int16")
    warned(shared_data / "Nordic_subset.nc", "numbers on land; mask_rho")
    warned(shared_data / "Nordic_subset.nc", "lat_u, lat_v", "all values are 0")
    warned(shared_data / "Nordic_subset.nc", "Cs_r, Cs_w: valid_min is in decoded units")


def test_land_filled_with_a_number(tmp_path: Path):
    values = np.where(np.arange(15) < 4, 0.0, RANDOM)
    warned(field(tmp_path / "a.nc", {"units": "m/s"}, values), "x:", "are exactly 0", "land may be filled")


def test_extent_of_another_file(tmp_path: Path):
    own = {"geospatial_lat_min": -40.0, "geospatial_lat_max": 40.0}
    warned(
        field(tmp_path / "a.nc", {}, RANDOM, attributes=own), "global attributes give latitude -40..40, the axis 0..11"
    )


def test_real_files(shared_data: Path):
    baltic = shared_data / "reduced_testdata_weather.nc"
    warned(baltic, "global attributes give latitude 52.92..56.08")
    warned(baltic, "height_above_ground2: an axis that no variable uses")
    warned(baltic, "latitude, longitude: no units")
    warned(baltic, "_ChunkSizes holds negative numbers")
    warned(shared_data / "wa_RTOFS_global.nc", "grads_size = 65, but there are 64 times")
    warned(shared_data / "wa_RTOFS_global.nc", "counts from an odd date: days since 2000-12-31")
    warned(shared_data / "tests_depth_data.nc", "GeoTransform begins at longitude -180")
    warned(shared_data / "2003080103_mb_l3_las_1x1km.csv", "chlorophyll", "are negative")


def test_a_good_file_has_nothing_wrong(tmp_path: Path):
    assert inspect(files.gebco(tmp_path / "g.nc"))["warnings"] == []


def test_what_cannot_be_read_is_said(tmp_path: Path):
    path = files.regular(tmp_path / "z.nc", {"z": (np.arange(12.0).reshape(3, 4) - 2.0, {"units": "m"})})
    found = inspect(path)
    assert "option positive" in found["roles"]["SeaFloorElevation"]["problem"]
    assert any("cannot be read" in line for line in report_lines(found)) and found["grid"] == {}


def test_nothing_known(tmp_path: Path):
    found = inspect(field(tmp_path / "a.nc", {}, RANDOM, "stuff"))
    assert found["roles"] == {} and any("no variable of a quantity" in line for line in found["warnings"])


def test_refusal_is_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    (tmp_path / "t.nc").write_text("no data")
    with pytest.raises(SystemExit) as end:
        cli.main(["inspect", str(tmp_path / "t.nc")])
    out, err = capfd.readouterr()
    assert end.value.code == 2 and out == "" and len(err.splitlines()) == 1 and "t.nc" in err


def test_gap_in_time(tmp_path: Path):
    def hours(*values: float) -> Path:
        path = tmp_path / f"{len(values)}.nc"
        return files.write(
            path,
            {
                "time": (("time",), np.array(values), {"units": "hours since 2000-01-01"}),
                "lat": (("lat",), np.array([30.0, 31.0]), files.LAT),
                "lon": (("lon",), np.array([5.0, 6.0]), files.LON),
                "temp": (("time", "lat", "lon"), np.ones((len(values), 2, 2)), {"units": "degC"}),
            },
        )

    warned(hours(0.0, 6.0, 12.0, 48.0, 54.0), "time: no values within 2000-01-01T12:00:00Z .. 2000-01-03T00:00:00Z")
    months = 24.0 * np.cumsum([0.0, 31.0, 28.0, 31.0, 30.0])
    for even in (hours(0.0, 6.0, 12.0), hours(*months[:4]), hours(0.0, 6.0)):
        assert not any("no values within" in line for line in inspect(even)["warnings"])
